from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "classes"

    def ready(self) -> None:
        from classes.booking_email import booking_details
        from core.cache_invalidation import invalidate_on_write
        from mail.models import OutboxEmail
        from mail.rendering import register_details

        register_details(OutboxEmail.Kind.BOOKED, booking_details)
        invalidate_on_write(*map(self.get_model, ("CampClass", "Enrollment", "Craft", "Lesson", "WaitlistEntry")))

from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "classes"

    def ready(self) -> None:
        from classes import emails
        from core.cache_invalidation import invalidate_on_write
        from mail.checks import register_condition
        from mail.models import OutboxEmail

        invalidate_on_write(*map(self.get_model, ("CampClass", "Enrollment", "Craft", "Lesson", "WaitlistEntry")))
        register_condition(OutboxEmail.Kind.CLASS_CHANGED, emails.has_changed_class)
        register_condition(OutboxEmail.Kind.CLASS_DECIDED, emails.is_decided)
        register_condition(OutboxEmail.Kind.WAITLIST_JOINED, emails.is_waiting)

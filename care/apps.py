from django.apps import AppConfig


class CareConfig(AppConfig):
    name = "care"

    def ready(self) -> None:
        from accounts.models import Child
        from care.paperwork import due
        from core.cache.invalidation import invalidate_tags_on_write
        from mail.checks import register_condition
        from mail.models import OutboxEmail
        from mail.rendering import register_details

        read_today = (
            "Agreement",
            "AgreementText",
            "CareSheet",
            "Contact",
            "ContactChild",
            "PaperSeen",
            "PresenceEvent",
        )
        invalidate_tags_on_write(Child, *map(self.get_model, read_today))
        register_condition(OutboxEmail.Kind.CARE_DUE, due.still_lacks)
        register_details(OutboxEmail.Kind.CARE_DUE, due.missing_paperwork)
        register_details(OutboxEmail.Kind.BOOKED, due.booked_without_paperwork)

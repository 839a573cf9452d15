from django.apps import AppConfig


class CareConfig(AppConfig):
    name = "care"

    def ready(self) -> None:
        from care.paperwork import due
        from mail.checks import register_condition
        from mail.models import OutboxEmail
        from mail.rendering import register_details

        register_condition(OutboxEmail.Kind.CARE_DUE, due.still_lacks)
        register_details(OutboxEmail.Kind.CARE_DUE, due.missing_paperwork)

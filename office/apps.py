from django.apps import AppConfig


class OfficeConfig(AppConfig):
    name = "office"

    def ready(self) -> None:
        from mail.checks import register_condition
        from mail.models import OutboxEmail
        from mail.rendering import register_details
        from office import invitations

        register_condition(OutboxEmail.Kind.INVITATION, invitations.may_be_sent)
        register_details(OutboxEmail.Kind.INVITATION, invitations.what_is_there)

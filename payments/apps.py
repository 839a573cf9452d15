from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "payments"

    def ready(self) -> None:
        from mail.models import OutboxEmail
        from mail.rendering import register_details
        from payments.booking_email import booking_details

        register_details(OutboxEmail.Kind.BOOKED, booking_details)

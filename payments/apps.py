from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "payments"

    def ready(self) -> None:
        from classes.seats.enrollment import holds_released
        from mail.checks import register_condition
        from mail.models import OutboxEmail
        from mail.rendering import register_details
        from payments.emails import outgoing
        from payments.emails.booking_lessons import booking_details, moved_details, shared_seat_details
        from payments.settlement.orders import cancel_orders_of

        holds_released.connect(cancel_orders_of, dispatch_uid="orders")
        register_details(OutboxEmail.Kind.BOOKED, booking_details)
        register_details(OutboxEmail.Kind.MOVED, moved_details)
        register_details(OutboxEmail.Kind.CHECK_RETURNED, outgoing.returned_check)
        register_details(OutboxEmail.Kind.SHARED_SEAT, shared_seat_details)
        register_condition(OutboxEmail.Kind.BOOKED, outgoing.is_still_booked)
        register_condition(OutboxEmail.Kind.SHARED_SEAT, outgoing.is_still_so)
        register_condition(OutboxEmail.Kind.ENROLLMENT_CANCELED, outgoing.is_cancellation_of_confirmed_booking)

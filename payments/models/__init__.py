"""The tables of orders, payments, their moves and part refunds, the books and Stripe's events."""

from payments.models.ledger_entry import LedgerEntry
from payments.models.move import Move
from payments.models.order import Order
from payments.models.part_refund import PartRefund
from payments.models.payment import Payment
from payments.models.payment_queryset import PaymentQuerySet
from payments.models.shown_payments import payments_with_class_values
from payments.models.stripe_event import StripeEvent

__all__ = [
    "LedgerEntry",
    "Move",
    "Order",
    "PartRefund",
    "Payment",
    "PaymentQuerySet",
    "StripeEvent",
    "payments_with_class_values",
]

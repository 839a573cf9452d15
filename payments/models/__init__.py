from payments.models.ledger_entry import LedgerEntry
from payments.models.move import Move
from payments.models.order import Order
from payments.models.payment import Payment
from payments.models.payment_queryset import PaymentQuerySet
from payments.models.refund import Refund, RefundQuerySet
from payments.models.shown_payment import ShownPayment
from payments.models.stripe_event import StripeEvent

__all__ = [
    "LedgerEntry",
    "Move",
    "Order",
    "Payment",
    "PaymentQuerySet",
    "Refund",
    "RefundQuerySet",
    "ShownPayment",
    "StripeEvent",
]

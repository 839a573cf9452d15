"""The tables of orders, payments and Stripe's events."""

from payments.models.order import Order
from payments.models.payment import Payment
from payments.models.payment_queryset import PaymentQuerySet
from payments.models.stripe_event import StripeEvent

__all__ = ["Order", "Payment", "PaymentQuerySet", "StripeEvent"]

"""What the payment history shows of a payment."""

from functools import cache
from typing import Any

from django.db.models import Prefetch

from payments.models.move import Move
from payments.models.part_refund import PartRefund
from payments.models.payment import Payment
from payments.models.payment_queryset import PaymentQuerySet

MOVES = Move.objects.select_related("from_enrollment__camp_class", "to_enrollment__camp_class").order_by("pk")
SHOWN_CHANGES: tuple[Any, ...] = (
    Prefetch("moves", MOVES, to_attr="shown_moves"),
    Prefetch("part_refunds", PartRefund.objects.order_by("created_at", "pk"), to_attr="shown_refunds"),
)


@cache
def payments_with_class_values() -> PaymentQuerySet:
    """Returns ``Payment.objects.with_class_values()`` with moves and part refunds, a query that is built only once."""
    return Payment.objects.with_class_values().prefetch_related(*SHOWN_CHANGES)

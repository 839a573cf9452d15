"""What waits for the office: money to be paid back by hand, and what the card provider leaves to staff."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from django.db.models import Q

from payments.models import Order, PartRefund, Payment


@dataclass(frozen=True)
class OwedItem:
    """One row of the list. ``since``: from when it waits. ``detail``: why the refund failed, or empty."""

    class Kind(StrEnum):
        OWED = "owed"
        FAILED = "failed"
        DISPUTED = "disputed"
        UNASSIGNED = "unassigned"
        RESERVATION = "reservation"

    id: str
    kind: Kind
    payment_id: str | None
    enrollment_id: int
    family_id: int
    family_name: str
    class_id: int
    class_name: str
    participant: str
    amount: Decimal
    since: datetime
    detail: str = ""


def list_owed(*, now: datetime) -> list[OwedItem]:
    """Returns everything that waits for the office, the oldest first. Each payment is listed once."""
    parts: dict[object, list[PartRefund]] = {}
    for part in PartRefund.objects.for_staff().order_by("created_at"):
        parts.setdefault(part.payment_id, []).append(part)
    items = [_item(payment, parts.get(payment.pk, [])) for payment in _payments(list(parts))]
    return sorted(items, key=lambda item: (item.since, item.id))


def _payments(with_parts: list[object]) -> list[Payment]:
    every = Payment.objects.all()
    at_desk = Q(pk__in=every.refund_owed().filter(order__method=Order.Method.DESK))
    failed = Q(pk__in=every.refund_failed())
    disputed = Q(pk__in=every.disputed())
    unassigned = Q(pk__in=every.refund_unassigned().filter(position=1))
    found = every.filter(Q(pk__in=with_parts) | at_desk | failed | disputed | unassigned)
    return list(found.select_related("student", "order", "enrollment__child"))


def _item(payment: Payment, parts: list[PartRefund]) -> OwedItem:
    kind, amount, since = _why(payment, parts)
    child = payment.enrollment.child
    errors = [payment.refund_error, *(part.error for part in parts)]
    return OwedItem(
        id=str(payment.pk),
        kind=kind,
        payment_id=str(payment.pk),
        enrollment_id=payment.enrollment_id,
        family_id=payment.student_id,
        family_name=payment.student.name,
        class_id=payment.camp_class_id,
        class_name=payment.class_name,
        participant=child.name if child else payment.student.name,
        amount=amount,
        since=since,
        detail=next(filter(None, errors), "") if kind == OwedItem.Kind.FAILED else "",
    )


def _why(payment: Payment, parts: list[PartRefund]) -> tuple[OwedItem.Kind, Decimal, datetime]:
    """Returns why the payment is listed, how many dollars wait, and since when."""
    assert payment.paid_at is not None
    amount = sum((part.amount for part in parts), Decimal(0))
    if payment.needs_refund_by_hand:
        amount = payment.amount_owed
    since = parts[0].created_at if parts else payment.enrollment.released_at or payment.paid_at
    if payment.disputed_at is not None:
        return OwedItem.Kind.DISPUTED, amount or payment.price, payment.disputed_at
    if amount:
        return (OwedItem.Kind.OWED if payment.is_desk else OwedItem.Kind.FAILED), amount, since
    return OwedItem.Kind.UNASSIGNED, payment.order.unassigned_refund, payment.paid_at

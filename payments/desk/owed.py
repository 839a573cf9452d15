from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from operator import attrgetter
from uuid import UUID

from accounts.models import User
from classes.models import Enrollment
from payments.models import Payment, Refund

EXPIRES_SOON = timedelta(days=3)
ORDER = ("since", "id")


@dataclass(frozen=True)
class OwedItem:
    """``since``: from when it waits; of a reservation, when it ends.

    ``detail``: why the refund failed, or empty. ``is_lost``: the bank has decided a dispute for the cardholder.
    """

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
    family: User
    class_id: int
    class_name: str
    participant: str
    amount: Decimal
    since: datetime
    detail: str = ""
    is_lost: bool = False


def list_owed(*, now: datetime) -> list[OwedItem]:
    """The oldest first. Each payment is listed once."""
    refunds: dict[UUID, list[Refund]] = {}
    for refund in Refund.objects.for_staff():
        refunds.setdefault(refund.payment_id, []).append(refund)
    items = [_item(payment, refunds.get(payment.pk, [])) for payment in _payments(list(refunds))]
    soon = Enrollment.objects.reserved(now).filter(reserved_until__lte=now + EXPIRES_SOON)
    items += [_reservation(each) for each in soon.select_related("student", "child", "camp_class")]
    return sorted(items, key=attrgetter(*ORDER))


def _payments(with_refunds: list[UUID]) -> list[Payment]:
    # The ids first: PostgreSQL uses the index of each condition, but none if they are joined by OR.
    every = Payment.objects.all()
    disputed, unassigned = every.disputed(), every.refund_unassigned().filter(position=1)
    ids = {*with_refunds, *disputed.values_list("pk", flat=True).union(unassigned.values_list("pk", flat=True))}
    return list(every.filter(pk__in=ids).select_related("student", "order", "enrollment__child"))


def _item(payment: Payment, refunds: list[Refund]) -> OwedItem:
    kind, amount, since = _why(payment, refunds)
    child = payment.enrollment.child
    errors = [each.error for each in refunds]
    return OwedItem(
        id=str(payment.pk),
        kind=kind,
        payment_id=str(payment.pk),
        enrollment_id=payment.enrollment_id,
        family=payment.student,
        class_id=payment.camp_class_id,
        class_name=payment.class_name,
        participant=child.name if child else payment.student.name,
        amount=amount,
        since=since,
        detail=next(filter(None, errors), "") if kind == OwedItem.Kind.FAILED else "",
        is_lost=kind == OwedItem.Kind.DISPUTED and payment.dispute == "lost",
    )


def _why(payment: Payment, refunds: list[Refund]) -> tuple[OwedItem.Kind, Decimal, datetime]:
    assert payment.paid_at is not None
    amount = sum((each.amount for each in refunds), Decimal(0))
    if payment.disputed_at is not None:
        return OwedItem.Kind.DISPUTED, amount or payment.price, payment.disputed_at
    if refunds:
        kind = OwedItem.Kind.OWED if payment.is_at_desk else OwedItem.Kind.FAILED
        return kind, amount, refunds[0].created_at
    return OwedItem.Kind.UNASSIGNED, payment.order.unassigned_refund, payment.paid_at


def _reservation(hold: Enrollment) -> OwedItem:
    assert hold.reserved_until is not None
    return OwedItem(
        id=str(hold.pk),
        kind=OwedItem.Kind.RESERVATION,
        payment_id=None,
        enrollment_id=hold.pk,
        family=hold.student,
        class_id=hold.camp_class_id,
        class_name=hold.camp_class.name,
        participant=hold.child.name if hold.child else hold.student.name,
        amount=hold.price,
        since=hold.reserved_until,
    )

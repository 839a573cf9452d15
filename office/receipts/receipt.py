from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from django.db.models import F

from accounts.models import User
from classes.models import Enrollment
from core.errors import first_or_not_found
from core.models import School
from core.names import name_key
from core.site_time import site_day
from office.receipts.service_days import lessons_of_seats
from payments.models import LedgerEntry, Order, Payment

NOTHING = Decimal(0)
GIVEN_BACK = (LedgerEntry.Kind.REFUND, LedgerEntry.Kind.RETURNED)
NUMBER_LENGTH = 12
"""So many digits of an order's id that no two of a million orders are likely to have the same."""


@dataclass(frozen=True)
class ReceiptLine:
    """``days`` are those of the lessons; ``refund`` is what was returned, in dollars."""

    payment: Payment
    days: list[date]
    refund: Decimal

    @property
    def paid(self) -> Decimal:
        return NOTHING if self.payment.is_returned_check else self.payment.price

    @property
    def participant(self) -> str:
        return self.payment.child_name or self.payment.student_name


@dataclass(frozen=True)
class Receipt:
    """``method`` is None if it was free; ``total`` was charged, and ``refunded`` was paid back.

    ``refunded`` can be more than the sum of the lines: a refund at Stripe may name none of several payments.
    """

    order: Order
    school: School
    method: str | None
    lines: list[ReceiptLine]
    total: Decimal
    refunded: Decimal

    @property
    def number(self) -> str:
        return self.order.pk.hex[:NUMBER_LENGTH].upper()

    @property
    def method_label(self) -> str:
        return LedgerEntry.Method(self.method).label if self.method else "Nothing to pay"


def receipt(*, user: User, payment_id: UUID) -> Receipt:
    """Of the order of this payment: the user's own, or anybody's for an admin."""
    visible = Payment.objects.history() if user.is_admin else Payment.objects.history().filter(student=user)
    payment = first_or_not_found(visible.select_related("order__student").filter(pk=payment_id))
    payments = list(Payment.objects.of_order(payment.order).history())
    entries = list(payment.order.entries.order_by("happened_at", "pk"))
    bounced = {each.pk for each in payments if each.is_returned_check}
    money = [each for each in entries if each.payment_id not in bounced or each.kind == LedgerEntry.Kind.REFUND]
    days = _days(payments)
    lines = [
        ReceiptLine(each, days[each.pk], returned(entry for entry in money if entry.payment_id == each.pk))
        for each in payments
    ]
    return Receipt(
        order=payment.order,
        school=School.current(),
        method=next((entry.method for entry in entries if entry.kind == LedgerEntry.Kind.CHARGE), None),
        lines=sorted(lines, key=lambda line: (name_key(line.payment.class_name), name_key(line.participant))),
        total=charged(money),
        refunded=returned(money),
    )


def charged(entries: Iterable[LedgerEntry]) -> Decimal:
    """In dollars."""
    return sum((entry.amount for entry in entries if entry.kind == LedgerEntry.Kind.CHARGE), NOTHING)


def returned(entries: Iterable[LedgerEntry]) -> Decimal:
    """In dollars."""
    return -sum((entry.amount for entry in entries if entry.kind in GIVEN_BACK), NOTHING)


def _days(payments: Sequence[Payment]) -> dict[UUID, list[date]]:
    days: defaultdict[UUID, set[date]] = defaultdict(set)
    # Also the days before the seat was moved.
    for path in ("payments", "moved_to__payment"):
        seats = Enrollment.objects.filter(**{f"{path}__in": payments}).annotate(payment_id=F(path))
        for payment_id, start in lessons_of_seats(seats).values_list("payment_id", "lesson_start"):
            days[payment_id].add(site_day(start))
    return {payment.pk: sorted(days[payment.pk]) for payment in payments}

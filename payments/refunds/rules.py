"""Refunds by date: what a cancellation gives back. See docs/rules/refunds.md.

These functions have no side effects. The payment history shows their result, and a cancellation refunds it.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from classes.catalog.schedules import FULL_REFUND_AFTER_CHANGE
from classes.refund_steps import ALL, Deadline, deadlines_before_class, steps_of
from payments.models import Payment

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Terms:
    """``percent`` of the price is refunded now; ``amount`` is this share in dollars, minus earlier refunds.

    ``until`` is the time until which this percentage applies; None at 0 percent.
    """

    percent: int
    amount: Decimal
    until: datetime | None


def cancellation_terms(payment: Payment, first_start: datetime | None, now: datetime) -> Terms | None:
    """None without a seat; or once the class has begun, unless a full refund after a change is open."""
    return next(iter(refund_steps(payment, first_start, now)), None)


def refund_steps(payment: Payment, first_start: datetime | None, now: datetime) -> list[Terms]:
    """What a cancellation refunds from now on, the highest refund first. Empty if the seat can't be canceled.

    ``first_start`` is None without lessons. There are three kinds of deadlines: the hours after paying, the refund
    rules, and the full refund after a change of the class. A class that was changed is not what the student booked, so
    its full refund can be open even after its first lesson.
    """
    if not payment.is_seated:
        return []
    deadlines = _after_a_change(payment, first_start, now)
    if first_start is None or now < first_start:
        deadlines += _before_the_class(payment, first_start)
    returned = payment.refunded + payment.owed
    return [
        Terms(percent, max(Decimal(0), share(payment.price, percent) - returned), until)
        for percent, until, _ in steps_of(deadlines, first_start=first_start, now=now)
    ]


def full_refund_until(payment: Payment, first_start: datetime | None, now: datetime) -> datetime | None:
    """The deadline may have passed; None without a seat."""
    if not payment.is_seated:
        return None
    deadlines = _after_a_change(payment, first_start, now) + _before_the_class(payment, first_start)
    return max(until for percent, until in deadlines if percent == ALL)


def share(price: Decimal, percent: int) -> Decimal:
    """In dollars. Half a cent is rounded up, in the student's favor."""
    return (price * percent / 100).quantize(CENT, ROUND_HALF_UP)


def _after_a_change(payment: Payment, first_start: datetime | None, now: datetime) -> list[Deadline]:
    # While a class has no lessons anymore, the full refund is open, and it will be for a week after there are new ones.
    seat = payment.enrollment
    if first_start is None and seat.booked_start is not None:
        return [Deadline(ALL, now + FULL_REFUND_AFTER_CHANGE)]
    return [] if seat.full_refund_until is None else [Deadline(ALL, seat.full_refund_until)]


def _before_the_class(payment: Payment, first_start: datetime | None) -> list[Deadline]:
    assert payment.paid_at is not None
    return deadlines_before_class(
        paid_at=payment.paid_at, first_start=first_start, booked_start=payment.enrollment.booked_start
    )

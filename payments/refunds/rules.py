"""Refunds by date: what a cancellation gives back. See docs/rules/refunds.md.

These functions have no side effects. The payment history shows their result, and a cancellation refunds it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from django.conf import settings

from classes.catalog.schedules import FULL_REFUND_AFTER_CHANGE
from payments.models import Payment

ALL = 100
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
    """None without a seat; or once the class has begun, unless a full refund after a change is open.

    ``first_start`` is None without lessons. There are three kinds of deadlines: the hours after paying, the refund
    rules, and the full refund after a change of the class. The deadline with the highest percentage applies, among
    those that have not passed. A class that was changed is not what the student booked, so its full refund can be open
    even after its first lesson.
    """
    if not payment.is_seated:
        return None
    has_begun = first_start is not None and first_start <= now
    deadlines = _after_a_change(payment, first_start, now) + (
        [] if has_begun else _before_the_class(payment, first_start)
    )
    open_deadlines = [(percent, until) for percent, until in deadlines if until >= now]
    if not open_deadlines:
        return None if has_begun else Terms(0, Decimal(0), None)
    percent = max(percent for percent, _ in open_deadlines)
    until = max(until for each, until in open_deadlines if each == percent)
    amount = share(payment.price, percent) - payment.refunded - payment.owed
    return Terms(percent, max(Decimal(0), amount), until)


def full_refund_until(payment: Payment, first_start: datetime | None, now: datetime) -> datetime | None:
    """The deadline may have passed; None without a seat."""
    if not payment.is_seated:
        return None
    deadlines = _after_a_change(payment, first_start, now) + _before_the_class(payment, first_start)
    return max(until for percent, until in deadlines if percent == ALL)


def share(price: Decimal, percent: int) -> Decimal:
    """In dollars. Half a cent is rounded up, in the student's favor."""
    return (price * percent / 100).quantize(CENT, ROUND_HALF_UP)


def _after_a_change(payment: Payment, first_start: datetime | None, now: datetime) -> list[tuple[int, datetime]]:
    # While a class has no lessons anymore, the full refund is open, and it will be for a week after there are new ones.
    seat = payment.enrollment
    if first_start is None and seat.booked_start is not None:
        return [(ALL, now + FULL_REFUND_AFTER_CHANGE)]
    return [] if seat.full_refund_until is None else [(ALL, seat.full_refund_until)]


def _before_the_class(payment: Payment, first_start: datetime | None) -> list[tuple[int, datetime]]:
    # The rules count from the first lesson that the student booked, or from the present one if it is later.
    assert payment.paid_at is not None
    hours = payment.paid_at + timedelta(hours=settings.CANCEL_WITHIN_HOURS)
    if first_start is None:
        return [(ALL, hours)]
    start = max(first_start, payment.enrollment.booked_start or first_start)
    rules = [(percent, start - timedelta(days=days)) for days, percent in settings.REFUND_RULES if percent]
    return [(percent, min(until, first_start)) for percent, until in [(ALL, hours), *rules]]

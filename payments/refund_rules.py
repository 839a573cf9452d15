"""Calculates how much a student gets back for canceling a seat, depending on the time left until the first lesson.

The functions have no side effects. The payment history shows their result, and a cancellation refunds it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from django.conf import settings

from payments.models import Payment

ALL = 100
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Terms:
    """The terms of a cancellation now: ``percent`` of the price is refunded.

    ``amount`` is this share in dollars, minus earlier refunds. ``until`` is the time until which this percentage
    applies; None at 0 percent.
    """

    percent: int
    amount: Decimal
    until: datetime | None


def cancellation_terms(payment: Payment, first_start: datetime | None, now: datetime) -> Terms | None:
    """Returns the terms on which the student can cancel now, or None without a seat or after the class has begun.

    ``first_start`` is the start of the first lesson; None without lessons. There are three kinds of deadlines: the
    hours after paying, the refund rules, and the full refund after a moved lesson. The deadline with the highest
    percentage applies, among those that have not passed. Once the class has begun, only the full refund after a moved
    lesson applies, because the school has changed what the student booked.
    """
    if not payment.is_seated:
        return None
    has_begun = first_start is not None and first_start <= now
    deadlines = _after_a_move(payment) + ([] if has_begun else _before_the_class(payment, first_start))
    open_deadlines = [(percent, until) for percent, until in deadlines if until >= now]
    if not open_deadlines:
        return None if has_begun else Terms(0, Decimal(0), None)
    percent = max(percent for percent, _ in open_deadlines)
    until = max(until for each, until in open_deadlines if each == percent)
    return Terms(percent, max(Decimal(0), share(payment.price, percent) - payment.refunded_amount), until)


def full_refund_until(payment: Payment, first_start: datetime | None) -> datetime | None:
    """Returns the deadline for a full refund, which may have passed; None without a seat."""
    if not payment.is_seated:
        return None
    deadlines = _after_a_move(payment) + _before_the_class(payment, first_start)
    return max(until for percent, until in deadlines if percent == ALL)


def share(price: Decimal, percent: int) -> Decimal:
    """Returns this percentage of the price in dollars. Half a cent is rounded up, in the student's favor."""
    return (price * percent / 100).quantize(CENT, ROUND_HALF_UP)


def _after_a_move(payment: Payment) -> list[tuple[int, datetime]]:
    until = payment.enrollment.full_refund_until
    return [] if until is None else [(ALL, until)]


def _before_the_class(payment: Payment, first_start: datetime | None) -> list[tuple[int, datetime]]:
    """Returns each percentage above 0 with its deadline."""
    assert payment.paid_at is not None
    hours = payment.paid_at + timedelta(hours=settings.CANCEL_WITHIN_HOURS)
    if first_start is None:
        return [(ALL, hours)]
    rules = [(percent, first_start - timedelta(days=days)) for days, percent in settings.REFUND_RULES if percent]
    return [(ALL, min(hours, first_start)), *rules]

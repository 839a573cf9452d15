"""Until when a cancellation refunds which share of the price. ``payments/refunds/`` makes dollars of it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

ALL = 100


class Deadline(NamedTuple):
    """``percent`` of the price until then."""

    percent: int
    until: datetime


class RefundStep(NamedTuple):
    """What a cancellation refunds in the time between the step before and ``until``, which is None for the last one.

    ``hours_after_paying`` replaces ``until`` for a seat that is not paid for yet.
    """

    percent: int
    until: datetime | None = None
    hours_after_paying: int | None = None


def deadlines_before_class(
    *, paid_at: datetime, first_start: datetime | None, booked_start: datetime | None = None
) -> list[Deadline]:
    """The hours after paying, and the refund rules. The class begins at ``first_start``, None without lessons.

    The rules count from the first lesson that the student booked, or from the present one if it is later.
    """
    hours = paid_at + timedelta(hours=settings.CANCEL_WITHIN_HOURS)
    if first_start is None:
        return [Deadline(ALL, hours)]
    start = max(first_start, booked_start or first_start)
    rules = [(percent, start - timedelta(days=days)) for days, percent in settings.REFUND_RULES if percent]
    return [Deadline(percent, min(until, first_start)) for percent, until in [(ALL, hours), *rules]]


def steps_of(deadlines: Iterable[Deadline], *, first_start: datetime | None, now: datetime) -> list[RefundStep]:
    """The highest refund first. Empty if the class has begun and no deadline is left."""
    steps, end = list[RefundStep](), now
    for percent, until in sorted(deadlines, reverse=True):
        if until > end or (until == now and not steps):
            steps.append(RefundStep(percent, until))
            end = until
    return steps if first_start is not None and first_start <= end else [*steps, RefundStep(0)]


def steps_for_new_seat(first_start: datetime | None, now: datetime) -> list[RefundStep]:
    """For a student who pays now."""
    if first_start is not None and first_start <= now:
        return []
    deadlines = deadlines_before_class(paid_at=now, first_start=first_start)
    steps = steps_of([each for each in deadlines if each.until > now], first_start=first_start, now=now)
    hours_end = now + timedelta(hours=settings.CANCEL_WITHIN_HOURS)
    return [
        RefundStep(each.percent, hours_after_paying=settings.CANCEL_WITHIN_HOURS) if each.until == hours_end else each
        for each in steps
    ]

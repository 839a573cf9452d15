"""For how long an account may hold seats of one class. See docs/adr/0017.

The holds of a student and of their children count together, because anyone can add children to their account. Only
holds are limited. A settlement never is: a student who has paid gets the seat if one is free.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.conf import settings

from classes.models import Enrollment
from core.errors import NotYet

MAX_HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MAX_MINUTES)
"""How long an account may hold seats of one class within ``PERIOD``; 45 minutes by default."""

PERIOD = 4 * MAX_HOLD_TIME
"""Three hours by default."""

MINUTE = timedelta(minutes=1)
"""A shorter hold would end before a card can be charged. Each hold counts as at least one minute."""


class HeldTooLong(NotYet):
    code = "held_too_long"
    message = (
        f"We held a seat in this class for you for {settings.SEAT_HOLD_MAX_MINUTES} minutes. "
        "You can try again in {wait}."
    )


def latest_end(*, began_at: datetime, others: Iterable[Enrollment]) -> datetime:
    """Until when a hold that began then may last; in the past if no time is left.

    ``others``: the account's other holds of the class. While they last, the hold uses no more of its time.
    """
    others = list(others)
    end, left = began_at, MAX_HOLD_TIME - _used(others)
    for start, stop in _periods(others):
        if stop <= end:
            continue
        alone = max(start - end, timedelta())
        if alone and alone >= left:
            break
        left -= alone
        end = stop
    return end + left


def refuse_if_held_too_long(*, others: Iterable[Enrollment], now: datetime) -> None:
    """The account must be able to hold another seat of the class for a minute."""
    oldest_first = sorted(others, key=_began_at)
    if latest_end(began_at=now, others=oldest_first) - now >= MINUTE:
        return
    for position, hold in enumerate(oldest_first, start=1):
        if MAX_HOLD_TIME - _used(oldest_first[position:]) >= MINUTE:
            raise HeldTooLong(retry_at=_began_at(hold) + PERIOD, now=now)


def _used(holds: list[Enrollment]) -> timedelta:
    # Holds at the same time count once, but each for at least a minute.
    held = sum((stop - start for start, stop in _periods(holds)), timedelta())
    return held + sum((max(timedelta(), MINUTE - (_ended_at(each) - _began_at(each))) for each in holds), timedelta())


def _periods(holds: Iterable[Enrollment]) -> Iterator[tuple[datetime, datetime]]:
    # At least one of the seats was held, or can still be held. The earliest period comes first.
    period: tuple[datetime, datetime] | None = None
    for start, stop in sorted((_began_at(each), _ended_at(each)) for each in holds):
        if period is not None and start > period[1]:
            yield period
            period = None
        period = (start, stop) if period is None else (period[0], max(period[1], stop))
    if period is not None:
        yield period


def _began_at(hold: Enrollment) -> datetime:
    assert hold.held_at is not None
    return hold.held_at


def _ended_at(hold: Enrollment) -> datetime:
    ends = (hold.held_until, hold.confirmed_at, hold.released_at)
    return max(_began_at(hold), min(end for end in ends if end is not None))

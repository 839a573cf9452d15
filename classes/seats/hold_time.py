"""How long seats of a class are kept for an account that is paying. See docs/adr/0017.

The rule: within three hours, seats of one class are kept for a family for at most 45 minutes in total. A settlement is
never limited: a student who has paid gets the seat if one is open.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings

from classes.models import Enrollment
from core.errors import NotYet

MAX_HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MAX_MINUTES)
"""How long an account may hold seats of one class within ``PERIOD``; 45 minutes by default."""

PERIOD = 4 * MAX_HOLD_TIME
"""Three hours by default. A hold counts in full until its beginning is that long ago."""

MINUTE = timedelta(minutes=1)
"""A shorter hold would end before a card can be charged. Each hold counts as at least one minute."""


class HeldTooLong(NotYet):
    code = "held_too_long"
    message = (
        f"We held a seat in this class for you for {settings.SEAT_HOLD_MAX_MINUTES} minutes. "
        "You can try again in {wait}."
    )


def time_left(*, holds: Iterable[Enrollment], now: datetime) -> timedelta:
    """For how long from now the account's seats of the class may still be held, all at the same time.

    ``holds``: those of the class that began within ``PERIOD``, also the ones that last.
    """
    return MAX_HOLD_TIME - _used(holds, until=now)


def refuse_if_held_too_long(*, holds: Iterable[Enrollment], now: datetime) -> None:
    """The account must be able to hold another seat of the class for a minute."""
    if time_left(holds=holds, now=now) >= MINUTE:
        return
    oldest_first = sorted(holds, key=_began_at)
    for position, hold in enumerate(oldest_first, start=1):
        if _used(oldest_first[position:], until=now + PERIOD) <= MAX_HOLD_TIME - MINUTE:
            raise HeldTooLong(retry_at=_began_at(hold) + PERIOD, now=now)


def _used(holds: Iterable[Enrollment], *, until: datetime) -> timedelta:
    # Holds at the same time count once, because the limit is for the class, but each for at least a minute.
    used, covered = timedelta(), datetime.min.replace(tzinfo=UTC)
    for start, end in sorted((_began_at(each), min(_ended_at(each), until)) for each in holds):
        used += max(timedelta(), end - max(start, covered)) + max(timedelta(), MINUTE - (end - start))
        covered = max(covered, end)
    return used


def _began_at(hold: Enrollment) -> datetime:
    assert hold.held_at is not None
    return hold.held_at


def _ended_at(hold: Enrollment) -> datetime:
    ends = (hold.held_until, hold.confirmed_at, hold.released_at)
    return max(_began_at(hold), min(end for end in ends if end is not None))

"""How many seats an account may hold at a time, and for how long seats of one class. See docs/adr/0017.

The holds of a student and of their children count together, because anyone can add children to their account. Only
holds are limited. A settlement never is: a student who has paid gets the seat if one is free.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.timesince import timeuntil

from accounts.models import User
from classes.models import Enrollment
from core.errors import DomainError

MAX_HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MAX_MINUTES)
"""How long an account may hold seats of one class within ``PERIOD``, in all its holds; 45 minutes by default."""

PERIOD = 4 * MAX_HOLD_TIME
"""Three hours by default."""

MINUTE = timedelta(minutes=1)
"""A shorter hold would end before a card can be charged. Each hold counts as at least one minute."""


class TooManyHolds(DomainError):
    code = "too_many_holds"
    message = (
        f"We're already holding {settings.LIVE_HOLDS_PER_STUDENT} other seats for you. "
        "Please pay for one of them first, or remove one from your selected classes."
    )


class OneHoldUntilVerified(TooManyHolds):
    message = (
        "Until you verify your email address, we can only hold one seat at a time for you. Verify it on your profile, "
        "pay for the other seat, or remove that class from your selected classes."
    )


class HeldTooLong(DomainError):
    code = "held_too_long"

    def __init__(self, *, possible_at: datetime, now: datetime) -> None:
        wait = timeuntil(possible_at + MINUTE - timedelta.resolution, now).replace("\xa0", " ")
        minutes = settings.SEAT_HOLD_MAX_MINUTES
        super().__init__(f"We held a seat in this class for you for {minutes} minutes. You can try again in {wait}.")


@dataclass(frozen=True)
class OtherHolds:
    """The account's holds beside the requested one: how many are live, and which count in the requested class."""

    live: int
    here: list[Enrollment]


def other_holds(enrollments: Iterable[Enrollment], *, camp_class_id: int, since: datetime, now: datetime) -> OtherHolds:
    """Picks the holds that limit another one from the account's other enrollments.

    Those of the class count if they began after ``since``, until they expired, were paid or were released.
    """
    found = list(enrollments)
    return OtherHolds(
        live=sum(each.is_live(now) for each in found),
        here=[each for each in found if each.camp_class_id == camp_class_id and each.held_at and each.held_at > since],
    )


def latest_end(*, began_at: datetime, others: Iterable[Enrollment]) -> datetime:
    """Returns until when a hold that began then may last; in the past if no time is left.

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


def refuse_another_hold(*, account: User, live_holds: int) -> None:
    """Checks the number of the account's other live holds. Raises TooManyHolds.

    ``account`` is the locked row. An account that anyone can create with any address may block only one seat.
    """
    if live_holds >= settings.LIVE_HOLDS_PER_STUDENT:
        raise TooManyHolds
    if live_holds and not account.email_verified and not account.enrollments.paid().exists():
        raise OneHoldUntilVerified


def refuse_if_held_too_long(*, others: Iterable[Enrollment], now: datetime) -> None:
    """Checks that the account may hold another seat of the class for a minute. Raises HeldTooLong."""
    oldest_first = sorted(others, key=_began_at)
    if latest_end(began_at=now, others=oldest_first) - now >= MINUTE:
        return
    for position, hold in enumerate(oldest_first, start=1):
        if MAX_HOLD_TIME - _used(oldest_first[position:]) >= MINUTE:
            raise HeldTooLong(possible_at=_began_at(hold) + PERIOD, now=now)


def _used(holds: list[Enrollment]) -> timedelta:
    """Returns how long seats were held. Holds at the same time count once, but each for at least a minute."""
    held = sum((stop - start for start, stop in _periods(holds)), timedelta())
    return held + sum((max(timedelta(), MINUTE - (_ended_at(each) - _began_at(each))) for each in holds), timedelta())


def _periods(holds: Iterable[Enrollment]) -> Iterator[tuple[datetime, datetime]]:
    """Yields the periods in which at least one of the seats was held, or can still be held, the earliest first."""
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

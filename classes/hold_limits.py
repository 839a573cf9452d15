"""How many seats a student may hold at a time, and for how long a seat of one class. See docs/adr/0017.

Only holds are limited. A settlement never is: a student who has paid gets the seat if one is free.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.timesince import timeuntil

from accounts.models import User
from classes.models import Enrollment
from core.errors import DomainError

MAX_HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MAX_MINUTES)
"""How long a student may hold a seat of one class within ``PERIOD``, in all their holds; 45 minutes by default."""

PERIOD = 4 * MAX_HOLD_TIME
"""Three hours by default."""

MINUTE = timedelta(minutes=1)
"""A shorter hold would end before a card can be charged. Each hold counts as at least one minute."""


class TooManyHolds(DomainError):
    code = "too_many_holds"
    message = (
        f"We're already holding seats for you in {settings.LIVE_HOLDS_PER_STUDENT} other classes. "
        "Please pay for one of them first, or remove it from your selected classes."
    )


class OneHoldUntilVerified(TooManyHolds):
    message = (
        "Until you verify your email address, we can only hold one seat at a time for you. Verify it on your profile, "
        "pay for the other class, or remove that class from your selected classes."
    )


class HeldTooLong(DomainError):
    code = "held_too_long"

    def __init__(self, *, possible_at: datetime, now: datetime) -> None:
        wait = timeuntil(possible_at + MINUTE - timedelta.resolution, now).replace("\xa0", " ")
        minutes = settings.SEAT_HOLD_MAX_MINUTES
        super().__init__(f"We held a seat in this class for you for {minutes} minutes. You can try again in {wait}.")


def time_left(*, earlier: Iterable[Enrollment]) -> timedelta:
    """Returns how long the student may still hold a seat of a class.

    ``earlier``: their past holds of this class that began within ``PERIOD``.
    """
    return MAX_HOLD_TIME - sum((_counted(hold) for hold in earlier), timedelta())


def refuse_another_hold(*, account: User, other_holds: int) -> None:
    """Checks the number of the student's live holds in other classes. Raises TooManyHolds.

    ``account`` is the locked row. An account that anyone can create with any address may block only one seat.
    """
    if other_holds >= settings.LIVE_HOLDS_PER_STUDENT:
        raise TooManyHolds
    if other_holds and not account.email_verified and not account.enrollments.paid().exists():
        raise OneHoldUntilVerified


def refuse_if_held_too_long(*, earlier: list[Enrollment], now: datetime) -> None:
    """Checks that the student may still hold a seat of the class for a minute. Raises HeldTooLong."""
    left = time_left(earlier=earlier)
    if left >= MINUTE:
        return
    for hold in sorted(earlier, key=_began_at):
        left += _counted(hold)
        if left >= MINUTE:
            raise HeldTooLong(possible_at=_began_at(hold) + PERIOD, now=now)


def _began_at(hold: Enrollment) -> datetime:
    assert hold.held_at is not None
    return hold.held_at


def _counted(hold: Enrollment) -> timedelta:
    ends = (hold.held_until, hold.confirmed_at, hold.released_at)
    return max(MINUTE, min(end for end in ends if end is not None) - _began_at(hold))

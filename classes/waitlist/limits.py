"""How many places an account may have on waitlists, and how soon again after an offer. See docs/adr/0017.

Each can become an offer, which takes a seat for a day. The entries of a student and their children count together, also
if a child was deleted.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from classes.models import CampClass, WaitlistEntry
from classes.seats.limits import VerifiedEmailNeeded, is_unproven
from core.errors import DomainError, NotYet

PAUSE = timedelta(days=settings.WAITLIST_PAUSE_DAYS)
"""How long a participant cannot join a waitlist again after an offer that they declined or let lapse, and how long an
entry that the student ended, or let end, counts."""


class TooManyEntries(DomainError):
    code = "too_many_entries"
    message = (
        f"You and your children can have at most {settings.WAITLIST_ENTRIES_PER_STUDENT} places on waitlists at a "
        "time. Please give one of them up first."
    )


class TooManyEntriesInClass(TooManyEntries):
    message = (
        f"You and your children can have at most {settings.UNPAID_SEATS_PER_CLASS} seats and places on the waitlist in "
        "one class before you pay."
    )


class TooManyRecentEntries(NotYet, TooManyEntriesInClass):
    message = (
        f"{TooManyEntriesInClass.message} Places that you gave up in the last {settings.WAITLIST_PAUSE_DAYS} days "
        "count too. You can join this waitlist again in {wait}."
    )


class OfferNotTaken(NotYet):
    code = "offer_not_taken"
    message = "A seat was offered, and it wasn't taken. You can join this waitlist again in {wait}."


class VerifiedEmailNeededToWait(VerifiedEmailNeeded):
    message = "A place on a waitlist needs a verified email address. Please verify yours on your profile first."


def refuse_another_entry(*, account: User, child_id: int | None, camp_class: CampClass, now: datetime) -> None:
    """For the waitlist of the locked class. ``account`` is the locked row."""
    if is_unproven(account):
        raise VerifiedEmailNeededToWait
    given_up = account.waitlist_entries.given_up_since(now - PAUSE).filter(camp_class=camp_class)
    latest_first = list(given_up.order_by("-ended_at"))
    for entry in latest_first:
        if entry.child_id == child_id and entry.offer_id is not None:
            raise OfferNotTaken(retry_at=_counts_until(entry), now=now)
    _refuse_more_in_class(account, camp_class, latest_first, now)
    if account.waitlist_entries.active().count() >= settings.WAITLIST_ENTRIES_PER_STUDENT:
        raise TooManyEntries


def _refuse_more_in_class(
    account: User, camp_class: CampClass, given_up: Sequence[WaitlistEntry], now: datetime
) -> None:
    # ``given_up``: the account's entries of the class that count although they have ended, the latest first.
    waiting = account.waitlist_entries.waiting().filter(camp_class=camp_class).count()
    seats = account.enrollments.unpaid_seats(now).filter(camp_class=camp_class).count()
    left = settings.UNPAID_SEATS_PER_CLASS - waiting - seats
    if left <= 0:
        raise TooManyEntriesInClass
    if len(given_up) >= left:
        raise TooManyRecentEntries(retry_at=_counts_until(given_up[left - 1]), now=now)


def _counts_until(entry: WaitlistEntry) -> datetime:
    assert entry.ended_at is not None
    return entry.ended_at + PAUSE

"""How many places an account may have on waitlists, and how soon again after an offer. See docs/adr/0017.

Each can become an offer, which takes a seat for a day. The entries of a student and of their children count together,
also those of deleted children.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from classes.models import CampClass, WaitlistEntry
from classes.seat_limits import VerifiedEmailNeeded, is_unproven
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
    """Checks that the participant may join the waitlist of the locked class. ``account`` is the locked row.

    Raises VerifiedEmailNeededToWait (and nothing was ever paid), OfferNotTaken, TooManyEntries.
    """
    if is_unproven(account):
        raise VerifiedEmailNeededToWait
    given_up = account.waitlist_entries.given_up_since(now - PAUSE).filter(camp_class=camp_class)
    missed = given_up.filter(child=child_id, offer__isnull=False).order_by("ended_at").last()
    if missed is not None and missed.ended_at is not None:
        raise OfferNotTaken(retry_at=missed.ended_at + PAUSE, now=now)
    _refuse_more_in_class(account, camp_class, given_up, now)
    if account.waitlist_entries.active().count() >= settings.WAITLIST_ENTRIES_PER_STUDENT:
        raise TooManyEntries


def _refuse_more_in_class(
    account: User, camp_class: CampClass, given_up: QuerySet[WaitlistEntry], now: datetime
) -> None:
    waiting = account.waitlist_entries.waiting().filter(camp_class=camp_class).count()
    seats = account.enrollments.unpaid_seats(now).filter(camp_class=camp_class).count()
    left = settings.UNPAID_SEATS_PER_CLASS - waiting - seats
    ends = [each.ended_at for each in given_up.order_by("-ended_at") if each.ended_at is not None]
    if left <= 0:
        raise TooManyEntriesInClass
    if len(ends) >= left:
        raise TooManyRecentEntries(retry_at=ends[left - 1] + PAUSE, now=now)

"""Helpers for the tests of the waitlist."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.db import transaction

from classes.models import CampClass, WaitlistEntry
from classes.seats import enrollment, locks, offers
from classes.seats.sql import Availability
from mail.models import OutboxEmail

NEW_YORK = ZoneInfo("America/New_York")
AFTERNOON = datetime(2027, 7, 5, 14, tzinfo=NEW_YORK).astimezone(UTC)
"""2 PM in the camp's time zone, if a test uses the fixture ``new_york``: an offer of 24 hours does not end at night."""


def offer_seats(camp_class: CampClass, now: datetime) -> Availability:
    """Releases the expired holds of the class and makes offers. Returns the availability."""
    with transaction.atomic():
        locks.lock_class(camp_class.pk)
        enrollment.release_expired_holds(class_ids=[camp_class.pk], now=now)
        return offers.make_offers(class_ids=[camp_class.pk], now=now)[camp_class.pk]


def states_of(entries: Iterable[WaitlistEntry]) -> list[str]:
    """Reads the entries again and returns their states."""
    entries = list(entries)
    for entry in entries:
        entry.refresh_from_db()
    return [entry.state for entry in entries]


def next_entry(entry: WaitlistEntry) -> WaitlistEntry:
    """Returns the other entry on the waitlist of the fixture ``offered``."""
    return entry.camp_class.waitlist.exclude(pk=entry.pk).get()


def email_kinds(state: str = "QUEUED") -> Sequence[str]:
    """Returns the sorted kinds of the e-mails in this state."""
    return sorted(OutboxEmail.objects.filter(state=state).values_list("kind", flat=True))

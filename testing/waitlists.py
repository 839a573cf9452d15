"""What tests of the waitlist share."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from classes import enrollment, offers
from classes.models import CampClass, WaitlistEntry
from classes.statements import Availability
from mail.models import OutboxEmail
from testing.factories import make_child, make_waitlist_entry


def make_entries(camp_class: CampClass, student: User, other_student: User) -> list[WaitlistEntry]:
    """Creates three entries in the order of joining: a student, their child Mia, and another student."""
    return [
        make_waitlist_entry(student, camp_class),
        make_waitlist_entry(student, camp_class, make_child(student)),
        make_waitlist_entry(other_student, camp_class),
    ]


def offer_seats(camp_class: CampClass, now: datetime) -> Availability:
    """Releases the expired holds of the class and makes offers. Returns the availability."""
    with transaction.atomic():
        enrollment.lock_class(camp_class.pk)
        enrollment.release_expired_holds(class_ids=[camp_class.pk], now=now)
        return offers.make_offers(class_ids=[camp_class.pk], now=now)[camp_class.pk]


def states_of(entries: Iterable[WaitlistEntry]) -> list[str]:
    """Reads the entries again and returns their states."""
    entries = list(entries)
    for entry in entries:
        entry.refresh_from_db()
    return [entry.state for entry in entries]


def email_kinds(state: str = "QUEUED") -> Sequence[str]:
    """Returns the sorted kinds of the e-mails in this state."""
    return sorted(OutboxEmail.objects.filter(state=state).values_list("kind", flat=True))

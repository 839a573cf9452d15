"""Checks the limits of what an account takes of a class without paying (docs/adr/0017) on the site's rows."""

from collections import Counter, defaultdict
from datetime import datetime
from itertools import pairwise

from django.conf import settings
from django.db.models import Q

from classes.models import Enrollment, WaitlistEntry
from classes.waitlist.limits import PAUSE


def violations(*, now: datetime) -> list[str]:
    """Returns a line for each limit that is exceeded now."""
    entries = WaitlistEntry.objects.filter(Q(state__in=WaitlistEntry.ACTIVE) | Q(pk__in=_given_up(now)))
    return [
        *_above_limit("unpaid seats", _unpaid_seats(now).values_list("student", "camp_class")),
        *_above_limit("places on the waitlist", entries.values_list("student", "camp_class")),
        *_again_too_soon(),
    ]


def _given_up(now: datetime) -> list[int]:
    return list(WaitlistEntry.objects.given_up_since(now - PAUSE).values_list("pk", flat=True))


def _unpaid_seats(now: datetime):  # type: ignore[no-untyped-def]
    """Returns the holds and the free seats. Offers are entries; a free seat of a paid order may arrive late.

    What the school gives at the desk is not limited.
    """
    late = Q(state=Enrollment.State.CONFIRMED, payments__order__amount__gt=0)
    return (
        Enrollment.objects.unpaid_seats(now)
        .filter(offered_until=None)
        .exclude(late)
        .exclude(state=Enrollment.State.CONFIRMED, payments__order__method="DESK")
    )


def _above_limit(what: str, rows) -> list[str]:  # type: ignore[no-untyped-def]
    above = {key: count for key, count in Counter(rows).items() if count > settings.UNPAID_SEATS_PER_CLASS}
    return [f"too many {what}: student {student}, class {each}: {count}" for (student, each), count in above.items()]


def _again_too_soon() -> list[str]:
    """No participant has joined a waitlist again within a week after an offer that was declined or has lapsed."""
    by_participant = defaultdict(list)
    for entry in WaitlistEntry.objects.order_by("pk"):
        by_participant[entry.student_id, entry.child_id, entry.camp_class_id].append(entry)
    missed = (WaitlistEntry.State.LAPSED, WaitlistEntry.State.LEFT)
    return [
        f"joined again too soon: entry {later.pk} after entry {entry.pk}"
        for entries in by_participant.values()
        for entry, later in pairwise(entries)
        if entry.offer_id and entry.state in missed and entry.ended_at and later.joined_at < entry.ended_at + PAUSE
    ]

"""Checks the invariants of waitlists on the site's rows. Each function returns one readable line for each finding."""

from collections import defaultdict
from datetime import datetime

from django.db.models import F, Q

from accounts.models import Role
from classes.models import Enrollment, WaitlistEntry, scheduled_classes
from classes.seats.offers import ENDS_BEFORE_CLASS, offer_end
from core.site_time import site_day

State = WaitlistEntry.State


def violations() -> list[str]:
    """Returns a line for each invariant that is violated now."""
    entries = list(WaitlistEntry.objects.select_related("offer").order_by("pk"))
    return [*_offers_without_entry(), *_reserved_offers(), *_wrong_offers(entries), *_overtaken(entries)]


def _offers_without_entry() -> list[str]:
    """Each offer belongs to an entry in the state OFFERED."""
    offers = Enrollment.objects.held().filter(offered_until__isnull=False)
    return [f"offer without an entry: {each.pk}" for each in offers.exclude(waitlist_entry__state=State.OFFERED)]


def _reserved_offers() -> list[str]:
    """Invariant 10: an offer is no reservation."""
    reserved = Enrollment.objects.held().filter(reserved_until__isnull=False, waitlist_entry__state=State.OFFERED)
    return [f"reserved and offered: {each.pk}" for each in reserved]


def _wrong_offers(entries: list[WaitlistEntry]) -> list[str]:
    """An entry has the offer of its own participant; it is held while the entry is OFFERED, and not after that."""
    found = []
    for entry in entries:
        offer = entry.offer
        if offer is None:
            if entry.state == State.ACCEPTED:
                found.append(f"accepted without a seat: entry {entry.pk}")
            continue
        if (offer.student_id, offer.child_id, offer.camp_class_id) != _participant(entry):
            found.append(f"offer of another participant: entry {entry.pk}")
        is_held = offer.state == Enrollment.State.HELD
        if is_held is not (entry.state == State.OFFERED) or entry.state == State.WAITING:
            found.append(f"entry {entry.pk} is {entry.state}, its offer is {offer.state}")
    return found


def _participant(entry: WaitlistEntry) -> tuple[int, int | None, int]:
    return entry.student_id, entry.child_id, entry.camp_class_id


def _overtaken(entries: list[WaitlistEntry]) -> list[str]:
    """No offer was made while another participant of the waitlist came before.

    Offers of a class are compared by their ids, which they get under the lock; their times are those of the requests.
    """
    by_class = defaultdict(list)
    for entry in entries:
        by_class[entry.camp_class_id].append(entry)
    return [
        f"overtaken: entry {other.pk} waited before entry {entry.pk}"
        for here in by_class.values()
        for entry in here
        if (offer := _offer(entry)) is not None
        for other in here
        if _waited(other, offer) and _sort_key(other, offer) < _sort_key(entry, offer)
        if not _had_seat(other, offer.held_at)
    ]


def _offer(entry: WaitlistEntry) -> Enrollment | None:
    """Returns the offer of the entry. A seat that the participant got otherwise is none."""
    return entry.offer if entry.offer is not None and entry.offer.offered_until is not None else None


def _sort_key(entry: WaitlistEntry, offer: Enrollment) -> tuple[bool, datetime, int]:
    """Returns the sort key of the entry when the offer was made: entries that staff had put next come first."""
    assert offer.held_at is not None
    was_next = entry.next_at is not None and entry.next_at <= offer.held_at
    return not was_next, entry.next_at if was_next and entry.next_at else offer.held_at, entry.pk


def _waited(entry: WaitlistEntry, offer: Enrollment) -> bool:
    """Returns whether the entry waited when the offer was made.

    Returns False for an entry that left without an offer: this check does not compare when it left.
    """
    if entry.state == State.WAITING:
        assert offer.held_at is not None
        return entry.joined_at <= offer.held_at
    own = _offer(entry)
    return own is not None and own.pk > offer.pk


def _had_seat(entry: WaitlistEntry, at: datetime | None) -> bool:
    """Returns whether the participant had a hold or a seat at that time."""
    student, child, camp_class = _participant(entry)
    seats = Enrollment.objects.filter(student=student, child=child, camp_class=camp_class)
    began = Q(held_at__lte=at) | Q(held_at=None, confirmed_at__lte=at)
    return seats.filter(began).filter(Q(released_at=None) | Q(released_at__gt=at)).exists()


def unfinished(*, now: datetime) -> list[str]:
    """Returns what the worker must have done.

    No seat is open while somebody waits, no closed class has entries, and no offer lasts too long.
    """
    found = []
    waiting = WaitlistEntry.objects.active().values("camp_class")
    for camp_class in scheduled_classes().filter(pk__in=waiting):
        if not camp_class.is_approved or (camp_class.first_start is not None and camp_class.first_start <= now):
            found.append(f"the waitlist of {camp_class} is open, and nobody can enroll")
        elif not camp_class.lessons_removed_at and offer_end(now=now, first_start=camp_class.first_start) is not None:
            open_seats = camp_class.capacity - camp_class.enrollments.taking_seats(now).count()
            if open_seats > 0 and any(not _had_seat(each, now) for each in camp_class.waitlist.waiting()):
                found.append(f"{open_seats} seats of {camp_class} are open while somebody waits")
    expired = Enrollment.objects.expired_holds(now).filter(offered_until__isnull=False)
    return [*found, *(f"expired offer: {each.pk}" for each in expired), *_too_long(now)]


def _too_long(now: datetime) -> list[str]:
    """Offers end two hours before the first lesson, also if it has moved."""
    offers = Enrollment.objects.held().filter(offered_until__gt=now)
    classes = scheduled_classes().filter(pk__in=offers.values("camp_class"))
    return [
        f"offer {offer.pk} lasts until the first lesson of {camp_class}"
        for camp_class in classes
        for offer in offers.filter(camp_class=camp_class)
        if camp_class.first_start
        and offer.offered_until
        and offer.offered_until > camp_class.first_start - ENDS_BEFORE_CLASS
    ]


def offers_at_other_ages(*, since: datetime) -> list[str]:
    """Returns the offers, made since then, to children whose age does not fit. The class has not changed since then."""
    return [
        f"offer {offer.pk} to a child of another age"
        for offer in Enrollment.objects.filter(offered_until__isnull=False, held_at__gte=since, child__isnull=False)
        if not _has_age(offer, since)
    ]


def _has_age(offer: Enrollment, now: datetime) -> bool:
    camp_class = scheduled_classes().get(pk=offer.camp_class_id)
    day = site_day(camp_class.first_start or now)
    lowest, highest = camp_class.age_from, camp_class.age_to
    age = offer.child.age_on(day) if offer.child else None
    if lowest is None and highest is None:
        return True
    return age is not None and (lowest or 0) <= age <= (age if highest is None else highest)


def entries_that_cannot_get_an_offer() -> list[str]:
    """Returns a line for each active entry of an account that cannot book or a deleted child.

    Also for each entry of another family's child.
    """
    deleted = ~Q(student__is_active=True, student__role=Role.STUDENT) | Q(child__deleted_at__isnull=False)
    foreign = Q(child__isnull=False) & ~Q(child__guardian=F("student"))
    active = WaitlistEntry.objects.active()
    return [
        *(f"a deleted participant waits: entry {each.pk}" for each in active.filter(deleted)),
        *(f"another family's child: entry {each.pk}" for each in WaitlistEntry.objects.filter(foreign)),
    ]

"""Offers: open seats of a class go to its waitlist first, each as a hold that lasts until ``offered_until``.

Every operation that opens a seat makes offers in its transaction. So does every operation that requests a seat, before
it checks the request. A late payment is the exception: a student who has paid precedes the waitlist.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

from classes.ages import AgeNotInRange, BirthDateNeeded, refuse_other_age
from classes.emails import participant_facts
from classes.models import CampClass, Enrollment, Selection, WaitlistEntry
from classes.prices import Seat, price_seats_of
from classes.seats import sql
from classes.seats.sql import Availability
from core.site_time import instant_of, site_zone
from mail import outbox
from mail.models import OutboxEmail

ENDS_BEFORE_CLASS = timedelta(hours=2)
"""How long before the first lesson offers end."""
MIN_OFFER_TIME = timedelta(hours=1)
"""No offer is made that would last less than this."""
CLOSES_BEFORE = ENDS_BEFORE_CLASS + MIN_OFFER_TIME
"""How long before the first lesson nobody can join a waitlist anymore, because no offer would be made."""
MIN_SHORTENED_TIME = timedelta(minutes=15)
"""An offer that would last less than this after the lessons have moved ends at once."""
NIGHT_HOUR = 21
NOON = time(12)

Kind, State = OutboxEmail.Kind, WaitlistEntry.State


def make_offers(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Offers the open seats of the locked classes to those who wait first, at today's price.

    Closes an entry whose child is outside the age range, or has no date of birth, and goes on to the next. The caller
    has released the expired holds. Returns the availability after the offers. For a class without a waitlist, this
    executes one statement.
    """
    assert connection.in_atomic_block
    available = sql.select_availability(class_ids=class_ids, now=now)
    awaited = [class_id for class_id, each in available.items() if each.has_waiting]
    if awaited:
        for camp_class in CampClass.objects.on_sale().filter(pk__in=awaited):
            available[camp_class.pk] = _offer_seats_of_class(camp_class, available[camp_class.pk], now)
    return available


def offer_end(*, now: datetime, first_start: datetime | None) -> datetime | None:
    """None if there is too little time before the first lesson.

    An offer does not end in the night or the morning, in the camp's time zone, but at the next noon, or 2 hours before
    the first lesson if that is earlier.
    """
    end = _at_daytime(now + timedelta(hours=settings.WAITLIST_OFFER_HOURS))
    if first_start is None:
        return end
    latest = first_start - ENDS_BEFORE_CLASS
    return min(end, latest) if latest - now >= MIN_OFFER_TIME else None


def _at_daytime(instant: datetime) -> datetime:
    local = instant.astimezone(site_zone())
    if NOON.hour <= local.hour < NIGHT_HOUR:
        return instant
    days = 1 if local.hour >= NIGHT_HOUR else 0
    return instant_of(local.date() + timedelta(days=days), NOON)


def _offer_seats_of_class(camp_class: CampClass, available: Availability, now: datetime) -> Availability:
    end = offer_end(now=now, first_start=available.first_start)
    open_seats = camp_class.capacity - available.taken
    offers: list[Enrollment] = []
    while end is not None and (missing := open_seats - len(offers)) > 0:
        entries = next_entries(camp_class, missing)
        for entry in entries:
            entry.camp_class = camp_class
            if not _closed_for_age(entry, available, now):
                offers.append(_offer_seat(entry, camp_class, available.sibling_percent, end, now))
        if len(entries) < missing:
            break
    return replace(available, taken=available.taken + len(offers), offers=offers)


def next_entries(camp_class: CampClass, limit: int) -> list[WaitlistEntry]:
    return list(camp_class.waitlist.offerable().in_order()[:limit])


def _closed_for_age(entry: WaitlistEntry, available: Availability, now: datetime) -> bool:
    # True if the child's age does not fit (anymore): then the entry is closed, with an e-mail.
    camp_class = entry.camp_class
    try:
        refuse_other_age(child=entry.child, camp_class=camp_class, first_start=available.first_start, now=now)
    except (AgeNotInRange, BirthDateNeeded) as refusal:
        end_entry(entry=entry, state=State.CLOSED, now=now)
        facts = {"why": refusal.code, "ages": camp_class.ages_text, "has_first_day": available.first_start is not None}
        put_email(Kind.WAITLIST_CLOSED, entry=entry, facts=facts, now=now)
        return True
    return False


def _offer_seat(
    entry: WaitlistEntry, camp_class: CampClass, sibling_percent: int, end: datetime, now: datetime
) -> Enrollment:
    seat = Seat(camp_class, entry.child_id, sibling_percent)
    (price,) = price_seats_of(entry.student_id, [seat], now=now)
    offer = sql.insert_hold(
        student_id=entry.student_id,
        child_id=entry.child_id,
        camp_class_id=camp_class.pk,
        price=price,
        held_at=now,
        held_until=end,
        offered_until=end,
    )
    entry.state, entry.offer = State.OFFERED, offer
    entry.save(update_fields=["state", "offer"])
    # The selection lets any client pay for the offer. The student may have selected the class before.
    selection = Selection(student_id=entry.student_id, child_id=entry.child_id, camp_class=camp_class)
    Selection.objects.bulk_create([selection], ignore_conflicts=True)
    _put_offer_email(entry, now=now)
    return offer


def shorten_offers(*, camp_class: CampClass, now: datetime) -> bool:
    """Ends the offers of the locked class before its first lesson, if the lessons have moved, and mails the new ends.

    If less than ``MIN_SHORTENED_TIME`` would be left, the offer is closed and its hold has expired. True if there may
    be such holds, which the caller releases.
    """
    offered = camp_class.waitlist.offered().filter(offer__state=Enrollment.State.HELD, offer__offered_until__gt=now)
    entries = list(offered.select_related("camp_class", "child", "offer"))
    if not entries:
        return False
    first_start = camp_class.lessons.taking_place().first_start()
    if first_start is None:
        return False
    latest = first_start - ENDS_BEFORE_CLASS
    end = latest if latest - now >= MIN_SHORTENED_TIME else now
    for entry in entries:
        _shorten_offer(entry, latest, end, now)
    return end == now


def _shorten_offer(entry: WaitlistEntry, latest: datetime, end: datetime, now: datetime) -> None:
    offer = entry.offer
    assert offer is not None
    assert offer.offered_until is not None
    if offer.offered_until <= latest:
        return
    offer.held_until = offer.offered_until = end
    offer.save(update_fields=["held_until", "offered_until"])
    if end <= now:
        # The school ended the offer, so the student may join again at once: the entry is CLOSED. What the e-mail says
        # is that the offer has lapsed.
        end_entry(entry=entry, state=State.CLOSED, now=now)
        put_email(Kind.WAITLIST_LAPSED, entry=entry, facts={"moved": True}, now=now)
        return
    was_notified = outbox.was_sent(Kind.WAITLIST_OFFER, recipient_id=entry.student_id, about=entry.pk)
    facts = {"moved": True} if was_notified else {}
    _skip_email(Kind.WAITLIST_OFFER, entry)
    _put_offer_email(entry, about=f"{entry.pk}/{end.isoformat()}", now=now, **facts)


def _put_offer_email(entry: WaitlistEntry, *, about: object = None, now: datetime, **facts: Any) -> None:
    offer = entry.offer
    assert offer is not None
    assert offer.offered_until is not None
    facts |= offer.price_facts | {"until": offer.offered_until.isoformat()}
    put_email(Kind.WAITLIST_OFFER, entry=entry, about=about, facts=facts, valid_until=offer.offered_until, now=now)


def put_email(
    kind: OutboxEmail.Kind,
    *,
    entry: WaitlistEntry,
    facts: dict[str, Any] | None = None,
    about: object = None,
    valid_until: datetime | None = None,
    now: datetime,
) -> None:
    """``facts``: what the e-mail says besides the class and the child.

    ``about``: the cause, if the entry can have several e-mails of this kind; it begins with the entry's id and a slash.
    """
    outbox.put(
        kind,
        recipient_id=entry.student_id,
        about=about or entry.pk,
        facts=participant_facts(entry.camp_class, entry.child) | (facts or {}),
        now=now,
        valid_until=valid_until,
    )


def skip_offer_emails(offers: Sequence[Enrollment]) -> None:
    if offers:
        for entry in WaitlistEntry.objects.filter(offer__in=offers):
            _skip_email(Kind.WAITLIST_OFFER, entry)


def _skip_email(kind: OutboxEmail.Kind, entry: WaitlistEntry) -> None:
    outbox.withdraw(kind, recipient_id=entry.student_id, about=entry.pk)


def accept_waiting(*, enrollment: Enrollment, now: datetime) -> None:
    """A waiting participant got this seat without an offer."""
    entries = WaitlistEntry.objects.waiting().for_participant_of(enrollment)
    entries.update(state=State.ACCEPTED, ended_at=now, offer=enrollment)


def accept_late(*, offer: Enrollment, enrollment: Enrollment, now: datetime) -> None:
    """For an offer that has ended: its late payment became this seat."""
    # The offer has lapsed, or the student has left or the waitlist was closed while the card was charged.
    ended = [State.LAPSED, State.LEFT, State.CLOSED]
    for entry in WaitlistEntry.objects.filter(offer=offer, state__in=ended):
        for kind in (Kind.WAITLIST_LAPSED, Kind.WAITLIST_CLOSED):
            _skip_email(kind, entry)
        if not WaitlistEntry.objects.filter(offer=enrollment).exists():
            entry.state, entry.ended_at, entry.offer = State.ACCEPTED, now, enrollment
            entry.save(update_fields=["state", "ended_at", "offer"])


def end_offer(*, offer: Enrollment, lapsed: bool, now: datetime) -> None:
    """For an offer that is released: LAPSED, with an e-mail, if it has expired, else LEFT."""
    entry = WaitlistEntry.objects.offered().select_related("camp_class", "child").filter(offer=offer).first()
    if entry is None:  # the waitlist was closed
        return
    end_entry(entry=entry, state=State.LAPSED if lapsed else State.LEFT, now=now)
    if lapsed:
        put_email(Kind.WAITLIST_LAPSED, entry=entry, now=now)


def end_entry(*, entry: WaitlistEntry, state: WaitlistEntry.State, now: datetime) -> None:
    """If the entry had an offer, also deletes its selection and its queued e-mail; the caller releases the hold.

    The class is locked.
    """
    was_offered = entry.state == State.OFFERED
    entry.state, entry.ended_at = state, now
    entry.save(update_fields=["state", "ended_at"])
    if was_offered:
        _skip_email(Kind.WAITLIST_OFFER, entry)
        Selection.objects.for_participant_of(entry).delete()

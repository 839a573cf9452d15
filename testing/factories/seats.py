"""Creates selections, holds, seats and entries of waitlists."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Child, User
from classes.models import (
    CampClass,
    Enrollment,
    Selection,
    WaitlistEntry,
)


def make_selection(student: User, camp_class: CampClass, child: Child | None = None) -> Selection:
    return Selection.objects.create(student=student, camp_class=camp_class, child=child)


def make_enrollment(student: User, camp_class: CampClass, child: Child | None = None) -> Enrollment:
    """Creates a confirmed enrollment without a payment."""
    return Enrollment.objects.create(
        student=student,
        child=child,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=camp_class.price,
        confirmed_at=timezone.now(),
    )


def make_expired_hold(student: User, camp_class: CampClass) -> Enrollment:
    """Creates a hold without an order that has expired and was not released yet."""
    held_until = timezone.now() - timedelta(minutes=1)
    return Enrollment.objects.create(
        student=student,
        camp_class=camp_class,
        state=Enrollment.State.HELD,
        price=camp_class.price,
        held_at=held_until - timedelta(minutes=15),
        held_until=held_until,
    )


def make_hold(student: User, camp_class: CampClass, child: Child | None = None, *, minutes: int = 15) -> Enrollment:
    """Creates an ordinary hold without an order that lasts for so many more minutes."""
    now = timezone.now()
    values = {"price": camp_class.price, "held_at": now, "held_until": now + timedelta(minutes=minutes)}
    return Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values
    )


def make_reservation(
    student: User, camp_class: CampClass, child: Child | None = None, *, by: User, days: int = 3, **fields: Any
) -> Enrollment:
    """Creates a live reservation with its selection; ``fields`` are the enrollment's."""
    now = timezone.now()
    end = now + timedelta(days=days)
    values = {"price": camp_class.price, "held_at": now, "held_until": end, "reserved_until": end, "reserved_by": by}
    make_selection(student, camp_class, child)
    return Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values | fields
    )


def make_waitlist_entry(
    student: User, camp_class: CampClass, child: Child | None = None, **fields: Any
) -> WaitlistEntry:
    """Creates an entry that waits, without the rules of joining."""
    return WaitlistEntry.objects.create(student=student, camp_class=camp_class, child=child, **fields)


def make_offer(student: User, camp_class: CampClass, child: Child | None = None, **fields: Any) -> WaitlistEntry:
    """Creates an entry with a live offer of a day and its selection; ``fields`` are the enrollment's."""
    end = timezone.now() + timedelta(days=1)
    values = {"price": camp_class.price, "held_at": timezone.now(), "held_until": end, "offered_until": end} | fields
    hold = Enrollment.objects.create(
        student=student, child=child, camp_class=camp_class, state=Enrollment.State.HELD, **values
    )
    make_selection(student, camp_class, child)
    return make_waitlist_entry(student, camp_class, child, state=WaitlistEntry.State.OFFERED, offer=hold)


def make_missed_offer(student: User, camp_class: CampClass, state: str) -> WaitlistEntry:
    """Creates an entry whose offer was declined (LEFT) or has lapsed just now."""
    entry, now = make_offer(student, camp_class), timezone.now()
    Enrollment.objects.filter(pk=entry.offer_id).update(state=Enrollment.State.RELEASED, released_at=now)
    entry.state, entry.ended_at = state, now
    entry.save()
    return entry

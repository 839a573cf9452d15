"""Releasing seats, and the rules by which a seat can be booked.

Every change of what is taken in a class locks the class row (``lock_classes``) once per transaction, as late as
possible, then releases expired holds, then offers open seats to the waitlist, then counts the taken seats. A count read
without the lock is for display only. The caller opens the transaction; no provider is called inside it.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.dispatch import Signal

from accounts.models import Child, User
from classes.ages import AgeNotInRange, BirthDateNeeded, refuse_other_age
from classes.emails import delete_queued_reminders
from classes.models import CampClass, Enrollment
from classes.seats import offers, sql
from classes.seats.locks import lock_class
from classes.seats.opening import Family, NotOpenYet
from classes.seats.requests import Override
from classes.seats.reservations import end_reservation
from classes.seats.sql import Availability
from core.errors import DomainError, NotFound, NotYet

holds_released = Signal()
"""Sent after the commit in which a student has given up holds, with the ``released`` enrollments and ``now``.

A receiver ends what was to be paid for them.
"""


class ClassFull(DomainError):
    code = "class_full"
    message = "This class is full."


class SeatsOnlyHeld(NotYet, ClassFull):
    message = (
        "The last seats in this class are being paid for right now. "
        "Please try again in {wait}: a seat may be open again then."
    )


class FewerSeatsLeft(DomainError):
    code = "fewer_seats_left"

    def __init__(self, seats: int) -> None:
        super().__init__(f"Only {seats} {'seat is' if seats == 1 else 'seats are'} left in this class.")


class ClassBegun(DomainError):
    code = "class_begun"
    message = "This class has already started."


class NoLessons(DomainError):
    code = "no_lessons"
    message = "This class has no dates right now, so it can't be booked. Please look again later."


class AlreadyEnrolled(DomainError):
    code = "already_enrolled"
    message = "You already have a seat in this class."


class PriceChanged(DomainError):
    code = "price_changed"
    message = "The price of this class has changed. Please check it before you pay."


NOT_BOOKABLE = (AlreadyEnrolled, NoLessons, ClassBegun, NotOpenYet, AgeNotInRange, BirthDateNeeded)
"""What keeps a participant from a seat, whether or not one is open."""


def cancel_hold(*, student: User, child_id: int | None, camp_class_id: int, now: datetime) -> Enrollment | None:
    """The hold may be live or expired. None if there was no hold."""
    camp_class = lock_class(camp_class_id)
    hold = Enrollment.objects.held().filter(student=student, child=child_id, camp_class=camp_class).first()
    if hold is not None:
        release_hold(enrollment=hold, now=now)
    return hold


def release_hold(*, enrollment: Enrollment, now: datetime) -> bool:
    """Releases the enrollment if it is still a hold, offers its seat to the waitlist, and returns whether it was.

    The caller has locked the class.
    """
    return _release_if(Enrollment.State.HELD, enrollment, now)


def release_seat(*, enrollment: Enrollment, now: datetime) -> bool:
    delete_queued_reminders(camp_class_id=enrollment.camp_class_id, enrollment_id=enrollment.pk)
    return _release_if(Enrollment.State.CONFIRMED, enrollment, now)


def release_expired_and_offer(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """The classes are locked. Returns the expired holds."""
    released = release_expired_holds(class_ids=class_ids, now=now)
    offers.make_offers(class_ids=class_ids, now=now)
    return released


def release_expired_holds(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """The classes are locked. Returns the expired holds."""
    # The unique index on active enrollments cannot compare times, so an expired hold blocks a new one until its
    # release.
    return release_expired(Enrollment.objects.expired_holds(now).filter(camp_class__in=class_ids), now)


def release_expired(enrollments: Iterable[Enrollment], now: datetime) -> list[Enrollment]:
    expired = [each for each in enrollments if each.state == Enrollment.State.HELD and not each.is_live(now)]
    for hold in expired:
        _release(hold, now)
    return expired


def read_availability(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """The caller has locked the classes and released their expired holds."""
    return sql.select_availability(class_ids=class_ids, now=now)


def refuse_unless_bookable(
    *,
    camp_class: CampClass,
    family: Family,
    child: Child | None,
    available: Availability,
    override: Collection[Override] = (),
    now: datetime,
) -> None:
    """``override``: the obstacles that do not count."""
    if not camp_class.is_approved:
        raise NotFound
    refuse_without_lessons(camp_class)
    if Override.BEGUN not in override:
        refuse_begun(available=available, now=now)
    if Override.AGE not in override:
        refuse_other_age(child=child, camp_class=camp_class, first_start=available.first_start, now=now)
    if Override.NOT_OPEN not in override:
        family.refuse_unless_open(available.opening)


def refuse_without_lessons(camp_class: CampClass) -> None:
    if camp_class.lessons_removed_at is not None:
        raise NoLessons


def refuse_begun(*, available: Availability, now: datetime) -> None:
    if available.has_begun(now):
        raise ClassBegun


def refuse_full(*, camp_class: CampClass, available: Availability, also_requested: int = 0, now: datetime) -> None:
    """``also_requested``: seats of the class that the same order requests."""
    if available.taken + also_requested < camp_class.capacity:
        return
    if available.taken < camp_class.capacity:
        raise FewerSeatsLeft(camp_class.capacity - available.taken)
    hold_end = end_of_first_hold(camp_class=camp_class, available=available, now=now)
    raise ClassFull if hold_end is None else SeatsOnlyHeld(retry_at=hold_end, now=now)


def end_of_first_hold(*, camp_class: CampClass, available: Availability, now: datetime) -> datetime | None:
    """From when anybody can take a seat of a full class; None if it is sold out.

    A class is sold out if its confirmed seats and the offers to its waitlist fill it, or if somebody waits: a seat that
    opens up is then offered to them.
    """
    if available.has_waiting and camp_class.waitlist.waiting().exists():
        return None
    own = camp_class.enrollments.live_holds(now).filter(offered_until=None, reserved_until=None)
    holds = own.order_by("held_until")
    excess = available.taken - camp_class.capacity
    return holds.values_list("held_until", flat=True)[excess : excess + 1].first()


def _release_if(state: Enrollment.State, enrollment: Enrollment, now: datetime) -> bool:
    enrollment.refresh_from_db()
    if enrollment.state != state:
        return False
    if _release(enrollment, now):
        release_expired_and_offer(class_ids=[enrollment.camp_class_id], now=now)
    return True


def _release(enrollment: Enrollment, now: datetime) -> bool:
    is_offer = enrollment.state == Enrollment.State.HELD and enrollment.offered_until is not None
    is_reserved = enrollment.state == Enrollment.State.HELD and enrollment.reserved_until is not None
    is_live = enrollment.is_live(now)
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, now
    has_waiting = sql.update_released(enrollment)
    if is_offer:
        offers.end_offer(offer=enrollment, lapsed=not is_live, now=now)
    elif is_reserved:
        end_reservation(reservation=enrollment, lapsed=not is_live, now=now)
    return has_waiting

"""Holding, confirming and releasing seats.

Every change of what is taken in a class locks the class row (``lock_classes``) once per transaction, as late as
possible, then releases expired holds, then offers free seats to the waitlist, then counts the taken seats. A count read
without the lock is for display only. The caller opens the transaction; no provider is called inside it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from accounts.children import own_child
from accounts.models import Child, User
from classes.catalog.ages import refuse_other_age
from classes.models import CampClass, Enrollment
from classes.reminders import delete_queued_reminders
from classes.seats import limits, sql
from classes.seats.limits import FREE
from classes.seats.locks import lock_class
from classes.seats.sql import Availability
from classes.waitlist import offers
from core.errors import DomainError, NotFound, NotYet
from core.observability.metrics import SALES, count_after_commit


class ClassFull(DomainError):
    code = "class_full"
    message = "This class is full."


class SeatsOnlyHeld(NotYet, ClassFull):
    message = (
        "The last seats in this class are being paid for right now. "
        "Please try again in {wait}: a seat may be free again then."
    )


class FewerSeatsLeft(DomainError):
    """The class has too few free seats for all requested ones."""

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


def enroll_free(*, account: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> Enrollment:
    """Confirms a seat for the account holder or their child in a free class, without a hold.

    ``account`` is the locked row. Raises NotFound, NoLessons, ClassBegun, AgeNotInRange, BirthDateNeeded,
    AlreadyEnrolled, PriceChanged (the class is not free), ClassFull, VerifiedEmailNeeded, TooManySeats.
    """
    child = own_child(guardian=account, child_id=child_id)
    camp_class = lock_class(camp_class_id)
    own = Enrollment.objects.of_participant(student_id=account.pk, child_id=child_id, camp_class_id=camp_class_id)
    existing = own.active().first()
    if existing is not None and existing.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    release_expired_holds(class_ids=[camp_class_id], now=now)
    available = offers.make_offers(class_ids=[camp_class_id], now=now)[camp_class_id]
    if existing is None or not existing.is_live(now):
        existing = available.offer_to(student_id=account.pk, child_id=child_id)
    refuse_unless_bookable(
        camp_class=camp_class,
        child=None if existing else child,  # the age was checked when the hold was created
        price=None if existing and existing.price == FREE else FREE,  # a hold guarantees its price
        available=available,
        is_held=existing is not None,
        now=now,
    )
    if existing is not None:
        limits.refuse_free_seat_if_unverified(account=account, price=FREE)
        return _confirm_at_no_cost(existing, now)
    refuse_full(camp_class=camp_class, available=available, now=now)
    own = account.enrollments.filter(camp_class=camp_class)
    limits.refuse_another_seat(account=account, camp_class=camp_class, own=own, now=now)
    return create_confirmed(
        student_id=account.pk, child_id=child_id, camp_class=camp_class, price=FREE, available=available, now=now
    )


def _confirm_at_no_cost(hold: Enrollment, now: datetime) -> Enrollment:
    """Confirms the hold of a free class; the class may have had a price when the hold was created."""
    hold.price = FREE
    hold.save(update_fields=["price"])
    confirm_holds([hold], now)
    return hold


def cancel_hold(*, student: User, child_id: int | None, camp_class_id: int, now: datetime) -> Enrollment | None:
    """Releases the participant's hold on the class, live or expired. Returns the released enrollment, or None."""
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
    """As ``release_hold``, for a confirmed enrollment."""
    delete_queued_reminders(camp_class_id=enrollment.camp_class_id, enrollment_id=enrollment.pk)
    return _release_if(Enrollment.State.CONFIRMED, enrollment, now)


def release_expired_and_offer(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """Releases and returns the expired holds of the locked classes, and offers the free seats to their waitlists."""
    released = release_expired_holds(class_ids=class_ids, now=now)
    offers.make_offers(class_ids=class_ids, now=now)
    return released


def release_expired_holds(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """Releases the expired holds of the locked classes and returns them.

    The unique index on active enrollments cannot compare times, so an expired hold blocks a new one until its release.
    """
    return release_expired(Enrollment.objects.expired_holds(now).filter(camp_class__in=class_ids), now)


def release_expired(enrollments: Iterable[Enrollment], now: datetime) -> list[Enrollment]:
    """Releases the expired holds among these enrollments, and returns them."""
    expired = [each for each in enrollments if each.state == Enrollment.State.HELD and not each.is_live(now)]
    for hold in expired:
        _release(hold, now)
    return expired


def read_availability(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Counts the taken seats in each of the locked classes. The caller has released their expired holds."""
    return sql.select_availability(class_ids=class_ids, now=now)


def refuse_unless_bookable(
    *,
    camp_class: CampClass,
    child: Child | None,
    price: Decimal | None,
    available: Availability,
    is_held: bool = False,
    now: datetime,
) -> None:
    """Checks whether the participant can still book the class at this price; None accepts the present price.

    Raises NotFound (not approved), NoLessons, ClassBegun, AgeNotInRange, BirthDateNeeded, PriceChanged. ``is_held``: a
    hold guarantees the seat, although all lessons were removed meanwhile.
    """
    if not camp_class.is_approved:
        raise NotFound
    if not is_held:
        refuse_without_lessons(camp_class)
    refuse_begun(available=available, now=now)
    refuse_other_age(child=child, camp_class=camp_class, first_start=available.first_start, now=now)
    if price is not None and camp_class.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${camp_class.price}."]})


def refuse_without_lessons(camp_class: CampClass) -> None:
    """Raises NoLessons if all lessons of the class were removed."""
    if camp_class.lessons_removed_at is not None:
        raise NoLessons


def refuse_begun(*, available: Availability, now: datetime) -> None:
    """Raises ClassBegun if the first lesson has started."""
    if available.has_begun(now):
        raise ClassBegun


def refuse_full(*, camp_class: CampClass, available: Availability, also_requested: int = 0, now: datetime) -> None:
    """Checks that a seat is free, in addition to those that the same order also requests.

    Raises ClassFull, FewerSeatsLeft (not for all requested seats), or SeatsOnlyHeld.
    """
    if available.taken + also_requested < camp_class.capacity:
        return
    if available.taken < camp_class.capacity:
        raise FewerSeatsLeft(camp_class.capacity - available.taken)
    hold_end = end_of_first_hold(camp_class=camp_class, available=available, now=now)
    raise ClassFull if hold_end is None else SeatsOnlyHeld(retry_at=hold_end, now=now)


def end_of_first_hold(*, camp_class: CampClass, available: Availability, now: datetime) -> datetime | None:
    """Returns when a hold ends whose seat anybody can then take, or None if the full class is sold out.

    A class is sold out if its confirmed seats and the offers to its waitlist fill it, or if somebody waits: then a seat
    whose hold ends is offered to them.
    """
    if camp_class.waitlist.waiting().exists():
        return None
    holds = camp_class.enrollments.live_holds(now).filter(offered_until=None).order_by("held_until")
    excess = available.taken - camp_class.capacity
    return holds.values_list("held_until", flat=True)[excess : excess + 1].first()


def confirm_holds(holds: Sequence[Enrollment], now: datetime) -> None:
    """Confirms holds on locked classes that have not expired."""
    for hold in holds:
        hold.state, hold.confirmed_at = Enrollment.State.CONFIRMED, now
        count_after_commit(SALES)
    if holds:
        sql.update_confirmed(holds)
        offers.skip_offer_emails([hold for hold in holds if hold.offered_until])


def create_confirmed(
    *,
    student_id: int,
    child_id: int | None,
    camp_class: CampClass,
    price: Decimal,
    available: Availability,
    now: datetime,
    booked_as: Enrollment | None = None,
) -> Enrollment:
    """Takes a free seat of the locked class without a hold. Ends the participant's entry on the waitlist, if any.

    ``booked_as``: an earlier hold with which the student booked what the class was then.
    """
    count_after_commit(SALES)
    enrolled = Enrollment.objects.create(
        student_id=student_id,
        child_id=child_id,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=price,
        confirmed_at=now,
        booked_schedule_id=booked_as.booked_schedule_id if booked_as else None,
        booked_start=booked_as.booked_start if booked_as else None,
        full_refund_until=booked_as.full_refund_until if booked_as else None,
    )
    if available.has_waiting:
        offers.accept_waiting(enrollment=enrolled, now=now)
    return enrolled


def _release_if(state: Enrollment.State, enrollment: Enrollment, now: datetime) -> bool:
    enrollment.refresh_from_db()
    if enrollment.state != state:
        return False
    if _release(enrollment, now):
        release_expired_and_offer(class_ids=[enrollment.camp_class_id], now=now)
    return True


def _release(enrollment: Enrollment, now: datetime) -> bool:
    """Releases the enrollment, and returns whether the class has waiting entries."""
    is_offer = enrollment.state == Enrollment.State.HELD and enrollment.offered_until is not None
    is_live = enrollment.is_live(now)
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, now
    has_waiting = sql.update_released(enrollment)
    if is_offer:
        offers.end_offer(offer=enrollment, lapsed=not is_live, now=now)
    return has_waiting

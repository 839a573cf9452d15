"""Holding, confirming and releasing seats.

Every change of what is taken in a class locks the class row (``lock_classes``) once per transaction, as late as
possible, then releases expired holds, then counts the taken seats. A count read without the lock is for display only.
The caller opens the transaction; no provider is called inside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db import connection

from accounts.children import own_child
from accounts.models import Child, User
from classes import statements
from classes.ages import age_day, refuse_other_age
from classes.models import CampClass, Enrollment
from classes.reminders import withdraw_reminders
from classes.statements import Availability
from core.errors import DomainError, NotFound
from core.metrics import SALES, count_after_commit

FREE = Decimal(0)


class ClassFull(DomainError):
    code = "class_full"
    message = "This class is full."


class SeatGone(DomainError):
    code = "seat_gone"
    message = "The school has canceled this class."


class SeatsOnlyHeld(ClassFull):
    message = (
        "Other people are paying for the last seats in this class right now. "
        f"Please try again in {settings.SEAT_HOLD_MINUTES} minutes: a seat may be free again then."
    )


class ClassBegun(DomainError):
    code = "class_begun"
    message = "This class has already started."


class AlreadyEnrolled(DomainError):
    code = "already_enrolled"
    message = "You already have a seat in this class."


class PriceChanged(DomainError):
    code = "price_changed"
    message = "The price of this class has changed. Please check it before you pay."


class SeatsHeld(DomainError):
    code = "seats_held"
    message = "More seats than that are already taken or being paid for."

    def __init__(self, taken: int) -> None:
        self.reason = f"{taken} {'seat is' if taken == 1 else 'seats are'} taken or being paid for right now."
        super().__init__(fields={"seats": [self.reason]})


def lock_class(camp_class_id: int) -> CampClass:
    """Returns the class with its row locked until the transaction ends. Raises NotFound.

    ``FOR NO KEY UPDATE`` serializes changes of seats, but does not block inserts that only reference the class.
    """
    camp_class = lock_classes([camp_class_id]).get(camp_class_id)
    if camp_class is None:
        raise NotFound
    return camp_class


def lock_classes(class_ids: Iterable[int]) -> dict[int, CampClass]:
    """Locks the rows of the classes that exist, in primary-key order, and returns them by id."""
    assert connection.in_atomic_block
    return {each.pk: each for each in statements.select_classes_for_update(list(set(class_ids)))}


def enroll_free(*, account: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> Enrollment:
    """Confirms a seat for the account holder or their child in a free class, without a hold.

    ``account`` is the locked row. Raises NotFound, ClassBegun, AgeNotInRange, BirthDateNeeded, AlreadyEnrolled,
    PriceChanged (the class is not free), ClassFull.
    """
    child = own_child(guardian=account, child_id=child_id)
    camp_class = lock_class(camp_class_id)
    release_expired_holds(class_ids=[camp_class_id], now=now)
    existing = statements.select_active_enrollment(
        student_id=account.pk, child_id=child_id, camp_class_id=camp_class_id
    )
    if existing is not None and existing.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    available = read_availability(class_ids=[camp_class_id], now=now)[camp_class_id]
    refuse_unless_offered(
        camp_class=camp_class,
        child=None if existing else child,  # the age was checked when the hold was created
        price=FREE,
        first_start=available.first_start,
        now=now,
    )
    if existing is not None:
        Enrollment.objects.filter(pk=existing.pk).update(price=FREE)
        existing.price = FREE
        confirm_holds([existing], now)
        return existing
    if available.taken >= camp_class.capacity:
        raise class_full(camp_class)
    return _create_confirmed(account.pk, child_id, camp_class, FREE, now)


@dataclass(frozen=True)
class PaidSeat:
    """A seat that was paid for. ``enrollment_id``: the enrollment of the payment, which says who takes part."""

    enrollment_id: int
    camp_class_id: int
    price: Decimal


def confirm_seats(
    *, student_id: int, seats: Sequence[PaidSeat], classes: Mapping[int, CampClass], now: datetime
) -> list[Enrollment | DomainError]:
    """Confirms paid seats in the locked classes: the participant's live hold, else a new enrollment at the price.

    Returns for each seat the enrollment, or why it cannot be given: SeatGone (the class was withdrawn),
    AlreadyEnrolled (the seat is confirmed by another payment) or ClassFull (the hold has expired and no seat is free).
    """
    # Expired holds are released and not only ignored: a caller that waited for the provider has an older ``now``, by
    # which a hold that a concurrent request counted as expired would still be live.
    enrollment_ids = [seat.enrollment_id for seat in seats]
    found = statements.select_enrollments_to_confirm(
        student_id=student_id, enrollment_ids=enrollment_ids, class_ids=list(classes), now=now
    )
    release_expired(found, now)
    own = [enrollment for enrollment in found if enrollment.student_id == student_id]
    child_ids = {enrollment.pk: enrollment.child_id for enrollment in own}
    active = {(each.camp_class_id, each.child_id): each for each in own if each.state != Enrollment.State.RELEASED}
    results: list[Enrollment | DomainError] = []
    for seat in seats:
        child_id, camp_class = child_ids[seat.enrollment_id], classes[seat.camp_class_id]
        existing = active.get((seat.camp_class_id, child_id))
        if is_withdrawn(camp_class):
            results.append(SeatGone())
        elif existing is None:
            results.append(_take_free_seat(seat, student_id, child_id, camp_class, now))
        else:
            results.append(AlreadyEnrolled() if existing.state == Enrollment.State.CONFIRMED else existing)
    held = [each for each in results if isinstance(each, Enrollment) and each.state == Enrollment.State.HELD]
    confirm_holds(held, now)
    return results


def is_withdrawn(camp_class: CampClass) -> bool:
    """Returns whether the locked class was withdrawn. No seat in a withdrawn class may be confirmed."""
    return camp_class.withdrawn_at is not None


def _take_free_seat(
    seat: PaidSeat, student_id: int, child_id: int | None, camp_class: CampClass, now: datetime
) -> Enrollment | ClassFull:
    if read_availability(class_ids=[camp_class.pk], now=now)[camp_class.pk].taken >= camp_class.capacity:
        return ClassFull()
    return _create_confirmed(student_id, child_id, camp_class, seat.price, now)


def cancel_hold(*, student: User, child_id: int | None, camp_class_id: int, now: datetime) -> Enrollment | None:
    """Releases the participant's hold on the class, live or expired. Returns the released enrollment, or None."""
    camp_class = lock_class(camp_class_id)
    hold = Enrollment.objects.held().filter(student=student, child=child_id, camp_class=camp_class).first()
    return _release(hold, now) if hold else None


def release_hold(*, enrollment: Enrollment, now: datetime) -> bool:
    """Releases the enrollment if it is still a hold, and returns whether it was. The caller has locked the class."""
    return _release_if(Enrollment.State.HELD, enrollment, now)


def release_seat(*, enrollment: Enrollment, now: datetime) -> bool:
    """Releases the enrollment if it is confirmed, and returns whether it was. The caller has locked the class."""
    withdraw_reminders(camp_class_id=enrollment.camp_class_id, enrollment_id=enrollment.pk)
    return _release_if(Enrollment.State.CONFIRMED, enrollment, now)


def release_expired_holds(*, class_ids: Sequence[int], now: datetime) -> list[Enrollment]:
    """Releases the expired holds of the locked classes and returns them.

    The unique index on active enrollments cannot compare times, so an expired hold blocks a new one until its release.
    """
    return release_expired(statements.select_expired_holds(class_ids=class_ids, now=now), now)


def release_expired(enrollments: Sequence[Enrollment], now: datetime) -> list[Enrollment]:
    """Releases the expired holds among these enrollments, and returns them."""
    expired = (each for each in enrollments if each.state == Enrollment.State.HELD and not each.is_live(now))
    return [_release(hold, now) for hold in expired]


def refuse_capacity_below_taken(*, camp_class: CampClass, capacity: int, now: datetime) -> None:
    """Checks a new capacity of the locked class, after releasing its expired holds. Raises SeatsHeld."""
    release_expired_holds(class_ids=[camp_class.pk], now=now)
    taken = read_availability(class_ids=[camp_class.pk], now=now)[camp_class.pk].taken
    if capacity < taken:
        raise SeatsHeld(taken)


def read_availability(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Counts the taken seats in each of the locked classes. The caller has released their expired holds."""
    return statements.select_availability(class_ids=class_ids, now=now)


def refuse_unless_offered(
    *, camp_class: CampClass, child: Child | None, price: Decimal | None, first_start: datetime | None, now: datetime
) -> None:
    """Checks whether the participant can still book the class at this price; None accepts the present price.

    Raises NotFound (not approved), ClassBegun, AgeNotInRange, BirthDateNeeded, PriceChanged.
    """
    if not camp_class.is_approved:
        raise NotFound
    if first_start is not None and first_start <= now:
        raise ClassBegun
    refuse_other_age(child=child, camp_class=camp_class, day=age_day(first_start=first_start, now=now))
    if price is not None and camp_class.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${camp_class.price}."]})


def class_full(camp_class: CampClass) -> ClassFull:
    """Returns the refusal for a class without a free seat: it says whether some of the seats are only held."""
    confirmed = camp_class.enrollments.confirmed().count()
    return ClassFull() if confirmed >= camp_class.capacity else SeatsOnlyHeld()


def confirm_holds(holds: Sequence[Enrollment], now: datetime) -> None:
    """Confirms holds on locked classes that have not expired."""
    for hold in holds:
        hold.state, hold.confirmed_at = Enrollment.State.CONFIRMED, now
        count_after_commit(SALES)
    if holds:
        statements.update_confirmed(holds)


def _create_confirmed(
    student_id: int, child_id: int | None, camp_class: CampClass, price: Decimal, now: datetime
) -> Enrollment:
    count_after_commit(SALES)
    return Enrollment.objects.create(
        student_id=student_id,
        child_id=child_id,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=price,
        confirmed_at=now,
    )


def _release_if(state: Enrollment.State, enrollment: Enrollment, now: datetime) -> bool:
    enrollment.refresh_from_db()
    if enrollment.state != state:
        return False
    _release(enrollment, now)
    return True


def _release(enrollment: Enrollment, now: datetime) -> Enrollment:
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, now
    enrollment.save(update_fields=["state", "released_at"])
    return enrollment

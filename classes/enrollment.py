"""Holding, confirming and releasing seats.

Every change of what is taken in a class locks the class row (``lock_class``) once per transaction, as late as possible,
then releases expired holds, then counts the taken seats. A count read without the lock is for display only. The caller
opens the transaction; no provider is called inside it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db import connection

from accounts.children import own_child
from accounts.locking import lock_account
from accounts.models import Child, User
from classes import hold_limits, statements
from classes.ages import age_day, refuse_other_age
from classes.models import CampClass, Enrollment
from core.errors import DomainError, NotFound
from core.metrics import HOLDS, SALES, count_after_commit

HOLD_TIME = timedelta(minutes=settings.SEAT_HOLD_MINUTES)


class ClassFull(DomainError):
    code = "class_full"
    message = "This class is full."


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


@dataclass(frozen=True)
class HoldResult:
    """The participant's hold, whether this call created it, and the expired holds of the class that it released."""

    enrollment: Enrollment
    released: list[Enrollment] = field(default_factory=list)
    is_new: bool = False


def lock_class(camp_class_id: int) -> CampClass:
    """Returns the class with its row locked until the transaction ends. Raises NotFound.

    ``FOR NO KEY UPDATE`` serializes changes of seats, but does not block inserts that only reference the class.
    """
    assert connection.in_atomic_block
    camp_class = statements.select_class_for_update(camp_class_id)
    if camp_class is None:
        raise NotFound
    return camp_class


def hold_seat(
    *, student: User, camp_class_id: int, child_id: int | None = None, price: Decimal, now: datetime
) -> HoldResult:
    """Holds a seat for the student or their child at the price they saw, or prolongs the participant's hold.

    Raises NotFound (no such class, not approved, or no such child), AlreadyEnrolled, ClassBegun, AgeNotInRange,
    BirthDateNeeded, PriceChanged, ClassFull, TooManyHolds, HeldTooLong.
    """
    # Locks the account first, so that concurrent requests for several classes cannot exceed the limit of holds.
    account = lock_account(student)
    child = own_child(guardian=account, child_id=child_id)
    camp_class = lock_class(camp_class_id)
    released = release_expired_holds(camp_class=camp_class, now=now)
    existing, others = _active_and_others_of(student, child, camp_class, now)
    if existing is not None:
        existing.child = child
        _refuse_unless_held(existing, price)
        _prolong(existing, others.here, now)
        return HoldResult(existing, released)
    _refuse_unless_offered(camp_class, child, price, now)
    if _is_full(camp_class, now):
        raise _class_full(camp_class)
    hold_limits.refuse_another_hold(account=account, live_holds=others.live)
    hold_limits.refuse_if_held_too_long(others=others.here, now=now)
    until = min(now + HOLD_TIME, hold_limits.latest_end(began_at=now, others=others.here))
    return HoldResult(_create_hold(student, child, camp_class, now, until), released, is_new=True)


def enroll_free(*, student: User, camp_class_id: int, child_id: int | None = None, now: datetime) -> Enrollment:
    """Confirms a seat for the student or their child in a free class, without a hold.

    Raises NotFound, ClassBegun, AgeNotInRange, BirthDateNeeded, AlreadyEnrolled, PriceChanged (the class is not free),
    ClassFull.
    """
    child = own_child(guardian=lock_account(student), child_id=child_id)
    camp_class = lock_class(camp_class_id)
    release_expired_holds(camp_class=camp_class, now=now)
    existing = statements.select_active_enrollment(
        student_id=student.pk, child_id=child_id, camp_class_id=camp_class_id
    )
    if existing is not None and existing.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    # The age was checked when the hold was created.
    _refuse_unless_offered(camp_class, None if existing else child, Decimal(0), now)
    if existing is not None:
        return _confirm(existing, now)
    if _is_full(camp_class, now):
        raise _class_full(camp_class)
    return _create_confirmed(student.pk, child_id, camp_class, Decimal(0), now)


def confirm_seat(*, paid_for: int, student_id: int, camp_class: CampClass, price: Decimal, now: datetime) -> Enrollment:
    """Confirms a paid seat in the locked class: the participant's live hold, else a new enrollment at ``price``.

    ``paid_for``: the id of the student's enrollment for which the payment was started, which says who takes part.
    Raises AlreadyEnrolled (the seat is confirmed by another payment) and ClassFull (the hold has expired and no seat is
    free).
    """
    # Expired holds are released and not only ignored: a caller that waited for the provider has an older ``now``, by
    # which a hold that a concurrent request counted as expired would still be live.
    release_expired_holds(camp_class=camp_class, now=now)
    existing = statements.select_active_enrollment_like(
        enrollment_id=paid_for, student_id=student_id, camp_class_id=camp_class.pk
    )
    if existing is not None:
        if existing.state == Enrollment.State.CONFIRMED:
            raise AlreadyEnrolled
        return _confirm(existing, now)
    if _is_full(camp_class, now):
        raise ClassFull
    child_id = Enrollment.objects.values_list("child_id", flat=True).get(pk=paid_for)
    return _create_confirmed(student_id, child_id, camp_class, price, now)


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
    return _release_if(Enrollment.State.CONFIRMED, enrollment, now)


def release_expired_holds(*, camp_class: CampClass, now: datetime) -> list[Enrollment]:
    """Releases the expired holds of the locked class and returns them.

    The unique index on active enrollments cannot compare times, so an expired hold blocks a new one until its release.
    """
    expired = statements.select_expired_holds(camp_class_id=camp_class.pk, now=now)
    return [_release(hold, now) for hold in expired]


def refuse_capacity_below_taken(*, camp_class: CampClass, capacity: int, now: datetime) -> None:
    """Checks a new capacity of the locked class, after releasing its expired holds. Raises SeatsHeld."""
    release_expired_holds(camp_class=camp_class, now=now)
    taken = count_taken_seats(camp_class=camp_class, now=now)
    if capacity < taken:
        raise SeatsHeld(taken)


def count_taken_seats(*, camp_class: CampClass, now: datetime) -> int:
    """Counts the confirmed seats and live holds of the locked class, whose expired holds have been released."""
    return statements.count_taken_seats(camp_class_id=camp_class.pk, now=now)


def _is_full(camp_class: CampClass, now: datetime) -> bool:
    return count_taken_seats(camp_class=camp_class, now=now) >= camp_class.capacity


def _active_and_others_of(
    student: User, child: Child | None, camp_class: CampClass, now: datetime
) -> tuple[Enrollment | None, hold_limits.OtherHolds]:
    """Returns, in one query, the participant's active enrollment in this class, and the holds that limit a new one."""
    since = now - hold_limits.PERIOD
    found = statements.select_enrollments_for_hold(student_id=student.pk, camp_class_id=camp_class.pk, held_since=since)
    here = [enrollment for enrollment in found if enrollment.camp_class_id == camp_class.pk]
    child_id = child.pk if child else None
    active = (each for each in here if each.child_id == child_id and each.state != Enrollment.State.RELEASED)
    existing = next(active, None)
    others = [enrollment for enrollment in found if enrollment is not existing]
    return existing, hold_limits.other_holds(others, camp_class_id=camp_class.pk, since=since, now=now)


def _refuse_unless_held(enrollment: Enrollment, price: Decimal) -> None:
    if enrollment.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    if enrollment.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${enrollment.price}."]})


def _refuse_unless_offered(camp_class: CampClass, child: Child | None, price: Decimal, now: datetime) -> None:
    if not camp_class.is_approved:
        raise NotFound
    first_start = statements.select_first_start(camp_class_id=camp_class.pk)
    if first_start is not None and first_start <= now:
        raise ClassBegun
    refuse_other_age(child=child, camp_class=camp_class, day=age_day(first_start=first_start, now=now))
    if camp_class.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${camp_class.price}."]})


def _class_full(camp_class: CampClass) -> ClassFull:
    confirmed = camp_class.enrollments.confirmed().count()
    return ClassFull() if confirmed >= camp_class.capacity else SeatsOnlyHeld()


def _create_hold(
    student: User, child: Child | None, camp_class: CampClass, now: datetime, until: datetime
) -> Enrollment:
    hold = statements.insert_hold(
        student_id=student.pk,
        child_id=child.pk if child else None,
        camp_class_id=camp_class.pk,
        price=camp_class.price,
        held_at=now,
        held_until=until,
    )
    hold.student, hold.child, hold.camp_class = student, child, camp_class
    count_after_commit(HOLDS)
    return hold


def _prolong(hold: Enrollment, others: list[Enrollment], now: datetime) -> None:
    assert hold.held_at is not None
    assert hold.held_until is not None
    until = min(hold_limits.latest_end(began_at=hold.held_at, others=others), now + HOLD_TIME)
    if until > hold.held_until:
        hold.held_until = until
        hold.save(update_fields=["held_until"])


def _confirm(hold: Enrollment, now: datetime) -> Enrollment:
    hold.state, hold.confirmed_at = Enrollment.State.CONFIRMED, now
    statements.update_confirmed(hold)
    count_after_commit(SALES)
    return hold


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

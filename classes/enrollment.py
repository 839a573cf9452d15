"""Who has a seat: holding, confirming and releasing one.

The law: whatever changes what is taken in a class first locks that class's row (``lock_class``), once in the
transaction and late, then releases the holds that ran out, then counts. The number in a list is for show; the lock
decides. Callers open the transaction; no provider is called inside it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db import connection

from accounts.acting import lock_account
from accounts.models import User
from camp.lib.compiled import insert, update
from camp.lib.errors import DomainError, NotFound
from camp.lib.figures import HOLDS, SALES, count_after_commit
from classes import under_lock
from classes.models import CampClass, Enrollment


class ClassFull(DomainError):
    code = "class_full"
    message = "This class is full."


class SeatsOnlyHeld(ClassFull):
    message = (
        f"The last seats of this class are being paid for right now. Try again in {settings.SEAT_HOLD_MINUTES} "
        "minutes: a seat that is not paid for becomes free again."
    )


class AlreadyEnrolled(DomainError):
    code = "already_enrolled"
    message = "You already have a place in this class."


class PriceChanged(DomainError):
    code = "price_changed"
    message = "The price of this class has changed. Please look at it again before you pay."


class TooManyHolds(DomainError):
    code = "too_many_holds"
    message = (
        f"You are holding seats in {settings.LIVE_HOLDS_PER_STUDENT} other classes. "
        "Pay for one of them, or remove one from your selected classes, and then go on here."
    )


class SeatsHeld(DomainError):
    code = "seats_held"
    message = "More places than that are already taken or being paid for."


class SeatGone(Exception):
    """The hold had ended and somebody else has the seat now."""


class SeatHadAlready(Exception):
    """The student has a confirmed seat in this class through another payment."""


@dataclass(frozen=True)
class Hold:
    """A seat promised for some minutes, and the holds of others that were found to have run out on the way.

    ``new`` where this call promised it; nobody can have begun to pay for it yet.
    """

    enrollment: Enrollment
    released: list[Enrollment] = field(default_factory=list)
    new: bool = False


def lock_class(camp_class_id: int) -> CampClass:
    """The class, its row locked until the transaction ends. Raises NotFound.

    ``no_key``: seats are guarded against one another; a student choosing the class (a mere reference) need not wait.
    """
    assert connection.in_atomic_block
    camp_class = under_lock.CLASS.first(camp_class=camp_class_id)
    if camp_class is None:
        raise NotFound
    return camp_class


def hold_seat(*, student: User, camp_class_id: int, price: Decimal, now: datetime) -> Hold:
    """Promise the student a seat, at the price they saw, for some minutes; prolong a hold they have.

    Raises NotFound (no such class, or not approved), AlreadyEnrolled, PriceChanged, ClassFull, TooManyHolds.
    """
    # The student before the class: three tabs on three classes must not each see "two holds so far".
    lock_account(student)
    camp_class = lock_class(camp_class_id)
    released = release_overdue(camp_class=camp_class, now=now)
    mine, holds_elsewhere = _active_enrollments(student, camp_class, now)
    if mine is not None:
        _refuse_unless_held(mine, price)
        _prolong(mine, now)
        return Hold(mine, released)
    _refuse_unless_offered(camp_class, price)
    if count_taken(camp_class, now) >= camp_class.capacity:
        raise _full(camp_class)
    if holds_elsewhere >= settings.LIVE_HOLDS_PER_STUDENT:
        raise TooManyHolds
    enrollment = Enrollment(
        student=student,
        camp_class=camp_class,
        state=Enrollment.State.HELD,
        price=camp_class.price,
        held_at=now,
        held_until=now + timedelta(minutes=settings.SEAT_HOLD_MINUTES),
    )
    insert(enrollment)
    count_after_commit(HOLDS)
    return Hold(enrollment, released, new=True)


def enroll_free(*, student: User, camp_class_id: int, now: datetime) -> Enrollment:
    """Give the student a seat in a class that costs nothing, at once.

    Raises NotFound, AlreadyEnrolled, PriceChanged (it costs something), ClassFull.
    """
    lock_account(student)
    camp_class = lock_class(camp_class_id)
    release_overdue(camp_class=camp_class, now=now)
    mine = _active_enrollment(student.pk, camp_class)
    if mine is not None and mine.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    _refuse_unless_offered(camp_class, Decimal(0))
    if mine is not None:
        return _confirm(mine, now)
    if count_taken(camp_class, now) >= camp_class.capacity:
        raise _full(camp_class)
    return _new_confirmed(student.pk, camp_class, Decimal(0), now)


def confirm_seat(*, student_id: int, camp_class: CampClass, price: Decimal, now: datetime) -> Enrollment:
    """Give the student a seat in the locked class that was paid for with this price: their hold, or a new row.

    A live hold always becomes the seat. One that ran out does if a seat is free. Raises SeatGone where none is,
    SeatHadAlready where the student has a confirmed seat.
    """
    # Written down and not only left out of the count: whoever asked the provider longer comes with an older ``now``,
    # by which a hold that somebody else has counted as over would still be live.
    release_overdue(camp_class=camp_class, now=now)
    mine = _active_enrollment(student_id, camp_class)
    if mine is not None:
        if mine.state == Enrollment.State.CONFIRMED:
            raise SeatHadAlready
        return _confirm(mine, now)
    if count_taken(camp_class, now) >= camp_class.capacity:
        raise SeatGone
    return _new_confirmed(student_id, camp_class, price, now)


def give_up_hold(*, student: User, camp_class_id: int, now: datetime) -> Enrollment | None:
    """Release the student's hold on the class, run out or not; the released row, or None where there was none."""
    camp_class = lock_class(camp_class_id)
    held = Enrollment.objects.held().filter(student=student, camp_class=camp_class).first()
    return _release(held, now) if held else None


def release_hold(*, enrollment: Enrollment, now: datetime) -> bool:
    """Release this hold if it still is one, on the class that the caller has locked; whether it was."""
    enrollment.refresh_from_db()
    if enrollment.state != Enrollment.State.HELD:
        return False
    _release(enrollment, now)
    return True


def free_seat(*, enrollment: Enrollment, now: datetime) -> bool:
    """Take a confirmed seat back, on the class that the caller has locked; whether there was one to take."""
    enrollment.refresh_from_db()
    if enrollment.state != Enrollment.State.CONFIRMED:
        return False
    _release(enrollment, now)
    return True


def release_overdue(*, camp_class: CampClass, now: datetime) -> list[Enrollment]:
    """Release the holds that ran out in the locked class: an index cannot know the time. The released rows."""
    return [_release(hold, now) for hold in under_lock.OVERDUE.objects(camp_class=camp_class.pk, now=now)]


def set_capacity(*, camp_class: CampClass, seats: int, shown_enrolled: int | None, now: datetime) -> int:
    """The capacity that leaves ``seats`` free beside those enrolled, for the locked class; not yet saved.

    ``shown_enrolled`` is what the instructor's form showed as enrolled: so that people who enroll while the form is
    open change no capacity. None counts what is confirmed now. Raises SeatsHeld below what is taken.
    """
    enrolled = camp_class.enrollments.confirmed().count() if shown_enrolled is None else shown_enrolled
    capacity = seats + enrolled
    release_overdue(camp_class=camp_class, now=now)
    taken = count_taken(camp_class, now)
    if capacity < taken:
        raise SeatsHeld(fields={"seats": [f"{taken} places are taken or being paid for just now."]})
    return capacity


def count_taken(camp_class: CampClass, now: datetime) -> int:
    """Confirmed seats and live holds; true only while the class is locked, and decided upon once what ran out is
    released (``release_overdue``)."""
    return sum(count for (count,) in under_lock.TAKEN.rows(camp_class=camp_class.pk, now=now))


def _active_enrollment(student_id: int, camp_class: CampClass) -> Enrollment | None:
    return under_lock.ACTIVE_HERE.first(student=student_id, camp_class=camp_class.pk)


def _active_enrollments(student: User, camp_class: CampClass, now: datetime) -> tuple[Enrollment | None, int]:
    """The student's hold or seat in this class, and how many live holds they have in others; one query for both."""
    active = under_lock.ACTIVE_HERE_OR_HELD.objects(student=student.pk, camp_class=camp_class.pk)
    mine = next((row for row in active if row.camp_class_id == camp_class.pk), None)
    return mine, sum(row is not mine and row.is_live(now) for row in active)


def _refuse_unless_held(mine: Enrollment, price: Decimal) -> None:
    if mine.state == Enrollment.State.CONFIRMED:
        raise AlreadyEnrolled
    if mine.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${mine.price}."]})


def _refuse_unless_offered(camp_class: CampClass, price: Decimal) -> None:
    if not camp_class.is_approved:
        raise NotFound
    if camp_class.price != price:
        raise PriceChanged(fields={"price": [f"The price is ${camp_class.price}."]})


def _full(camp_class: CampClass) -> ClassFull:
    confirmed = camp_class.enrollments.confirmed().count()
    return ClassFull() if confirmed >= camp_class.capacity else SeatsOnlyHeld()


def _prolong(hold: Enrollment, now: datetime) -> None:
    assert hold.held_at is not None
    assert hold.held_until is not None
    longest = hold.held_at + timedelta(minutes=settings.SEAT_HOLD_LONGEST_MINUTES)
    until = min(longest, now + timedelta(minutes=settings.SEAT_HOLD_MINUTES))
    if until > hold.held_until:
        hold.held_until = until
        hold.save(update_fields=["held_until"])


def _confirm(hold: Enrollment, now: datetime) -> Enrollment:
    hold.state, hold.confirmed_at = Enrollment.State.CONFIRMED, now
    update(hold, "state", "confirmed_at")
    count_after_commit(SALES)
    return hold


def _new_confirmed(student_id: int, camp_class: CampClass, price: Decimal, now: datetime) -> Enrollment:
    count_after_commit(SALES)
    return Enrollment.objects.create(
        student_id=student_id, camp_class=camp_class, state=Enrollment.State.CONFIRMED, price=price, confirmed_at=now
    )


def _release(enrollment: Enrollment, now: datetime) -> Enrollment:
    enrollment.state, enrollment.released_at = Enrollment.State.RELEASED, now
    enrollment.save(update_fields=["state", "released_at"])
    return enrollment

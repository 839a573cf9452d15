"""Seats that were paid for: each becomes a confirmed enrollment, or the reason why it cannot be given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from classes.models import CampClass, Enrollment
from classes.seats import enrollment, sql
from classes.seats.enrollment import AlreadyEnrolled, ClassFull
from classes.waitlist import offers
from core.errors import DomainError


class SeatGone(DomainError):
    code = "seat_gone"
    message = "The school has canceled this class."


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
    enrollment_ids = [seat.enrollment_id for seat in seats]
    found = sql.select_enrollments_to_confirm(
        student_id=student_id, enrollment_ids=enrollment_ids, class_ids=list(classes), now=now
    )
    # Release expired holds instead of only ignoring them. The ``now`` of a caller that waited for the provider is old:
    # by it, a hold could still be live that another request has already counted as expired.
    released = enrollment.release_expired(found, now)
    own = {each.pk: each for each in found if each.student_id == student_id}
    results = [_seat_or_refusal(seat, classes[seat.camp_class_id], own, now) for seat in seats]
    held = [each for each in results if isinstance(each, Enrollment) and each.state == Enrollment.State.HELD]
    enrollment.confirm_holds(held, now)
    if released:  # offer the seats that the late payments did not take
        offers.make_offers(class_ids=sorted({each.camp_class_id for each in released}), now=now)
    return results


def _seat_or_refusal(
    seat: PaidSeat, camp_class: CampClass, own: Mapping[int, Enrollment], now: datetime
) -> Enrollment | DomainError:
    """Returns the seat, which may still be a hold, or why it cannot be given. ``own``: the student's rows by id."""
    paid_for = own[seat.enrollment_id]
    participant = (seat.camp_class_id, paid_for.child_id)
    found = (each for each in own.values() if (each.camp_class_id, each.child_id) == participant)
    active = next((each for each in found if each.state != Enrollment.State.RELEASED), None)
    if camp_class.is_withdrawn:
        return SeatGone()
    if active is None:
        return _take_free_seat(paid_for, seat.price, camp_class, now)
    return AlreadyEnrolled() if active.state == Enrollment.State.CONFIRMED else active


def _take_free_seat(
    paid_for: Enrollment, price: Decimal, camp_class: CampClass, now: datetime
) -> Enrollment | ClassFull:
    """Gives a late payer a free seat, before the waitlist. ``paid_for`` is the hold that has ended."""
    available = enrollment.read_availability(class_ids=[camp_class.pk], now=now)[camp_class.pk]
    if available.taken >= camp_class.capacity:
        return ClassFull()
    enrolled = enrollment.create_confirmed(
        student_id=paid_for.student_id,
        child_id=paid_for.child_id,
        camp_class=camp_class,
        price=price,
        available=available,
        now=now,
        booked_as=paid_for,
    )
    if paid_for.offered_until is not None:
        offers.accept_late(offer=paid_for, enrollment=enrolled, now=now)
    return enrolled

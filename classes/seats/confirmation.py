"""Confirming seats: those that are held, and those that were paid for after their hold had ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from classes.models import PRICE_FIELDS, CampClass, Enrollment, SeatPrice, Selection
from classes.seats import enrollment, offers, sql
from classes.seats.sql import Availability
from core.observability.metrics import SALES, count_after_commit


class NoSeat(Enum):
    CLASS_WITHDRAWN = "the school withdrew the class"
    CLASS_FULL = "the hold has expired and no seat is open"
    ALREADY_ENROLLED = "the participant has a seat by another payment"


@dataclass(frozen=True)
class PaidSeat:
    """``enrollment_id``: the enrollment of the payment, which says who takes part."""

    enrollment_id: int
    camp_class_id: int
    price: SeatPrice


def confirm_holds(holds: Sequence[Enrollment], now: datetime) -> None:
    """The classes are locked, and the holds have not expired."""
    for hold in holds:
        hold.state, hold.confirmed_at = Enrollment.State.CONFIRMED, now
        count_after_commit(SALES)
    if holds:
        sql.store_confirmation(holds)
        offers.skip_offer_emails([hold for hold in holds if hold.offered_until])


def confirm_paid_seats(
    *, student_id: int, seats: Sequence[PaidSeat], classes: Mapping[int, CampClass], now: datetime
) -> list[Enrollment | NoSeat]:
    """In the locked classes: the participant's live hold, else an open seat, at the price paid."""
    enrollment_ids = [seat.enrollment_id for seat in seats]
    found = sql.select_enrollments_to_confirm(
        student_id=student_id, enrollment_ids=enrollment_ids, class_ids=list(classes), now=now
    )
    # Release expired holds instead of only ignoring them. The ``now`` of a caller that waited for the provider is old:
    # by it, a hold could still be live that another request has already counted as expired.
    released = enrollment.release_expired(found, now)
    own = {each.pk: each for each in found if each.student_id == student_id}
    results = [_find_seat(seat, classes[seat.camp_class_id], own, now) for seat in seats]
    held = [each for each in results if isinstance(each, Enrollment) and each.state == Enrollment.State.HELD]
    confirm_holds(held, now)
    if released:  # offer the seats that the late payments did not take
        offers.make_offers(class_ids=sorted({each.camp_class_id for each in released}), now=now)
    return results


def _find_seat(
    seat: PaidSeat, camp_class: CampClass, own: Mapping[int, Enrollment], now: datetime
) -> Enrollment | NoSeat:
    """The seat may still be a hold. ``own``: the student's rows by id."""
    if camp_class.is_withdrawn:
        return NoSeat.CLASS_WITHDRAWN
    paid_for = own[seat.enrollment_id]
    participant = (seat.camp_class_id, paid_for.child_id)
    active = (each for each in own.values() if each.state != Enrollment.State.RELEASED)
    existing = next((each for each in active if (each.camp_class_id, each.child_id) == participant), None)
    if existing is None:
        return _take_free_seat(paid_for, seat.price, camp_class, now)
    if existing.state == Enrollment.State.CONFIRMED:
        return NoSeat.ALREADY_ENROLLED
    if existing.price != seat.price.price:  # another price than the hold has now, or a later hold
        existing.set_price(_with_voucher(seat.price, paid_for))
        existing.save(update_fields=PRICE_FIELDS)
    return existing


def _with_voucher(paid: SeatPrice, paid_for: Enrollment) -> SeatPrice:
    # The voucher has lowered the price, if the hold still knows.
    return paid._replace(voucher_id=paid_for.voucher_id if paid_for.price == paid.price else None)


def _take_free_seat(
    paid_for: Enrollment, price: SeatPrice, camp_class: CampClass, now: datetime
) -> Enrollment | NoSeat:
    # A late payer precedes the waitlist. ``paid_for`` is the hold that has ended.
    available = enrollment.read_availability(class_ids=[camp_class.pk], now=now)[camp_class.pk]
    if available.taken >= camp_class.capacity:
        return NoSeat.CLASS_FULL
    enrolled = _create_confirmed(paid_for, camp_class, price, available, now)
    if paid_for.offered_until is not None:
        offers.accept_late(offer=paid_for, enrollment=enrolled, now=now)
    return enrolled


def _create_confirmed(
    paid_for: Enrollment, camp_class: CampClass, price: SeatPrice, available: Availability, now: datetime
) -> Enrollment:
    """The participant booked what the class was at their hold.

    Also deletes their selection and ends their entry on the waitlist, if any.
    """
    count_after_commit(SALES)
    enrolled = Enrollment(
        student_id=paid_for.student_id,
        child_id=paid_for.child_id,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        confirmed_at=now,
        booked_schedule_id=paid_for.booked_schedule_id,
        booked_start=paid_for.booked_start,
        full_refund_until=paid_for.full_refund_until,
    )
    enrolled.set_price(_with_voucher(price, paid_for))
    enrolled.save()
    Selection.objects.for_participant_of(enrolled).delete()
    if available.has_waiting:
        offers.accept_waiting(enrollment=enrolled, now=now)
    return enrolled

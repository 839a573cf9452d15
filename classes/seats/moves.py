from collections.abc import Collection
from datetime import datetime

from django.db import connection

from accounts.models import User
from classes.models import PRICE_FIELDS, CampClass, Enrollment
from classes.seats import enrollment, offers, sql
from classes.seats.confirmation import confirm_holds
from classes.seats.enrollment import AlreadyEnrolled
from classes.seats.locks import ClassWithdrawn
from classes.seats.opening import Family
from classes.seats.requests import Override
from classes.seats.sql import Availability


class AlreadyThere(AlreadyEnrolled):
    message = "This participant already has a seat in that class."


class TargetWithdrawn(ClassWithdrawn):
    message = "That class was withdrawn, so nobody can be moved there."


def move_seat(
    *,
    account: User,
    seat: Enrollment,
    camp_class: CampClass,
    override: Collection[Override],
    full_refund_until: datetime | None,
    now: datetime,
) -> Enrollment:
    """Confirms a seat in this class for the participant, at the same price, and then releases the former seat.

    ``account`` and both classes are locked. The waitlist gets its offers first. A live hold of the participant is
    confirmed, whatever it costs. The discount and the use of a voucher go along.
    """
    assert connection.in_atomic_block
    if camp_class.is_withdrawn:
        raise TargetWithdrawn
    enrollment.release_expired_holds(class_ids=[camp_class.pk], now=now)
    available = offers.make_offers(class_ids=[camp_class.pk], now=now)[camp_class.pk]
    own = Enrollment.objects.active().filter(student=seat.student_id, child=seat.child_id, camp_class=camp_class)
    hold = own.first() or _hold_free_seat(account, seat, camp_class, available, override, now)
    if hold.state == Enrollment.State.CONFIRMED:
        raise AlreadyThere
    hold.set_price(seat.seat_price)
    hold.price_reason, hold.full_refund_until = seat.price_reason, full_refund_until
    hold.save(update_fields=[*PRICE_FIELDS, "price_reason", "full_refund_until"])
    confirm_holds([hold], now)
    hold.camp_class, hold.child = camp_class, seat.child
    enrollment.release_seat(enrollment=seat, now=now)
    return hold


def _hold_free_seat(
    account: User,
    seat: Enrollment,
    camp_class: CampClass,
    available: Availability,
    override: Collection[Override],
    now: datetime,
) -> Enrollment:
    enrollment.refuse_unless_bookable(
        camp_class=camp_class,
        family=Family(account, now),
        child=seat.child,
        available=available,
        override=override,
        now=now,
    )
    enrollment.refuse_full(camp_class=camp_class, available=available, now=now)
    return sql.insert_hold(
        student_id=seat.student_id,
        child_id=seat.child_id,
        camp_class_id=camp_class.pk,
        price=seat.seat_price,
        held_at=now,
        held_until=now,
    )

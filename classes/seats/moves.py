from collections.abc import Collection
from datetime import datetime

from django.db import connection

from accounts.models import User
from classes.models import CampClass, Enrollment
from classes.seats.confirmation import confirm_holds
from classes.seats.enrollment import AlreadyEnrolled, release_seat
from classes.seats.holds import hold_seats
from classes.seats.locks import ClassWithdrawn
from classes.seats.requests import AgreedPrice, NotAllAvailable, Override, SeatRequest


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
    price = AgreedPrice(seat.seat_price, seat.price_reason)
    try:
        held = hold_seats(
            account=account,
            requests=[SeatRequest(camp_class.pk, seat.child_id, agreed=lambda _: price)],
            locked={camp_class.pk: camp_class},
            confirmed_at_once=True,
            override=override,
            now=now,
        )
    except NotAllAvailable as refusal:
        reason = refusal.obstacles[0].reason
        raise AlreadyThere if isinstance(reason, AlreadyEnrolled) else reason from refusal
    (hold,) = held.holds
    hold.full_refund_until = full_refund_until
    hold.save(update_fields=["full_refund_until"])
    confirm_holds([hold], now)
    release_seat(enrollment=seat, now=now)
    return hold

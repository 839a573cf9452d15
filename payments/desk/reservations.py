from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.locking import lock_family
from accounts.models import User
from classes.models import Enrollment
from classes.seats import reservations
from classes.seats.enrollment import read_availability, release_hold
from classes.seats.locks import lock_class
from classes.seats.offers import ENDS_BEFORE_CLASS
from classes.seats.requests import NotAllAvailable, Obstacle, SeatRequest
from classes.seats.reservations import MAX_TIME
from core.errors import DomainError, InvalidInput, NotFound, first_or_not_found
from mail.templatetags.email_formats import moment
from payments.desk.lines import Line, hold_lines
from payments.models import Order, Payment
from payments.orders import locks
from payments.settlement.orders import cancel_orders_of, try_to_cancel_or_settle

MIN_TIME = timedelta(minutes=15)


class OfferedAlready(DomainError):
    """An offer has an end of its own, and a place in the line behind it."""

    code = "already_offered"

    def __init__(self, until: datetime) -> None:
        super().__init__(
            f"They have an offer from the waitlist until {moment(until)}. You can take the money for it now."
        )


class ReservedTooLong(DomainError):
    code = "class_begins_before"

    def __init__(self, latest: datetime) -> None:
        super().__init__(f"A seat in this class can be reserved until {moment(latest)}, two hours before it starts.")


def reserve_at_desk(
    *, staff: User, user_id: int, lines: Sequence[Line], until: datetime, now: datetime
) -> list[Enrollment]:
    """All of these seats, or none. A reservation that exists gets the new end."""
    refuse_end(until, now, field="until")
    with transaction.atomic():
        account = lock_family(user_id)
        locks.lock_open_orders(account)
        held = hold_lines(account=account, lines=lines, override=(), now=now)
        refuse_other_ends(held.holds, until, now)
        for hold in held.holds:
            reservations.reserve(hold=hold, by=staff, until=until, now=now)
        others = Payment.objects.filter(enrollment__in=held.holds).exclude(price=F("enrollment__price")).started()
        superseded = list(Order.objects.filter(pk__in=others.values("order")))
    cancel_orders_of(released=held.released, now=now)
    try_to_cancel_or_settle(open_orders=superseded, now=now)
    return held.holds


def refuse_end(until: datetime, now: datetime, *, field: str) -> None:
    if not now + MIN_TIME <= until <= now + MAX_TIME:
        raise InvalidInput(fields={field: [f"From 15 minutes to {MAX_TIME.days} days from now."]})


def refuse_other_ends(seats: Sequence[Enrollment], until: datetime, now: datetime) -> None:
    """The classes are locked."""
    available = read_availability(class_ids=[seat.camp_class_id for seat in seats], now=now)
    obstacles = []
    for seat in seats:
        names = SeatRequest(seat.camp_class_id, seat.child_id).names
        first_start = available[seat.camp_class_id].first_start
        if seat.offered_until is not None:
            obstacles.append(Obstacle(names, OfferedAlready(seat.offered_until)))
        elif first_start is not None and until > first_start - ENDS_BEFORE_CLASS:
            obstacles.append(Obstacle(names, ReservedTooLong(first_start - ENDS_BEFORE_CLASS)))
    if obstacles:
        raise NotAllAvailable(obstacles)


def cancel_reservation(*, enrollment_id: int, now: datetime) -> None:
    """Mails the family. A reservation that has ended is NotFound."""
    reservation = first_or_not_found(Enrollment.objects.reserved(now).filter(pk=enrollment_id))
    with transaction.atomic():
        lock_class(reservation.camp_class_id)
        reservation.refresh_from_db()
        if not reservation.is_live_promise(now) or not release_hold(enrollment=reservation, now=now):
            raise NotFound
        reservations.put_ended(reservation=reservation, why="by_school", now=now)
    cancel_orders_of(released=[reservation], now=now)

"""Seats in free classes: they are confirmed at once, in an order that is paid."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from classes.seats.enrollment import AlreadyEnrolled
from classes.seats.limits import FREE
from classes.seats.requests import NotAllAvailable, SeatRequest
from payments.checkout.documented_client import UNNAMED, Unnamed, requested_seat
from payments.models import Payment
from payments.orders import opening
from payments.settlement.orders import (
    Settlement,
    cancel_orders_of,
    complete_order,
    record_first_response,
    try_to_cancel_or_settle,
)


def enroll_free(
    *, student: User, requests: Sequence[SeatRequest], code: str | None = None, now: datetime
) -> Settlement:
    """Confirms all of these seats, or none. Ends the open orders with one of them."""
    with transaction.atomic():
        opened = opening.open_order(student=student, requests=requests, total=FREE, code=code, now=now)
        payments = complete_order(order=opened.order, now=now)
    cancel_orders_of(released=opened.released, now=now)
    # The seats are confirmed, whether Stripe responds or not.
    try_to_cancel_or_settle(open_orders=opened.superseded, now=now)
    return record_first_response(payments=payments, now=now)


def take_free_seat(
    *, student: User, camp_class_id: int, child_id: int | Unnamed | None = UNNAMED, now: datetime
) -> Settlement:
    """A repeated call returns the same payment. AlreadyEnrolled if a card payment paid for the seat."""
    request = requested_seat(student=student, camp_class_id=camp_class_id, child_id=child_id, price=FREE)
    try:
        return enroll_free(student=student, requests=[request], now=now)
    except NotAllAvailable as refusal:
        reason = refusal.obstacles[0].reason
        payment = _free_payment(student, request) if isinstance(reason, AlreadyEnrolled) else None
        if payment is None:
            raise reason from refusal
        return record_first_response(payments=[payment], now=now)


def _free_payment(student: User, request: SeatRequest) -> Payment | None:
    payments = Payment.objects.filter(student=student, price=FREE, state__in=Payment.SEATED)
    seat = payments.filter(camp_class=request.camp_class_id, enrollment__child=request.child_id)
    return seat.select_related("order", "enrollment").first()

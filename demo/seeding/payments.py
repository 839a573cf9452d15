"""Pays for the demo's seats at the Stripe stand-in, as the students' browsers would have done."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import requests
from django.conf import settings
from django.db import transaction

from accounts.models import User
from classes.models import CampClass, Enrollment
from demo.seeding import catalog
from demo.seeding.users import STUDENT
from payments.models import Order, Payment
from payments.orders.opening import start_order
from payments.orders.sql import BY_CARD, store_settlement
from payments.refunds.cancellation import cancel_enrollment
from payments.stripe import api as stripe_api

TIMEOUT_SECONDS = 10


def pay_for_seats(*, now: datetime) -> int:
    """Creates a payment for each confirmed seat without one, paid when the seat was confirmed; returns how many.

    Charges a test card at the stand-in, so that every demo payment can be fetched, refunded and reconciled there.
    """
    unpaid = Enrollment.objects.confirmed().filter(payments=None)
    seats = list(unpaid.select_related("student"))
    if seats:
        with no_webhooks():
            for seat in seats:
                _pay(seat, seat.confirmed_at or now)
    return len(seats)


def refund_a_seat(*, now: datetime) -> None:
    """Gives the student a refunded payment, as if they had paid for a class yesterday and canceled; only once."""
    student = User.objects.get(email=STUDENT.email)
    camp_class = CampClass.objects.filter(name=catalog.CANCELED_BY_THE_STUDENT).first()
    if camp_class is None or Payment.objects.filter(student=student, camp_class=camp_class).exists():
        return
    paid_at = now - timedelta(days=1)
    seat = Enrollment.objects.create(
        student=student,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=camp_class.price,
        confirmed_at=paid_at,
    )
    with no_webhooks():
        _pay(seat, paid_at)
        cancel_enrollment(student=student, payment_id=seat.payments.get().pk, now=now)


@contextmanager
def no_webhooks() -> Iterator[None]:
    """Suppresses the webhooks of the seeded payments: hundreds of log lines would hide the welcome message."""
    faults = f"{settings.STRIPE_API_BASE}/_standin/faults"
    requests.post(
        faults, json={"webhooks": [{"action": "drop", "count": None}]}, timeout=TIMEOUT_SECONDS
    ).raise_for_status()
    try:
        yield
    finally:
        requests.delete(faults, timeout=TIMEOUT_SECONDS).raise_for_status()


def _pay(seat: Enrollment, paid_at: datetime) -> None:
    with transaction.atomic():
        order = start_order(student=seat.student, enrollments=[seat], now=paid_at)
    order.intent_id = _charge(order) if order.amount else None
    order.state, order.paid_at = Order.State.PAID, paid_at
    payments = list(order.payments.all())
    for payment in payments:
        payment.state, payment.paid_at = Payment.State.ENROLLED, paid_at
    store_settlement(order, payments, charge=BY_CARD)


def _charge(order: Order) -> str:
    intent = stripe_api.create_intent(order=order.pk, amount=order.amount, student_id=order.student_id)
    response = requests.post(
        f"{settings.STRIPE_API_BASE}/v1/payment_intents/{intent.id}/confirm",
        data={"payment_method": "pm_card_visa"},
        headers={"Authorization": f"Bearer {settings.STRIPE_SECRET_KEY}"},
        timeout=TIMEOUT_SECONDS,
    )
    response.raise_for_status()
    return intent.id

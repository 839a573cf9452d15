"""Unpaid orders: from the first row to the PaymentIntent, and to the cancellation of both."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import connection, transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.models import Enrollment
from classes.seats.enrollment import PriceChanged, release_hold
from classes.seats.holds import hold_seats
from classes.seats.limits import FREE
from classes.seats.locks import lock_classes
from classes.seats.seat_requests import SeatRequest
from core.errors import DomainError
from payments import vouchers
from payments.checkout import limits, locks, sql
from payments.models import Order, Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent, StripeServerError, StripeUnavailable

logger = logging.getLogger(__name__)


class TotalChanged(PriceChanged):
    """The seats cost another sum than the student saw."""

    message = "The price of a class has changed. Please check the total before you pay."

    def __init__(self, holds: Sequence[Enrollment]) -> None:
        self.lines = [{"selectionId": str(each.selection_id), "price": float(each.price)} for each in holds]
        super().__init__()


class NoCardNeeded(DomainError):
    code = "no_card_needed"
    status = 400
    message = "This class is free, so you don't need a card. Just enroll in it."


@dataclass(frozen=True)
class OpenOrder:
    """The order, the open orders that it supersedes, and the expired holds that the call released."""

    order: Order
    superseded: list[Order]
    released: list[Enrollment]


def open_order(
    *, student: User, requests: Sequence[SeatRequest], total: Decimal | None, code: str = "", now: datetime
) -> OpenOrder:
    """Holds the seats and returns their order: the one that is open for exactly these seats at this sum, or a new one.

    ``total`` is what the student saw; None if the requests say it. Raises NotFound, NotAllAvailable, TotalChanged,
    NoCardNeeded (only without ``total``), TooManyHolds, and the refusals of the code.
    """
    account = lock_account(student)
    open_orders = locks.lock_open_orders(account)
    others = _other_live_orders(open_orders, requests, now)

    def check_limit(seats: int) -> None:
        if total != FREE:
            limits.refuse_another_order(account=account, seats=seats, others=others)

    held = hold_seats(
        account=account,
        requests=requests,
        check_limit=check_limit,
        lock_voucher=vouchers.locker(account=account, code=code, now=now) if code else None,
        confirmed_at_once=total == FREE,
        now=now,
    )
    amount = sum((each.price for each in held.holds), Decimal(0))
    if total is None and amount == FREE:
        raise NoCardNeeded
    if total not in (None, amount):
        raise TotalChanged(held.holds)
    existing, superseded = _orders_with(held.holds, amount, open_orders)
    if existing:
        _name_selections(open_orders[existing], held.holds)
    order = existing or start_order(student=account, enrollments=held.holds, now=now)
    return OpenOrder(order, superseded, held.released)


def _orders_with(
    holds: Sequence[Enrollment], amount: Decimal, open_orders: dict[Order, list[Payment]]
) -> tuple[Order | None, list[Order]]:
    """Returns the open order for exactly these holds at this amount, and the others with one of them."""
    hold_ids = {hold.pk for hold in holds}
    existing, others = None, []
    for order, payments in open_orders.items():
        enrollment_ids = {payment.enrollment_id for payment in payments}
        if enrollment_ids == hold_ids and order.amount == amount and existing is None:
            existing = order
        elif enrollment_ids & hold_ids:
            others.append(order)
    return existing, others


def _name_selections(payments: Sequence[Payment], holds: Sequence[Enrollment]) -> None:
    """Stores the requested selections: a documented client can hold a seat before it is selected."""
    selection_ids = {hold.pk: hold.selection_id for hold in holds}
    for payment in payments:
        selection_id = selection_ids[payment.enrollment_id]
        if selection_id not in (None, payment.selection_id_was):
            payment.selection_id_was = selection_id
            payment.save(update_fields=["selection_id_was"])


def _other_live_orders(
    open_orders: dict[Order, list[Payment]], requests: Sequence[SeatRequest], now: datetime
) -> dict[Order, list[Enrollment]]:
    """Returns the open orders without any of the requested seats, and their live holds that are no promises."""
    others = {}
    for order, payments in open_orders.items():
        live = [payment.enrollment for payment in payments if payment.enrollment.is_live(now)]
        counted = [each for each in live if each.promised_until is None]
        if counted and not any(request.is_for(each) for request in requests for each in live):
            others[order] = counted
    return others


def start_order(*, student: User, enrollments: Sequence[Enrollment], now: datetime) -> Order:
    """Starts an order for these enrollments. The caller has locked the account and the classes."""
    assert connection.in_atomic_block
    amount = sum((enrollment.price for enrollment in enrollments), Decimal(0))
    payments = _payment_fields(student, enrollments)
    return sql.insert_order(student_id=student.pk, amount=amount, payments=payments, created_at=now)


def _payment_fields(student: User, enrollments: Sequence[Enrollment]) -> list[dict[str, object]]:
    """Returns what ``sql.insert_order`` needs for a payment for each enrollment."""
    return [
        {
            "camp_class_id": enrollment.camp_class_id,
            "enrollment_id": enrollment.pk,
            "price": enrollment.price,
            "discount": enrollment.discount,
            "discount_text": enrollment.discount_text,
            "selection_id_was": enrollment.selection_id,
            "class_name": enrollment.camp_class.name,
            "class_image": enrollment.camp_class.image,
            "instructor_id": enrollment.camp_class.instructor_id,
            "student_name": student.name,
            "child_name": enrollment.child.name if enrollment.child else "",
        }
        for enrollment in enrollments
    ]


def get_or_create_intent(*, order: Order) -> Intent:
    """Returns the order's PaymentIntent; creates it and stores its id if necessary.

    Raises PaymentRefused, ProviderUnavailable.
    """
    if order.intent_id:
        found = stripe_api.get_intent(order.intent_id)
        if found is None:
            raise StripeUnavailable
        return found
    intent = _create_intent(order)
    # Two concurrent requests get the same intent, because they send the same idempotency key.
    Order.objects.filter(pk=order.pk, intent_id=None).update(intent_id=intent.id)
    order.intent_id = intent.id
    return intent


def _create_intent(order: Order) -> Intent:
    """Creates the intent. Cancels the order after a server error, so that the next call starts another one.

    The provider repeats a server error for the same idempotency key, which is the order's id. It may have created the
    intent nevertheless, so it is asked first; if that fails too, the order remains.
    """
    try:
        return stripe_api.create_intent(order=order.pk, amount=order.amount, student_id=order.student_id)
    except StripeServerError:
        created = stripe_api.find_intent(order=order.pk, since=order.created_at)
        if created is None:
            with transaction.atomic():
                _cancel_without_intent(order)
            raise
        return created


def _cancel_without_intent(order: Order) -> None:
    """Cancels the order unless it has an intent. Its holds remain.

    If the provider has created an intent nevertheless, it cannot be paid: its client secret was never sent to a
    browser.
    """
    locked = _lock_without_intent(order)
    if locked is not None:
        _mark_canceled(locked)


def _lock_without_intent(order: Order) -> Order | None:
    """Locks and returns the open order, or returns None if it has an intent or is not open anymore."""
    locked = Order.objects.locked().get(pk=order.pk)
    order.intent_id = locked.intent_id
    return locked if locked.intent_id is None and locked.state == Order.State.STARTED else None


def cancel_at_provider(*, order: Order, now: datetime) -> Intent | None:
    """Cancels an order that lost a hold, first at Stripe, then here.

    Returns the intent if it had already succeeded; the caller settles it. The order stays open if the provider does not
    know the intent. Raises ProviderUnavailable.
    """
    if order.intent_id is None:
        with transaction.atomic():
            locked = _lock_without_intent(order)
            if locked is not None:
                _cancel_and_release_holds(locked, now)
    if order.intent_id is None:
        return None
    intent = stripe_api.cancel_intent(order.intent_id)
    if intent is None:
        logger.warning("Stripe does not know the intent of order %s", order.pk)
        return None
    if intent.canceled:
        with transaction.atomic():
            record_canceled(intent=intent, now=now)
    return intent if intent.succeeded else None


def record_canceled(*, intent: Intent, now: datetime) -> None:
    """Marks the order of a canceled intent, and releases its holds as ``_cancel_and_release_holds`` does."""
    order = locks.lock_order(intent)
    if order is None or order.state != Order.State.STARTED:
        return
    _cancel_and_release_holds(order, now)


def _mark_canceled(order: Order) -> None:
    order.state = Order.State.CANCELED
    order.save(update_fields=["state", "intent_id"])
    Payment.objects.filter(order=order).started().update(state=Payment.State.CANCELED)


def _cancel_and_release_holds(order: Order, now: datetime) -> None:
    """Cancels the locked order, and releases its holds unless they have another open order or are promises."""
    payments = list(Payment.objects.filter(order=order).select_related("enrollment"))
    lock_classes([payment.camp_class_id for payment in payments])
    _mark_canceled(order)
    enrollments = {payment.enrollment_id: payment.enrollment for payment in payments}
    kept = Payment.objects.filter(enrollment__in=enrollments).started().values_list("enrollment", flat=True)
    for enrollment_id in sorted(enrollments.keys() - set(kept)):
        enrollment = enrollments[enrollment_id]
        enrollment.refresh_from_db()
        if not enrollment.is_live_promise(now):
            release_hold(enrollment=enrollment, now=now)

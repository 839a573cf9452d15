import logging
from datetime import datetime

from django.db import transaction

from classes.seats.enrollment import release_hold
from classes.seats.locks import lock_classes
from payments.models import Order, Payment
from payments.orders import locks, sql
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent, StripeServerError, StripeUnavailable

logger = logging.getLogger(__name__)


def get_or_create_intent(*, order: Order) -> Intent:
    """Stores the id of a new intent."""
    if order.intent_id:
        found = stripe_api.get_intent(order.intent_id)
        if found is None:
            raise StripeUnavailable
        return found
    intent = _create_intent(order)
    # Two concurrent requests get the same intent, because they send the same idempotency key.
    sql.store_intent(order_id=order.pk, intent_id=intent.id)
    order.intent_id = intent.id
    return intent


def _create_intent(order: Order) -> Intent:
    # Stripe repeats a server error for the same idempotency key, which is the order's id. It may have created the
    # intent nevertheless, so it is asked first; if that fails too, the order remains.
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
    # If Stripe has created an intent nevertheless, it cannot be paid: its client secret was never sent to a browser.
    # The holds remain.
    locked = _lock_without_intent(order)
    if locked is not None:
        _mark_canceled(locked)


def _lock_without_intent(order: Order) -> Order | None:
    locked = Order.objects.locked().get(pk=order.pk)
    order.intent_id = locked.intent_id
    return locked if locked.intent_id is None and locked.state == Order.State.STARTED else None


def cancel_at_stripe(*, order: Order, now: datetime) -> Intent | None:
    """Cancels an order that lost a hold, first at Stripe, then here.

    Returns the intent if it had already succeeded; the caller settles it. The order stays open if Stripe does not know
    the intent.
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
    """Releases the holds too: see ``_cancel_and_release_holds``."""
    order = locks.lock_order(intent)
    if order is None or order.state != Order.State.STARTED:
        return
    _cancel_and_release_holds(order, now)


def _mark_canceled(order: Order) -> None:
    order.state = Order.State.CANCELED
    order.save(update_fields=["state", "intent_id"])
    Payment.objects.filter(order=order).started().update(state=Payment.State.CANCELED)


def _cancel_and_release_holds(order: Order, now: datetime) -> None:
    # The order is locked. Holds stay that have another open order or are promised.
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

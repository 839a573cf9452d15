"""Compares unfinished orders with Stripe's state and finishes them.

Safe to run at any time and concurrently with itself, because it calls the same locking operations as the site.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from classes.models import Enrollment
from classes.seats.enrollment import release_expired_and_offer
from classes.seats.locks import lock_class
from core.errors import DomainError
from payments.models import Order, Payment, Refund, RefundQuerySet
from payments.orders import intents, locks
from payments.refunds import from_stripe, sending
from payments.refunds.disputes import record_dispute
from payments.refunds.owing import RefundFailed
from payments.refunds.withdrawal import refund_withdrawn_seat
from payments.settlement import orders, webhook
from payments.stripe import api as stripe_api
from payments.stripe.connections import longer_timeouts
from payments.stripe.results import Intent, StripePaused, StripeUnavailable

logger = logging.getLogger(__name__)

RECONCILED_DAYS = 30
"""Orders can be paid while their seats are held. Reservations last up to 21 days; Stripe lists events for 30."""
RETRIED_ERRORS = (DomainError, OperationalError)
"""A refusal, no response from Stripe or a lock timeout: the next run retries it."""


def reconcile(*, now: datetime, days: int) -> Counter[str]:
    """Unfinished orders of the last ``days`` days, and owed refunds of any age.

    Returns how many items of each kind were handled, and how many ``failed``. Stops if Stripe does not respond;
    the items that were not tried are not counted.
    """
    since = now - timedelta(days=days)
    counts: Counter[str] = Counter()
    _release_expired_holds(now, counts)
    _refund_withdrawn_seats(now, counts)
    with _calls_to_stripe(counts):
        _check_disputes(now, counts)
        _send_refunds(Refund.objects.sendable(), now, counts)
        for order in Order.objects.unfinished().filter(created_at__gte=since).order_by("created_at"):
            with _counted(counts, f"order {order.pk}", _kind(order)):
                _reconcile_order(order, now)
        with _counted(counts, "the list of undelivered events"):
            _handle_undelivered_events(since, now, counts)
    return counts


def reconcile_urgent(*, now: datetime, days: int) -> Counter[str]:
    """Does the work that must not wait for ``reconcile``. Does not retry refunds that have failed.

    Releases expired holds and the seats of withdrawn classes, cancels the orders of the last ``days`` days that have
    lost a hold, and sends new refunds. Returns how many items of each kind were handled.
    """
    counts: Counter[str] = Counter()
    _release_expired_holds(now, counts)
    _refund_withdrawn_seats(now, counts)
    with _calls_to_stripe(counts):
        lost = Order.objects.without_live_holds(now).filter(created_at__gte=now - timedelta(days=days))
        for order in lost.order_by("created_at"):
            with _counted(counts, f"order {order.pk}", _kind(order)):
                orders.cancel_or_settle(order=order, now=now)
        _send_refunds(Refund.objects.sendable().filter(stripe_id="", failures=0), now, counts)
    return counts


def _refund_withdrawn_seats(now: datetime, counts: Counter[str]) -> None:
    for payment_id in list(Payment.objects.seated_in_withdrawn_classes().values_list("pk", flat=True)):
        with _counted(counts, f"payment {payment_id}", "withdrawn"):
            refund_withdrawn_seat(payment_id=payment_id, now=now)


@contextmanager
def _calls_to_stripe(counts: Counter[str]) -> Iterator[None]:
    # Ends the block without an error if Stripe does not respond at all.
    try:
        with longer_timeouts():
            yield
    except StripePaused:
        logger.error("reconciliation stopped, because Stripe does not respond")
        counts["failed"] += 1


def _check_disputes(now: datetime, counts: Counter[str]) -> None:
    # At any age of the dispute, since its events may be lost.
    for order in Order.objects.filter(payments__in=Payment.objects.in_dispute()).distinct():
        with _counted(counts, f"the dispute of order {order.pk}", "disputes"):
            intent = stripe_api.get_intent(order.intent_id or "")
            if intent is not None:
                with transaction.atomic():
                    if (locked := locks.lock_order(intent)) is not None:
                        record_dispute(payments=locks.payments_of(locked), intent=intent, now=now)


def _send_refunds(owed: RefundQuerySet, now: datetime, counts: Counter[str]) -> None:
    for refund_id in list(owed.values_list("pk", flat=True)):
        with _counted(counts, f"refund {refund_id}", "refunds"):
            sending.send_refund(refund_id=refund_id, now=now)


@contextmanager
def _counted(counts: Counter[str], item: str, kind: str | None = None) -> Iterator[None]:
    """Counts the item as this kind or as failed, so that one bad item does not stop those after it."""
    try:
        yield
    except StripePaused:
        raise
    except Exception as error:
        retried = isinstance(error, RETRIED_ERRORS)
        level = logging.WARNING if retried else logging.ERROR
        logger.log(level, "%s could not be finished: %s", item, type(error).__name__, exc_info=not retried)
        counts["failed"] += 1
    else:
        if kind:
            counts[kind] += 1


def _kind(order: Order) -> str:
    return Payment.State.STARTED if order.state == Order.State.STARTED else Payment.State.ENROLL_PENDING


def _reconcile_order(order: Order, now: datetime) -> None:
    if order.intent_id is None:
        _cancel_without_holds(order, now)
        return
    intent = stripe_api.get_intent(order.intent_id)
    if intent is None:
        raise StripeUnavailable("Stripe knows no such intent.")
    if intent.succeeded:
        _settle(intent, now)
    elif intent.canceled:
        with transaction.atomic():
            intents.record_canceled(intent=intent, now=now)
    else:
        _cancel_without_holds(order, now)


def _settle(intent: Intent, now: datetime) -> None:
    settled = orders.settle_and_call_stripe(intent=intent, confirmed_by_stripe=True, now=now)
    if intent.refunded > sum(payment.refunded for payment in settled):
        with transaction.atomic():
            locked = locks.lock_order(intent)
            assert locked is not None
            from_stripe.record_refunds_at_stripe(payments=locks.payments_of(locked), intent=intent, now=now)
    # The settlement only logs a refund that could not be sent. The error makes the order count as failed.
    if Refund.objects.owed().filter(payment__in=settled, payment__state=Payment.State.REFUND_PENDING, stripe_id=""):
        raise RefundFailed


def _cancel_without_holds(order: Order, now: datetime) -> None:
    # If all of its holds are live, the student may still be at the card form.
    payments = order.payments.select_related("enrollment")
    if not all(payment.enrollment.is_live(now) for payment in payments):
        orders.cancel_or_settle(order=order, now=now)


def _release_expired_holds(now: datetime, counts: Counter[str]) -> None:
    expired = Enrollment.objects.expired_holds(now)
    for class_id in sorted(set(expired.values_list("camp_class_id", flat=True))):
        with _counted(counts, f"the expired holds on class {class_id}"), transaction.atomic():
            counts["holds released"] += len(release_expired_and_offer(class_ids=[lock_class(class_id).pk], now=now))


def _handle_undelivered_events(since: datetime, now: datetime, counts: Counter[str]) -> None:
    for event in stripe_api.undelivered_events(types=list(webhook.EFFECTS), since=since):
        with _counted(counts, f"event {event.id if event else 'without an id'}"):
            if event is None:
                raise StripeUnavailable("The event is malformed.")
            counts["events"] += webhook.handle(event=event, now=now)

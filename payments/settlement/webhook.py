"""Stripe's webhook.

The signature over the raw body is verified. Then only the ids and the type of the event are trusted: the intent is
fetched, and the event's id and its effect are stored in one transaction. If the fetch fails, nothing is stored, and
Stripe's next delivery tries again. Events are deduplicated by their own id, not by their object's: a second partial
refund is another event of the same charge.

If the order is paid already, nothing is fetched: the event of the success only promotes the payments. Who settled it
has called Stripe; what failed then, reconciliation repeats.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from payments.models import Payment, Refund, StripeEvent
from payments.orders import intents, sql
from payments.refunds import from_stripe
from payments.refunds.disputes import record_dispute
from payments.settlement.orders import call_stripe_after_commit, settle_intent
from payments.stripe import api as stripe_api
from payments.stripe.results import Event, Intent

logger = logging.getLogger(__name__)

SUCCEEDED = "payment_intent.succeeded"
Effect = Callable[[Intent, datetime], list[Payment]]
"""Applies an event inside the transaction that stores it. Returns the payments for ``call_stripe_after_commit``."""


def receive(*, body: bytes, signature: str, now: datetime) -> None:
    """After ProviderUnavailable Stripe delivers the event again."""
    handle(event=stripe_api.read_event(body, signature), now=now)


def handle(*, event: Event, now: datetime) -> bool:
    """Once. Returns whether the event was new."""
    effect = EFFECTS.get(event.type)
    if effect is None:
        return False
    if event.type == SUCCEEDED:
        with transaction.atomic():
            if sql.promote_payments(intent_id=event.intent_id):
                return _store(event, now)
    if StripeEvent.objects.filter(pk=event.id).exists():
        return False
    intent = stripe_api.get_intent(event.intent_id) if event.intent_id else None
    payments: list[Payment] = []
    with transaction.atomic():
        # A concurrent delivery of the same event waits here for this transaction, and then finds its row.
        new = _store(event, now)
        if new and intent is not None:
            payments = effect(intent, now)
    call_stripe_after_commit(payments=payments, now=now)
    return new


def _store(event: Event, now: datetime) -> bool:
    return sql.insert_event(event_id=event.id, event_type=event.type, object_id=event.intent_id, received_at=now)


def _succeeded(intent: Intent, now: datetime) -> list[Payment]:
    return settle_intent(intent=intent, confirmed_by_stripe=True, now=now) if intent.succeeded else []


def _payment_failed(_intent: Intent, _now: datetime) -> list[Payment]:
    # After a declined card the holds remain, and the student may try another card.
    return []


def _canceled(intent: Intent, now: datetime) -> list[Payment]:
    if intent.canceled:
        intents.record_canceled(intent=intent, now=now)
    return []


def _refunded(intent: Intent, now: datetime) -> list[Payment]:
    # This event may arrive before the one of the success.
    payments = _succeeded(intent, now)
    if payments:
        from_stripe.record_refunds_at_stripe(payments=payments, intent=intent, now=now)
    return payments


def _refund_changed(intent: Intent, now: datetime) -> list[Payment]:
    # Three causes: a pending refund succeeded; a refund failed, so it is owed again; or staff entered the id of a
    # payment in a refund's metadata.
    payments = _succeeded(intent, now)
    if payments:
        from_stripe.record_failed_refunds(payments=payments, intent=intent, now=now)
        from_stripe.record_refunds_at_stripe(payments=payments, intent=intent, now=now)
    # The next reconciliation sends a refund that failed. Sent here, one that fails again would cause the next event.
    unsent = set(Refund.objects.owed().filter(payment__in=payments, stripe_id="").values_list("payment", flat=True))
    return [payment for payment in payments if payment.pk not in unsent]


def _dispute_changed(intent: Intent, now: datetime) -> list[Payment]:
    # This event may arrive before the one of the success.
    payments = _succeeded(intent, now)
    record_dispute(payments=payments, intent=intent, now=now)
    return payments


EFFECTS: dict[str, Effect] = {
    SUCCEEDED: _succeeded,
    "payment_intent.payment_failed": _payment_failed,
    "payment_intent.canceled": _canceled,
    "charge.refunded": _refunded,
    "refund.updated": _refund_changed,
    "refund.failed": _refund_changed,
    "charge.dispute.created": _dispute_changed,
    "charge.dispute.closed": _dispute_changed,
}

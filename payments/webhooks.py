"""The card provider's webhooks: a hint with a signature.

Verify over the raw body, fetch the intent, then write the event's id and its effect in one transaction, and believe
only what was fetched. A fetch that fails stores nothing, so the provider's next delivery tries again. Events are
known by their own id, never by their object's: a second partial refund is another event of the same charge.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from payments import attempts, finishing, refunds, stripe_api
from payments.models import Payment, StripeEvent
from payments.settling import settle
from payments.stripe_api import Event, Intent

logger = logging.getLogger(__name__)

Effect = Callable[[Intent, datetime], Payment | None]
"""What an event does, inside the transaction that stores it; the payment that something may have to follow for."""


def receive(*, body: bytes, signature: str, now: datetime) -> None:
    """Take in one delivery. Raises BadSignature, ProviderUnavailable (deliver it again)."""
    handle(event=stripe_api.read_event(body, signature), now=now)


def handle(*, event: Event, now: datetime) -> bool:
    """Let an event take its effect once; whether it did just now. Raises ProviderUnavailable."""
    effect = EFFECTS.get(event.type)
    if effect is None or StripeEvent.objects.filter(pk=event.id).exists():
        return False
    intent = stripe_api.get_intent(event.intent_id) if event.intent_id else None
    payment = None
    with transaction.atomic():
        # Two deliveries at once: the second waits here for the first to commit, and then finds its row.
        _, new = StripeEvent.objects.get_or_create(
            pk=event.id, defaults={"type": event.type, "object_id": event.intent_id, "received_at": now}
        )
        if new and intent is not None:
            payment = effect(intent, now)
    if payment is not None:
        finishing.follow_up(payment=payment, now=now)
    return new


def _succeeded(intent: Intent, now: datetime) -> Payment | None:
    if not intent.succeeded:
        return None
    settled = settle(intent=intent, by_provider=True, now=now)
    return settled.payment if settled else None


def _payment_failed(_intent: Intent, _now: datetime) -> None:
    """A declined card keeps the hold: the student may try another card."""


def _canceled(intent: Intent, now: datetime) -> None:
    if intent.canceled:
        attempts.record_canceled(intent=intent, now=now)


def _refunded(intent: Intent, now: datetime) -> Payment | None:
    """Refunded at the provider, perhaps before we even heard that it had been paid."""
    if not intent.succeeded:
        return None
    settled = settle(intent=intent, by_provider=True, now=now)
    if settled is None:
        return None
    refunds.record_refunded_at_provider(payment=settled.payment, intent=intent, now=now)
    return settled.payment


def _disputed(intent: Intent, now: datetime) -> None:
    payment = attempts.lock_attempt(intent)
    if payment is not None and payment.disputed_at is None:
        payment.disputed_at = now
        payment.save(update_fields=["disputed_at", "intent_id"])
        logger.error("the charge of payment %s is disputed", payment.pk)


EFFECTS: dict[str, Effect] = {
    "payment_intent.succeeded": _succeeded,
    "payment_intent.payment_failed": _payment_failed,
    "payment_intent.canceled": _canceled,
    "charge.refunded": _refunded,
    "charge.dispute.created": _disputed,
}

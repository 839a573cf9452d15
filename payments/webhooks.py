"""The card provider's webhook.

An event is only a signed hint: the signature over the raw body is verified, the intent is fetched, and the event's id
and its effect are stored in one transaction. If the fetch fails, nothing is stored, and the provider's next delivery
tries again. Events are deduplicated by their own id, not by their object's: a second partial refund is another event
of the same charge.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from payments import attempts, refunds, stripe_api
from payments.card_provider import Event, Intent
from payments.models import Payment, StripeEvent
from payments.settlement import follow_up, settle_intent

logger = logging.getLogger(__name__)

Effect = Callable[[Intent, datetime], Payment | None]
"""Applies an event inside the transaction that stores it. Returns the payment that needs a ``follow_up``, if any."""


def receive(*, body: bytes, signature: str, now: datetime) -> None:
    """Handles one delivery. Raises BadSignature, ProviderUnavailable (the provider then delivers it again)."""
    handle(event=stripe_api.read_event(body, signature), now=now)


def handle(*, event: Event, now: datetime) -> bool:
    """Applies an event once. Returns whether it was new. Raises ProviderUnavailable."""
    effect = EFFECTS.get(event.type)
    if effect is None or StripeEvent.objects.filter(pk=event.id).exists():
        return False
    intent = stripe_api.get_intent(event.intent_id) if event.intent_id else None
    payment = None
    with transaction.atomic():
        # A concurrent delivery of the same event waits here for this transaction, and then finds its row.
        _, new = StripeEvent.objects.get_or_create(
            pk=event.id, defaults={"type": event.type, "object_id": event.intent_id, "received_at": now}
        )
        if new and intent is not None:
            payment = effect(intent, now)
    if payment is not None:
        follow_up(payment=payment, now=now)
    return new


def _succeeded(intent: Intent, now: datetime) -> Payment | None:
    if not intent.succeeded:
        return None
    return settle_intent(intent=intent, by_provider=True, now=now)


def _payment_failed(_intent: Intent, _now: datetime) -> None:
    """Does nothing: after a declined card the hold remains, and the student may try another card."""


def _canceled(intent: Intent, now: datetime) -> None:
    if intent.canceled:
        attempts.record_canceled(intent=intent, now=now)


def _refunded(intent: Intent, now: datetime) -> Payment | None:
    """Settles the payment first, because this event may arrive before the one of its success."""
    payment = _succeeded(intent, now)
    if payment is not None:
        refunds.record_refunded_at_provider(payment=payment, intent=intent, now=now)
    return payment


def _refund_changed(intent: Intent, now: datetime) -> Payment | None:
    """Completes a pending refund, or owes one again that has failed. The next reconciliation sends the latter."""
    payment = _succeeded(intent, now)
    if payment is None:
        return None
    refunds.record_failed_refund(payment=payment, intent=intent)
    return None if payment.has_unsent_refund else payment


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
    "refund.updated": _refund_changed,
    "refund.failed": _refund_changed,
    "charge.dispute.created": _disputed,
}

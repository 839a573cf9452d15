"""The card provider, and the only module that knows its SDK.

Speaks in our terms: dollars as ``Decimal`` go in, small frozen records come out, and every failure is either a named
refusal or ``ProviderUnavailable``. Nothing here touches the database, and nobody calls it inside a transaction.
"""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

import stripe
from django.conf import settings

from camp.lib.errors import DomainError, ProviderUnavailable
from camp.lib.money import CURRENCY, from_cents, to_cents

logger = logging.getLogger(__name__)

CONNECT_SECONDS, READ_SECONDS = 3, 8
KEY_IN_USE = 409
SIGNATURE_SECONDS = 300
"""A signed body older than this is not believed: somebody may be replaying it."""
Answer = TypeVar("Answer")


class BadSignature(DomainError):
    code = "bad_signature"
    status = 400
    message = "The signature does not belong to this body."


class CardProviderUnavailable(ProviderUnavailable):
    message = (
        "The card provider does not answer just now. Nothing is lost, and nobody is charged twice for one place: "
        "please try again in a moment."
    )


class KeyInUse(CardProviderUnavailable):
    """Another request with the same idempotency key is still under way at the provider."""


class RefundRefused(Exception):
    """The provider says that this refund cannot be made; the text is its own."""


@dataclass(frozen=True)
class Intent:
    """What the card provider says of one PaymentIntent. Amounts in dollars."""

    id: str
    status: str
    client_secret: str
    amount: Decimal
    currency: str
    attempt: str
    refunded: Decimal

    @property
    def succeeded(self) -> bool:
        return self.status == "succeeded"

    @property
    def canceled(self) -> bool:
        return self.status == "canceled"

    @property
    def refunded_in_full(self) -> bool:
        return self.succeeded and self.refunded >= self.amount > 0


@dataclass(frozen=True)
class Refund:
    """One refund as the provider has it; ``status`` is succeeded, pending, failed, canceled or requires_action."""

    id: str
    status: str
    amount: Decimal


@dataclass(frozen=True)
class Event:
    """A hint that something happened to an intent; what is true is fetched."""

    id: str
    type: str
    intent_id: str


@lru_cache(maxsize=1)
def _client() -> stripe.StripeClient:
    addresses: Any = {"api": settings.STRIPE_API_BASE} if settings.STRIPE_API_BASE else {}
    return stripe.StripeClient(
        settings.STRIPE_SECRET_KEY,
        base_addresses=addresses,
        max_network_retries=1,
        http_client=stripe.RequestsClient(timeout=(CONNECT_SECONDS, READ_SECONDS)),
    )


def create_intent(*, attempt: UUID, price: Decimal, student_id: int, class_id: int) -> Intent:
    """The PaymentIntent of this attempt, made if there is none yet.

    The attempt's id is the idempotency key and the parameters depend on the attempt alone, so asking again after a
    lost answer finds the same intent. Raises KeyInUse (another request for this attempt is still under way)
    and ProviderUnavailable.
    """
    params: Any = {
        "amount": to_cents(price),
        "currency": CURRENCY,
        "payment_method_types": ["card"],
        "metadata": {"user": str(student_id), "class": str(class_id), "attempt": str(attempt)},
        "expand": ["latest_charge"],
    }
    options: Any = {"idempotency_key": str(attempt)}
    return _intent(_ask(lambda: _client().v1.payment_intents.create(params, options)))


def get_intent(intent_id: str) -> Intent | None:
    """The intent as it is now, or None where the provider knows none. Raises ProviderUnavailable."""
    try:
        return _intent(_ask(lambda: _client().v1.payment_intents.retrieve(intent_id, {"expand": ["latest_charge"]})))
    except stripe.InvalidRequestError:
        return None


def cancel_intent(intent_id: str) -> Intent | None:
    """Cancel the intent; what it is afterwards: canceled, or succeeded where the payment was faster.

    Raises ProviderUnavailable.
    """
    try:
        params: Any = {"cancellation_reason": "abandoned", "expand": ["latest_charge"]}
        return _intent(_ask(lambda: _client().v1.payment_intents.cancel(intent_id, params)))
    except stripe.InvalidRequestError:
        return get_intent(intent_id)


def refund_intent(*, intent_id: str, idempotency_key: str) -> Refund:
    """Give back all that is left of the payment. Raises RefundRefused and ProviderUnavailable."""
    options: Any = {"idempotency_key": idempotency_key}
    try:
        refund = _ask(lambda: _client().v1.refunds.create({"payment_intent": intent_id}, options))
    except stripe.InvalidRequestError as error:
        raise RefundRefused(error.user_message or "refused") from error
    return Refund(refund.id, refund.status or "pending", from_cents(refund.amount))


def get_refund(refund_id: str) -> Refund:
    """The refund as it is now. Raises ProviderUnavailable."""
    refund = _ask(lambda: _client().v1.refunds.retrieve(refund_id))
    return Refund(refund.id, refund.status or "pending", from_cents(refund.amount))


def read_event(body: bytes, signature: str) -> Event:
    """The event in a webhook's raw body. Raises BadSignature for a signature that is missing, wrong or old."""
    try:
        stripe.WebhookSignature.verify_header(body, signature, settings.STRIPE_WEBHOOK_SECRET, SIGNATURE_SECONDS)
        return _event(json.loads(body))
    except (ValueError, KeyError, TypeError, AttributeError, stripe.SignatureVerificationError) as error:
        raise BadSignature from error


def undelivered_events(*, types: list[str], since: datetime) -> Iterator[Event]:
    """Events that the provider could not deliver to us, newest first. Raises ProviderUnavailable."""
    params: Any = {
        "delivery_success": False,
        "types": types,
        "created": {"gte": int(since.timestamp())},
        "limit": 100,
    }
    page = _ask(lambda: _client().v1.events.list(params))
    while True:
        yield from (_event(event.to_dict()) for event in page.data)
        if not page.has_more:
            return
        params = params | {"starting_after": page.data[-1].id}
        page = _ask(lambda: _client().v1.events.list(params))  # noqa: B023 (asked at once)


def _ask(call: Callable[[], Answer]) -> Answer:
    """Ask, and tell a provider that is away (or still busy with a first try of the same key) from a refusal."""
    try:
        return call()
    except stripe.InvalidRequestError:
        raise
    except stripe.StripeError as error:
        if error.http_status == KEY_IN_USE:
            raise KeyInUse from error
        # The request id is the provider's own handle on what happened; its message could hold what was sent.
        logger.warning("card provider: %s, request %s", type(error).__name__, error.request_id)
        raise CardProviderUnavailable from error


def _intent(found: stripe.PaymentIntent) -> Intent:
    charge = found.latest_charge
    refunded = charge.amount_refunded if isinstance(charge, stripe.Charge) else 0
    metadata = found.to_dict().get("metadata") or {}
    return Intent(
        id=found.id,
        status=found.status,
        client_secret=found.client_secret or "",
        amount=from_cents(found.amount),
        currency=found.currency,
        attempt=metadata.get("attempt", ""),
        refunded=from_cents(refunded),
    )


def _event(event: dict[str, Any]) -> Event:
    """Raises KeyError, TypeError or AttributeError for what is no event."""
    thing = event["data"]["object"]
    intent = thing["id"] if thing.get("object") == "payment_intent" else thing.get("payment_intent")
    return Event(event["id"], event["type"], intent if isinstance(intent, str) else "")

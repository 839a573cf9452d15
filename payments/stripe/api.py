"""Stripe's API. Only this module imports its SDK. It must not be called inside a transaction. See docs/adr/0018.

It reads the JSON itself, because the SDK takes longer to convert a response to its own objects than to receive it.
Amounts are dollars. Results and failures are in ``payments.stripe.results``.
"""

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

import stripe
from django.conf import settings

from core.circuit_breaker import CallRefused, CircuitBreaker
from core.money import CURRENCY, to_cents
from payments.stripe.connections import DISPUTES, EVENTS, INTENTS, REFUNDS, address, shared_session, timeouts
from payments.stripe.objects import Object, order_in, read_event_json, read_intent, read_page, read_refund
from payments.stripe.results import (
    MALFORMED,
    BadSignature,
    Event,
    Intent,
    NotAnEvent,
    PaymentRefused,
    RefundRefused,
    StripePaused,
    StripeRefund,
    StripeServerError,
    StripeUnavailable,
)

logger = logging.getLogger(__name__)

CONCURRENT_CALLS = 18
"""In one process. It has more threads: the others serve requests that do not call Stripe."""
MAX_FAILURES, PAUSE_SECONDS = 3, 10
KEY_IN_USE, TOO_MANY_REQUESTS, SERVER_ERROR = 409, 429, 500
PAUSES = (0.2, 0.4, 0.8, 1.6)
"""Seconds before each repetition while another request uses the same idempotency key, or there are too many."""
PAGE_SIZE = 100
API_VERSION = str(stripe.api_version)
"""The version that the SDK requests."""
EXPANDED_FIELDS = ["latest_charge.refunds"]  # Stripe returns other objects as an id
CLOCK_DIFFERENCE = timedelta(minutes=1)
"""How far Stripe's clock may be behind this one."""
SIGNATURE_SECONDS = 300
"""An older signature may be a replay."""
Result = TypeVar("Result")

_breaker = CircuitBreaker(
    "Stripe", limit=CONCURRENT_CALLS, max_failures=MAX_FAILURES, pause=PAUSE_SECONDS, failure=stripe.APIConnectionError
)


def check_available() -> None:
    """Raises StripePaused if a call would not be made now."""
    try:
        _breaker.check()
    except CallRefused as refusal:
        raise StripePaused(refusal.retry_after) from refusal


def _send(method: str, path: str, params: Object | None = None, *, idempotency_key: str | None = None) -> Any:
    # The SDK generates a key for a POST without one.
    options: Object = {"idempotency_key": idempotency_key} if idempotency_key else {}
    return _client(timeouts()).raw_request(method, path, **params or {}, **options)


def _get(path: str, params: Object | None = None) -> Object:
    found: Object = _send("get", path, params).data
    return found


@lru_cache
def _client(timeout: tuple[float, float]) -> stripe.StripeClient:
    addresses: Any = {"api": settings.STRIPE_API_BASE} if settings.STRIPE_API_BASE else {}
    return stripe.StripeClient(
        settings.STRIPE_SECRET_KEY,
        base_addresses=addresses,
        max_network_retries=1,
        http_client=stripe.RequestsClient(timeout=timeout, session=shared_session(CONCURRENT_CALLS)),
    )


def create_intent(*, order: UUID, amount: Decimal, student_id: int) -> Intent:
    """Finds the existing one for this order too: the key is the order's id."""
    params: Object = {
        "amount": to_cents(amount),
        "currency": CURRENCY,
        "payment_method_types": ["card"],
        "metadata": {"user": str(student_id), "order": str(order)},
        "expand": ["latest_charge"],  # Stripe refuses other parameters for the key of an open order
    }
    try:
        return _call(lambda: _to_intent(_send("post", INTENTS, params, idempotency_key=str(order)).data))
    except stripe.InvalidRequestError as error:
        logger.error("Stripe: the payment of order %s was refused, request %s", order, error.request_id)
        raise PaymentRefused from error


def find_intent(*, order: UUID, since: datetime) -> Intent | None:
    """Searches the intents created ``since``."""
    params: Object = {"created": {"gte": int((since - CLOCK_DIFFERENCE).timestamp())}}
    for found in _listed(INTENTS, params):
        if order_in(found) == str(order):
            return get_intent(found["id"])
    return None


def get_intent(intent_id: str) -> Intent | None:
    """None if it does not exist."""
    return _call_or_none(lambda: _to_intent(_get(address(INTENTS, intent_id), {"expand": EXPANDED_FIELDS})))


def cancel_intent(intent_id: str) -> Intent | None:
    """The intent is then canceled, or succeeded if it was paid before."""
    params: Object = {"cancellation_reason": "abandoned", "expand": EXPANDED_FIELDS}
    path = f"{address(INTENTS, intent_id)}/cancel"
    return _call_or_none(lambda: _to_intent(_send("post", path, params).data)) or get_intent(intent_id)


def refund_intent(
    *, intent_id: str, metadata: Mapping[str, str], amount: Decimal | None, idempotency_key: str
) -> StripeRefund:
    """In dollars, or all that is left. ``metadata`` says of what: see ``payments.stripe.objects``.

    For a key that was used before, Stripe repeats its first response, and the refund may have failed since. Its
    present state is returned.
    """
    params: Object = {"payment_intent": intent_id, "metadata": metadata}
    params |= {} if amount is None else {"amount": to_cents(amount)}

    def create() -> StripeRefund:
        response = _send("post", REFUNDS, params, idempotency_key=idempotency_key)
        is_repeated = "Idempotent-Replayed" in response.headers
        return read_refund(_get(address(REFUNDS, response.data["id"])) if is_repeated else response.data)

    try:
        return _call(create)
    except stripe.InvalidRequestError as error:
        raise RefundRefused(error.user_message or "refused") from error


def get_refund(refund_id: str) -> StripeRefund | None:
    """None if it does not exist."""
    return _call_or_none(lambda: read_refund(_get(address(REFUNDS, refund_id))))


def is_signed(body: bytes, signature: str) -> bool:
    """In the last ``SIGNATURE_SECONDS``."""
    try:
        stripe.WebhookSignature.verify_header(body, signature, settings.STRIPE_WEBHOOK_SECRET, SIGNATURE_SECONDS)
    except (ValueError, TypeError, stripe.SignatureVerificationError):
        return False
    return True


def read_event(body: bytes, signature: str) -> Event:
    """BadSignature also for an old signature."""
    if not is_signed(body, signature):
        raise BadSignature
    try:
        return read_event_json(json.loads(body))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotAnEvent from error


def undelivered_events(*, types: list[str], since: datetime) -> Iterator[Event | None]:
    """Newest first; None for a malformed one. ProviderUnavailable also if the list itself is malformed."""
    params: Object = {"delivery_success": False, "types": types, "created": {"gte": int(since.timestamp())}}
    for event in _listed(EVENTS, params):
        try:
            yield read_event_json(event)
        except MALFORMED:
            yield None


def _listed(path: str, params: Object) -> Iterator[Object]:
    # ProviderUnavailable also for a malformed page.
    page: Object | None = params | {"limit": PAGE_SIZE}
    while page:
        items, last = _call(lambda: read_page(_get(path, page)))  # noqa: B023 (called immediately)
        yield from items
        page = page | {"starting_after": last} if last else None


def _call_or_none(request: Callable[[], Result]) -> Result | None:
    # None if Stripe refuses the request.
    try:
        return _call(request)
    except stripe.InvalidRequestError:
        return None


def _call(request: Callable[[], Result]) -> Result:
    """A refusal stays ``stripe.InvalidRequestError``. StripeUnavailable also if the response is malformed."""
    try:
        with _breaker.call():
            return _repeat_while_busy(request)
    except CallRefused as refusal:
        raise StripePaused(refusal.retry_after) from refusal
    except stripe.InvalidRequestError:
        raise
    except stripe.StripeError as error:
        # The message is not logged, because it may contain personal data; the request id identifies the request.
        logger.warning("Stripe: %s, request %s", type(error).__name__, error.request_id)
        is_server_error = (error.http_status or 0) >= SERVER_ERROR
        raise (StripeServerError() if is_server_error else StripeUnavailable()) from error
    except MALFORMED as error:
        logger.exception("Stripe: malformed response")
        raise StripeUnavailable from error


def _repeat_while_busy(request: Callable[[], Result]) -> Result:
    for pause in PAUSES:
        try:
            return request()
        except stripe.StripeError as error:
            if error.http_status not in (KEY_IN_USE, TOO_MANY_REQUESTS):
                raise
        time.sleep(pause)
    return request()


def _to_intent(found: Object) -> Intent:
    charge = found.get("latest_charge")  # an id unless expanded
    if not isinstance(charge, dict):
        return read_intent(found, refunds=[])
    refunds = charge.get("refunds")
    # The charge does not say how its disputes ended.
    disputes = _all_items(_get(DISPUTES, {"charge": charge["id"]})) if charge.get("disputed") else ()
    return read_intent(found, refunds=[] if refunds is None else _all_items(refunds), disputes=disputes)


def _all_items(page: Object) -> Iterator[Object]:
    # Another object contains the list, which may have further pages.
    items, last = read_page(page)
    yield from items
    if last is not None:
        yield from _all_items(_get(page["url"], {"starting_after": last, "limit": PAGE_SIZE}))

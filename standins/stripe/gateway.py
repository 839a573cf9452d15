"""The way of every API request: key, faults, idempotency, the deed in one transaction, answer."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from standins.stripe import API_VERSION
from standins.stripe.calls import Call
from standins.stripe.connections import cut, hold
from standins.stripe.errors import (
    StripeError,
    invalid_parameter,
    key_in_use,
    key_reused,
    provider_failure,
)
from standins.stripe.expansion import expand
from standins.stripe.ids import new_id
from standins.stripe.keys import is_publishable
from standins.stripe.parameters import parse
from standins.stripe.store import Answer, Store
from standins.stripe.switches import RequestSwitch, Switches
from standins.stripe.webhooks import Webhooks

Object = dict[str, Any]
Deed = Callable[..., Object]

_LOG = logging.getLogger("standins.stripe")
_MAX_KEY_LENGTH = 255
_MAX_BODY_BYTES = 1_000_000
# What a publishable key is shown of an intent; metadata is not for the browser.
_BROWSER_FIELDS = (
    "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
    "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created",
    "currency", "description", "last_payment_error", "livemode", "next_action", "payment_method",
    "payment_method_configuration_details", "payment_method_types", "processing", "receipt_email",
    "setup_future_usage", "shipping", "source", "status",
)  # fmt: skip


@dataclass
class Gateway:
    """What all API requests share."""

    store: Store
    switches: Switches
    webhooks: Webhooks

    def __post_init__(self) -> None:
        self._under_way: set[str] = set()

    def endpoint(self, deed: Deed, *, browser: bool = False) -> Callable[..., Any]:
        """Return the ASGI endpoint of a deed; `browser` lets publishable keys use it."""

        async def answer(request: Request) -> Response:
            request_id = new_id("req")
            try:
                return await self._serve(request, deed, browser, request_id)
            except StripeError as refusal:
                return _response(refusal.status, json.dumps(refusal.body), request_id)
            except ClientDisconnect:
                # It hung up before it had said what it wants: nothing was done.
                return Response()

        return answer

    async def _serve(self, request: Request, deed: Deed, browser: bool, request_id: str) -> Response:
        params = parse(await _encoded(request))
        publishable = is_publishable(request, params, allowed=browser)
        fault = self.switches.for_request(request.method, request.url.path)
        if fault and fault.fault == "fail":
            raise provider_failure(fault.status)
        if fault and fault.fault == "timeout":
            await hold(request, fault.seconds)
            await cut(request)
            return Response()
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        call = Call(
            self.store, params, publishable, request_id, key, request.url.path,
            self.webhooks.listened,
        )  # fmt: skip
        response = await self._once(call, request, deed, fault)
        if fault and fault.fault == "lose_answer":
            await cut(request)
        return response

    async def _once(self, call: Call, request: Request, deed: Deed, fault: RequestSwitch | None) -> Response:
        key = call.idempotency_key
        if key and len(key) > _MAX_KEY_LENGTH:
            raise invalid_parameter(f"Idempotency keys have at most {_MAX_KEY_LENGTH} characters.")
        if key in self._under_way:
            raise key_in_use(str(key))
        if key and (before := self.store.answer(key)):
            return _replay(call, before)
        try:
            self._under_way |= {key} if key else set()
            if fault and fault.fault == "delay":
                await asyncio.sleep(fault.seconds)
            return self._do(call, request, deed)
        finally:
            self._under_way -= {key} if key else set()

    def _do(self, call: Call, request: Request, deed: Deed) -> Response:
        """Do the deed, keep its answer and only then let the world know."""
        with self.store.transaction():
            status, body, stored = _run(call, request, deed)
            if call.idempotency_key and stored:
                answer = Answer(call.path, _fingerprint(call), status, body, str(call.request_id))
                self.store.remember(call.idempotency_key, answer)
        self.webhooks.announce(call.events)
        return _response(status, body, str(call.request_id), key=call.idempotency_key)


async def _encoded(request: Request) -> bytes:
    if request.method == "GET":
        return str(request.url.query).encode()
    if int(request.headers.get("content-length") or 0) > _MAX_BODY_BYTES:
        raise invalid_parameter("The request body is too large.")
    return await request.body()


def _run(call: Call, request: Request, deed: Deed) -> tuple[int, str, bool]:
    """Return status, body and whether an idempotency key remembers them."""
    call.store.db.execute("SAVEPOINT deed")
    try:
        answer = deed(call, **request.path_params)
        shown = expand(call.store, call.params, answer)
        return 200, json.dumps(_for_browser(shown) if call.publishable else shown), True
    except StripeError as refusal:
        if not refusal.stored:
            call.store.db.execute("ROLLBACK TO deed")
            call.events.clear()
        if call.publishable and "payment_intent" in refusal.error:
            refusal.error["payment_intent"] = _for_browser(refusal.error["payment_intent"])
        return refusal.status, json.dumps(refusal.body), refusal.stored
    except Exception:  # noqa: BLE001 - a bug here is the provider's own failure to its client
        _LOG.exception("%s failed", call.path)
        call.store.db.execute("ROLLBACK TO deed")
        call.events.clear()
        return 500, json.dumps(provider_failure().body), False


def _for_browser(answer: Object) -> Object:
    if answer["object"] != "payment_intent":
        return answer
    return {name: answer[name] for name in _BROWSER_FIELDS}


def _fingerprint(call: Call) -> str:
    canonical = json.dumps(call.params, sort_keys=True).encode()
    return hashlib.sha256(canonical).hexdigest()


def _replay(call: Call, before: Answer) -> Response:
    key = str(call.idempotency_key)
    if before.path != call.path:
        raise key_reused(key, before.path)
    if before.fingerprint != _fingerprint(call):
        raise key_reused(key)
    response = _response(before.status, before.body, str(call.request_id), key=key)
    response.headers["Idempotent-Replayed"] = "true"
    response.headers["Original-Request"] = before.request_id
    return response


def _response(status: int, body: str, request_id: str, key: str | None = None) -> Response:
    headers = {
        "Cache-Control": "no-cache, no-store",
        "Request-Id": request_id,
        "Stripe-Version": API_VERSION,
    }
    if key:
        headers["Idempotency-Key"] = key
    return Response(body, status, headers, "application/json")

"""Handles each API request: authentication, injected faults, idempotency, the operation in one transaction."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from standins.stripe import API_VERSION
from standins.stripe.calls import Call
from standins.stripe.connections import abort, wait_until_disconnected
from standins.stripe.errors import (
    StripeError,
    api_failure,
    invalid_parameter,
    key_in_use,
    key_reused,
)
from standins.stripe.expansion import expand
from standins.stripe.faults import STORED_FAILURES, Faults, RequestFault
from standins.stripe.ids import new_id
from standins.stripe.keys import has_publishable_key
from standins.stripe.parameters import parse
from standins.stripe.store import Object, Store, StoredResponse
from standins.stripe.webhooks import Webhooks

Operation = Callable[..., Object]

_LOG = logging.getLogger("standins.stripe")
_MAX_KEY_LENGTH = 255
_MAX_BODY_BYTES = 1_000_000
SERVER_ERROR = 500
# The fields of a payment intent that Stripe returns for a publishable key; metadata is not among them.
_PUBLISHABLE_FIELDS = (
    "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
    "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created",
    "currency", "description", "last_payment_error", "livemode", "next_action", "payment_method",
    "payment_method_configuration_details", "payment_method_types", "processing", "receipt_email",
    "setup_future_usage", "shipping", "source", "status",
)  # fmt: skip


@dataclass
class Gateway:
    """Creates the endpoints of the API; holds what they share."""

    store: Store
    faults: Faults
    webhooks: Webhooks
    # Idempotency keys of requests in progress.
    _keys_in_use: set[str] = field(default_factory=set)

    def endpoint(self, operation: Operation, *, publishable: bool = False) -> Callable[..., Any]:
        """Returns the endpoint of an operation; `publishable` allows publishable keys."""

        async def respond(request: Request) -> Response:
            request_id = new_id("req")
            try:
                return await self._handle(request, operation, publishable, request_id)
            except StripeError as error:
                return _response(error.status, json.dumps(error.body), request_id)
            except ClientDisconnect:
                # The client disconnected before it had sent the whole body.
                return Response()

        return respond

    async def _handle(
        self, request: Request, operation: Operation, publishable_allowed: bool, request_id: str
    ) -> Response:
        params = parse(await _encoded_params(request))
        publishable = has_publishable_key(request, params, allowed=publishable_allowed)
        fault = self.faults.for_request(request.method, request.url.path)
        if fault and fault.fault == "fail":
            raise api_failure(fault.status)
        if fault and fault.fault == "malformed":
            return _response(200, fault.body, request_id)
        if fault and fault.fault == "timeout":
            await wait_until_disconnected(request, fault.seconds)
            await abort(request)
            return Response()
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        call = Call(
            self.store, params, publishable, request_id, key, request.url.path,
            self.webhooks.receives,
        )  # fmt: skip
        if fault and fault.fault in STORED_FAILURES:
            operation = _failing(operation, fault)
        response = await self._run_once(call, request, operation, fault)
        if fault and fault.fault == "lose_response":
            await abort(request)
        return response

    async def _run_once(
        self, call: Call, request: Request, operation: Operation, fault: RequestFault | None
    ) -> Response:
        """Runs the operation, or replays the stored response of the idempotency key."""
        key = call.idempotency_key
        if key and len(key) > _MAX_KEY_LENGTH:
            raise invalid_parameter(f"Idempotency keys have at most {_MAX_KEY_LENGTH} characters.")
        if key in self._keys_in_use:
            raise key_in_use(str(key))
        if key and (stored := self.store.stored_response(key)):
            return _replay(call, stored)
        try:
            self._keys_in_use |= {key} if key else set()
            if fault and fault.fault == "delay":
                await asyncio.sleep(fault.seconds)
            return self._run(call, request, operation)
        finally:
            self._keys_in_use -= {key} if key else set()

    def _run(self, call: Call, request: Request, operation: Operation) -> Response:
        """Runs the operation and stores its response in one transaction, then sends its events."""
        with self.store.transaction():
            status, body, stored = _result(call, request, operation)
            if call.idempotency_key and stored:
                response = StoredResponse(call.path, _fingerprint(call), status, body, str(call.request_id))
                self.store.store_response(call.idempotency_key, response)
        self.webhooks.send(call.events)
        return _response(status, body, str(call.request_id), key=call.idempotency_key)


async def _encoded_params(request: Request) -> bytes:
    if request.method == "GET":
        return str(request.url.query).encode()
    if int(request.headers.get("content-length") or 0) > _MAX_BODY_BYTES:
        raise invalid_parameter("The request body is too large.")
    return await request.body()


def _result(call: Call, request: Request, operation: Operation) -> tuple[int, str, bool]:
    """Returns status, body, and whether to store them for the idempotency key."""
    call.store.db.execute("SAVEPOINT operation")
    try:
        result = expand(call.store, call.params, operation(call, **request.path_params))
        return 200, json.dumps(_publishable(result) if call.publishable else result), True
    except StripeError as error:
        if not error.stored:
            _roll_back(call)
        if call.publishable and "payment_intent" in error.error:
            error.error["payment_intent"] = _publishable(error.error["payment_intent"])
        return error.status, json.dumps(error.body), error.stored
    except Exception:  # noqa: BLE001 - the client sees a bug as a failure of the API
        _LOG.exception("%s failed", call.path)
        _roll_back(call)
        return 500, json.dumps(api_failure().body), False


def _failing(operation: Operation, fault: RequestFault) -> Operation:
    """Returns an operation that fails with a stored response: `fail_after` has its effect first, `fail_stored` none."""

    def fail(call: Call, **ids: str) -> Object:
        if fault.fault == "fail_after":
            operation(call, **ids)
        raise api_failure(fault.status, stored=True)

    return fail


def _roll_back(call: Call) -> None:
    call.store.db.execute("ROLLBACK TO operation")
    call.events.clear()


def _publishable(result: Object) -> Object:
    if result["object"] != "payment_intent":
        return result
    return {name: result[name] for name in _PUBLISHABLE_FIELDS}


def _fingerprint(call: Call) -> str:
    canonical = json.dumps(call.params, sort_keys=True).encode()
    return hashlib.sha256(canonical).hexdigest()


def _replay(call: Call, stored: StoredResponse) -> Response:
    key = str(call.idempotency_key)
    if stored.path != call.path:
        raise key_reused(key, stored.path)
    if stored.fingerprint != _fingerprint(call):
        raise key_reused(key)
    response = _response(stored.status, stored.body, str(call.request_id), key=key)
    response.headers["Idempotent-Replayed"] = "true"
    response.headers["Original-Request"] = stored.request_id
    return response


def _response(status: int, body: str, request_id: str, key: str | None = None) -> Response:
    headers = {
        "Cache-Control": "no-cache, no-store",
        "Request-Id": request_id,
        "Stripe-Version": API_VERSION,
    }
    if key:
        headers["Idempotency-Key"] = key
        if status >= SERVER_ERROR:
            headers["Stripe-Should-Retry"] = "false"  # a repeated request would get the stored response
    return Response(body, status, headers, "application/json")

"""The control API under `/_standin/`: fault injection, disputes, later results of disputes and refunds, events."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standins.stripe import disputes, refunds
from standins.stripe.calls import Call
from standins.stripe.errors import StripeError, no_such
from standins.stripe.faults import FaultError
from standins.stripe.gateway import Gateway

_DISPUTE_REASONS = (
    "credit_not_processed", "duplicate", "fraudulent", "general", "product_not_received",
    "product_unacceptable", "unrecognized",
)  # fmt: skip
_DISPUTE_RESULTS = ("won", "lost", "warning_closed")
_REFUND_FAILURES = ("declined", "expired_or_canceled_card", "insufficient_funds", "lost_or_stolen_card", "unknown")


class ControlError(Exception):
    """An invalid control request, with the status of its response."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


ERRORS: tuple[type[Exception], ...] = (ControlError, FaultError, StripeError)


async def _json_body(request: Request) -> Any:
    # Prevents CSRF: a page of another origin cannot send this content type without a CORS preflight.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise ControlError(415, "Send Content-Type: application/json.")
    try:
        return json.loads(await request.body() or b"{}")
    except ValueError as error:
        raise ControlError(400, f"Invalid JSON: {error}") from error


async def _subject(
    request: Request, kind: str, reasons: tuple[str, ...], default: str, name: str = "reason"
) -> tuple[str, str]:
    """Returns the id of the object, and the reason (or what ``name`` says), in the body. Raises ControlError (400)."""
    body = await _json_body(request)
    subject = body.get(kind) if isinstance(body, dict) else None
    reason = body.get(name, default) if subject else None
    if not isinstance(subject, str) or reason not in reasons:
        optional = f" and optionally a {name}, one of {', '.join(reasons)}" if default else ""
        raise ControlError(400, f"Send the id of a {kind}{optional}.")
    return subject, reason


def error_response(request: Request, error: Exception) -> Response:
    """Returns the response to an invalid control request."""
    if isinstance(error, StripeError):
        return JSONResponse(error.body, error.status)
    return JSONResponse({"error": {"message": str(error)}}, getattr(error, "status", 400))


class Control:
    """The endpoints of the control API. They need no key: the server listens on the loopback interface only."""

    def __init__(self, gateway: Gateway) -> None:
        self._store = gateway.store
        self._faults = gateway.faults
        self._webhooks = gateway.webhooks

    def routes(self) -> list[Route]:
        """Returns the routes of the control API."""
        return [
            Route("/_standin/faults", self.list_faults, methods=["GET"]),
            Route("/_standin/faults", self.replace_faults, methods=["POST"]),
            Route("/_standin/faults", self.clear_faults, methods=["DELETE"]),
            Route("/_standin/disputes", self.open_dispute, methods=["POST"]),
            Route("/_standin/dispute_results", self.close_dispute, methods=["POST"]),
            Route("/_standin/refund_failures", self.fail_refund, methods=["POST"]),
            Route("/_standin/refund_completions", self.complete_refund, methods=["POST"]),
            Route("/_standin/reset", self.reset, methods=["POST"]),
            Route("/_standin/events", self.list_events, methods=["GET"]),
            Route("/_standin/events/{event}/resend", self.resend_event, methods=["POST"]),
        ]

    async def list_faults(self, request: Request) -> Response:
        """Responds with the active faults."""
        return JSONResponse(self._faults.as_json())

    async def replace_faults(self, request: Request) -> Response:
        """Replaces the faults of webhooks, of requests, or both."""
        self._faults.replace(await _json_body(request))
        return JSONResponse(self._faults.as_json())

    async def clear_faults(self, request: Request) -> Response:
        """Removes all faults."""
        self._faults.clear()
        return JSONResponse(self._faults.as_json())

    async def open_dispute(self, request: Request) -> Response:
        """Opens a dispute of a charge."""
        charge, reason = await _subject(request, "charge", _DISPUTE_REASONS, "fraudulent")
        with self._call() as call:
            dispute = disputes.open_dispute(call, call.find("charge", charge, "charge"), reason)
        return JSONResponse(dispute)

    async def close_dispute(self, request: Request) -> Response:
        """Ends a dispute."""
        dispute, status = await _subject(request, "dispute", _DISPUTE_RESULTS, "won", name="status")
        with self._call() as call:
            closed = disputes.close(call, call.find("dispute", dispute, "dispute"), status)
        return JSONResponse(closed)

    async def fail_refund(self, request: Request) -> Response:
        """Fails a pending refund, or one some time after it succeeded."""
        refund, reason = await _subject(request, "refund", _REFUND_FAILURES, "expired_or_canceled_card")
        with self._call() as call:
            failed = refunds.fail(call, call.find("refund", refund, "refund"), reason)
        return JSONResponse(failed)

    async def complete_refund(self, request: Request) -> Response:
        """Completes a pending refund."""
        refund, _ = await _subject(request, "refund", ("",), "")
        with self._call() as call:
            completed = refunds.complete(call, call.find("refund", refund, "refund"))
        return JSONResponse(completed)

    @contextmanager
    def _call(self) -> Iterator[Call]:
        """Runs the block in one transaction, then sends the events of its call."""
        call = Call(self._store, {}, is_delivered=self._webhooks.receives)
        with self._store.transaction():
            yield call
        self._webhooks.send(call.events)

    async def reset(self, request: Request) -> Response:
        """Deletes all objects, events, stored responses and faults."""
        await _json_body(request)
        self._store.reset()
        self._faults.clear()
        return JSONResponse({"reset": True})

    async def list_events(self, request: Request) -> Response:
        """Responds with all events, oldest first, and the state of their delivery."""
        rows = self._store.db.execute(
            "SELECT id, type, created, state, attempts, due,"
            " json_extract(body, '$.data.object.id') FROM events ORDER BY seq"
        ).fetchall()
        names = ("id", "type", "created", "state", "attempts", "due", "object")
        return JSONResponse({"events": [dict(zip(names, row, strict=True)) for row in rows]})

    async def resend_event(self, request: Request) -> Response:
        """Delivers an event once more."""
        await _json_body(request)
        event = request.path_params["event"]
        found = self._store.db.execute("SELECT 1 FROM events WHERE id = ?", (event,)).fetchone()
        if found is None:
            raise no_such("event", event, "id")
        if not self._webhooks.has_endpoint:
            raise ControlError(409, "No webhook endpoint is configured.")
        self._webhooks.resend(event)
        return JSONResponse({"resent": event})

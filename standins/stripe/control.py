"""The stand-in's own calls under `/_standin/`: switches, disputes, events, reset."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standins.stripe import disputes
from standins.stripe.calls import Call
from standins.stripe.errors import StripeError, no_such
from standins.stripe.gateway import Gateway
from standins.stripe.switches import SwitchError

_REASONS = (
    "credit_not_processed", "duplicate", "fraudulent", "general", "product_not_received",
    "product_unacceptable", "unrecognized",
)  # fmt: skip


class ControlError(Exception):
    """A control call that cannot be followed: its status and what is wrong."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def _body(request: Request) -> Any:
    # A page of another origin can send a form or text here, but not JSON without asking first.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise ControlError(415, "Send Content-Type: application/json.")
    try:
        return json.loads(await request.body() or b"{}")
    except ValueError as error:
        raise ControlError(400, f"This is not JSON: {error}") from error


def refused(request: Request, error: Exception) -> Response:
    """Return the answer to a control call that cannot be followed."""
    if isinstance(error, StripeError):
        return JSONResponse(error.body, error.status)
    return JSONResponse({"error": {"message": str(error)}}, getattr(error, "status", 400))


class Control:
    """The control calls. No key: they listen on this machine only."""

    def __init__(self, gateway: Gateway) -> None:
        self._store = gateway.store
        self._switches = gateway.switches
        self._webhooks = gateway.webhooks

    def routes(self) -> list[Route]:
        """Return the routes of all control calls."""
        return [
            Route("/_standin/switches", self.show_switches, methods=["GET"]),
            Route("/_standin/switches", self.set_switches, methods=["POST"]),
            Route("/_standin/switches", self.clear_switches, methods=["DELETE"]),
            Route("/_standin/disputes", self.dispute, methods=["POST"]),
            Route("/_standin/reset", self.reset, methods=["POST"]),
            Route("/_standin/events", self.events, methods=["GET"]),
            Route("/_standin/events/{event}/resend", self.resend, methods=["POST"]),
        ]

    async def show_switches(self, request: Request) -> Response:
        """Answer with the switches as they stand."""
        return JSONResponse(self._switches.shown())

    async def set_switches(self, request: Request) -> Response:
        """Replace the lists of switches that are given."""
        self._switches.set(await _body(request))
        return JSONResponse(self._switches.shown())

    async def clear_switches(self, request: Request) -> Response:
        """Set everything back to normal."""
        self._switches.clear()
        return JSONResponse(self._switches.shown())

    async def dispute(self, request: Request) -> Response:
        """Dispute a charge, as a cardholder's bank does."""
        body = await _body(request)
        charge = body.get("charge") if isinstance(body, dict) else None
        reason = body.get("reason", "fraudulent") if charge else None
        if not isinstance(charge, str) or reason not in _REASONS:
            listed = ", ".join(_REASONS)
            raise ControlError(400, f"Send a charge's id, and if you like a reason of {listed}.")
        call = Call(self._store, {}, listened=self._webhooks.listened)
        with self._store.transaction():
            answer = disputes.open_dispute(call, call.find("charge", charge, "charge"), reason)
        self._webhooks.announce(call.events)
        return JSONResponse(answer)

    async def reset(self, request: Request) -> Response:
        """Forget every object, event, answer and switch."""
        await _body(request)
        self._store.reset()
        self._switches.clear()
        return JSONResponse({"reset": True})

    async def events(self, request: Request) -> Response:
        """Answer with all events, oldest first, and how far each has been delivered."""
        rows = self._store.db.execute(
            "SELECT id, type, created, state, attempts, due,"
            " json_extract(body, '$.data.object.id') FROM events ORDER BY seq"
        ).fetchall()
        names = ("id", "type", "created", "state", "attempts", "due", "object")
        return JSONResponse({"events": [dict(zip(names, row, strict=True)) for row in rows]})

    async def resend(self, request: Request) -> Response:
        """Deliver an event once more."""
        await _body(request)
        event = request.path_params["event"]
        known = self._store.db.execute("SELECT 1 FROM events WHERE id = ?", (event,)).fetchone()
        if known is None:
            raise no_such("event", event, "id")
        if not self._webhooks.listened:
            raise ControlError(409, "There is no webhook address to deliver to.")
        self._webhooks.resend(event)
        return JSONResponse({"resent": event})


ERRORS: tuple[type[Exception], ...] = (ControlError, SwitchError, StripeError)

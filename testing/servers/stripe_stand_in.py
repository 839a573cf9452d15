"""A client of the Stripe stand-in, and the delivery of its events to the webhook."""

import json
import time
from typing import Any

import httpx
from django.conf import settings

from standins.stripe.webhooks import sign
from testing.clients.api import as_

KEY = {"Authorization": "Bearer sk_test_camp"}


class StripeStandIn:
    """A client of the Stripe stand-in: pays like a student's browser, and changes payments like Stripe's dashboard."""

    def __init__(self, address: str) -> None:
        # Plain HTTP: loading the certificates of authorities takes 40 ms.
        self.http = httpx.Client(base_url=address, headers=KEY, timeout=10, verify=False)

    def close(self) -> None:
        self.http.close()

    def pay(self, intent_id: str, card: str = "pm_card_visa", status: int = 200) -> dict[str, Any]:
        return self._post(f"/v1/payment_intents/{intent_id}/confirm", {"payment_method": card}, status)

    def cancel(self, intent_id: str) -> dict[str, Any]:
        return self._post(f"/v1/payment_intents/{intent_id}/cancel", {}, 200)

    def refund(self, intent_id: str, cents: int | None = None) -> dict[str, Any]:
        """Refunds this amount, or the whole charge."""
        amount = {"amount": cents} if cents else {}
        return self._post("/v1/refunds", {"payment_intent": intent_id} | amount, 200)

    def fail_refund(self, refund_id: str) -> None:
        """Lets a refund fail that is pending or had succeeded."""
        self.control("refund_failures", {"refund": refund_id})

    def complete_refund(self, refund_id: str) -> None:
        """Lets a pending refund succeed."""
        self.control("refund_completions", {"refund": refund_id})

    def fail(self, fault: str, path: str, method: str = "*", count: int | None = 1, **details: Any) -> None:
        """Lets requests to this path fail, in addition to earlier ones: see ``requests[].fault`` of the stand-in."""
        faults = self.http.get("/_standin/faults").json()["requests"]
        new = {"fault": fault, "path": path, "method": method, "count": count} | details
        self.control("faults", {"requests": [*faults, new]})

    def unused_faults(self) -> int:
        """Returns how many requests would still fail."""
        return sum(fault["count"] for fault in self.http.get("/_standin/faults").json()["requests"])

    def end_faults(self) -> None:
        self.http.delete("/_standin/faults").raise_for_status()

    def intent(self, intent_id: str) -> dict[str, Any]:
        response = self.http.get(f"/v1/payment_intents/{intent_id}", params={"expand[]": "latest_charge"})
        assert response.status_code == 200
        return response.json()

    def refunded_cents(self, intent_id: str) -> int:
        """Returns how much of the charge was refunded, with pending refunds."""
        charge = self.intent(intent_id)["latest_charge"]
        return charge["amount_refunded"] if charge else 0

    def events_of(self, intent_id: str, kind: str) -> list[dict[str, Any]]:
        """Returns the events of this type about this intent, oldest first."""
        listed = self.http.get("/v1/events", params={"type": kind, "limit": 100}).json()["data"]
        objects = ((event, event["data"]["object"]) for event in reversed(listed))
        return [event for event, about in objects if intent_id in (about["id"], about.get("payment_intent"))]

    def reset(self) -> None:
        """Deletes all objects and faults that earlier tests left behind."""
        self.control("reset", {})

    def control(self, path: str, body: Any) -> Any:
        """Calls a control endpoint of the stand-in, such as ``faults`` or ``reset``."""
        response = self.http.post(f"/_standin/{path}", json=body)
        assert response.status_code == 200, response.text
        return response.json()

    def objects(self, path: str, **filters: str) -> list[dict[str, Any]]:
        """Returns the objects of this list, newest first."""
        found: list[dict[str, Any]] = self.http.get(path, params={"limit": "100"} | filters).json()["data"]
        return found

    def _post(self, path: str, form: dict[str, Any], status: int) -> dict[str, Any]:
        response = self.http.post(path, data=form)
        assert response.status_code == status, response.text
        return response.json()


def signature_of(body: bytes, *, secret: str | None = None, seconds_ago: int = 0) -> str:
    """Returns the header with which Stripe signs a webhook."""
    return sign(body, secret or settings.STRIPE_WEBHOOK_SECRET, int(time.time()) - seconds_ago)


def deliver_event(event: dict[str, Any], *statuses: int, secret: str | None = None, seconds_ago: int = 0) -> Any:
    """Posts the event to the webhook with a signature like Stripe's. Asserts one of the statuses (default 200)."""
    body = json.dumps(event).encode()
    signature = signature_of(body, secret=secret, seconds_ago=seconds_ago)
    response = as_(None).client.post(
        "/stripe/webhook", body, content_type="application/json", HTTP_STRIPE_SIGNATURE=signature
    )
    assert response.status_code in (statuses or (200,)), response.content
    return response.json()


def deliver_events(stripe: StripeStandIn, intent_id: str, kind: str) -> None:
    """Delivers all events of this type about this intent, oldest first."""
    events = stripe.events_of(intent_id, kind)
    assert events, f"the stand-in has no {kind} event about {intent_id}"
    for event in events:
        deliver_event(event)

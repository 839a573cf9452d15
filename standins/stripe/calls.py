"""One call of the API: its parameters, who makes it, and the events that it causes."""

import json
from dataclasses import dataclass, field
from typing import Any

from standins.stripe import API_VERSION
from standins.stripe.errors import invalid_request, missing_parameter, no_such
from standins.stripe.ids import new_id
from standins.stripe.parameters import Params, check_known, text
from standins.stripe.shapes import now
from standins.stripe.store import Store

Object = dict[str, Any]


@dataclass
class Call:
    """A call under way, inside one transaction of the store."""

    store: Store
    params: Params
    publishable: bool = False
    request_id: str | None = None
    idempotency_key: str | None = None
    path: str = ""
    # Whether somebody listens: without a webhook address nothing is pending.
    listened: bool = False
    events: list[tuple[str, str]] = field(default_factory=list)

    def params_known(self, *names: str) -> None:
        """Raise StripeError if the call has parameters besides `names`."""
        check_known(self.params, frozenset(names))

    def find(self, kind: str, identifier: str, param: str, status: int = 404) -> Object:
        """Return an object. Raises StripeError if there is none."""
        found = self.store.find(kind, identifier)
        if found is None:
            raise no_such(kind, identifier, param, status)
        return found

    def check_client_secret(self, intent: Object) -> None:
        """Let a browser touch only the intent whose secret it has. Raises StripeError."""
        given = text(self.params, "client_secret")
        if given is None and not self.publishable:
            return
        if given is None:
            raise missing_parameter("client_secret")
        if given != intent["client_secret"]:
            raise invalid_request(
                "The client_secret provided does not match any associated PaymentIntent on this "
                "account. Ensure the client_secret passed is the same as the client_secret "
                "associated with the PaymentIntent.",
                code="payment_intent_invalid_parameter",
                param="client_secret",
            )

    def emit(self, kind: str, about: Object, previous: Object | None = None) -> None:
        """Record that something happened; it is delivered once the transaction is over."""
        data: Object = {"object": about}
        if previous is not None:
            data["previous_attributes"] = previous
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": 1,
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": kind,
        }
        self.store.db.execute(
            "INSERT INTO events (id, type, created, body, state) VALUES (?, ?, ?, ?, ?)",
            (
                event["id"],
                kind,
                event["created"],
                json.dumps(event),
                "pending" if self.listened else "unheard",
            ),
        )
        self.events.append((str(event["id"]), kind))

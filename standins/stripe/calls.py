"""One API call: its parameters, its caller and the events that it causes."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from standins.stripe import API_VERSION
from standins.stripe.errors import invalid_request, missing_parameter, no_such
from standins.stripe.ids import new_id
from standins.stripe.objects import now
from standins.stripe.parameters import Params, check_known, text
from standins.stripe.store import Object, Store

# How error messages name an object type, where they do not use the type itself.
_NAMES_IN_ERRORS = {"payment_method": "PaymentMethod"}


@dataclass
class Call:
    """An API call in progress, inside one transaction of the store."""

    store: Store
    params: Params
    publishable: bool = False
    request_id: str | None = None
    idempotency_key: str | None = None
    path: str = ""
    # Whether the webhook endpoint receives events of a type; others are never pending.
    is_delivered: Callable[[str], bool] = lambda _event_type: False
    # (id, type) of each event
    events: list[tuple[str, str]] = field(default_factory=list)

    def allow_params(self, *names: str) -> None:
        """Raises StripeError if the call has parameters other than `names`."""
        check_known(self.params, frozenset(names))

    def find(self, kind: str, object_id: str, param: str, status: int = 404) -> Object:
        """Returns the object. Raises StripeError, which names `param`, if it does not exist."""
        found = self.store.find(kind, object_id)
        if found is None:
            raise no_such(_NAMES_IN_ERRORS.get(kind, kind), object_id, param, status)
        return found

    def check_client_secret(self, intent: Object) -> None:
        """Raises StripeError if a browser has not sent the client secret of the payment intent."""
        client_secret = text(self.params, "client_secret")
        if client_secret is None and not self.publishable:
            return
        if client_secret is None:
            raise missing_parameter("client_secret")
        if client_secret != intent["client_secret"]:
            raise invalid_request(
                "The client_secret provided does not match any associated PaymentIntent on this "
                "account. Ensure the client_secret passed is the same as the client_secret "
                "associated with the PaymentIntent.",
                code="payment_intent_invalid_parameter",
                param="client_secret",
            )

    def emit(self, event_type: str, subject: Object, previous_attributes: Object | None = None) -> None:
        """Creates an event about `subject`; its delivery starts after the transaction."""
        data: Object = {"object": subject}
        if previous_attributes is not None:
            data["previous_attributes"] = previous_attributes
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": 1,
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": event_type,
        }
        state = "pending" if self.is_delivered(event_type) else "no_endpoint"
        self.store.db.execute(
            "INSERT INTO events (id, type, created, body, state) VALUES (?, ?, ?, ?, ?)",
            (event["id"], event_type, event["created"], json.dumps(event), state),
        )
        self.events.append((str(event["id"]), event_type))

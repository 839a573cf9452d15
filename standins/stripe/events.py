"""The list of events, with their delivery status."""

import json

from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter
from standins.stripe.listing import LIST_PARAMS, Query, fetch_page, list_object
from standins.stripe.parameters import boolean, text
from standins.stripe.store import Object

EVENT_TYPES = (
    "payment_intent.created", "payment_intent.requires_action", "payment_intent.payment_failed",
    "payment_intent.succeeded", "payment_intent.canceled", "charge.succeeded", "charge.failed", "charge.refunded",
    "charge.dispute.created", "charge.dispute.closed", "refund.created", "refund.updated", "refund.failed",
)  # fmt: skip
"""The types of all events that the stand-in creates."""
_MAX_TYPES = 20
# Columns of the table, in order: seq, id, type, created, body, state, attempts, due.
_BODY, _STATE = 4, 5
_UNDELIVERED_STATES = ("pending", "dropped", "failed")


def event_object(body: str, state: str) -> Object:
    """Returns an event with its current `pending_webhooks`: 0 after delivery."""
    event: Object = json.loads(body)
    event["pending_webhooks"] = 1 if state in _UNDELIVERED_STATES else 0
    return event


def list_all(call: Call) -> Object:
    """Returns a page of events, optionally filtered by type, time and delivery."""
    call.allow_params("type", "types", "delivery_success", *LIST_PARAMS)
    query = Query("events")
    _filter_by_type(call, query)
    delivered = boolean(call.params, "delivery_success")
    if delivered is not None:
        placeholders = ", ".join("?" * len(_UNDELIVERED_STATES))
        query.add(f"state {'NOT IN' if delivered else 'IN'} ({placeholders})", *_UNDELIVERED_STATES)
    rows, has_more = fetch_page(call, query)
    return list_object("/v1/events", [event_object(row[_BODY], row[_STATE]) for row in rows], has_more)


def _filter_by_type(call: Call, query: Query) -> None:
    event_type, event_types = text(call.params, "type"), call.params.get("types")
    if event_type and event_types:
        raise invalid_parameter("You may not specify both type and types.", "types")
    if event_type:
        # Stripe accepts patterns such as `charge.*`, but no other wildcard of GLOB.
        query.add("type GLOB ?", event_type.replace("[", "").replace("?", ""))
    if event_types:
        if not isinstance(event_types, list) or len(event_types) > _MAX_TYPES:
            raise invalid_parameter(f"types must be an array of at most {_MAX_TYPES}", "types")
        query.add(f"type IN ({', '.join('?' * len(event_types))})", *event_types)

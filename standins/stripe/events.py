"""Events: what happened, and whether it was delivered."""

import json
from typing import Any

from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, no_such
from standins.stripe.listing import PAGING, Filter, answer, page
from standins.stripe.parameters import boolean, text

Object = dict[str, Any]

_MAX_TYPES = 20
# Columns of the table, in order: seq, id, type, created, body, state, attempts, due.
_BODY, _STATE = 4, 5
UNDELIVERED = ("pending", "dropped", "failed")


def shown(body: str, state: str) -> Object:
    """Return an event as it stands now: `pending_webhooks` falls to 0 once it is delivered."""
    event: Object = json.loads(body)
    event["pending_webhooks"] = 1 if state in UNDELIVERED else 0
    return event


def retrieve(call: Call, event: str) -> Object:
    """Return an event. Raises StripeError for one that does not exist."""
    call.params_known()
    row = call.store.db.execute("SELECT body, state FROM events WHERE id = ?", (event,)).fetchone()
    if row is None:
        raise no_such("event", event, "id")
    return shown(*row)


def list_all(call: Call) -> Object:
    """Return a page of events, by type, time and whether they were delivered."""
    call.params_known("type", "types", "delivery_success", *PAGING)
    chosen = Filter("events")
    _by_type(call, chosen)
    delivered = boolean(call.params, "delivery_success")
    if delivered is not None:
        marks = ", ".join("?" * len(UNDELIVERED))
        chosen.add(f"state {'NOT IN' if delivered else 'IN'} ({marks})", *UNDELIVERED)
    rows, more = page(call, chosen)
    return answer("/v1/events", [shown(row[_BODY], row[_STATE]) for row in rows], more)


def _by_type(call: Call, chosen: Filter) -> None:
    one, many = text(call.params, "type"), call.params.get("types")
    if one and many:
        raise invalid_parameter("You may not specify both type and types.", "types")
    if one:
        # The provider allows `charge.*`; nothing else in a type means anything to GLOB.
        chosen.add("type GLOB ?", one.replace("[", "").replace("?", ""))
    if many:
        if not isinstance(many, list) or len(many) > _MAX_TYPES:
            raise invalid_parameter(f"types must be an array of at most {_MAX_TYPES}", "types")
        chosen.add(f"type IN ({', '.join('?' * len(many))})", *many)

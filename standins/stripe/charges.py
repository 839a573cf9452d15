"""Charges: read here, made by confirming an intent."""

import json
from typing import Any

from standins.stripe.calls import Call
from standins.stripe.listing import PAGING, Filter, answer, page
from standins.stripe.parameters import text

Object = dict[str, Any]


def retrieve(call: Call, charge: str) -> Object:
    """Return a charge. Raises StripeError for one that does not exist."""
    call.params_known()
    return call.find("charge", charge, "id")


def list_all(call: Call) -> Object:
    """Return a page of charges, newest first, of one intent if it is named."""
    call.params_known("payment_intent", *PAGING)
    chosen = Filter("objects")
    chosen.add("kind = 'charge'")
    if intent := text(call.params, "payment_intent"):
        chosen.add("payment_intent = ?", intent)
    rows, more = page(call, chosen)
    return answer("/v1/charges", [json.loads(row[-1]) for row in rows], more)

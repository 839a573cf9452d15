"""Charges: retrieve and list. The confirmation of a payment intent creates them."""

from standins.stripe.calls import Call
from standins.stripe.listing import list_objects
from standins.stripe.store import Object


def retrieve(call: Call, charge: str) -> Object:
    """Returns a charge. Raises StripeError if it does not exist."""
    call.allow_params()
    return call.find("charge", charge, "id")


def list_all(call: Call) -> Object:
    """Returns a page of charges, optionally of one payment intent."""
    return list_objects(call, "charge", "payment_intent")

"""Refunds: in full or in part, never more than was paid."""

import json
from typing import Any

from standins.stripe import shapes
from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, invalid_request
from standins.stripe.ids import token
from standins.stripe.listing import PAGING, Filter, answer, page
from standins.stripe.parameters import choice, integer, metadata, text

Object = dict[str, Any]

_REASONS = ("duplicate", "fraudulent", "requested_by_customer")


def create(call: Call) -> Object:
    """Give money back; without `amount`, all that is left.

    Raises StripeError when nothing is left, too much is asked for, or the charge is disputed.
    """
    call.params_known("charge", "payment_intent", "amount", "reason", "metadata")
    reason = choice(call.params, "reason", _REASONS)
    asked = integer(call.params, "amount")
    kept = metadata(call.params)
    charge = _charge(call)
    amount = _refundable(charge, asked)
    refund = shapes.refund(charge, amount, reason, kept)
    before = {"amount_refunded": charge["amount_refunded"], "refunded": charge["refunded"]}
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    call.store.save(charge)
    call.store.add("refund", refund)
    call.emit("charge.refunded", charge, before)
    call.emit("refund.created", refund)
    _settle(call, refund)
    return refund


def retrieve(call: Call, refund: str) -> Object:
    """Return a refund. Raises StripeError for one that does not exist."""
    call.params_known()
    return call.find("refund", refund, "id")


def update(call: Call, refund: str) -> Object:
    """Change a refund's metadata. Raises StripeError for one that does not exist."""
    call.params_known("metadata")
    found = call.find("refund", refund, "id")
    before = {"metadata": found["metadata"]}
    found["metadata"] = metadata(call.params, found["metadata"])
    call.store.save(found)
    call.emit("refund.updated", found, before)
    return found


def list_all(call: Call) -> Object:
    """Return a page of refunds, newest first, of one charge or intent if it is named."""
    call.params_known("charge", "payment_intent", *PAGING)
    chosen = Filter("objects")
    chosen.add("kind = 'refund'")
    for name in ("charge", "payment_intent"):
        if identifier := text(call.params, name):
            chosen.add(f"{name} = ?", identifier)
    rows, more = page(call, chosen)
    return answer("/v1/refunds", [json.loads(row[-1]) for row in rows], more)


def _charge(call: Call) -> Object:
    intent, charge = text(call.params, "payment_intent"), text(call.params, "charge")
    if charge:
        found = call.find("charge", charge, "charge")
        if intent and found["payment_intent"] != intent:
            raise invalid_parameter("The charge does not belong to this PaymentIntent.", "charge")
        return found
    if intent is None:
        raise invalid_parameter("One of the following params should be provided for this request: "
                                "payment_intent or charge.")  # fmt: skip
    owner = call.find("payment_intent", intent, "payment_intent")
    if owner["status"] != "succeeded":
        raise invalid_request(
            f"This PaymentIntent ({intent}) does not have a successful charge to refund.",
            param="payment_intent",
        )
    return call.find("charge", owner["latest_charge"], "charge")


def _refundable(charge: Object, asked: int | None) -> int:
    identifier = charge["id"]
    if charge["refunded"]:
        message = f"Charge {identifier} has already been refunded."
        raise invalid_request(message, code="charge_already_refunded")
    if charge["disputed"]:
        message = f"Charge {identifier} has been charged back; cannot issue a refund."
        raise invalid_request(message, code="charge_disputed")
    if not charge["paid"]:
        message = f"Charge {identifier} was not successful and cannot be refunded."
        raise invalid_request(message, code="charge_not_refundable")
    left = charge["amount"] - charge["amount_refunded"]
    if asked is None:
        return int(left)
    if asked < 1:
        message = "This value must be greater than or equal to 1."
        raise invalid_parameter(message, "amount", "parameter_invalid_integer")
    if asked > left:
        raise invalid_request(
            f"Refund amount (${asked / 100:,.2f}) is greater than unrefunded amount on charge (${left / 100:,.2f})",
            param="amount",
        )
    return asked


def _settle(call: Call, refund: Object) -> None:
    """The bank's reference arrives later; the provider announces it as an update."""
    before = {"destination_details": refund["destination_details"]}
    settled = json.loads(json.dumps(refund))
    settled["destination_details"]["card"].update(reference=token(17).upper(), reference_status="available")
    call.store.save(settled)
    call.emit("refund.updated", settled, before)

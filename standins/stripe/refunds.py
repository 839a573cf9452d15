"""Refunds: create, retrieve, update, list and fail. A charge is never refunded by more than its amount."""

import copy
import secrets

from standins.stripe import cards, disputes, objects
from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, invalid_request
from standins.stripe.listing import list_objects
from standins.stripe.parameters import choice, integer, metadata, text
from standins.stripe.store import Object

_REASONS = ("duplicate", "fraudulent", "requested_by_customer")


def create(call: Call) -> Object:
    """Refunds a charge; without `amount`, all that is not refunded yet.

    `amount_refunded` and `refunded` of the charge include pending refunds. Stripe does not document whether they do.
    Raises StripeError if the amount exceeds the unrefunded amount, or if the charge is refunded, disputed or unpaid.
    """
    call.allow_params("charge", "payment_intent", "amount", "reason", "metadata")
    reason = choice(call.params, "reason", _REASONS)
    requested = integer(call.params, "amount")
    refund_metadata = metadata(call.params)
    charge = _charge(call)
    amount = _amount_to_refund(call, charge, requested)
    is_pending = cards.by_fingerprint(charge["payment_method_details"]["card"]["fingerprint"]).pending_refund
    refund = objects.new_refund(charge, amount, reason, refund_metadata, is_pending=is_pending)
    previous = {"amount_refunded": charge["amount_refunded"], "refunded": charge["refunded"]}
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    call.store.save(charge)
    call.store.add("refund", refund)
    call.emit("charge.refunded", charge, previous)
    call.emit("refund.created", refund)
    if not is_pending:
        _add_reference(call, refund)
    return refund


def retrieve(call: Call, refund: str) -> Object:
    """Returns a refund. Raises StripeError if it does not exist."""
    call.allow_params()
    return call.find("refund", refund, "id")


def update(call: Call, refund: str) -> Object:
    """Updates the metadata of a refund. Raises StripeError if it does not exist."""
    call.allow_params("metadata")
    found = call.find("refund", refund, "id")
    previous = {"metadata": found["metadata"]}
    found["metadata"] = metadata(call.params, found["metadata"])
    call.store.save(found)
    call.emit("refund.updated", found, previous)
    return found


def complete(call: Call, refund: Object) -> Object:
    """Completes a pending refund. Raises StripeError if it is not pending."""
    if refund["status"] != "pending":
        raise invalid_request("Only a pending refund can be completed.", param="refund")
    previous = {"status": "pending", "pending_reason": refund.pop("pending_reason")}
    refund["status"] = "succeeded"
    call.store.save(refund)
    call.emit("refund.updated", refund, previous)
    _add_reference(call, refund)
    return refund


def fail(call: Call, refund: Object, reason: str) -> Object:
    """Fails a refund that is pending, or had succeeded and was returned by the bank.

    Raises StripeError if it has failed before.
    """
    if refund["status"] == "failed":
        raise invalid_request("This refund has already failed.", param="refund")
    charge = call.find("charge", refund["charge"], "charge")
    charge["amount_refunded"] -= refund["amount"]
    charge["refunded"] = False
    call.store.save(charge)
    previous = {"status": refund["status"]}
    refund.pop("pending_reason", None)
    refund.update(status="failed", failure_reason=reason)
    call.store.save(refund)
    call.emit("refund.updated", refund, previous)
    call.emit("refund.failed", refund, previous)
    return refund


def list_all(call: Call) -> Object:
    """Returns a page of refunds, optionally of one charge or payment intent."""
    return list_objects(call, "refund", "charge", "payment_intent")


def _charge(call: Call) -> Object:
    """Returns the charge to refund, given by its own id or by the id of its payment intent."""
    intent, charge = text(call.params, "payment_intent"), text(call.params, "charge")
    if charge:
        found = call.find("charge", charge, "charge")
        if intent and found["payment_intent"] != intent:
            raise invalid_parameter("The charge does not belong to this PaymentIntent.", "charge")
        return found
    if intent is None:
        raise invalid_parameter("One of the following params should be provided for this request: "
                                "payment_intent or charge.")  # fmt: skip
    found = call.find("payment_intent", intent, "payment_intent")
    if found["status"] != "succeeded":
        raise invalid_request(
            f"This PaymentIntent ({intent}) does not have a successful charge to refund.",
            param="payment_intent",
        )
    return call.find("charge", found["latest_charge"], "charge")


def _amount_to_refund(call: Call, charge: Object, requested: int | None) -> int:
    charge_id = charge["id"]
    if charge["refunded"]:
        message = f"Charge {charge_id} has already been refunded."
        raise invalid_request(message, code="charge_already_refunded")
    if charge["disputed"] and disputes.blocks_refunds(call, charge):
        message = f"Charge {charge_id} has been charged back; cannot issue a refund."
        raise invalid_request(message, code="charge_disputed")
    if not charge["paid"]:
        message = f"Charge {charge_id} was not successful and cannot be refunded."
        raise invalid_request(message, code="charge_not_refundable")
    unrefunded = charge["amount"] - charge["amount_refunded"]
    if requested is None:
        return int(unrefunded)
    if requested < 1:
        message = "This value must be greater than or equal to 1."
        raise invalid_parameter(message, "amount", "parameter_invalid_integer")
    if requested > unrefunded:
        raise invalid_request(
            f"Refund amount (${requested / 100:,.2f}) is greater than unrefunded amount on charge "
            f"(${unrefunded / 100:,.2f})",
            param="amount",
        )
    return requested


def _add_reference(call: Call, refund: Object) -> None:
    """Stores the acquirer reference, which Stripe receives after it has created the refund, and emits the update."""
    previous = {"destination_details": refund["destination_details"]}
    updated = copy.deepcopy(refund)
    updated["destination_details"]["card"].update(reference=secrets.token_hex(8).upper(), reference_status="available")
    call.store.save(updated)
    call.emit("refund.updated", updated, previous)

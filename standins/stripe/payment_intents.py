"""Payment intents: what is to be paid, from the first wish to the money or its end."""

import json
from typing import Any

from standins.stripe import confirmation, payment_methods, shapes
from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, missing_parameter, no_such, unexpected_state
from standins.stripe.listing import PAGING, Filter, answer, page
from standins.stripe.parameters import (
    boolean,
    choice,
    integer,
    metadata,
    required_text,
    section,
    text,
)

Object = dict[str, Any]

_TEXTS = (
    "description", "receipt_email", "statement_descriptor", "statement_descriptor_suffix",
    "transfer_group",
)  # fmt: skip
_DETAILS = (*_TEXTS, "metadata", "shipping", "setup_future_usage", "payment_method")
_CREATE = (
    "amount", "currency", "payment_method_types", "automatic_payment_methods", "capture_method",
    "confirmation_method", "confirm", "customer", "payment_method_options", *_DETAILS,
    *confirmation.FIELDS,
)  # fmt: skip
_UPDATE = ("amount", "currency", "payment_method_types", "payment_method_data", *_DETAILS)
_CURRENCIES = ("usd", "eur", "gbp", "cad", "aud", "chf", "nzd", "sek", "nok", "dkk")
_MIN_AMOUNT, _MAX_AMOUNT = 50, 99_999_999
_CANCELABLE = (
    "requires_payment_method", "requires_capture", "requires_confirmation", "requires_action",
    "processing",
)  # fmt: skip
_REASONS = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")


def create(call: Call) -> Object:
    """Open an intent; with `confirm=true` charge it at once.

    Raises StripeError for parameters that do not fit, and for a card that is declined.
    """
    call.params_known(*_CREATE)
    fields = {"amount": _amount(call), "currency": _currency(call), **_details(call)}
    _check_unsupported(call)
    fields["payment_method_types"] = _method_types(call) or ["card"]
    if automatic := section(call.params, "automatic_payment_methods"):
        enabled = boolean(automatic, "enabled")
        fields["automatic_payment_methods"] = {"allow_redirects": "always", "enabled": enabled}
    at_once = boolean(call.params, "confirm")
    intent = shapes.payment_intent(fields)
    if not at_once:
        _set_method(call, intent)
    call.store.add("payment_intent", intent)
    call.emit("payment_intent.created", intent)
    return confirmation.confirm_loaded(call, intent) if at_once else intent


def retrieve(call: Call, intent: str) -> Object:
    """Return an intent. Raises StripeError for one that does not exist or is not the browser's."""
    call.params_known("client_secret")
    found = call.find("payment_intent", intent, "intent")
    call.check_client_secret(found)
    return found


def update(call: Call, intent: str) -> Object:
    """Change an intent. Raises StripeError for an amount that is past changing."""
    call.params_known(*_UPDATE)
    found = call.find("payment_intent", intent, "intent")
    _check_changeable(call, found)
    if "amount" in call.params:
        found["amount"] = _amount(call)
    if "currency" in call.params:
        found["currency"] = _currency(call)
    found["payment_method_types"] = _method_types(call) or found["payment_method_types"]
    found.update(_details(call, found))
    _set_method(call, found)
    call.store.save(found)
    return found


def cancel(call: Call, intent: str) -> Object:
    """End an unpaid intent for good. Raises StripeError once it has succeeded or is canceled."""
    call.params_known("cancellation_reason")
    reason = choice(call.params, "cancellation_reason", _REASONS)
    found = call.find("payment_intent", intent, "intent")
    if found["status"] not in _CANCELABLE:
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {found['status']}. "
            "Only a PaymentIntent with one of the following statuses may be canceled: "
            f"{', '.join(_CANCELABLE)}.",
            found,
        )
    found.update(
        status="canceled",
        canceled_at=shapes.now(),
        cancellation_reason=reason,
        next_action=None,
    )
    call.store.save(found)
    call.emit("payment_intent.canceled", found)
    return found


def list_all(call: Call) -> Object:
    """Return a page of intents, newest first."""
    call.params_known(*PAGING)
    chosen = Filter("objects")
    chosen.add("kind = 'payment_intent'")
    rows, more = page(call, chosen)
    return answer("/v1/payment_intents", [json.loads(row[-1]) for row in rows], more)


def _amount(call: Call) -> int:
    amount = integer(call.params, "amount")
    if amount is None:
        raise missing_parameter("amount")
    if amount < 1:
        message = "This value must be greater than or equal to 1."
        raise invalid_parameter(message, "amount", "parameter_invalid_integer")
    if amount < _MIN_AMOUNT:
        message = "Amount must be at least $0.50 usd"
        raise invalid_parameter(message, "amount", "amount_too_small")
    if amount > _MAX_AMOUNT:
        raise invalid_parameter("Amount must be no more than $999,999.99", "amount", "amount_too_large")
    return amount


def _currency(call: Call) -> str:
    currency = required_text(call.params, "currency").lower()
    if currency not in _CURRENCIES:
        raise invalid_parameter(
            f"Invalid currency: {currency}. The stand-in supports these currencies: {', '.join(_CURRENCIES)}",
            "currency",
        )
    return currency


def _details(call: Call, present: Object | None = None) -> Object:
    details: Object = {name: text(call.params, name) for name in _TEXTS if name in call.params}
    details["metadata"] = metadata(call.params, present and present["metadata"])
    if "shipping" in call.params:
        details["shipping"] = section(call.params, "shipping")
    if "setup_future_usage" in call.params:
        usage = choice(call.params, "setup_future_usage", ("on_session", "off_session"))
        details["setup_future_usage"] = usage
    return details


def _method_types(call: Call) -> list[str] | None:
    types = call.params.get("payment_method_types")
    if types is not None and types != ["card"]:
        message = "The stand-in takes cards only: payment_method_types must be [card]."
        raise invalid_parameter(message, "payment_method_types")
    return types


def _check_unsupported(call: Call) -> None:
    choice(call.params, "capture_method", ("automatic", "automatic_async"))
    choice(call.params, "confirmation_method", ("automatic",))
    if customer := text(call.params, "customer"):
        raise no_such("customer", customer, "customer", status=400)


def _check_changeable(call: Call, intent: Object) -> None:
    if intent["status"] in confirmation.CONFIRMABLE:
        return
    for name in ("amount", "currency", "payment_method", "payment_method_data"):
        if name in call.params:
            raise unexpected_state(
                f"This PaymentIntent's {name} could not be updated because it has a status of "
                f"{intent['status']}. You may only update the {name} of a PaymentIntent with one "
                f"of the following statuses: {', '.join(confirmation.CONFIRMABLE)}.",
                intent,
            )


def _set_method(call: Call, intent: Object) -> None:
    method = payment_methods.given(call)
    if method is not None:
        intent.update(payment_method=method["id"], status="requires_confirmation", next_action=None)

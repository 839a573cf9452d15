"""Payment intents: create, retrieve, update, cancel and list."""

from standins.stripe import confirmation, objects
from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, missing_parameter, unexpected_state
from standins.stripe.listing import list_objects
from standins.stripe.parameters import choice, integer, metadata, required_text, text
from standins.stripe.store import Object

_PARAMS = ("amount", "currency", "payment_method_types", "description", "metadata")
_CURRENCIES = ("usd", "eur", "gbp", "cad", "aud", "chf", "nzd", "sek", "nok", "dkk")
_MIN_AMOUNT, _MAX_AMOUNT = 50, 99_999_999
_CANCELABLE = (
    "requires_payment_method", "requires_capture", "requires_confirmation", "requires_action",
    "processing",
)  # fmt: skip
_CANCELLATION_REASONS = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")


def create(call: Call) -> Object:
    """Creates a payment intent. Raises StripeError for invalid parameters."""
    call.allow_params(*_PARAMS)
    _check_payment_method_types(call)
    fields = {"amount": _amount(call), "currency": _currency(call), **_details(call)}
    intent = objects.new_payment_intent(fields)
    call.store.add("payment_intent", intent)
    call.emit("payment_intent.created", intent)
    return intent


def retrieve(call: Call, intent: str) -> Object:
    """Returns a payment intent. Raises StripeError if it does not exist or the client secret is wrong."""
    call.allow_params("client_secret")
    found = call.find("payment_intent", intent, "intent")
    call.check_client_secret(found)
    return found


def update(call: Call, intent: str) -> Object:
    """Updates a payment intent. Raises StripeError if its status no longer allows the change."""
    call.allow_params(*_PARAMS)
    _check_payment_method_types(call)
    found = call.find("payment_intent", intent, "intent")
    _check_updatable(call, found)
    if "amount" in call.params:
        found["amount"] = _amount(call)
    if "currency" in call.params:
        found["currency"] = _currency(call)
    found.update(_details(call, found))
    call.store.save(found)
    return found


def cancel(call: Call, intent: str) -> Object:
    """Cancels a payment intent. Raises StripeError if it has succeeded or is canceled."""
    call.allow_params("cancellation_reason")
    reason = choice(call.params, "cancellation_reason", _CANCELLATION_REASONS)
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
        canceled_at=objects.now(),
        cancellation_reason=reason,
        next_action=None,
    )
    call.store.save(found)
    call.emit("payment_intent.canceled", found)
    return found


def list_all(call: Call) -> Object:
    """Returns a page of payment intents."""
    return list_objects(call, "payment_intent")


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


def _details(call: Call, current: Object | None = None) -> Object:
    details: Object = {"metadata": metadata(call.params, current and current["metadata"])}
    if "description" in call.params:
        details["description"] = text(call.params, "description")
    return details


def _check_payment_method_types(call: Call) -> None:
    if call.params.get("payment_method_types", ["card"]) != ["card"]:
        message = "The stand-in takes cards only: payment_method_types must be [card]."
        raise invalid_parameter(message, "payment_method_types")


def _check_updatable(call: Call, intent: Object) -> None:
    if intent["status"] in confirmation.CONFIRMABLE:
        return
    for name in ("amount", "currency"):
        if name in call.params:
            raise unexpected_state(
                f"This PaymentIntent's {name} could not be updated because it has a status of "
                f"{intent['status']}. You may only update the {name} of a PaymentIntent with one "
                f"of the following statuses: {', '.join(confirmation.CONFIRMABLE)}.",
                intent,
            )

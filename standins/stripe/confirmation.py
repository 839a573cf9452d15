"""Confirming an intent: the card is charged, declined, or its holder is asked to authenticate."""

from typing import Any

from standins.stripe import cards, disputes, payment_methods, shapes
from standins.stripe.calls import Call
from standins.stripe.errors import (
    StripeError,
    card_error,
    unexpected_state,
)
from standins.stripe.ids import new_id
from standins.stripe.parameters import boolean, choice, required_text, text

Object = dict[str, Any]

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
FIELDS = (
    "client_secret", "payment_method", "payment_method_data", "return_url", "use_stripe_sdk",
    "receipt_email", "error_on_requires_action", "off_session",
)  # fmt: skip
_UNAUTHENTICATED = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)


def confirm(call: Call, intent: str) -> Object:
    """Charge the intent's card. Raises StripeError (402) when it is declined, the intent then
    waits for another; a succeeded or canceled intent is refused (400).
    """
    call.params_known(*FIELDS)
    found = call.find("payment_intent", intent, "intent")
    call.check_client_secret(found)
    return confirm_loaded(call, found)


def confirm_loaded(call: Call, intent: Object) -> Object:
    """As `confirm`, for an intent at hand."""
    _check_confirmable(intent)
    strict = boolean(call.params, "error_on_requires_action")
    method = _method(call, intent)
    intent["payment_method"] = method["id"]
    intent["receipt_email"] = text(call.params, "receipt_email") or intent["receipt_email"]
    card = cards.behavior(method["card"]["fingerprint"])
    if not card.authentication:
        return _charge(call, intent, method, card)
    if strict or boolean(call.params, "off_session"):
        return _refuse_unauthenticated(call, intent, method)
    return _ask(call, intent)


def authenticate(call: Call) -> Object:
    """Answer the bank's question for the card's holder: `outcome` is `succeed` or `fail`.

    Returns the intent after it. Raises StripeError if nothing was asked, or the card is
    declined all the same.
    """
    call.params_known("payment_intent", "client_secret", "outcome")
    identifier = required_text(call.params, "payment_intent")
    required_text(call.params, "outcome")
    outcome = choice(call.params, "outcome", ("succeed", "fail"))
    intent = call.find("payment_intent", identifier, "payment_intent")
    call.check_client_secret(intent)
    if intent["status"] != "requires_action":
        raise unexpected_state("This PaymentIntent does not wait for authentication.", intent)
    method = call.find("payment_method", intent["payment_method"], "payment_method")
    intent["next_action"] = None
    if outcome == "succeed":
        card = cards.behavior(method["card"]["fingerprint"])
        return _charge(call, intent, method, card)
    error = {
        "code": "payment_intent_authentication_failure",
        "doc_url": "https://stripe.com/docs/error-codes/payment-intent-authentication-failure",
        "message": _UNAUTHENTICATED,
        "payment_method": method,
        "type": "invalid_request_error",
    }
    _fail(call, intent, error)
    return intent


def _check_confirmable(intent: Object) -> None:
    if intent["status"] == "succeeded":
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
            intent,
        )
    if intent["status"] not in CONFIRMABLE:
        raise unexpected_state(
            f"You cannot confirm this PaymentIntent because it has a status of {intent['status']}. "
            "Only a PaymentIntent with one of the following statuses may be confirmed: "
            "requires_confirmation, requires_action.",
            intent,
        )


def _method(call: Call, intent: Object) -> Object:
    method = payment_methods.given(call)
    if method is None and intent["payment_method"]:
        method = call.store.find("payment_method", intent["payment_method"])
    if method is None:
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can "
            "either update the PaymentIntent with a payment method and then confirm it again, or "
            "confirm it again directly with a payment method or ConfirmationToken.",
            intent,
        )
    return method


def _ask(call: Call, intent: Object) -> Object:
    intent["status"] = "requires_action"
    intent["last_payment_error"] = None
    intent["next_action"] = {
        "type": "use_stripe_sdk",
        "use_stripe_sdk": {
            "type": "three_d_secure_redirect",
            "source": new_id("src"),
            "stripe_js": "/_standin/authentications",
        },
    }
    call.store.save(intent)
    call.emit("payment_intent.requires_action", intent)
    return intent


def _charge(call: Call, intent: Object, method: Object, card: cards.Card) -> Object:
    charge = shapes.charge(intent, method, card)
    call.store.add("charge", charge)
    intent["latest_charge"] = charge["id"]
    intent["next_action"] = None
    if card.decline:
        call.emit("charge.failed", charge)
        raise _decline(call, intent, method, card.decline)
    intent["status"] = "succeeded"
    intent["amount_received"] = intent["amount"]
    intent["last_payment_error"] = None
    call.store.save(intent)
    call.emit("charge.succeeded", charge)
    call.emit("payment_intent.succeeded", intent)
    if card.disputed:
        disputes.open_dispute(call, charge)
    return intent


def _decline(call: Call, intent: Object, method: Object, decline: cards.Decline) -> StripeError:
    fields = {"charge": intent["latest_charge"], "payment_method": method}
    if decline.decline_code:
        fields["decline_code"] = decline.decline_code
    refusal = card_error(decline.message, decline.code, **fields)
    _fail(call, intent, dict(refusal.error))
    refusal.error["payment_intent"] = intent
    return refusal


def _refuse_unauthenticated(call: Call, intent: Object, method: Object) -> Object:
    refusal = card_error(
        "Your card was declined. This transaction requires authentication.",
        "authentication_required",
        decline_code="authentication_required",
        payment_method=method,
    )
    _fail(call, intent, dict(refusal.error))
    refusal.error["payment_intent"] = intent
    raise refusal


def _fail(call: Call, intent: Object, error: Object) -> None:
    intent["status"] = "requires_payment_method"
    intent["payment_method"] = None
    intent["last_payment_error"] = error
    call.store.save(intent)
    call.emit("payment_intent.payment_failed", intent)

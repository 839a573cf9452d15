"""Confirmation of a payment intent: the card is charged, is declined, or requires authentication (3-D Secure)."""

from standins.stripe import cards, disputes, objects, payment_methods
from standins.stripe.calls import Call
from standins.stripe.errors import StripeError, card_error, unexpected_state
from standins.stripe.ids import new_id
from standins.stripe.parameters import choice, required_text
from standins.stripe.store import Object

CONFIRMABLE = ("requires_payment_method", "requires_confirmation", "requires_action")
PARAMS = ("client_secret", "payment_method", "payment_method_data", "use_stripe_sdk")
_AUTHENTICATION_FAILED = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)


def confirm(call: Call, intent: str) -> Object:
    """Charges the card of a payment intent and returns the intent.

    Raises StripeError: 402 if the card is declined (the intent then requires another payment method), 400 if the
    intent has succeeded or is canceled.
    """
    call.allow_params(*PARAMS)
    found = call.find("payment_intent", intent, "intent")
    call.check_client_secret(found)
    _check_confirmable(found)
    method = _payment_method(call, found)
    found["payment_method"] = method["id"]
    card = cards.by_fingerprint(method["card"]["fingerprint"])
    return _require_action(call, found) if card.authentication else _charge(call, found, method, card)


def authenticate(call: Call) -> Object:
    """Completes 3-D Secure for the cardholder and returns the intent; `outcome` is `succeed` or `fail`.

    Raises StripeError if the intent does not require authentication, or if the card is declined after it.
    """
    call.allow_params("payment_intent", "client_secret", "outcome")
    intent_id = required_text(call.params, "payment_intent")
    required_text(call.params, "outcome")
    outcome = choice(call.params, "outcome", ("succeed", "fail"))
    intent = call.find("payment_intent", intent_id, "payment_intent")
    call.check_client_secret(intent)
    if intent["status"] != "requires_action":
        raise unexpected_state("This PaymentIntent does not require authentication.", intent)
    method = call.find("payment_method", intent["payment_method"], "payment_method")
    intent["next_action"] = None
    if outcome == "succeed":
        card = cards.by_fingerprint(method["card"]["fingerprint"])
        return _charge(call, intent, method, card)
    error = {
        "code": "payment_intent_authentication_failure",
        "doc_url": "https://stripe.com/docs/error-codes/payment-intent-authentication-failure",
        "message": _AUTHENTICATION_FAILED,
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


def _payment_method(call: Call, intent: Object) -> Object:
    method = payment_methods.from_params(call)
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


def _require_action(call: Call, intent: Object) -> Object:
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
    charge = objects.new_charge(intent, method, card)
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
    error = card_error(decline.message, decline.code, **fields)
    _fail(call, intent, dict(error.error))
    error.error["payment_intent"] = intent
    return error


def _fail(call: Call, intent: Object, error: Object) -> None:
    intent["status"] = "requires_payment_method"
    intent["payment_method"] = None
    intent["last_payment_error"] = error
    call.store.save(intent)
    call.emit("payment_intent.payment_failed", intent)

"""Payment methods: create and retrieve. They hold brand, last digits and expiry of a card, never its number."""

from datetime import UTC, datetime

from standins.stripe import cards, objects
from standins.stripe.calls import Call
from standins.stripe.errors import StripeError, card_error, invalid_parameter, missing_parameter
from standins.stripe.parameters import (
    Params,
    check_known,
    choice,
    integer,
    metadata,
    nested,
    required_text,
    text,
)
from standins.stripe.store import Object

_PARAMS = frozenset({"type", "card", "billing_details", "metadata", "allow_redisplay"})
_BILLING_PARAMS = frozenset({"address", "email", "name", "phone", "tax_id"})
_ADDRESS_PARAMS = frozenset({"city", "country", "line1", "line2", "postal_code", "state"})
_TEST_CARD_VALID_YEARS = 5


def create(call: Call) -> Object:
    """Creates a payment method from a card. Raises StripeError for invalid card data."""
    return _create(call, call.params)


def retrieve(call: Call, payment_method: str) -> Object:
    """Returns a payment method. Raises StripeError if it does not exist."""
    call.allow_params()
    return call.find("payment_method", payment_method, "payment_method")


def from_params(call: Call) -> Object | None:
    """Returns the payment method of `payment_method` or `payment_method_data`, None if both are absent.

    Creates one for card data and for a test payment method such as `pm_card_visa`. Raises StripeError for invalid data
    and for an id that does not exist.
    """
    data, method_id = nested(call.params, "payment_method_data"), text(call.params, "payment_method")
    if data is not None and method_id is not None:
        raise invalid_parameter(
            "You may only specify one of these parameters: payment_method, payment_method_data.",
            "payment_method",
        )
    if data is not None:
        return _create(call, data)
    if method_id is None:
        return None
    if method_id in cards.TEST_PAYMENT_METHODS:
        return _save(call, _from_test_card(cards.TEST_PAYMENT_METHODS[method_id]))
    return call.find("payment_method", method_id, "payment_method", status=400)


def _create(call: Call, params: Params) -> Object:
    check_known(params, _PARAMS)
    required_text(params, "type")
    choice(params, "type", ("card",))
    choice(params, "allow_redisplay", ("always", "limited", "unspecified"))
    billing = nested(params, "billing_details")
    _check_billing(billing)
    card = nested(params, "card")
    if card is None:
        raise missing_parameter("card")
    return _save(call, objects.new_payment_method(_card(card), billing, metadata(params)))


def _save(call: Call, method: Object) -> Object:
    call.store.add("payment_method", method)
    return method


def _from_test_card(number: str) -> Object:
    year = datetime.now(UTC).year + _TEST_CARD_VALID_YEARS
    return objects.new_payment_method(_card_fields(number, 12, year), None, {})


def _card_fields(number: str, month: int, year: int) -> Object:
    return {
        "brand": cards.brand(number),
        "exp_month": month,
        "exp_year": year,
        "fingerprint": cards.fingerprint(number),
        "last4": number[-4:],
    }


def _check_billing(billing: Params | None) -> None:
    if billing is None:
        return
    check_known(billing, _BILLING_PARAMS)
    check_known(nested(billing, "address") or {}, _ADDRESS_PARAMS)


def _card(card: Params) -> Object:
    check_known(card, frozenset({"number", "exp_month", "exp_year", "cvc", "networks"}))
    number = required_text(card, "number").replace(" ", "")
    if not number.isdecimal() or not 12 <= len(number) <= 19 or not cards.passes_luhn(number):
        raise _card_error("Your card number is incorrect.", "incorrect_number", "number")
    month, year = integer(card, "exp_month"), integer(card, "exp_year")
    if month is None or year is None:
        raise missing_parameter("card[exp_month]" if month is None else "card[exp_year]")
    year += 2000 if year < 100 else 0
    _check_expiry(month, year)
    cvc = text(card, "cvc")
    if cvc is not None and not (cvc.isdecimal() and 3 <= len(cvc) <= 4):
        raise _card_error("Your card's security code is invalid.", "invalid_cvc", "cvc")
    return _card_fields(number, month, year)


def _check_expiry(month: int, year: int) -> None:
    today = datetime.now(UTC)
    if not 1 <= month <= 12:
        message = "Your card's expiration month is invalid."
        raise _card_error(message, "invalid_expiry_month", "exp_month")
    if not today.year <= year <= today.year + 50 or (year, month) < (today.year, today.month):
        message = "Your card's expiration year is invalid."
        raise _card_error(message, "invalid_expiry_year", "exp_year")


def _card_error(message: str, code: str, param: str) -> StripeError:
    return card_error(message, code, param=f"card[{param}]")

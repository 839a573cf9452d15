"""Payment methods: a card's brand, last digits and expiry; the number itself is never kept."""

from datetime import UTC, datetime
from typing import Any

from standins.stripe import cards, shapes
from standins.stripe.calls import Call
from standins.stripe.errors import (
    StripeError,
    card_error,
    invalid_parameter,
    missing_parameter,
    no_such,
)
from standins.stripe.parameters import (
    Params,
    check_known,
    choice,
    integer,
    metadata,
    required_text,
    section,
    text,
)

Object = dict[str, Any]

_FIELDS = frozenset({"type", "card", "billing_details", "metadata", "allow_redisplay"})
_BILLING = frozenset({"address", "email", "name", "phone", "tax_id"})
_ADDRESS = frozenset({"city", "country", "line1", "line2", "postal_code", "state"})
_TEST_NAME_EXPIRES_IN_YEARS = 5


def create(call: Call) -> Object:
    """Make a payment method of a card. Raises StripeError for a card that cannot be."""
    return _create(call, call.params)


def retrieve(call: Call, payment_method: str) -> Object:
    """Return a payment method. Raises StripeError for one that does not exist."""
    call.params_known()
    found = call.store.find("payment_method", payment_method)
    if found is None:
        raise no_such("PaymentMethod", payment_method, "payment_method")
    return found


def given(call: Call) -> Object | None:
    """Return the payment method that the call names or describes, None if it does neither.

    One of the provider's test names makes a new one. Raises StripeError for what is neither.
    """
    data, name = section(call.params, "payment_method_data"), text(call.params, "payment_method")
    if data is not None and name is not None:
        raise invalid_parameter(
            "You may only specify one of these parameters: payment_method, payment_method_data.",
            "payment_method",
        )
    if data is not None:
        return _create(call, data)
    if name is None:
        return None
    if name in cards.TEST_NAMES:
        return _keep(call, _from_test_name(name))
    found = call.store.find("payment_method", name)
    if found is None:
        raise no_such("PaymentMethod", name, "payment_method", status=400)
    return found


def _create(call: Call, params: Params) -> Object:
    check_known(params, _FIELDS)
    required_text(params, "type")
    choice(params, "type", ("card",))
    choice(params, "allow_redisplay", ("always", "limited", "unspecified"))
    billing = section(params, "billing_details")
    _check_billing(billing)
    card = section(params, "card")
    if card is None:
        raise missing_parameter("card")
    return _keep(call, shapes.payment_method(_read(card), billing, metadata(params)))


def _keep(call: Call, method: Object) -> Object:
    call.store.add("payment_method", method)
    return method


def _from_test_name(name: str) -> Object:
    year = datetime.now(UTC).year + _TEST_NAME_EXPIRES_IN_YEARS
    return shapes.payment_method(_described(cards.TEST_NAMES[name], 12, year), None, {})


def _described(number: str, month: int, year: int) -> Object:
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
    check_known(billing, _BILLING)
    check_known(section(billing, "address") or {}, _ADDRESS)


def _read(card: Params) -> Object:
    check_known(card, frozenset({"number", "exp_month", "exp_year", "cvc", "networks"}))
    number = required_text(card, "number").replace(" ", "")
    if not number.isdecimal() or not 12 <= len(number) <= 19 or not cards.passes_luhn(number):
        raise _wrong("Your card number is incorrect.", "incorrect_number", "number")
    month, year = integer(card, "exp_month"), integer(card, "exp_year")
    if month is None or year is None:
        raise missing_parameter("card[exp_month]" if month is None else "card[exp_year]")
    year += 2000 if year < 100 else 0
    _check_expiry(month, year)
    cvc = text(card, "cvc")
    if cvc is not None and not (cvc.isdecimal() and 3 <= len(cvc) <= 4):
        raise _wrong("Your card's security code is invalid.", "invalid_cvc", "cvc")
    return _described(number, month, year)


def _check_expiry(month: int, year: int) -> None:
    today = datetime.now(UTC)
    if not 1 <= month <= 12:
        message = "Your card's expiration month is invalid."
        raise _wrong(message, "invalid_expiry_month", "exp_month")
    if not today.year <= year <= today.year + 50 or (year, month) < (today.year, today.month):
        message = "Your card's expiration year is invalid."
        raise _wrong(message, "invalid_expiry_year", "exp_year")


def _wrong(message: str, code: str, param: str) -> StripeError:
    return card_error(message, code, param=f"card[{param}]")

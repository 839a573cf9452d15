"""Stripe's test cards: numbers, test payment methods such as `pm_card_visa`, and what they do."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Decline:
    """Why a card is declined: error code, message, and the decline code of the issuer if there is one."""

    code: str
    message: str
    decline_code: str | None = None


@dataclass(frozen=True)
class Card:
    """A test card and its behavior when it is charged."""

    number: str
    brand: str
    decline: Decline | None = None
    authentication: bool = False
    disputed: bool = False
    pending_refund: bool = False

    @property
    def last4(self) -> str:
        """The last four digits."""
        return self.number[-4:]


_GENERIC_DECLINE = Decline("card_declined", "Your card was declined.", "generic_decline")
_LIVE_CARD_DECLINE = Decline(
    "card_declined",
    "Your card was declined. Your request was in test mode, but used a non test (live) card. "
    "For a list of valid test cards, visit: https://stripe.com/docs/testing.",
    "test_mode_live_card",
)
_FUNDS = Decline("card_declined", "Your card has insufficient funds.", "insufficient_funds")
_EXPIRED = Decline("expired_card", "Your card has expired.")
_CVC = Decline("incorrect_cvc", "Your card's security code is incorrect.")
_PROCESSING = Decline("processing_error", "An error occurred while processing your card. Try again in a little bit.")

_CARDS = (
    Card("4242424242424242", "visa"),
    Card("5555555555554444", "mastercard"),
    Card("378282246310005", "amex"),
    Card("4000000000000002", "visa", _GENERIC_DECLINE),
    Card("4000000000009995", "visa", _FUNDS),
    Card("4000000000000069", "visa", _EXPIRED),
    Card("4000000000000127", "visa", _CVC),
    Card("4000000000000119", "visa", _PROCESSING),
    Card("4000002500003155", "visa", authentication=True),
    Card("4000000000003220", "visa", authentication=True),
    # Requires authentication, and is declined after it succeeds.
    Card("4000008400001629", "visa", _GENERIC_DECLINE, authentication=True),
    Card("4000000000000259", "visa", disputed=True),
    Card("4000000000007726", "visa", pending_refund=True),
)
_LIVE_CARD = Card("0000000000000000", "unknown", _LIVE_CARD_DECLINE)
_BY_NUMBER = {card.number: card for card in _CARDS}

TEST_PAYMENT_METHODS = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_amex": "378282246310005",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_visa_chargeDeclined": "4000000000000002",
    "pm_card_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds": "4000000000009995",
    "pm_card_chargeDeclinedExpiredCard": "4000000000000069",
    "pm_card_chargeDeclinedIncorrectCvc": "4000000000000127",
    "pm_card_chargeDeclinedProcessingError": "4000000000000119",
    "pm_card_authenticationRequired": "4000002500003155",
    "pm_card_threeDSecure2Required": "4000000000003220",
    "pm_card_threeDSecureRequiredChargeDeclined": "4000008400001629",
    "pm_card_createDispute": "4000000000000259",
    "pm_card_pendingRefund": "4000000000007726",
}

_BRANDS = (
    ("visa", ("4",)),
    ("amex", ("34", "37")),
    ("discover", ("6011", "64", "65")),
    ("diners", ("30", "36", "38", "39")),
    ("jcb", ("35",)),
    ("unionpay", ("62",)),
    ("mastercard", ("51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27")),
)


def fingerprint(number: str) -> str:
    """Returns a hash that identifies a card number; the number itself is never stored."""
    return hashlib.sha256(f"card:{number}".encode()).hexdigest()[:16]


_BY_FINGERPRINT = {fingerprint(card.number): card for card in _CARDS}


def brand(number: str) -> str:
    """Returns the brand of a card number, `unknown` if no brand matches."""
    known = _BY_NUMBER.get(number)
    if known:
        return known.brand
    return next((name for name, prefixes in _BRANDS if number.startswith(prefixes)), "unknown")


def by_fingerprint(card_fingerprint: str) -> Card:
    """Returns the test card with this fingerprint; any other card is declined as a live card."""
    return _BY_FINGERPRINT.get(card_fingerprint, _LIVE_CARD)


def passes_luhn(number: str) -> bool:
    """Tells whether the check digit of the number is valid."""
    digits = [int(digit) for digit in reversed(number)]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0

"""Money: ``Decimal`` dollars everywhere, whole cents only in calls to Stripe."""

from decimal import Decimal

from django.core.exceptions import ValidationError

CURRENCY = "usd"
LOWEST_CARD_PRICE = Decimal("0.50")  # https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
HIGHEST_PRICE = Decimal("10000.00")


class NotWholeCents(ValueError):
    """The amount has a fraction of a cent."""


def to_cents(dollars: Decimal) -> int:
    """19.99 is 1999. Raises NotWholeCents instead of rounding."""
    cents = dollars * 100
    if cents != cents.to_integral_value():
        raise NotWholeCents(str(dollars))
    return int(cents)


def from_cents(cents: int) -> Decimal:
    return (Decimal(cents) / 100).quantize(Decimal("0.01"))


def _is_valid_price(dollars: Decimal) -> bool:
    if dollars.is_nan() or dollars > HIGHEST_PRICE or dollars != dollars.quantize(Decimal("0.01")):
        return False
    return dollars == 0 or dollars >= LOWEST_CARD_PRICE


def validate_price(dollars: Decimal) -> None:
    """Valid are 0, and whole cents from Stripe's minimum to ``HIGHEST_PRICE``."""
    if not _is_valid_price(dollars):
        message = f"Enter 0 for a free class, or a price from ${LOWEST_CARD_PRICE} to ${HIGHEST_PRICE:,}."
        raise ValidationError(message, code="price")

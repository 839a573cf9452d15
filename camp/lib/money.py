"""Money: dollars as ``Decimal`` everywhere inside, whole cents only where the card provider is spoken to."""

from decimal import Decimal

CURRENCY = "usd"
LOWEST_CARD_PRICE = Decimal("0.50")  # https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
HIGHEST_PRICE = Decimal("10000.00")


class NotWholeCents(ValueError):
    """The amount has a fraction of a cent."""


def to_cents(dollars: Decimal) -> int:
    """Dollars as whole cents: 19.99 is 1999, by decimal arithmetic. Raises NotWholeCents rather than round."""
    cents = dollars * 100
    if cents != cents.to_integral_value():
        raise NotWholeCents(str(dollars))
    return int(cents)


def from_cents(cents: int) -> Decimal:
    """Whole cents as dollars with two decimals."""
    return (Decimal(cents) / 100).quantize(Decimal("0.01"))


def is_a_price(dollars: Decimal) -> bool:
    """Whether a class may cost this: nothing, or whole cents between the card provider's minimum and our maximum."""
    if dollars.is_nan() or dollars != dollars.quantize(Decimal("0.01")):
        return False
    return dollars == 0 or LOWEST_CARD_PRICE <= dollars <= HIGHEST_PRICE

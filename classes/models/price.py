"""The price of a seat, and the columns in which enrollments and payments store it."""

from decimal import Decimal
from typing import Any, NamedTuple

from django.db import models

PRICE_FIELDS = ("price", "discount", "discount_text", "voucher")
SIBLING_DISCOUNT = "Sibling discount"
"""How the text of a sibling discount begins."""


class SeatPrice(NamedTuple):
    list_price: Decimal
    discount: Decimal = Decimal(0)
    discount_text: str = ""
    voucher_id: int | None = None

    @property
    def price(self) -> Decimal:
        return self.list_price - self.discount

    @property
    def is_of_sibling(self) -> bool:
        return self.discount_text.startswith(SIBLING_DISCOUNT)


def discount_field() -> "models.DecimalField[Decimal, Decimal]":
    about = "US dollars; the price is so much below the list price."
    return models.DecimalField(max_digits=7, decimal_places=2, default=0, db_default=0, help_text=about)


def discount_text_field() -> "models.CharField[str, str]":
    return models.CharField(max_length=100, blank=True, default="", db_default="", help_text="Its reason.")


class Priced:
    """Only enrollments have a ``voucher``. (mypy fails at an abstract model.)"""

    @property
    def list_price(self: Any) -> Decimal:
        list_price: Decimal = self.price + self.discount
        return list_price

    @property
    def seat_price(self: Any) -> SeatPrice:
        return SeatPrice(self.list_price, self.discount, self.discount_text, getattr(self, "voucher_id", None))

    @property
    def price_facts(self: Any) -> dict[str, str]:
        facts = {"price": f"{self.price:.2f}"}
        if self.discount:
            facts |= {"list_price": f"{self.list_price:.2f}", "discount": f"{self.discount:.2f}"}
            facts |= {"discount_text": self.discount_text}
        return facts

    def set_price(self: Any, price: SeatPrice) -> None:
        """Without saving."""
        self.price, self.discount = price.price, price.discount
        self.discount_text, self.voucher_id = price.discount_text, price.voucher_id

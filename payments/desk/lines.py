from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from accounts.models import User
from classes.models import SeatPrice
from classes.seats.enrollment import PriceChanged
from classes.seats.holds import HoldResult, hold_seats
from classes.seats.requests import AgreedPrice, Override, SeatRequest
from core.errors import DomainError
from payments import vouchers


@dataclass(frozen=True)
class Line:
    """``price``: what staff ask for, with their reason; None: the present price."""

    seat: SeatRequest
    price: Decimal | None = None
    reason: str = ""

    def agreed(self, present: SeatPrice) -> AgreedPrice | None:
        if self.price is None or self.price == present.price:
            return None
        # Below the list price it is a discount; above it there is none.
        discount = max(present.list_price - self.price, Decimal(0))
        price = SeatPrice(self.price + discount, discount, "Price of the office" if discount else "")
        return AgreedPrice(price, self.reason)


class PricedLines(DomainError):
    """``lines`` has the price of each seat."""

    def __init__(self, priced: Sequence[tuple[Line, SeatPrice]]) -> None:
        self.lines = [{**line.seat.names, "price": price.price} for line, price in priced]
        super().__init__()


class ReasonNeeded(PricedLines):
    """Staff ask for other prices than the present ones."""

    code = "reason_needed"
    message = "A price other than the price of the class needs a reason."


class DeskTotalChanged(PricedLines, PriceChanged):
    message = (
        "The total isn't the one you saw, perhaps because of a discount. Please check it before you take the money."
    )


def hold_lines(
    *,
    account: User,
    lines: Sequence[Line],
    override: Collection[Override],
    total: Decimal | None = None,
    code: str = "",
    now: datetime,
) -> HoldResult:
    """At the prices that staff ask for, or none. The caller confirms or reserves the seats.

    ``account`` is the locked row. ``total``: the sum that staff saw.
    """
    held = hold_seats(
        account=account,
        requests=[replace(line.seat, agreed=line.agreed) for line in lines],
        lock_voucher=vouchers.locker(account=account, code=code, now=now) if code else None,
        confirmed_at_once=True,
        override=override,
        now=now,
    )
    present = list(zip(lines, held.present_prices, strict=True))
    if unexplained := [(line, price) for line, price in present if line.agreed(price) and not line.reason]:
        raise ReasonNeeded(unexplained)
    prices = [hold.seat_price for hold in held.holds]
    if total is not None and sum(price.price for price in prices) != total:
        raise DeskTotalChanged(list(zip(lines, prices, strict=True)))
    return held

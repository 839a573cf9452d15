from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from accounts.models import User
from classes.models import PRICE_FIELDS, Enrollment, SeatPrice
from classes.seats.enrollment import PriceChanged
from classes.seats.holds import HoldResult, hold_seats
from classes.seats.requests import Override, SeatRequest
from core.errors import DomainError
from payments import vouchers


@dataclass(frozen=True)
class Line:
    """``price``: what staff ask for, with their reason; None: the present price."""

    seat: SeatRequest
    price: Decimal | None = None
    reason: str = ""


class PricedLines(DomainError):
    """``lines`` has the price of each seat."""

    def __init__(self, priced: Sequence[tuple[Line, Enrollment]]) -> None:
        self.lines = [{**line.seat.names, "price": hold.price} for line, hold in priced]
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
        requests=[line.seat for line in lines],
        lock_voucher=vouchers.locker(account=account, code=code, now=now) if code else None,
        confirmed_at_once=True,
        override=override,
        now=now,
    )
    priced = list(zip(lines, held.holds, strict=True))
    others = [(line, hold) for line, hold in priced if line.price not in (None, hold.price)]
    if unexplained := [(line, hold) for line, hold in others if not line.reason]:
        raise ReasonNeeded(unexplained)
    for line, hold in others:
        assert line.price is not None
        hold.set_price(_agreed(line.price, hold.list_price))
        hold.price_reason = line.reason
        hold.save(update_fields=[*PRICE_FIELDS, "price_reason"])
    if total is not None and sum(hold.price for hold in held.holds) != total:
        raise DeskTotalChanged(priced)
    return held


def _agreed(price: Decimal, list_price: Decimal) -> SeatPrice:
    # Below the list price it is a discount; above it there is none.
    discount = max(list_price - price, Decimal(0))
    return SeatPrice(price + discount, discount, "Price of the office" if discount else "")

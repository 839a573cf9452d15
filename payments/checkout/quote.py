from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from accounts.models import User
from classes.models import CampClass, Enrollment, SeatPrice, Voucher, load_class_and_hold
from classes.prices import Seat, held_seat, price_seats_of, sibling_percent_of
from classes.seats.requests import SeatRequest
from classes.seats.selection import own_selections
from payments import vouchers


@dataclass(frozen=True)
class QuoteLine:
    """``uses_code``: the code of the quote lowers the price. ``replaced``: the price with the discount without it."""

    seat: SeatRequest
    price: SeatPrice
    uses_code: bool = False
    replaced: SeatPrice | None = None


@dataclass(frozen=True)
class Quote:
    lines: list[QuoteLine]

    @property
    def total(self) -> Decimal:
        return sum((line.price.price for line in self.lines), Decimal(0))


def quote(*, student: User, selection_ids: Sequence[int], code: str | None, now: datetime) -> Quote:
    """Holds nothing, and says nothing about open seats.

    ``code``: None leaves the codes of holds, an empty one takes them back.
    """
    selections = load_class_and_hold(own_selections(student=student, selection_ids=selection_ids), now)
    requests = [SeatRequest(each.camp_class_id, each.child_id, selection_id=each.pk) for each in selections]
    classes = {each.camp_class_id: each.camp_class for each in selections}
    holds = [each.hold for each in selections if each.hold]
    return quote_seats(account=student, requests=requests, classes=classes, holds=holds, code=code, now=now)


def quote_seats(
    *,
    account: User,
    requests: Sequence[SeatRequest],
    classes: Mapping[int, CampClass],
    holds: Sequence[Enrollment],
    code: str | None,
    now: datetime,
) -> Quote:
    """As ``quote``. ``holds``: the live holds on the requested seats."""
    voucher = None
    if code:
        voucher = vouchers.usable_voucher(Voucher.objects.all(), account=account, code=code, held=holds, now=now)

    def prices(voucher: Voucher | None, *, without_code: bool) -> list[SeatPrice]:
        seats = [_seat(each, classes[each.camp_class_id], holds, without_code) for each in requests]
        return price_seats_of(account.pk, seats, voucher=voucher, now=now)

    lines = [QuoteLine(*each) for each in zip(requests, prices(voucher, without_code=code == ""), strict=True)]
    if voucher is not None:
        before = prices(None, without_code=True)
        lines = [_with_code(line, price, voucher) for line, price in zip(lines, before, strict=True)]
    return Quote(lines)


def _with_code(line: QuoteLine, before: SeatPrice, voucher: Voucher) -> QuoteLine:
    uses_code = line.price.voucher_id == voucher.pk
    return replace(line, uses_code=uses_code, replaced=before if uses_code and before.discount else None)


def _seat(request: SeatRequest, camp_class: CampClass, holds: Sequence[Enrollment], without_code: bool) -> Seat:
    hold = next((each for each in holds if request.is_for(each)), None)
    if hold is not None:
        return held_seat(hold, camp_class, without_code=without_code)
    return Seat(camp_class, request.child_id, sibling_percent_of(camp_class))

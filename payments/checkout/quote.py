from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from accounts.models import User
from classes.models import CampClass, Enrollment, SeatPrice, Voucher, load_class_and_hold
from classes.prices import Seat, held_seat, price_seats_of
from classes.seats.requests import SeatRequest
from classes.seats.selection import own_selections
from payments import vouchers


@dataclass(frozen=True)
class QuoteLine:
    seat: SeatRequest
    price: SeatPrice


@dataclass(frozen=True)
class Quote:
    lines: list[QuoteLine]

    @property
    def total(self) -> Decimal:
        return sum((line.price.price for line in self.lines), Decimal(0))


def quote(*, student: User, selection_ids: Sequence[int], code: str, now: datetime) -> Quote:
    """Holds nothing, and says nothing about open seats."""
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
    code: str,
    now: datetime,
) -> Quote:
    """As ``quote``. ``holds``: the live holds on the requested seats."""
    voucher = None
    if code:
        voucher = vouchers.usable_voucher(Voucher.objects.all(), account=account, code=code, held=holds, now=now)
    seats = [_seat(each, classes[each.camp_class_id], holds) for each in requests]
    prices = price_seats_of(account.pk, seats, voucher=voucher, now=now)
    return Quote([QuoteLine(each, price) for each, price in zip(requests, prices, strict=True)])


def _seat(request: SeatRequest, camp_class: CampClass, holds: Sequence[Enrollment]) -> Seat:
    hold = next((each for each in holds if request.is_for(each)), None)
    if hold is not None:
        return held_seat(hold, camp_class)
    return Seat(camp_class, request.child_id, camp_class.season.sibling_percent if camp_class.season else 0)

"""What an order would cost now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from accounts.models import User
from classes.models import SeatPrice, Selection, Voucher, load_class_and_hold
from classes.prices import Seat, held_seat, price_seats_of
from classes.seats.selection import own_selections
from payments import vouchers


@dataclass(frozen=True)
class QuoteLine:
    selection_id: int
    price: SeatPrice


@dataclass(frozen=True)
class Quote:
    lines: list[QuoteLine]

    @property
    def total(self) -> Decimal:
        return sum((line.price.price for line in self.lines), Decimal(0))


def quote(*, student: User, selection_ids: Sequence[int], code: str, now: datetime) -> Quote:
    """Returns what an order of these selections would cost now. Holds nothing, and says nothing about free seats.

    Raises NotAllAvailable (a selection is gone), and the refusals of the code.
    """
    selections = load_class_and_hold(own_selections(student=student, selection_ids=selection_ids), now)
    held = [each.hold for each in selections if each.hold]
    voucher = None
    if code:
        voucher = vouchers.usable_voucher(Voucher.objects.all(), account=student, code=code, held=held, now=now)
    prices = price_seats_of(student.pk, [_seat(each) for each in selections], voucher=voucher, now=now)
    return Quote([QuoteLine(each.pk, price) for each, price in zip(selections, prices, strict=True)])


def _seat(selection: Selection) -> Seat:
    season, hold = selection.camp_class.season, selection.hold
    if hold is None:
        return Seat(selection.camp_class, selection.child_id, season.sibling_percent if season else 0)
    return held_seat(hold, selection.camp_class)

"""What seats cost. Decided once, when they are held, and stored with each of them. See docs/adr/0033."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_DOWN, Decimal

from classes.models import SIBLING_DISCOUNT, CampClass, Enrollment, SeatPrice, Voucher
from core.errors import DomainError
from core.money import LOWEST_CARD_PRICE
from core.site_time import site_day

EARLY = "Early price"
CENT = Decimal("0.01")


class CodeNotForThis(DomainError):
    code = "code_not_for_this"
    message = "This code isn't for any of these classes."


@dataclass(frozen=True)
class Seat:
    """For the account holder if ``child_id`` is None.

    ``sibling_percent``: the sibling discount of the class's season. ``held``: the price at which it is held already;
    ``is_agreed``: staff have reserved it at that price. ``at_most``: what the list price can be.
    """

    camp_class: CampClass
    child_id: int | None = None
    sibling_percent: int = 0
    held: SeatPrice | None = None
    is_agreed: bool = False
    at_most: Decimal | None = None

    @property
    def list_price(self) -> Decimal:
        """Without a discount. A hold guarantees that it doesn't rise."""
        now = self.camp_class.price
        if self.held is None:
            return now if self.at_most is None else min(self.at_most, now)
        return self.held.list_price if self.is_agreed else min(self.held.list_price, now)

    @property
    def season_id(self) -> int | None:
        return self.camp_class.season_id

    def off(self, amount: Decimal, text: str, voucher_id: int | None = None) -> SeatPrice:
        discount = min(amount, self.list_price)
        return SeatPrice(self.list_price, discount, text, voucher_id) if discount else SeatPrice(self.list_price)

    def percent_off(self, percent: int, text: str, voucher_id: int | None = None) -> SeatPrice:
        reduced = (self.list_price * (100 - percent) / 100).quantize(CENT, ROUND_DOWN)
        return self.off(self.list_price - reduced, text, voucher_id)


def held_seat(hold: Enrollment, camp_class: CampClass, *, without_code: bool = False) -> Seat:
    """``without_code``: the family takes back its code. A price that staff have agreed on stays."""
    is_agreed = hold.reserved_until is not None
    if without_code and hold.voucher_id is not None and not is_agreed:
        return Seat(camp_class, hold.child_id, sibling_percent_of(camp_class), at_most=hold.list_price)
    return Seat(camp_class, hold.child_id, held=hold.seat_price, is_agreed=is_agreed)


def sibling_percent_of(camp_class: CampClass) -> int:
    return camp_class.season.sibling_percent if camp_class.season else 0


def price_seats(
    seats: Sequence[Seat], *, first_children: Mapping[int, int], voucher: Voucher | None = None, today: date
) -> list[SeatPrice]:
    """For the seats of one order.

    ``first_children``: by season, the child of the account with the first confirmed seat there that has no sibling
    discount, if any. ``today`` is in the camp's time zone. Raises CodeNotForThis.
    """
    firsts = {**_first_children(seats), **first_children}
    prices = [_lowest(_options_without_code(seat, firsts, today)) for seat in seats]
    if voucher is not None:
        for index in _seats_of_code(seats, prices, voucher):
            prices[index] = _lowest([prices[index], _with_code(seats[index], voucher)])
    if 0 < sum(price.price for price in prices) < LOWEST_CARD_PRICE:
        prices = [price._replace(discount=price.list_price) for price in prices]
    return prices


def price_seats_of(
    account_id: int, seats: Sequence[Seat], *, voucher: Voucher | None = None, now: datetime
) -> list[SeatPrice]:
    seasons = {each.season_id for each in seats if each.sibling_percent and each.child_id and not each.held}
    firsts = dict[int, int]()
    # Only a sibling discount depends on the first children.
    if seasons:
        seats_there = Enrollment.objects.confirmed().filter(student=account_id, camp_class__season__in=seasons)
        of_children = seats_there.filter(child__isnull=False).exclude(discount_text__startswith=SIBLING_DISCOUNT)
        of_children = of_children.order_by("confirmed_at", "pk")
        for season_id, child_id in of_children.values_list("camp_class__season", "child"):
            firsts.setdefault(season_id, child_id)
    return price_seats(seats, first_children=firsts, voucher=voucher, today=site_day(now))


def _lowest(options: Iterable[SeatPrice]) -> SeatPrice:
    # Of equal prices the first one.
    return min(options, key=lambda each: each.price)


def _options_without_code(seat: Seat, firsts: Mapping[int, int], today: date) -> Iterator[SeatPrice]:
    if seat.held is not None and seat.is_agreed:
        yield seat.held
        return
    if seat.held is not None and seat.held.price <= seat.list_price:
        yield seat.off(seat.list_price - seat.held.price, seat.held.discount_text, seat.held.voucher_id)
    yield SeatPrice(seat.list_price)
    early = seat.camp_class.early_price_on(today)
    if early is not None and early < seat.list_price:
        yield seat.off(seat.list_price - early, EARLY)
    if seat.held is None and seat.child_id not in (None, firsts.get(seat.season_id or 0)):
        yield seat.percent_off(seat.sibling_percent, f"{SIBLING_DISCOUNT}, {seat.sibling_percent}%")


def _first_children(seats: Sequence[Seat]) -> dict[int, int]:
    """By season, the child whose seats cost most at list prices; held seats count before others."""
    held, total = dict[tuple[int, int], Decimal](), dict[tuple[int, int], Decimal]()
    for seat in seats:
        # A seat that is held with the sibling discount doesn't count: the first child may have no seat anymore.
        has_discount = seat.held is not None and seat.held.is_of_sibling
        if seat.season_id is not None and seat.child_id is not None and not has_discount:
            key = (seat.season_id, seat.child_id)
            total[key] = total.get(key, Decimal(0)) + seat.list_price
            held[key] = held.get(key, Decimal(0)) + (seat.list_price if seat.held else 0)
    firsts = dict[int, int]()
    for season_id, child_id in sorted(total, key=lambda key: (held[key], total[key]), reverse=True):
        firsts.setdefault(season_id, child_id)
    return firsts


def _seats_of_code(seats: Sequence[Seat], prices: Sequence[SeatPrice], voucher: Voucher) -> list[int]:
    """Positions. Raises CodeNotForThis."""
    found = [index for index, seat in enumerate(seats) if voucher.is_for_season(seat.season_id)]
    if not found:
        raise CodeNotForThis
    if not voucher.is_amount:
        return found

    def rank(index: int) -> tuple[bool, Decimal]:
        held = seats[index].held
        return (held is not None and held.voucher_id == voucher.pk, prices[index].price)

    return [max(found, key=rank)]


def _with_code(seat: Seat, voucher: Voucher) -> SeatPrice:
    if voucher.amount is not None:
        return seat.off(voucher.amount, f"${voucher.amount} off with a code", voucher.pk)
    assert voucher.percent is not None
    return seat.percent_off(voucher.percent, f"{voucher.percent}% off with a code", voucher.pk)

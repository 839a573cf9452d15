# ruff: noqa: E501 (one line per case)
"""What seats cost: docs/adr/0033, case by case. Each seat is written as child and list price."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classes.models import CampClass, SeatPrice, Voucher
from classes.prices import EARLY, CodeNotForThis, Seat, price_seats

TODAY = date(2027, 3, 1)
SUMMER, AUTUMN = 1, 2
MIA, LEO, EVA = 1, 2, 3


def seat(child: int | None, price: Any, *, early: Any = None, days: int = 0, sibling: int = 0, **fields: Any) -> Seat:
    """A seat in a class of the summer season. ``days``: until the last one of the early price."""
    until = TODAY + timedelta(days=days)
    camp_class = CampClass(
        price=Decimal(price),
        early_price=early and Decimal(early),
        early_until=early and until,
        season_id=fields.pop("season", SUMMER),
    )
    return Seat(camp_class, child, sibling, **fields)


def percent(value: int, **fields: Any) -> Voucher:
    return Voucher(pk=7, percent=value, **fields)


def amount(value: Any, **fields: Any) -> Voucher:
    return Voucher(pk=7, amount=Decimal(value), **fields)


def held(list_price: Any, discount: Any = 0, text: str = "", voucher: int | None = None) -> SeatPrice:
    return SeatPrice(Decimal(list_price), Decimal(discount), text, voucher)


@dataclass
class Case:
    says: str
    seats: list[Seat]
    prices: list[Any]
    texts: list[str] | None = None
    firsts: dict[int, int] = field(default_factory=dict)
    voucher: Voucher | None = None


SIBLING, CODE, DOLLARS = "Sibling discount, 10%", "20% off with a code", "$20.00 off with a code"
CASES = [
    Case("no discount", [seat(None, 100)], [100], [""]),
    Case("early price", [seat(None, 100, early=80)], [80], [EARLY]),
    Case("early price on its last day only", [seat(None, 100, early=80, days=-1)], [100], [""]),
    # Siblings.
    Case("the first child is the one who costs more", [seat(MIA, 90, sibling=10), seat(LEO, 100, sibling=10)], [81, 100]),
    Case("the sum counts", [seat(MIA, 60, sibling=10), seat(LEO, 100, sibling=10), seat(MIA, 60, sibling=10)], [60, 90, 60]),
    Case("of equal ones the first named", [seat(MIA, 100, sibling=10), seat(LEO, 100, sibling=10)], [100, 90], ["", SIBLING]),
    Case("every child beyond the first", [seat(each, 100, sibling=10) for each in (MIA, LEO, EVA)], [100, 90, 90]),
    Case("list prices decide", [seat(MIA, 100, early=50, sibling=10), seat(LEO, 90, sibling=10)], [50, 81]),
    Case("a confirmed seat decides", [seat(MIA, 100, sibling=10), seat(LEO, 90, sibling=10)], [90, 90], firsts={SUMMER: LEO}),
    Case("a confirmed sibling", [seat(MIA, 100, sibling=10)], [90], [SIBLING], firsts={SUMMER: LEO}),
    Case("the account holder is no sibling", [seat(None, 100, sibling=10), seat(MIA, 50, sibling=10)], [100, 50]),
    Case("each season by itself", [seat(MIA, 100, sibling=10), seat(LEO, 90, sibling=10, season=AUTUMN)], [100, 90]),
    Case("no season", [seat(MIA, 100, season=None), seat(LEO, 90, season=None)], [100, 90], ["", ""]),
    Case("held as the first child", [seat(MIA, 90, sibling=10, held=held(90)), seat(LEO, 100, sibling=10)], [90, 90]),
    Case("held as a sibling", [seat(MIA, 100, sibling=10, held=held(100, 10, SIBLING)), seat(LEO, 50, sibling=10)], [90, 50]),
    # Codes.
    Case("a percentage applies to each seat", [seat(MIA, 100), seat(None, 50)], [80, 40], [CODE, CODE], voucher=percent(20)),
    Case("only to its season", [seat(MIA, 100), seat(LEO, 100, season=AUTUMN)], [100, 80], voucher=percent(20, season_id=2)),
    Case("an amount applies once", [seat(MIA, 90), seat(LEO, 100)], [90, 80], ["", DOLLARS], voucher=amount("20.00")),
    Case("of equal ones to the first named", [seat(MIA, 90), seat(LEO, 90)], [70, 90], voucher=amount(20)),
    Case("to the dearest without it", [seat(MIA, 100, early=60), seat(LEO, 90)], [60, 70], voucher=amount(20)),
    Case("an amount above the price", [seat(MIA, 15)], [0], voucher=amount(20)),
    Case("a free class", [seat(MIA, 0)], [0], [""], voucher=percent(20)),
    # The best one, never two.
    Case("a better code", [seat(MIA, 100, early=90)], [80], [CODE], voucher=percent(20)),
    Case("a better early price", [seat(MIA, 100, early=70)], [70], [EARLY], voucher=percent(20)),
    Case("equal ones: the code is not used", [seat(MIA, 100, early=80)], [80], [EARLY], voucher=percent(20)),
    Case("a better sibling", [seat(MIA, 100, early=95, sibling=10)], [90], [SIBLING], firsts={SUMMER: LEO}),
    # Held seats.
    Case("keeps its price", [seat(MIA, 120, held=held(100))], [100], [""]),
    Case("keeps its early price", [seat(MIA, 100, held=held(100, 20, EARLY))], [80], [EARLY]),
    Case("keeps its code", [seat(MIA, 100, held=held(100, 30, "x", 7))], [70], ["x"], voucher=percent(20)),
    Case("keeps its sibling discount", [seat(MIA, 100, sibling=10, held=held(100, 10, SIBLING))], [90], [SIBLING]),
    Case("a later sibling", [seat(MIA, 100, sibling=10, held=held(100))], [100], firsts={SUMMER: LEO}),
    Case("a code given later", [seat(MIA, 100, held=held(100))], [80], [CODE], voucher=percent(20)),
    Case("a code off the guaranteed price", [seat(MIA, 200, held=held(100))], [80], voucher=percent(20)),
    Case("a lower list price", [seat(MIA, 70, held=held(100, 20, EARLY))], [70], [""]),
    Case("an early price that has begun", [seat(MIA, 100, early=80, held=held(100))], [80], [EARLY]),
    Case("an amount is not given twice", [seat(MIA, 90, held=held(90, 20, "x", 7)), seat(LEO, 100)], [70, 100], voucher=amount(20)),
    Case("but after a lower list price", [seat(MIA, 60, held=held(90, 20, "x", 7)), seat(LEO, 100)], [40, 100], voucher=amount(20)),
    # Cents.
    Case("rounded down, per seat", [seat(MIA, "9.99"), seat(LEO, "9.99")], ["6.69", "6.69"], voucher=percent(33)),
    Case("too little for a card", [seat(MIA, "0.60")], [0], ["33% off with a code"], voucher=percent(33)),
    Case("too little in sum", [seat(MIA, 1), seat(LEO, 1)], [0, 0], voucher=percent(80)),
    Case("enough in sum", [seat(MIA, 1), seat(LEO, "1.50")], ["0.20", "0.30"], voucher=percent(80)),
    Case("half a dollar", [seat(MIA, 1)], ["0.50"], voucher=percent(50)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_it_decides_the_price(case):
    found = price_seats(case.seats, first_children=case.firsts, voucher=case.voucher, today=TODAY)
    assert [each.price for each in found] == [Decimal(price) for price in case.prices]
    if case.texts is not None:
        assert [each.discount_text for each in found] == case.texts
    assert all(each.voucher_id == 7 for each in found if each.discount_text.endswith("code"))


def test_it_refuses_a_code_that_is_for_none_of_the_seats():
    with pytest.raises(CodeNotForThis):
        price_seats([seat(MIA, 100)], first_children={}, voucher=percent(20, season_id=AUTUMN), today=TODAY)


prices = st.decimals(Decimal("0.50"), Decimal(500), places=2)
classes = st.builds(
    lambda price, early, season: CampClass(
        price=price,
        early_price=early and min(early, price - Decimal("0.01")),
        early_until=early and TODAY,
        season_id=season,
    ),
    st.just(Decimal(0)) | prices,
    st.none() | prices,
    st.none() | st.integers(1, 2),
).filter(lambda each: each.early_price is None or each.early_price >= 0)
vouchers = st.none() | st.builds(
    lambda pk, percent, amount, season: Voucher(
        pk=pk, percent=percent, amount=None if percent else amount, season_id=season
    ),
    st.integers(1, 2),
    st.none() | st.integers(1, 100),
    prices,
    st.none() | st.integers(1, 2),
)


@given(
    camp_classes=st.lists(classes, min_size=1, max_size=4),
    percents=st.tuples(st.integers(0, 50), st.integers(0, 50)),
    requests=st.lists(
        st.tuples(st.sets(st.tuples(st.none() | st.integers(1, 3), st.integers(0, 3)), min_size=1), vouchers),
        min_size=1,
        max_size=4,
    ),
)
def test_it_never_charges_above_the_list_nor_discounts_a_seat_twice(camp_classes, percents, requests):
    """A family holds and prolongs seats in any order. Each request is an order for the sum of the frozen prices."""
    frozen = dict[tuple[int | None, int], SeatPrice]()
    for wanted, voucher in requests:
        keys = [(child, number) for child, number in wanted if number < len(camp_classes)]
        sibling = {None: 0, 1: percents[0], 2: percents[1]}
        seats = [
            Seat(camp_classes[number], child, sibling[camp_classes[number].season_id], frozen.get((child, number)))
            for child, number in keys
        ]
        try:
            found = price_seats(seats, first_children={}, voucher=voucher, today=TODAY)
        except CodeNotForThis:
            continue
        assert not 0 < sum(each.price for each in found) < Decimal("0.50")
        for key, each, price in zip(keys, seats, found, strict=True):
            check_price(each, price, voucher, free=sum(price.price for price in found) == 0)
            frozen[key] = price
        if voucher and voucher.is_amount:
            assert sum(price.voucher_id == voucher.pk != (each.held and each.held.voucher_id)
                       for each, price in zip(seats, found, strict=True)) <= 1  # fmt: skip


def check_price(each: Seat, price: SeatPrice, voucher: Voucher | None, *, free: bool) -> None:
    """The price is one of those that a single discount gives, and no higher than the list price or the hold."""
    list_price = each.list_price
    single = [list_price, each.camp_class.early_price, each.held and each.held.price]
    single.append(list_price * (100 - each.sibling_percent) / 100)
    if voucher is not None and voucher.is_for_season(each.season_id):
        single.append(max(Decimal(0), list_price - voucher.amount) if voucher.amount else None)
        single.append(list_price * (100 - voucher.percent) / 100 if voucher.percent else None)
    assert 0 <= price.price <= list_price
    assert each.held is None or price.price <= each.held.price
    assert free or any(value is not None and 0 <= value - price.price < Decimal("0.01") for value in single)
    assert bool(price.discount) == bool(price.discount_text)

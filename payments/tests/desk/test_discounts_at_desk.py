"""Discounts and codes at the desk, and prices that staff have agreed on."""

from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import CampClass
from payments.models import Payment
from testing.clients.api import as_
from testing.factories import make_class, make_reservation, make_season, make_voucher
from testing.proofs.invariants import current_violations
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_order, quote_order, select_seats
from testing.steps.desk import desk_body, desk_line, pay_at_desk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def pottery(users) -> CampClass:
    """$100 with 10 % off for siblings."""
    season = make_season(opens_at=timezone.now(), sibling_percent=10)
    return make_class(users.instructor, "Pottery", price=Decimal(100), season=season)


def expect_refused(users, expected, *seats, **fields):
    with nothing_changes():
        refused = as_(users.admin).post("/desk/enrollments", desk_body(users.student, *seats, **fields), 409)
    assert refused["code"] == expected
    return refused


def test_it_takes_the_discounted_prices(users, mia, leo, pottery, stripe):
    seats = ((pottery, mia), (pottery, leo))
    refused = expect_refused(users, "price_changed", *seats, total=200)
    assert [line["price"] for line in refused["lines"]] == [100, 90]

    pay_at_desk(users.admin, users.student, *seats, total=190)

    paid = Payment.objects.order_by("position")
    assert [(each.price, each.discount_text) for each in paid] == [(100, ""), (90, "Sibling discount, 10%")]
    assert current_violations(stripe) == []


def test_it_takes_a_code_whose_use_counts(users, mia, pottery, stripe):
    make_voucher(max_uses=1)
    body = desk_body(users.student, (pottery, mia), total=80, code="spring")
    sold = as_(users.admin).post("/desk/enrollments", body, 201)
    assert as_(users.admin).post("/desk/enrollments", body)["orderId"] == sold["orderId"]
    assert as_(users.admin).post("/desk/enrollments", body | {"code": ""}, 409)["code"] == "key_used"

    expect_refused(users, "code_used_up", pottery, total=80, code="SPRING")
    expect_refused(users, "code_unknown", pottery, total=80, code="NONE")
    assert current_violations(stripe) == []


@pytest.mark.parametrize(("price", "discount"), [(30, 70), (100, 0), (120, 0)])
def test_it_shows_a_lower_price_of_the_office_as_a_discount(users, pottery, price, discount):
    line = desk_line(pottery, price=price, reason="Helps in the kitchen")
    paid = pay_at_desk(users.admin, users.student, pottery, lines=[line], total=price)
    assert (paid.price, paid.discount, paid.list_price) == (price, discount, price + discount)
    assert (paid.discount_text, paid.enrollment.voucher) == ("Price of the office" if discount else "", None)


@pytest.mark.parametrize("price", [30, 120])
def test_it_keeps_the_price_of_a_reservation_whatever_the_class_costs(users, pottery, price):
    make_reservation(users.student, pottery, by=users.admin, price=Decimal(price))
    CampClass.objects.update(price=25, early_price=20, early_until="2099-01-01")
    selections = users.student.selections.all() or select_seats(users.student, pottery)
    assert quote_order(users.student, selections)["total"] == price
    assert create_order(users.student, selections, total=price)["amount"] == price


def test_it_lowers_the_price_of_a_reservation_by_a_code(users, pottery):
    make_voucher()
    make_reservation(users.student, pottery, by=users.admin, price=Decimal(100))
    selections = users.student.selections.all() or select_seats(users.student, pottery)
    assert create_order(users.student, selections, total=80, code="SPRING")["amount"] == 80


def test_it_moves_a_seat_with_its_discount_and_the_use_of_its_code(users, pottery, stripe):
    voucher = make_voucher(max_uses=1)
    paid = pay_at_desk(users.admin, users.student, pottery, total=80, code="SPRING")
    wood = make_class(users.instructor, "Wood", price=Decimal(60))

    as_(users.admin).post(f"/payments/{paid.pk}/move", {"classId": str(wood.pk), "reason": "Asked on the phone"})

    paid.refresh_from_db()
    assert (paid.camp_class, paid.enrollment.seat_price) == (wood, (100, 20, "20% off with a code", voucher.pk))
    assert (paid.price, paid.discount, paid.discount_text) == (80, 20, "20% off with a code")
    expect_refused(users, "code_used_up", pottery, total=80, code="SPRING")
    assert current_violations(stripe) == []


def test_it_moves_a_seat_with_the_price_of_the_office_and_its_reason(users, pottery):
    line = desk_line(pottery, price=70, reason="Helps in the kitchen")
    paid = pay_at_desk(users.admin, users.student, pottery, lines=[line], total=70)
    wood = make_class(users.instructor, "Wood", price=Decimal(60))

    as_(users.admin).post(f"/payments/{paid.pk}/move", {"classId": str(wood.pk), "reason": "Asked on the phone"})

    paid.refresh_from_db()
    assert (paid.camp_class, paid.enrollment.price_reason) == (wood, "Helps in the kitchen")
    assert paid.enrollment.seat_price == (100, 30, "Price of the office", None)

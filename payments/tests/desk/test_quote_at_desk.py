"""POST /desk/quote: what the office would take for seats, before it takes it."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment, make_reservation, make_season, make_voucher
from testing.snapshots import nothing_changes
from testing.steps.desk import desk_body, desk_line, enroll_at_desk, reserve

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def pottery(users) -> CampClass:
    """$100 with 10 % off for siblings."""
    season = make_season(opens_at=timezone.now(), sibling_percent=10)
    return make_class(users.instructor, "Pottery", price=Decimal(100), season=season)


def quote(users, *seats, status=200, **fields) -> Any:
    """Asks for a quote, which changes nothing."""
    body = {"userId": str(users.student.pk), "lines": [desk_line(seat) for seat in seats]} | fields
    with nothing_changes():
        return as_(users.admin).post("/desk/quote", body, status)


def test_it_says_what_each_seat_costs_and_why(users, mia, leo, pottery):
    no_discount = {"listPrice": 100, "discount": 0, "discountText": "", "price": 100, "clashes": []}
    discount = {"listPrice": 100, "discount": 10, "discountText": "Sibling discount, 10%", "price": 90, "clashes": []}
    assert quote(users, (pottery, mia), (pottery, leo)) == {
        "lines": [desk_line((pottery, mia)) | no_discount, desk_line((pottery, leo)) | discount],
        "total": 190,
    }


def test_it_names_the_total_that_is_then_taken_or_reserved(users, mia, leo, pottery):
    make_enrollment(users.student, pottery, mia)
    until = timezone.now() + timedelta(days=2)
    assert quote(users, (pottery, leo))["total"] == 90
    reserved = reserve(users.admin, users.student, (pottery, leo), until=until)
    assert reserved["reservations"][0]["price"] == 90
    make_voucher()
    eva = make_child(users.student, "Eva")
    total = quote(users, (pottery, leo), (pottery, eva), code="spring")["total"]
    assert total == 160
    enroll_at_desk(users.admin, users.student, (pottery, leo), (pottery, eva), total=total, code="spring")


def test_it_keeps_the_price_of_a_reservation(users, pottery):
    make_reservation(users.student, pottery, by=users.admin, price=Decimal(30))
    assert quote(users, pottery)["total"] == 30


def test_it_ignores_the_hold_of_another_seat(users, mia, pottery):
    make_reservation(users.student, pottery, by=users.admin, price=Decimal(30))
    assert quote(users, (pottery, mia))["total"] == 100


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, pottery, who, status):
    as_(who and getattr(users, who)).post("/desk/quote", desk_body(users.student, pottery), status)


@pytest.mark.parametrize("child", ["999999", "other"])
def test_it_returns_404_for_a_child_of_another_family(users, pottery, child):
    other = make_child(users.other_student, "Max")
    line = {"classId": str(pottery.pk), "childId": str(other.pk) if child == "other" else child}
    assert quote(users, status=404, lines=[line])["code"] == "not_found"


def test_it_returns_404_for_an_account_that_does_not_exist(users, pottery):
    quote(users, pottery, status=404, userId="999999")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"userId": "x"}, "userId"),
        ({"lines": []}, "lines"),
        ({"lines": [{"classId": "1"}, {"classId": "1"}]}, "lines"),
        ({"lines": [{"childId": None}]}, "lines"),
        ({"code": "x" * 41}, "code"),
    ],
)
def test_it_refuses_bad_input(users, pottery, fields, field):
    (name,) = quote(users, pottery, status=400, **fields)["fields"]
    assert name.partition(".")[0] == field


def test_it_names_a_class_that_is_gone(users, pottery):
    gone = {"classId": "999999", "childId": None}
    refused = quote(users, status=409, lines=[desk_line(pottery), gone])
    assert refused["code"] == "not_all_available"
    assert [(line["classId"], line["code"]) for line in refused["lines"]] == [("999999", "not_found")]


def test_it_refuses_a_code_that_cannot_be_used(users, pottery):
    make_voucher(account=users.other_student)
    assert quote(users, pottery, status=409, code="SPRING")["code"] == "code_unknown"

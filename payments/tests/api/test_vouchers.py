"""Admins create, change and cancel vouchers, and see how often they were used."""

from datetime import UTC, datetime

import pytest

from classes.models import Enrollment, Voucher
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_season, make_voucher
from testing.steps.checkout import create_order, select_seats

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stripe")]

DEFAULTS = {
    "percent": None,
    "amount": None,
    "season": None,
    "account": None,
    "userId": None,
    "accountName": None,
    "maxUses": None,
    "perAccount": 1,
    "startsAt": None,
    "endsAt": None,
    "note": "",
    "canceled": False,
    "canceledAt": None,
    "uses": 0,
}
FULL = {
    "code": "Aid-27",
    "amount": 150.5,
    "season": "summer-2027",
    "account": "sam@camp.example",
    "maxUses": 3,
    "perAccount": 2,
    "startsAt": "2027-01-01T00:00:00Z",
    "endsAt": "2027-02-01T00:00:00Z",
    "note": "Asked in May",
}
BAD_INPUTS = [
    ({"code": ""}, "code"),
    ({"code": "two words"}, "code"),
    ({"code": "x" * 41}, "code"),
    ({"percent": None}, "percent"),
    ({"percent": 0}, "percent"),
    ({"percent": 101}, "percent"),
    ({"amount": 5}, "percent"),
    ({"percent": None, "amount": 0}, "amount"),
    ({"percent": None, "amount": 0.001}, "amount"),
    ({"season": "nowhere"}, "season"),
    ({"account": "nobody@camp.example"}, "account"),
    ({"userId": "999999"}, "userId"),
    ({"userId": "x"}, "userId"),
    ({"maxUses": 0}, "maxUses"),
    ({"perAccount": 0}, "perAccount"),
    ({"startsAt": "2027-02-01T00:00:00Z", "endsAt": "2027-02-01T00:00:00Z"}, "endsAt"),
    ({"note": "x" * 201}, "note"),
]


def all_vouchers():
    return list(Voucher.objects.order_by("pk").values())


def test_it_creates_vouchers_and_lists_the_newest_first(users):
    make_season()

    first = as_(users.admin).post("/vouchers", {"code": "SPRING", "percent": 20}, 201)
    second = as_(users.admin).post("/vouchers", FULL, 201)

    assert as_(users.admin).get("/vouchers") == [
        DEFAULTS
        | FULL
        | {"_id": second["insertedId"], "userId": str(users.student.pk), "accountName": users.student.name},
        DEFAULTS | {"_id": first["insertedId"], "code": "SPRING", "percent": 20},
    ]


def test_it_is_for_one_family_without_an_address(users):
    family = as_(users.admin).post("/families", {"name": "Cora", "phone": "555 0142"}, 201)["insertedId"]
    as_(users.admin).post("/vouchers", {"code": "AID", "percent": 50, "userId": family}, 201)
    (shown,) = as_(users.admin).get("/vouchers")
    assert (shown["account"], shown["userId"], shown["accountName"]) == ("", family, "Cora")
    as_(users.admin).put(f"/vouchers/{shown['_id']}", {"percent": 60, "userId": family})
    assert Voucher.objects.get().account_id == int(family)


def test_it_stores_a_pasted_code_and_address_as_they_are_typed(users):
    pasted = {"code": "\u200bSPRING\u201310", "percent": 20, "account": "mailto:Sam@camp.example"}
    as_(users.admin).post("/vouchers", pasted, 201)
    voucher = Voucher.objects.get()
    assert (voucher.code, voucher.account) == ("SPRING-10", users.student)


def test_it_counts_an_order_as_one_use(users, mia, clay):
    make_voucher()
    create_order(users.student, select_seats(users.student, clay, (clay, mia)), total=72.8, code="spring")
    assert [row["uses"] for row in as_(users.admin).get("/vouchers")] == [1]
    Enrollment.objects.update(held_until=datetime(2026, 1, 1, tzinfo=UTC))
    assert [row["uses"] for row in as_(users.admin).get("/vouchers")] == [0]


def test_it_changes_what_is_sent(users):
    voucher = make_voucher(note="Before")
    path = f"/vouchers/{voucher.pk}"

    assert as_(users.admin).put(path, {"amount": 30, "maxUses": 5}) == {"modifiedCount": 1}
    assert as_(users.admin).put(path, {"amount": 30, "maxUses": 5}) == {"modifiedCount": 0}

    (row,) = as_(users.admin).get("/vouchers")
    assert row == DEFAULTS | {"_id": str(voucher.pk), "code": "SPRING", "amount": 30, "maxUses": 5, "note": "Before"}


def test_it_cancels_for_good(users):
    voucher = make_voucher()
    path = f"/vouchers/{voucher.pk}"
    assert as_(users.admin).put(path, {"canceled": True}) == {"modifiedCount": 1}
    before = all_vouchers()
    for canceled in (True, False):
        assert as_(users.admin).put(path, {"canceled": canceled}) == {"modifiedCount": 0}
    assert all_vouchers() == before
    assert as_(users.admin).get("/vouchers")[0]["canceled"] is True


def test_it_responds_404_to_an_id_of_no_voucher(users):
    for invalid in INVALID_IDS:
        as_(users.admin).put(f"/vouchers/{invalid}", {"note": "x"}, 404)


@pytest.mark.parametrize(("changes", "field"), BAD_INPUTS)
def test_it_refuses_bad_input(users, changes, field):
    voucher = make_voucher()
    before = all_vouchers()
    refused = as_(users.admin).post("/vouchers", {"code": "NEW", "percent": 20} | changes, 400)
    assert list(refused["fields"]) == [field]
    if changes != {"percent": None}:  # which leaves it as it is
        body = {"code": "NEW", "percent": 20} | changes
        assert list(as_(users.admin).put(f"/vouchers/{voucher.pk}", body, 400)["fields"]) == [field]
    assert all_vouchers() == before


def test_it_refuses_a_code_that_differs_only_in_capitals(users):
    make_voucher("Spring")
    other = make_voucher("FALL")
    before = all_vouchers()
    assert as_(users.admin).post("/vouchers", {"code": "sPRING", "percent": 5}, 409)["code"] == "already_exists"
    assert as_(users.admin).put(f"/vouchers/{other.pk}", {"code": "SPRING"}, 409)["code"] == "already_exists"
    assert all_vouchers() == before


@pytest.mark.parametrize(("name", "value"), [("maxUses", 1), ("perAccount", 1)])
def test_it_refuses_fewer_uses_than_there_were(users, mia, clay, name, value):
    voucher = make_voucher(per_account=2)
    for seat in (clay, (clay, mia)):
        create_order(users.student, select_seats(users.student, seat), total=36.4, code="SPRING")
    before = all_vouchers()
    refused = as_(users.admin).put(f"/vouchers/{voucher.pk}", {name: value}, 400)
    assert refused["fields"] == {name: ["It has been used 2 times already."]}
    assert all_vouchers() == before

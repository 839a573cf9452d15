"""The early price of a class and the sibling discount of a season, as instructors and admins set them."""

from datetime import date
from decimal import Decimal

import pytest
import time_machine

from classes.models import CampClass
from testing.clients.api import as_
from testing.factories import make_class, make_season
from testing.snapshots import nothing_changes
from testing.steps.class_edits import class_form

CLASS = {"nameClass": "Clay", "seats": 5, "price": 50, "image": "https://pictures.example/a.jpg"}
EARLY = {"earlyPrice": 40, "earlyUntil": "2027-04-30"}
SEASON = {"name": "Summer 2027", "startsOn": "2027-07-05", "endsOn": "2027-08-27"}
STORED = {"early_price": Decimal(40), "early_until": date(2027, 4, 30)}


@pytest.fixture
def early(users) -> CampClass:
    return make_class(users.instructor, "Clay", price=Decimal(50), **STORED)


def early_price_of(camp_class):
    camp_class.refresh_from_db()
    return camp_class.early_price, camp_class.early_until


def test_it_creates_a_class_with_an_early_price_that_every_list_shows(users):
    created = as_(users.instructor).post("/classes", CLASS | EARLY, 201)
    CampClass.objects.update(status="Approved")
    as_(users.student).post("/selectClass", {"classId": created["insertedId"]}, 201)

    rows = [
        *as_(None).get("/classes"),
        as_(None).get(f"/classes/{created['insertedId']}"),
        *as_(users.instructor).get(f"/myClasses/{users.instructor.email}"),
        *as_(users.student).get(f"/selectClass?email={users.student.email}"),
    ]

    assert len(rows) == 4
    assert all(EARLY.items() <= row.items() for row in rows)


@pytest.mark.parametrize(("day", "price"), [("2027-04-30", 40), ("2027-05-01", 50)])
def test_it_says_what_a_class_costs_today(users, early, day, price):
    with time_machine.travel(f"{day}T23:59:00-04:00"):
        rows = [*as_(None).get("/classes"), as_(None).get(f"/classes/{early.pk}")]
    assert [row["priceNow"] for row in rows] == [price] * 2


@pytest.mark.parametrize("method", ["put", "patch"])
@pytest.mark.parametrize("user", ["instructor", "admin"])
def test_it_changes_and_removes_an_early_price(users, early, method, user):
    change = getattr(as_(getattr(users, user)), method)
    change(f"/classes/{early.pk}", CLASS | {"earlyPrice": 45.5})
    assert early_price_of(early) == (Decimal("45.50"), date(2027, 4, 30))
    change(f"/classes/{early.pk}", CLASS | {"earlyPrice": None, "earlyUntil": None})
    assert early_price_of(early) == (None, None)


def test_it_keeps_an_early_price_that_the_body_leaves_out(users, early):
    as_(users.instructor).put(f"/classes/{early.pk}", CLASS | {"price": 60})
    assert early_price_of(early) == (40, date(2027, 4, 30))


@pytest.mark.parametrize("method", ["put", "patch"])
@pytest.mark.parametrize("user", ["instructor", "admin"])
@pytest.mark.parametrize("price", [40, 30, 0])
def test_it_refuses_a_price_that_is_not_above_the_early_price(users, early, method, user, price):
    """A client that doesn't know early prices removes none without a word."""
    body = CLASS | {"nameClass": "Other", "price": price}
    with nothing_changes():
        refused = getattr(as_(getattr(users, user)), method)(f"/classes/{early.pk}", body, 409)
        assert refused["code"] == "early_price_above_price"
        assert "$40.00" in refused["message"]


def test_it_takes_a_lower_price_with_a_lower_early_price_or_without_one(users, early):
    as_(users.instructor).put(f"/classes/{early.pk}", CLASS | {"price": 40, "earlyPrice": 30})
    assert early_price_of(early) == (30, date(2027, 4, 30))
    as_(users.instructor).put(f"/classes/{early.pk}", CLASS | {"price": 20, "earlyPrice": None})
    assert (early_price_of(early), early.price) == ((None, None), 20)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"earlyPrice": 50}, "earlyPrice"),
        ({"earlyPrice": 60}, "earlyPrice"),
        ({"earlyPrice": 0.49}, "earlyPrice"),
        ({"earlyPrice": -1}, "earlyPrice"),
        ({"earlyPrice": "soon"}, "earlyPrice"),
        ({"earlyUntil": None}, "earlyUntil"),
        ({"earlyUntil": "2127-01-01"}, "earlyUntil"),
        ({"earlyUntil": "soon"}, "earlyUntil"),
    ],
)
def test_it_refuses_bad_input(users, early, body, field):
    assert list(as_(users.instructor).post("/classes", CLASS | EARLY | body, 400)["fields"]) == [field]
    assert list(as_(users.admin).put(f"/classes/{early.pk}", CLASS | EARLY | body, 400)["fields"]) == [field]
    assert list(as_(users.admin).patch(f"/classes/{early.pk}", body, 400)["fields"]) == [field]
    assert CampClass.objects.count() == 1
    assert early_price_of(early) == (40, date(2027, 4, 30))


def test_it_refuses_a_last_day_alone(users, clay):
    body = {"earlyUntil": "2027-04-30"}
    assert list(as_(users.instructor).post("/classes", CLASS | body, 400)["fields"]) == ["earlyPrice"]
    assert list(as_(users.instructor).patch(f"/classes/{clay.pk}", body, 400)["fields"]) == ["earlyPrice"]


def test_it_keeps_the_rules_in_the_django_admin(early, admin_client):
    path = f"/admin/classes/campclass/{early.pk}/change/"
    for change, error in (
        ({"early_price": "50.00"}, "The early price must be below the price."),
        ({"early_until": ""}, "An early price and its last day belong together."),
        ({"early_price": "0.20"}, "Enter 0 for a free class, or a price from"),
    ):
        assert error in admin_client.post(path, class_form(early, **change)).content.decode()
    assert early_price_of(early) == (40, date(2027, 4, 30))
    admin_client.post(path, class_form(early, early_price="45.00"))
    assert early_price_of(early) == (45, date(2027, 4, 30))


def test_it_sets_the_sibling_discount_which_only_admins_see(users):
    season = make_season()
    path = f"/seasons/{season.pk}"

    assert as_(users.admin).put(path, SEASON | {"siblingPercent": 15}) == {"modifiedCount": 1}
    assert as_(users.admin).put(path, SEASON) == {"modifiedCount": 0}

    assert as_(users.admin).get("/seasons")[0]["siblingPercent"] == 15
    for user in (None, users.student, users.instructor):
        assert "siblingPercent" not in as_(user).get("/seasons")[0]


@pytest.mark.parametrize("percent", [-1, 51, 1.5, "many", None])
def test_it_refuses_a_bad_sibling_discount(users, percent):
    season = make_season(sibling_percent=10)
    refused = as_(users.admin).put(f"/seasons/{season.pk}", SEASON | {"siblingPercent": percent}, 400)
    assert list(refused["fields"]) == ["siblingPercent"]
    season.refresh_from_db()
    assert season.sibling_percent == 10

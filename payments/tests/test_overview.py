"""GET /overview: the admin's figures."""

import json
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from camp.testing import as_, make_class, make_user
from payments.tests.test_payment_history import pay

pytestmark = pytest.mark.django_db


@pytest.fixture
def sales(cast, clay):
    make_class(cast.instructor, "Waiting", status="Pending", capacity=7)
    pay(cast.student, clay)
    pay(cast.other_student, clay, days_ago=7, refunded_amount=Decimal("5.50"))
    pay(make_user("gone"), clay, state="refunded", refund_reason="given_back", refunded_amount=Decimal("45.50"))


def test_the_figures(cast, clay, sales):
    figures = as_(cast.admin).get("/overview")
    assert (figures["students"], figures["instructors"]) == (3, 2)
    assert figures["classes"] == {"Pending": 1, "Approved": 1, "Denied": 0}
    assert figures["seats"] == {"sold": 3, "capacity": 10}
    assert figures["income"] == 85.5


def test_income_by_week_with_the_weeks_that_had_none(cast, clay, sales):
    weeks = as_(cast.admin).get("/overview")["weeks"]
    assert len(weeks) == 12
    assert [(week["income"], week["sales"]) for week in weeks[-2:]] == [(40.0, 1), (45.5, 1)]
    mondays = [datetime.fromisoformat(week["week"]) for week in weeks]
    assert all(monday.weekday() == 0 for monday in mondays)
    assert mondays[-1].date() + timedelta(days=7) > timezone.now().date() >= mondays[-1].date()


def test_a_school_that_has_earned_more_than_any_class_costs(cast):
    """Nor does the description of the call say that it could not."""
    dear = make_class(cast.instructor, price=Decimal(10_000), capacity=20)
    for number in range(11):
        pay(make_user(f"student{number}"), dear)
    assert as_(cast.admin).get("/overview")["income"] == 110_000
    described = json.loads((settings.BASE_DIR / "frontend" / "openapi.json").read_text())["components"]["schemas"]
    for answer in ("OverviewAnswer", "WeekAnswer"):
        assert "maximum" not in described[answer]["properties"]["income"]


def test_an_empty_school(cast):
    figures = as_(cast.admin).get("/overview")
    assert figures["income"] == 0
    assert figures["seats"] == {"sold": 0, "capacity": 0}


def test_nobody_may(db):
    as_(None).get("/overview", 401)


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_only_an_admin_may(cast, who):
    as_(getattr(cast, who)).get("/overview", 403)


def test_a_constant_number_of_queries(cast, clay, sales):
    with CaptureQueriesContext(connection) as few:
        as_(cast.admin).get("/overview")
    for number in range(20):
        pay(make_user(f"student{number}"), make_class(cast.instructor, f"Class {number}"), days_ago=number)
    with CaptureQueriesContext(connection) as many:
        as_(cast.admin).get("/overview")
    assert len(many) == len(few) <= 6

"""GET /payments/{email}: what a student paid, newest first."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from camp.testing import as_, make_class, seat
from payments.attempts import what_is_bought
from payments.models import Payment

pytestmark = pytest.mark.django_db


def pay(student, camp_class, days_ago=0, **fields):
    values = {"state": "enrolled", "paid_at": timezone.now() - timedelta(days=days_ago)} | fields
    return Payment.objects.create(**what_is_bought(seat(student, camp_class)) | values)


@pytest.fixture
def three(cast):
    return [pay(cast.student, make_class(cast.instructor, f"Class {n}"), days_ago=n) for n in range(3)]


def test_newest_first(cast, three):
    rows = as_(cast.student).get("/payments/SAM@camp.example")
    assert [row["_id"] for row in rows] == [str(payment.pk) for payment in three]


def test_pages(cast, three):
    answer = as_(cast.student).client.get("/payments/sam@camp.example?limit=2")
    assert [row["nameClass"] for row in answer.json()] == ["Class 0", "Class 1"]
    assert answer["X-Total-Count"] == "3"
    rest = as_(cast.student).get(f"/payments/sam@camp.example?limit=2&after={three[1].pk}")
    assert [row["nameClass"] for row in rest] == ["Class 2"]


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=201", "limit=-1", "after=x", "after=%F0", "limit="])
def test_bad_paging(cast, three, query):
    as_(cast.student).get(f"/payments/sam@camp.example?{query}", 400)


def test_a_null_byte_in_the_address(cast):
    as_(cast.student).get("/payments/sam@camp.example?after=%00", 400)


def test_an_attempt_that_was_not_paid_is_not_shown(cast, clay):
    pay(cast.student, clay, state="started", paid_at=None)
    assert as_(cast.student).get("/payments/sam@camp.example") == []


def test_nobody_may(cast):
    as_(None).get("/payments/sam@camp.example", 401)


@pytest.mark.parametrize("who", ["other_student", "instructor"])
def test_only_ones_own(cast, three, who):
    as_(getattr(cast, who)).get("/payments/sam@camp.example", 403)


def test_an_admin_may_read_anyones(cast, three):
    assert len(as_(cast.admin).get("/payments/sam@camp.example")) == 3
    as_(cast.admin).get("/payments/nobody@camp.example", 404)


def queries_for(user):
    with CaptureQueriesContext(connection) as queries:
        as_(user).get(f"/payments/{user.email}")
    return len(queries)


def test_a_long_history_costs_no_more_queries(cast, three):
    few = queries_for(cast.student)
    for number in range(30):
        pay(cast.student, make_class(cast.instructor, f"More {number}"))
    assert queries_for(cast.student) == few <= 3

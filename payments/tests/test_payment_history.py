"""GET /payments/{email}: a student's payments."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from testing.api_client import as_
from testing.factories import make_class, make_payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(cast):
    return [make_payment(cast.student, make_class(cast.instructor, f"Class {n}"), days_ago=n) for n in range(3)]


def test_it_lists_the_newest_payment_first(cast, three):
    rows = as_(cast.student).get("/payments/SAM@camp.example")
    assert [row["_id"] for row in rows] == [str(payment.pk) for payment in three]


def test_it_returns_pages(cast, three):
    answer = as_(cast.student).client.get("/payments/sam@camp.example?limit=2")
    assert [row["nameClass"] for row in answer.json()] == ["Class 0", "Class 1"]
    assert answer["X-Total-Count"] == "3"
    rest = as_(cast.student).get(f"/payments/sam@camp.example?limit=2&after={three[1].pk}")
    assert [row["nameClass"] for row in rest] == ["Class 2"]


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=201", "limit=-1", "after=x", "after=%F0", "limit="])
def test_it_refuses_bad_paging_parameters(cast, three, query):
    as_(cast.student).get(f"/payments/sam@camp.example?{query}", 400)


def test_it_refuses_a_null_byte_in_the_query(cast):
    as_(cast.student).get("/payments/sam@camp.example?after=%00", 400)


def test_it_hides_unpaid_attempts(cast, clay):
    make_payment(cast.student, clay, state="started", paid_at=None)
    assert as_(cast.student).get("/payments/sam@camp.example") == []


def test_it_requires_a_login(cast):
    as_(None).get("/payments/sam@camp.example", 401)


@pytest.mark.parametrize("who", ["other_student", "instructor"])
def test_it_refuses_another_users_history(cast, three, who):
    as_(getattr(cast, who)).get("/payments/sam@camp.example", 403)


def test_it_shows_an_admin_every_history(cast, three):
    assert len(as_(cast.admin).get("/payments/sam@camp.example")) == 3
    as_(cast.admin).get("/payments/nobody@camp.example", 404)


def queries_for(user):
    with CaptureQueriesContext(connection) as queries:
        as_(user).get(f"/payments/{user.email}")
    return len(queries)


def test_it_makes_a_constant_number_of_queries(cast, three):
    few = queries_for(cast.student)
    for number in range(30):
        make_payment(cast.student, make_class(cast.instructor, f"More {number}"))
    assert queries_for(cast.student) == few <= 3

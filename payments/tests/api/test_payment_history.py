"""GET /payments/{email}: a student's payments."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from testing.clients.api import as_
from testing.factories import make_class, make_payment, make_refund

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(users):
    return [make_payment(users.student, make_class(users.instructor, f"Class {n}"), days_ago=n) for n in range(3)]


def test_it_lists_the_newest_payment_first(users, three):
    rows = as_(users.student).get("/payments/SAM@camp.example")
    assert [row["_id"] for row in rows] == [str(payment.pk) for payment in three]


def test_it_returns_pages(users, three):
    answer = as_(users.student).client.get("/payments/sam@camp.example?limit=2")
    assert [row["nameClass"] for row in answer.json()] == ["Class 0", "Class 1"]
    assert answer["X-Total-Count"] == "3"
    rest = as_(users.student).get(f"/payments/sam@camp.example?limit=2&after={three[1].pk}")
    assert [row["nameClass"] for row in rest] == ["Class 2"]


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=201", "limit=-1", "after=x", "after=%F0", "limit="])
def test_it_refuses_bad_paging_parameters(users, three, query):
    as_(users.student).get(f"/payments/sam@camp.example?{query}", 400)


def test_it_refuses_a_null_byte_in_the_query(users):
    as_(users.student).get("/payments/sam@camp.example?after=%00", 400)


def test_it_hides_unpaid_orders(users, clay):
    make_payment(users.student, clay, state="started", paid_at=None)
    assert as_(users.student).get("/payments/sam@camp.example") == []


def test_it_says_when_and_why_the_class_was_withdrawn_and_what_is_still_owed(users):
    reason = "Ines has broken her wrist."
    withdrawn = make_class(
        users.instructor, status="Denied", withdrawn_at=timezone.now(), withdrawn_reason=reason, feedback=reason
    )
    refund = {"state": "refundPending", "refund_reason": "class_withdrawn", "refund": {"amount": Decimal("35.50")}}
    payment = make_payment(users.student, withdrawn, **refund)
    make_refund(payment, reason="at_provider", state="SENT", amount=10)
    [row] = as_(users.student).get("/payments/sam@camp.example")
    assert row["withdrawal"]["reason"] == reason
    assert parse_datetime(row["withdrawal"]["withdrawnAt"]) == withdrawn.withdrawn_at
    assert (row["refundOwed"], row["cancellation"]) == (35.5, None)


def test_it_shows_no_withdrawal_to_a_student_who_canceled_before_it(users):
    withdrawn = make_class(users.instructor, status="Denied", withdrawn_at=timezone.now(), withdrawn_reason="Ill")
    make_payment(users.student, withdrawn, state="refunded", refund_reason="canceled")
    [row] = as_(users.student).get("/payments/sam@camp.example")
    assert (row["withdrawal"], row["refundOwed"]) == (None, 0)


def test_it_requires_a_login(users):
    as_(None).get("/payments/sam@camp.example", 401)


@pytest.mark.parametrize("who", ["other_student", "instructor"])
def test_it_refuses_another_users_history(users, three, who):
    as_(getattr(users, who)).get("/payments/sam@camp.example", 403)


def test_it_shows_an_admin_every_history(users, three):
    assert len(as_(users.admin).get("/payments/sam@camp.example")) == 3
    as_(users.admin).get("/payments/nobody@camp.example", 404)


def queries_for(user):
    with CaptureQueriesContext(connection) as queries:
        as_(user).get(f"/payments/{user.email}")
    return len(queries)


def test_it_makes_a_constant_number_of_queries(users, three):
    few = queries_for(users.student)
    for number in range(30):
        make_payment(users.student, make_class(users.instructor, f"More {number}"))
    assert queries_for(users.student) == few == 2

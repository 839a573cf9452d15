"""GET /reports/books/totals and /reports/books/checks: what a clerk compares with the till, and takes to the bank."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from core.names import NO_EMAIL
from payments.ledger import book_move, book_refund
from testing.clients.api import as_
from testing.factories import make_class, make_payment, make_user
from testing.steps.desk import pay_at_desk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NEW_YEAR = datetime(2027, 1, 1, 5, tzinfo=UTC)
"""Midnight in New York."""
MINUTE = timedelta(minutes=1)
YEAR = "from=2026-01-01&to=2026-12-31"
NOTHING = {"charged": 0, "refunded": 0, "returned": 0}
PATHS = ["/reports/books/totals", "/reports/books/checks"]


@pytest.fixture(autouse=True)
def last_minute_of_the_year():
    with time_machine.travel(NEW_YEAR - MINUTE, tick=False):
        yield


def totals(admin, query=YEAR):
    return as_(admin).get(f"/reports/books/totals?{query}")


def checks(admin, query=YEAR):
    return as_(admin).get(f"/reports/books/checks?{query}")


def test_it_sums_the_entries_of_each_method(users, clay):
    by_card = make_payment(users.student, clay)
    book_refund(payment=by_card, refund_id="re_1", amount=by_card.price / 2, now=NEW_YEAR - MINUTE)
    pay_at_desk(users.admin, users.other_student, clay, method="cash", reference="")
    bounced = pay_at_desk(users.admin, make_user("carla"), clay)
    pay_at_desk(users.admin, make_user("dora"), clay)
    as_(users.admin).post(f"/payments/{bounced.pk}/returned", {"note": "No funds"})
    assert totals(users.admin) == [
        {"method": "card"} | NOTHING | {"charged": 45.5, "refunded": -22.75, "total": 22.75},
        {"method": "cash"} | NOTHING | {"charged": 45.5, "total": 45.5},
        {"method": "check"} | NOTHING | {"charged": 91, "returned": -45.5, "total": 45.5},
    ]


def test_it_leaves_moves_out_of_the_sums(users, clay):
    payment = make_payment(users.student, clay)
    expected = totals(users.admin)
    other = make_class(users.instructor, "Wood")
    book_move(payment=payment, to_class_id=other.pk, by=users.admin, now=NEW_YEAR - MINUTE)
    assert len(as_(users.admin).get(f"/reports/books?{YEAR}")) == 3
    assert totals(users.admin) == expected


def test_it_lists_a_check_once_for_all_its_seats(users, clay):
    wood = make_class(users.instructor, "Wood", price=30)
    payment = pay_at_desk(users.admin, users.student, clay, wood, reference="2231")
    pay_at_desk(users.admin, users.other_student, clay, method="cash", reference="7")
    assert checks(users.admin) == [
        {
            "_id": str(payment.order_id),
            "date": "2027-01-01T04:59:00Z",
            "reference": "2231",
            "familyId": str(users.student.pk),
            "name": users.student.name,
            "email": "sam@camp.example",
            "amount": 75.5,
        }
    ]


def test_it_lists_a_check_that_the_bank_returned_later(users, clay):
    payment = pay_at_desk(users.admin, users.student, clay)
    before = checks(users.admin)
    as_(users.admin).post(f"/payments/{payment.pk}/returned", {"note": "No funds"})
    assert len(before) == 1
    assert checks(users.admin) == before


def test_it_shows_no_address_of_a_family_without_one(users, clay):
    User.objects.filter(pk=users.student.pk).update(email=f"1{NO_EMAIL}")
    pay_at_desk(users.admin, users.student, clay)
    assert [each["email"] for each in checks(users.admin)] == [""]


def test_it_returns_pages_of_checks(users, clay):
    for number in range(3):
        pay_at_desk(users.admin, make_user(f"person{number}"), clay)
    whole = checks(users.admin)
    first = checks(users.admin, f"{YEAR}&limit=2")
    assert len(whole) == 3
    assert first + checks(users.admin, f"{YEAR}&limit=2&after={first[-1]['_id']}") == whole


def test_it_counts_the_days_in_the_camps_zone(users, clay):
    pay_at_desk(users.admin, users.student, clay)
    january = "from=2027-01-01&to=2027-01-31"
    assert [len(read(users.admin)) for read in (totals, checks)] == [1, 1]
    assert [read(users.admin, january) for read in (totals, checks)] == [[], []]


@pytest.mark.parametrize("path", PATHS)
def test_it_refuses_others(users, path):
    as_(None).get(path, 401)
    for role in ("student", "instructor"):
        as_(getattr(users, role)).get(path, 403)


@pytest.mark.parametrize("path", PATHS)
def test_it_refuses_days_in_reverse(users, path):
    assert "from" in as_(users.admin).get(f"{path}?from=2027-01-02&to=2027-01-01", 400)["fields"]


@pytest.mark.parametrize("path", PATHS)
def test_it_reads_any_number_of_entries_in_the_same_statements(users, clay, django_assert_max_num_queries, path):
    for number in range(3):
        pay_at_desk(users.admin, make_user(f"person{number}"), clay)
    with django_assert_max_num_queries(2):
        as_(users.admin).get(f"{path}?{YEAR}")

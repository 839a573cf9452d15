"""GET /overview: the statistics for admins."""

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.site_time import site_day, site_zone
from payments.ledger import book_refund
from payments.models import LedgerEntry, Order
from testing.clients.api import as_
from testing.factories import make_class, make_payment, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def sales(users, clay):
    make_class(users.instructor, "Waiting", status="Pending", capacity=7)
    make_payment(users.student, clay)
    make_payment(users.other_student, clay, days_ago=7, refund={"amount": Decimal("5.50")})
    make_payment(make_user("gone"), clay, state="refunded", refund_reason="canceled")


def test_it_returns_the_statistics(users, clay, sales):
    statistics = as_(users.admin).get("/overview")
    assert (statistics["students"], statistics["instructors"]) == (3, 2)
    assert statistics["classes"] == {"Pending": 1, "Approved": 1, "Denied": 0}
    assert statistics["seats"] == {"sold": 3, "capacity": 10}
    assert statistics["income"] == 85.5


def test_it_returns_the_income_by_week_from_the_first_sale(users, clay, sales):
    statistics = as_(users.admin).get("/overview")

    weeks = statistics["weeks"]
    assert [(week["income"], week["sales"]) for week in weeks] == [(40.0, 1), (45.5, 1)]
    mondays = [date.fromisoformat(week["week"]) for week in weeks]
    assert all(monday.weekday() == 0 for monday in mondays)
    assert mondays[-1] + timedelta(days=7) > site_day(timezone.now()) >= mondays[-1]
    assert (statistics["firstDay"], statistics["lastDay"]) == (weeks[0]["week"], str(site_day(timezone.now())))


def test_it_returns_the_week_of_a_sale_that_was_canceled_later(users, clay):
    kept = {"state": "refunded", "refund_reason": "canceled", "refund": {"amount": 20}}
    make_payment(users.student, clay, days_ago=14, **kept)
    make_payment(users.other_student, clay)
    statistics = as_(users.admin).get("/overview")
    assert [(week["income"], week["sales"]) for week in statistics["weeks"]] == [(25.5, 0), (0, 0), (45.5, 1)]
    assert sum(week["income"] for week in statistics["weeks"]) == statistics["income"]


def test_it_returns_the_weeks_from_the_first_free_seat(users, clay):
    make_payment(users.student, make_class(users.instructor, "Free", price=0), days_ago=14)
    make_payment(users.other_student, clay)
    weeks = as_(users.admin).get("/overview")["weeks"]
    assert [(week["income"], week["sales"]) for week in weeks] == [(0, 1), (0, 0), (45.5, 1)]


def test_it_returns_at_most_twelve_weeks_by_default(users, clay):
    make_payment(users.student, clay, days_ago=400)

    assert len(as_(users.admin).get("/overview")["weeks"]) == 12


def test_it_returns_the_weeks_and_top_classes_of_the_given_days(users, clay):
    glass = make_class(users.instructor, "Glass", price=Decimal(80))
    for student, camp_class, day in (
        (users.student, clay, 2),
        (users.other_student, clay, 8),
        (users.student, glass, 31),
    ):
        make_payment(student, camp_class, paid_at=datetime(2026, 3, day, 23, 59, tzinfo=site_zone()))

    statistics = as_(users.admin).get("/overview", data={"firstDay": "2026-03-02", "lastDay": "2026-03-15"})

    assert [(week["week"], week["income"]) for week in statistics["weeks"]] == [
        ("2026-03-02", 91.0),
        ("2026-03-09", 0.0),
    ]
    assert statistics["topClasses"] == [
        {"classId": str(clay.pk), "nameClass": clay.name, "income": 91.0, "sales": 2},
    ]
    top = as_(users.admin).get("/overview", data={"firstDay": "2026-03-02", "lastDay": "2026-03-31"})["topClasses"]
    assert [each["nameClass"] for each in top] == [clay.name, "Glass"]


def test_it_counts_a_refund_in_the_week_in_which_it_is_paid(users, clay):
    new_years_eve = datetime(2026, 12, 31, 23, 59, tzinfo=site_zone())
    payment = make_payment(users.student, clay, paid_at=new_years_eve)
    last_year = {"firstDay": "2026-12-28", "lastDay": "2026-12-31"}
    before = as_(users.admin).get("/overview", data=last_year)
    assert [week["income"] for week in before["weeks"]] == [45.5]
    book_refund(payment=payment, refund_id="re_1", amount=payment.price, now=datetime(2027, 6, 7, 12, tzinfo=UTC))
    after = as_(users.admin).get("/overview", data=last_year)
    assert [week["income"] for week in after["weeks"]] == [45.5]
    june = as_(users.admin).get("/overview", data={"firstDay": "2027-06-07", "lastDay": "2027-06-13"})
    assert [week["income"] for week in june["weeks"]] == [-45.5]
    assert as_(users.admin).get("/overview")["income"] == 0


def test_it_exports_the_weeks_as_csv(users, clay):
    for student, hour in ((users.student, 3), (users.other_student, 4)):  # 23:00 on Sunday at the camp, and midnight
        make_payment(student, clay, paid_at=datetime(2026, 3, 9, hour, tzinfo=UTC))

    response = as_(users.admin).client.get("/overview?format=csv&firstDay=2026-03-02&lastDay=2026-03-15")

    assert response["Content-Disposition"] == 'attachment; filename="income-2026-03-02-2026-03-15.csv"'
    assert list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")))) == [
        ["Week of", "Sales", "Income (USD)"],
        ["2026-03-02", "1", "45.50"],
        ["2026-03-09", "1", "45.50"],
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        *[({"firstDay": "2026-03-02", "lastDay": "2026-03-01"}, "firstDay"), ({"firstDay": "yesterday"}, "firstDay")],
        *[({"lastDay": "9999-12-31"}, "lastDay"), ({"firstDay": "0001-01-01", "format": "csv"}, "firstDay")],
        *[({"firstDay": "2099-01-01"}, "firstDay"), ({"lastDay": "2100-01-01"}, "lastDay")],
    ],
)
def test_it_refuses_impossible_days(users, query, field):
    assert field in as_(users.admin).get("/overview", 400, data=query)["fields"]


def test_it_returns_an_income_above_the_highest_price(users):
    """The OpenAPI schema does not limit the income either."""
    expensive = make_class(users.instructor, price=Decimal(10_000), capacity=20)
    for number in range(11):
        make_payment(make_user(f"student{number}"), expensive)
    assert as_(users.admin).get("/overview")["income"] == 110_000
    schemas = json.loads((settings.BASE_DIR / "frontend" / "openapi.json").read_text())["components"]["schemas"]
    for name in ("OverviewOutput", "WeekOutput"):
        assert "maximum" not in schemas[name]["properties"]["income"]


def test_it_returns_zeros_for_an_empty_school(users):
    statistics = as_(users.admin).get("/overview")
    assert statistics["income"] == 0
    assert statistics["seats"] == {"sold": 0, "capacity": 0}


def test_it_requires_a_login(db):
    as_(None).get("/overview", 401)


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_it_refuses_users_who_are_not_admins(users, who):
    as_(getattr(users, who)).get("/overview", 403)


def test_it_makes_a_constant_number_of_queries(users, clay, sales):
    with CaptureQueriesContext(connection) as few:
        as_(users.admin).get("/overview")
    for number in range(20):
        make_payment(make_user(f"student{number}"), make_class(users.instructor, f"Class {number}"), days_ago=number)
    with CaptureQueriesContext(connection) as many:
        as_(users.admin).get("/overview")
    assert len(many) == len(few) == 9


def test_it_does_not_search_for_the_first_sale_of_an_older_school(users, clay, django_assert_num_queries):
    for student, days_ago in ((users.student, 400), (users.other_student, 0)):
        make_payment(student, clay, days_ago=days_ago)
    with django_assert_num_queries(8):
        as_(users.admin).get("/overview")


def test_it_subtracts_a_partial_refund_that_names_no_payment_from_the_income(users, clay, sales):
    before = as_(users.admin).get("/overview")["income"]
    LedgerEntry.objects.create(
        key="a part", order=Order.objects.first(), kind="REFUND", method="card", amount=-5, happened_at=timezone.now()
    )
    assert as_(users.admin).get("/overview")["income"] == before - 5


def test_it_refuses_an_unknown_format(users):
    error = as_(users.admin).get("/overview?format=xlsx", 400)
    assert error["fields"] == {"format": ["This format isn't available."]}


@pytest.mark.parametrize(("state", "kept"), [("refundPending", 45.5), ("refunded", 22.75)])
def test_it_counts_what_is_kept_of_a_canceled_seat_as_income_but_not_as_a_sale(users, clay, sales, state, kept):
    before = as_(users.admin).get("/overview")
    make_payment(make_user("late"), clay, state=state, refund={"reason": "canceled", "amount": Decimal("22.75")})
    after = as_(users.admin).get("/overview")
    assert after["income"] - before["income"] == kept
    for name in ("weeks", "topClasses"):
        assert sum(row["income"] for row in after[name]) - sum(row["income"] for row in before[name]) == kept
        assert sum(row["sales"] for row in after[name]) == sum(row["sales"] for row in before[name])

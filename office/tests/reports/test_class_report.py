"""GET /reports/classes: the seats and the money of a season's classes, and how much of it is earned."""

import csv
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from payments.ledger import book_refund
from payments.models import LedgerEntry, Payment
from testing.clients.api import as_
from testing.factories import (
    make_class,
    make_lesson,
    make_payment,
    make_season,
    make_user,
    make_waitlist_entry,
    make_withdrawn_class,
)
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db

ZERO = ("list", "discount", "charged", "refunded", "kept", "earned", "notYetEarned")
REFUNDED = {"state": "refunded", "refund_reason": "canceled"}


@pytest.fixture
def season():
    return make_season()


@pytest.fixture
def clay(users, season):
    """A class of which one of four lessons is over; one more was canceled."""
    clay = make_class(users.instructor, "Clay", season=season, price=Decimal(100))
    now = timezone.now()
    make_lesson(clay, now - timedelta(days=3))
    make_lesson(clay, now - timedelta(days=2), canceled_at=now)
    for day in range(1, 4):
        make_lesson(clay, now + timedelta(days=day))
    return clay


def reports(users, season):
    return as_(users.admin).get(f"/reports/classes?season={season.slug}")


def money_of(users, season):
    (report,) = reports(users, season)
    assert report["list"] - report["discount"] == report["charged"]
    assert report["charged"] - report["refunded"] == report["kept"] == report["earned"] + report["notYetEarned"]
    return tuple(report[name] for name in ("charged", "refunded", "earned", "notYetEarned"))


def test_it_returns_the_classes_of_a_season(users, season, clay):
    make_payment(users.student, clay)
    make_payment(users.other_student, clay)
    make_waitlist_entry(make_user("waiting"), clay)
    make_class(users.instructor, "Other season")
    make_class(users.instructor, "Pending", status="Pending", season=season)
    assert reports(users, season) == [
        {
            "classId": str(clay.pk),
            "nameClass": "Clay",
            "instructorName": users.instructor.name,
            "season": season.slug,
            "firstStart": clay.lessons.first_start().isoformat().replace("+00:00", "Z"),
            "seats": 2,
            "capacity": 10,
            "waiting": 1,
            "list": 200,
            "discount": 0,
            "charged": 200,
            "refunded": 0,
            "kept": 200,
            "earned": 50,
            "notYetEarned": 150,
            "lessonsHeld": 1,
            "lessons": 4,
        }
    ]


def test_it_sums_up_the_discounts(users, season, clay):
    discounted = {"price": Decimal(80), "discount": Decimal(20), "discount_text": "Early price"}
    make_payment(users.student, clay, **discounted)
    make_payment(users.other_student, clay, **discounted, **REFUNDED, refund={"amount": Decimal(80)})
    (report,) = reports(users, season)
    assert (report["list"], report["discount"], report["charged"], report["refunded"]) == (200, 40, 160, 80)


def test_it_moves_the_money_with_the_seat(users, season, clay):
    glass = make_class(users.instructor, "Glass", season=season, price=Decimal(100))
    make_lesson(glass, timezone.now() + timedelta(days=9))
    payment = make_desk_payment(users.admin, users.student, clay)
    as_(users.admin).post(
        f"/payments/{payment.pk}/move", {"classId": str(glass.pk), "reason": "A friend.", "override": ["not_open"]}, 200
    )
    money = {each["nameClass"]: (each["list"], each["charged"], each["kept"]) for each in reports(users, season)}
    assert money == {"Clay": (0, 0, 0), "Glass": (100, 100, 100)}


def test_it_earns_what_is_kept_of_a_canceled_seat_at_once(users, season, clay):
    make_payment(users.student, clay, **REFUNDED, refund={"amount": Decimal(60)})
    assert money_of(users, season) == (100, 60, 40, 0)


def test_it_does_not_earn_what_is_still_owed(users, season, clay):
    make_payment(users.student, clay, state="refundPending", refund_reason="canceled")
    assert money_of(users, season) == (100, 0, 0, 100)


def test_it_does_not_earn_a_part_refund_that_is_still_owed(users, season, clay):
    payment = make_desk_payment(users.admin, users.student, clay)
    body = {"amount": 20, "note": "Rain", "key": "00000000-0000-4000-8000-000000000001"}
    as_(users.admin).post(f"/payments/{payment.pk}/refunds", body, 201)
    assert money_of(users, season) == (100, 0, 20, 80)


def test_it_earns_less_of_a_seat_that_was_refunded_in_part(users, season, clay):
    payment = make_payment(users.student, clay)
    book_refund(payment=payment, refund_id="re_1", amount=Decimal(20), now=timezone.now())
    assert money_of(users, season) == (100, 20, 20, 60)


def test_it_takes_back_what_the_bank_returned(users, season, clay):
    payment = make_payment(users.student, clay)
    entry = {"order": payment.order, "payment": payment, "camp_class": clay, "happened_at": timezone.now()}
    LedgerEntry.objects.create(key="x", kind="RETURNED", method="card", amount=-100, **entry)
    assert money_of(users, season) == (100, 100, 0, 0)


def test_it_earns_everything_after_the_last_lesson_and_nothing_without_lessons(users, season, clay):
    make_payment(users.student, clay)
    clay.lessons.filter(starts_at__gt=timezone.now()).delete()
    assert money_of(users, season) == (100, 0, 100, 0)
    clay.lessons.all().delete()
    assert money_of(users, season) == (100, 0, 0, 100)


def test_it_adds_up_with_the_books(users, season, clay):
    for number in range(3):
        make_payment(make_user(f"person{number}"), clay, days_ago=number)
    make_payment(users.student, clay, **REFUNDED, refund={"amount": Decimal("33.33")})
    entries = as_(users.admin).get("/reports/books?from=2020-01-01")
    assert reports(users, season)[0]["kept"] == sum(entry["amount"] for entry in entries) == 366.67


def test_it_includes_withdrawn_classes(users, season):
    withdrawn = make_withdrawn_class(users.instructor, season=season)
    payment = make_payment(users.student, withdrawn, **REFUNDED)
    assert payment.state == Payment.State.REFUNDED
    assert money_of(users, season) == (45.5, 45.5, 0, 0)


def test_it_returns_the_classes_without_a_season_or_all(users, season, clay):
    other = make_class(users.instructor, "Other")
    assert [each["classId"] for each in as_(users.admin).get("/reports/classes?season=none")] == [str(other.pk)]
    assert [each["nameClass"] for each in as_(users.admin).get("/reports/classes")] == ["Clay", "Other"]
    assert as_(users.admin).get("/reports/classes?season=unknown") == []


def test_it_returns_one_class(users, season, clay):
    make_class(users.instructor, "Other", season=season)
    (of_season, _other) = reports(users, season)
    assert as_(users.admin).get(f"/reports/classes?classId={clay.pk}") == [of_season]
    assert as_(users.admin).get(f"/reports/classes?classId={clay.pk}&season=none") == []
    assert "classId" in as_(users.admin).get("/reports/classes?classId=x", 400)["fields"]


def test_it_returns_the_same_as_csv(users, season, clay):
    make_payment(users.student, clay)
    (report,) = reports(users, season)
    response = as_(users.admin).get(f"/reports/classes?season={season.slug}&format=csv")
    assert response["Content-Disposition"] == f'attachment; filename="classes-{season.slug}.csv"'
    (row,) = csv.DictReader(response.content.decode("utf-8-sig").splitlines())
    amounts = ("List", "Discount", "Charged", "Refunded", "Kept", "Earned", "Not yet earned")
    assert [float(row[f"{name} (USD)"]) for name in amounts] == [report[name] for name in ZERO]
    numbers = {"Seats": "seats", "Capacity": "capacity", "Waiting": "waiting", "Lessons held": "lessonsHeld"}
    assert {row[heading] == str(report[name]) for heading, name in numbers.items()} == {True}
    assert (row["Class"], row["Instructor"]) == ("Clay", users.instructor.name)


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_refuses_others(users, query):
    as_(None).get(f"/reports/classes{query}", 401)
    for role in ("student", "instructor"):
        as_(getattr(users, role)).get(f"/reports/classes{query}", 403)


def test_it_reads_all_classes_in_five_statements(users, season, clay, django_assert_num_queries):
    make_payment(users.student, clay)
    make_class(users.instructor, "Second", season=season)
    client = as_(users.admin)
    with django_assert_num_queries(6):  # and one for the user
        client.get(f"/reports/classes?season={season.slug}")

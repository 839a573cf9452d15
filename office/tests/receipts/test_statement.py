"""GET /users/me/statement and statement.pdf, and those of a family: a family's money and lessons in a year."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from payments.ledger import book_refund
from payments.models import LedgerEntry, Payment
from testing.clients.api import as_
from testing.documents import pdf_text, read_pdf
from testing.factories import make_child, make_class, make_lesson, make_payment, make_school

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NEW_YEAR = datetime(2027, 1, 1, 5, tzinfo=UTC)
"""Midnight in New York."""
MINUTE = timedelta(minutes=1)
EMPTY = {"paid": 0, "refunded": 0, "entries": [], "participants": []}


@pytest.fixture(autouse=True)
def school(db):
    make_school()


def statement_of(user, year=2026):
    return as_(user).get(f"/users/me/statement?year={year}")


def pdf_of(user, year=2026):
    response = as_(user).get(f"/users/me/statement.pdf?year={year}")
    assert response["Content-Disposition"] == f'attachment; filename="tax-statement-{year}.pdf"'
    return response.content


def pay(student, camp_class, at, child=None):
    """Pays for a seat at this time."""
    with time_machine.travel(at, tick=False):
        return make_payment(student, camp_class, child=child)


def refund(payment, amount, at):
    book_refund(payment=payment, refund_id="re_1", amount=Decimal(amount), now=at)


@pytest.fixture
def family(users):
    """Two children in clay, the account holder in wood, one refund; lessons in two years, one of them canceled."""
    clay, wood = make_class(users.instructor, "Clay"), make_class(users.instructor, "Wood", price=Decimal(60))
    for hours in (-34, -4, 14):
        make_lesson(clay, NEW_YEAR + timedelta(hours=hours))
    make_lesson(clay, NEW_YEAR - timedelta(days=10), canceled_at=timezone.now())
    mia, tom = make_child(users.student), make_child(users.student, "Tom")
    paid = [
        pay(users.student, clay, NEW_YEAR - timedelta(days=90), mia),
        pay(users.student, clay, NEW_YEAR - timedelta(days=80), tom),
        pay(users.student, wood, NEW_YEAR - timedelta(days=70)),
    ]
    refund(paid[1], "20.50", NEW_YEAR - timedelta(days=20))
    return mia, tom


DAYS = ["2026-12-30", "2026-12-31"]


def test_it_returns_the_year_of_each_participant(users, family):
    mia, tom = family
    statement = statement_of(users.student)
    clay = {"classId": str(Payment.objects.get(child_name="Mia").camp_class_id), "nameClass": "Clay", "days": DAYS}
    assert statement["participants"] == [
        {"childId": None, "name": users.student.name, "paid": 60, "refunded": 0, "classes": []},
        {"childId": str(mia.pk), "name": "Mia", "paid": 45.5, "refunded": 0, "classes": [clay]},
        {"childId": str(tom.pk), "name": "Tom", "paid": 45.5, "refunded": 20.5, "classes": [clay]},
    ]
    assert (statement["year"], statement["paid"], statement["refunded"]) == (2026, 151, 20.5)
    assert statement["provider"] == {
        "name": "Kilnhouse Arts LLC",
        "address": "12 Kiln Lane, Asheville, NC 28801",
        "taxId": "12-3456789",
    }
    assert [(each["kind"], each["what"], each["nameClass"], each["amount"]) for each in statement["entries"]] == [
        ("CHARGE", "Paid by card", "Clay", 45.5),
        ("CHARGE", "Paid by card", "Clay", 45.5),
        ("CHARGE", "Paid by card", "Wood", 60),
        ("REFUND", "Refunded to the card", "Clay", -20.5),
    ]


def test_it_says_the_same_in_the_pdf(users, family):
    statement, file = statement_of(users.student), pdf_of(users.student)
    text = pdf_text(file)
    for part in (statement["name"], statement["email"], *statement["provider"].values()):
        assert part in text
    for each in statement["participants"]:
        assert f"{each['name']} Paid ${each['paid']:.2f}, refunded ${each['refunded']:.2f}" in text
        for taken in each["classes"]:
            assert f"{taken['nameClass']} Dec 30 \u2013 31, 2026 (2 days)" in text
    for entry in statement["entries"]:
        sign = "-" if entry["amount"] < 0 else ""
        assert f"{entry['what']} {entry['nameClass']} {sign}${abs(entry['amount']):.2f}" in text
    assert f"Total paid ${statement['paid']:.2f} Total refunded ${statement['refunded']:.2f}" in text
    assert read_pdf(file).metadata.title == "Tax statement 2026"
    assert read_pdf(file).trailer["/Root"]["/Lang"] == "en-US"


def test_it_counts_the_last_minute_of_the_year_in_the_camps_zone(users, clay):
    pay(users.student, clay, NEW_YEAR - MINUTE, make_child(users.student))
    pay(users.student, clay, NEW_YEAR)
    assert statement_of(users.student, 2026)["paid"] == 45.5
    assert statement_of(users.student, 2027)["paid"] == 45.5
    assert [each["name"] for each in statement_of(users.student, 2026)["participants"]] == ["Mia"]


def test_it_keeps_a_year_as_it_was_after_a_refund_in_the_next_one(users, clay):
    payment = pay(users.student, clay, NEW_YEAR - timedelta(days=180))
    before = statement_of(users.student)
    refund(payment, 45.5, NEW_YEAR + timedelta(days=150))
    assert statement_of(users.student) == before
    later = statement_of(users.student, 2027)
    assert (later["paid"], later["refunded"]) == (0, 45.5)


def test_it_counts_lessons_in_their_own_year(users, family):
    (mia, tom) = statement_of(users.student, 2027)["participants"]
    assert (mia["classes"][0]["days"], mia["paid"], tom["paid"]) == (["2027-01-01"], 0, 0)


def test_it_leaves_out_lessons_after_the_seat_was_released(users, family):
    seat = Payment.objects.get(child_name="Tom").enrollment
    seat.state, seat.released_at = "RELEASED", NEW_YEAR - timedelta(days=1)
    seat.save()
    tom = statement_of(users.student)["participants"][2]
    assert tom["classes"][0]["days"] == DAYS[:1]


def test_it_shows_an_entry_of_no_participant_only_in_the_sum(users, clay):
    payment = pay(users.student, clay, NEW_YEAR - timedelta(days=90))
    entry = {"order": payment.order, "kind": "REFUND", "method": "card", "happened_at": NEW_YEAR - MINUTE}
    LedgerEntry.objects.create(key="x", amount=-5, **entry)
    statement = statement_of(users.student)
    assert (statement["refunded"], statement["participants"][0]["refunded"]) == (5, 0)
    assert statement["entries"][1]["nameClass"] is None
    assert "Refunded to the card -$5.00" in pdf_text(pdf_of(users.student))


@pytest.mark.parametrize("name", ["tax_id", "legal_name", "address"])
def test_it_claims_nothing_without_the_schools_tax_data(users, family, name):
    make_school(**{name: ""})
    assert statement_of(users.student)["provider"] is None
    text = pdf_text(pdf_of(users.student))
    assert "please ask office@camp.example" in text
    assert "12-3456789" not in text
    assert "Kilnhouse" not in text


def test_it_is_empty_for_others(users, family):
    assert EMPTY.items() <= statement_of(users.other_student).items()
    assert "Total paid $0.00" in pdf_text(pdf_of(users.other_student))


def test_it_is_about_the_present_year_by_default(users, family):
    with time_machine.travel(NEW_YEAR - MINUTE, tick=False):
        assert as_(users.student).get("/users/me/statement")["year"] == 2026
    with time_machine.travel(NEW_YEAR, tick=False):
        assert as_(users.student).get("/users/me/statement")["year"] == 2027


def test_it_refuses_others_than_users():
    as_(None).get("/users/me/statement", 401)
    as_(None).get("/users/me/statement.pdf", 401)


@pytest.mark.parametrize("year", ["x", "1999", "2100", "10000000000"])
def test_it_refuses_an_invalid_year(users, year):
    for file in ("statement", "statement.pdf"):
        assert "year" in as_(users.student).get(f"/users/me/{file}?year={year}", 400)["fields"]


def test_it_reads_a_year_in_a_fixed_number_of_statements(users, family, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        statement_of(users.student)


def test_the_office_gets_the_statement_of_a_family(users, family):
    path = f"/families/{users.student.pk}/statement"
    assert as_(users.admin).get(f"{path}?year=2026") == statement_of(users.student)
    response = as_(users.admin).get(f"{path}.pdf?year=2026")
    assert response["Content-Disposition"] == 'attachment; filename="tax-statement-2026.pdf"'
    assert pdf_text(response.content) == pdf_text(pdf_of(users.student))


@pytest.mark.parametrize("name", ["statement", "statement.pdf"])
def test_only_the_office_gets_it(users, request_deletion, name):
    path = f"/families/{users.student.pk}/{name}"
    for other in (users.student, users.other_student, users.instructor):
        as_(other).get(path, 403)
    as_(users.admin).get(f"{path}?year=1999", 400)
    as_(users.admin).get(f"/families/0/{name}", 404)
    request_deletion(users.student)
    as_(users.admin).get(path, 404)

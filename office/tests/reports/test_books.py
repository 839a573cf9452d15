"""GET /reports/books: every movement of money on its day, forever the same."""

import csv
import io
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from core.names import NO_EMAIL
from office.reports import books as books_module
from payments.ledger import book_paid_back_by_hand, book_refund
from payments.models import LedgerEntry
from payments.refunds.cancellation import cancel_enrollment
from testing.clients.api import as_
from testing.factories import make_class, make_payment, make_user, refund_of
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_york")]

NEW_YEAR = datetime(2027, 1, 1, 5, tzinfo=UTC)
"""Midnight in New York."""
MINUTE = timedelta(minutes=1)
YEAR = "/reports/books?from=2026-01-01&to=2026-12-31"
NEXT_YEAR = "/reports/books?from=2027-01-01&to=2027-12-31"


def pay(student, camp_class, at, **fields):
    with time_machine.travel(at, tick=False):
        return make_payment(student, camp_class, **fields)


def csv_of(admin, path=YEAR):
    """Returns the rows of the CSV. The response is streamed."""
    response = as_(admin).get(f"{path}&format=csv")
    assert response.streaming
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    return response, list(csv.DictReader(io.StringIO(text)))


def test_it_returns_each_entry_with_its_ids(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    charge, refund = as_(users.admin).get("/reports/books")
    entry = LedgerEntry.objects.get(kind="CHARGE")
    assert charge == {
        "_id": str(entry.pk),
        "date": payment.paid_at.isoformat().replace("+00:00", "Z"),
        "kind": "CHARGE",
        "method": "card",
        "amount": 45.5,
        "orderId": str(payment.order_id),
        "paymentId": str(payment.pk),
        "classId": str(clay.pk),
        "nameClass": clay.name,
        "familyId": str(users.student.pk),
        "name": users.student.name,
        "email": "sam@camp.example",
        "transactionId": payment.intent_id,
        "refundId": "",
        "reference": "",
        "recordedBy": None,
    }
    assert refund_of(payment).stripe_id.startswith("re_")
    changed = {name: value for name, value in refund.items() if charge[name] != value}
    changed = changed.keys() - {"_id", "date"}
    assert changed == {"kind", "amount", "refundId"}
    assert (refund["kind"], refund["amount"], refund["refundId"]) == ("REFUND", -45.5, refund_of(payment).stripe_id)


def test_it_keeps_the_id_of_each_refund(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    part = stripe.refund(payment.intent_id, 1000)
    deliver_events(stripe, payment.intent_id, "charge.refunded")
    (_, first) = before = as_(users.admin).get("/reports/books")
    cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    entries = as_(users.admin).get("/reports/books")
    assert entries[:2] == before
    assert [each["refundId"] for each in entries] == ["", part["id"], refund_of(payment).stripe_id]
    assert first["refundId"] != refund_of(payment).stripe_id


def test_it_has_the_reference_and_the_admin_of_what_staff_recorded(users, clay):
    payment = pay(users.student, clay, NEW_YEAR - MINUTE)
    LedgerEntry.objects.update(method="check", reference="No. 17", recorded_by=users.admin)
    recorded = {"method": LedgerEntry.Method.CASH, "reference": "Receipt 7", "by": users.admin}
    book_paid_back_by_hand(payment=payment, amount=Decimal(5), now=NEW_YEAR - MINUTE, **recorded)
    charge, back = as_(users.admin).get(YEAR)
    assert (charge["method"], charge["reference"], charge["recordedBy"]) == ("check", "No. 17", users.admin.name)
    assert (back["method"], back["amount"], back["reference"], back["refundId"]) == ("cash", -5, "Receipt 7", "")


def test_it_counts_the_last_minute_of_the_year_in_the_camps_zone(users, clay):
    pay(users.student, clay, NEW_YEAR - MINUTE)
    pay(users.other_student, clay, NEW_YEAR)
    assert [each["name"] for each in as_(users.admin).get(YEAR)] == [users.student.name]
    assert [each["name"] for each in as_(users.admin).get(NEXT_YEAR)] == [users.other_student.name]


def test_it_leaves_january_as_it_was_after_a_refund_in_june(users, clay):
    payment = pay(users.student, clay, NEW_YEAR + timedelta(days=9))
    january = "/reports/books?from=2027-01-01&to=2027-01-31"
    before = as_(users.admin).get(january)
    book_refund(payment=payment, refund_id="re_1", amount=payment.price, now=NEW_YEAR + timedelta(days=160))
    assert as_(users.admin).get(january) == before
    assert [each["amount"] for each in as_(users.admin).get("/reports/books?from=2027-06-01&to=2027-06-30")] == [-45.5]


def test_it_returns_the_present_month_by_default(users, clay):
    with time_machine.travel(NEW_YEAR + timedelta(days=14), tick=False):
        pay(users.student, clay, NEW_YEAR - MINUTE)
        pay(users.other_student, clay, NEW_YEAR + MINUTE)
        assert [each["name"] for each in as_(users.admin).get("/reports/books")] == [users.other_student.name]
        assert len(as_(users.admin).get("/reports/books?to=2026-12-31")) == 1


def test_it_returns_pages(users, clay):
    for number in range(3):
        pay(make_user(f"person{number}"), clay, NEW_YEAR - (3 - number) * MINUTE)
    entries = as_(users.admin).get(YEAR)
    first = as_(users.admin).get(f"{YEAR}&limit=2")
    assert first + as_(users.admin).get(f"{YEAR}&limit=2&after={first[-1]['_id']}") == entries


def test_it_returns_the_same_as_csv(users, clay):
    pay(users.student, clay, NEW_YEAR - MINUTE, intent_id="pi_1")
    book_refund(payment=users.student.payments.get(), refund_id="re_1", amount=Decimal("5.50"), now=NEW_YEAR - MINUTE)
    response, rows = csv_of(users.admin)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="books-2026-01-01-2026-12-31.csv"'
    entries = as_(users.admin).get(YEAR)
    assert [row["Entry"] for row in rows] == [each["_id"] for each in entries]
    assert [row["Amount (USD)"] for row in rows] == ["45.50", "-5.50"]
    assert [(row["Date"], row["Kind"], row["Method"]) for row in rows] == [
        ("2026-12-31 23:59:00", "Charge", "Card"),
        ("2026-12-31 23:59:00", "Refund", "Card"),
    ]
    expected = {"Class": clay.name, "Family": users.student.name, "E-mail": "sam@camp.example", "Intent": "pi_1"}
    assert expected.items() <= rows[0].items()


def test_it_shows_no_address_of_a_family_without_one(users, clay):
    users.student.email = f"1{NO_EMAIL}"
    users.student.save()
    pay(users.student, clay, NEW_YEAR - MINUTE)
    assert [each["email"] for each in as_(users.admin).get(YEAR)] == [""]
    assert [row["E-mail"] for row in csv_of(users.admin)[1]] == [""]


def test_it_guards_the_csv_from_formulas(users):
    users.student.name = "=cmd|' /C calc'!A0"
    users.student.save()
    pay(users.student, make_class(users.instructor, "@SUM(1)"), NEW_YEAR - MINUTE)
    (row,) = csv_of(users.admin)[1]
    assert (row["Family"], row["Class"]) == ("'=cmd|' /C calc'!A0", "'@SUM(1)")


def test_it_reads_the_csv_in_parts(users, clay, monkeypatch):
    monkeypatch.setattr(books_module, "CHUNK", 2)
    at = NEW_YEAR - MINUTE
    for number in range(5):
        pay(make_user(f"person{number}"), clay, at)
    pay(users.student, clay, at + timedelta(seconds=1))
    entries = as_(users.admin).get(YEAR)
    assert [row["Entry"] for row in csv_of(users.admin)[1]] == [each["_id"] for each in entries]
    assert len(entries) == 6


def test_it_returns_an_empty_csv(users):
    assert csv_of(users.admin)[1] == []


@pytest.mark.parametrize("query", ["", "&format=csv"])
def test_it_refuses_others(users, query):
    as_(None).get(YEAR + query, 401)
    for role in ("student", "instructor"):
        as_(getattr(users, role)).get(YEAR + query, 403)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=x", "from"),
        ("to=2026-02-30", "to"),
        ("from=2027-01-02&to=2027-01-01", "from"),
        ("from=1999-12-31", "from"),
        ("from=2027-01-01&to=2100-01-01", "to"),
        ("format=xml", "format"),
    ],
)
def test_it_refuses_invalid_input(users, query, field):
    assert field in as_(users.admin).get(f"/reports/books?{query}", 400)["fields"]


def test_it_reads_a_page_in_a_fixed_number_of_statements(users, clay, django_assert_max_num_queries):
    for number in range(3):
        pay(make_user(f"person{number}"), clay, NEW_YEAR - MINUTE)
    with django_assert_max_num_queries(3):
        as_(users.admin).get(f"{YEAR}&limit=2")

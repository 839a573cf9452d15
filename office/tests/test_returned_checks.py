"""A check that the bank returned was never paid: receipt, tax statement, payment history and class report."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.site_time import site_day
from testing.clients.api import as_
from testing.documents import pdf_text
from testing.factories import make_child, make_lesson, make_season
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return make_season()


@pytest.fixture
def by_check(users, clay, season):
    """A seat for $45.50 in a class with a lesson next week."""
    clay.season = season
    clay.save()
    make_lesson(clay, timezone.now() + timedelta(days=7))
    return make_desk_payment(users.admin, users.student, clay, make_child(users.student))


def send(users, payment, path, body, status=200):
    as_(users.admin).post(f"/payments/{payment.pk}/{path}", body, status)


def bounce(users, payment):
    send(users, payment, "returned", {"note": "No funds"})


def refund_part(users, payment):
    send(users, payment, "refunds", {"amount": 10, "note": "Rain", "key": str(payment.pk)}, 201)


def cancel(users, payment):
    as_(users.student).post(f"/payments/cancel/{payment.pk}")


def pay_back(users, payment):
    send(users, payment, "paidBack", {"method": "cash"})


def release_for_a_part(users, payment):
    send(users, payment, "release", {"refund": 20, "note": "She is ill"})


ORDERS_OF_EVENTS = {
    "bounced only": ([bounce], 0),
    "with a part refund owed": ([refund_part, bounce], 0),
    "after a part refund": ([refund_part, pay_back, bounce], 10),
    "canceled, with the refund owed": ([cancel, bounce], 0),
    "canceled and paid back": ([cancel, pay_back, bounce], 45.5),
    "released and a part paid back": ([release_for_a_part, pay_back, bounce], 20),
}


@pytest.fixture(params=ORDERS_OF_EVENTS.values(), ids=ORDERS_OF_EVENTS)
def got_back(request, users, by_check):
    """What the family got back, although the school never got the money."""
    events, dollars = request.param
    for event in events:
        event(users, by_check)
    return dollars


def test_it_is_not_paid_on_the_receipt(users, by_check, got_back):
    receipt = as_(users.student).get(f"/payments/{by_check.pk}/receipt")
    (line,) = receipt["lines"]
    assert (line["listPrice"], line["amount"], line["refund"], line["returned"]) == (45.5, 0, got_back, True)
    assert (receipt["method"], receipt["total"], receipt["refunded"]) == ("check", 0, got_back)
    text = pdf_text(as_(users.student).get(f"/payments/{by_check.pk}/receipt.pdf").content)
    assert "Days of service: none Check returned unpaid" in text
    assert f"$45.50 $0.00 $0.00 ${got_back:.2f}" in text
    assert f"Total $0.00 ${got_back:.2f}" in text


def test_it_is_not_in_the_tax_statement(users, by_check, got_back):
    year = site_day(timezone.now()).year
    statement = as_(users.student).get(f"/users/me/statement?year={year}")
    assert (statement["paid"], statement["refunded"]) == (0, got_back)
    assert [(each["what"], each["amount"]) for each in statement["entries"]] == (
        [("Refunded by the school", -got_back)] if got_back else []
    )
    assert sum(each["paid"] for each in statement["participants"]) == 0
    assert sum(each["refunded"] for each in statement["participants"]) == got_back
    text = pdf_text(as_(users.student).get(f"/users/me/statement.pdf?year={year}").content)
    assert f"Total paid $0.00 Total refunded ${got_back:.2f}" in text


def test_it_is_in_no_years_statement(users, by_check):
    """The check was taken in one year and bounced in the next."""
    bounce(users, by_check)
    year = site_day(timezone.now()).year
    by_check.entries.filter(kind="CHARGE").update(happened_at=timezone.now() - timedelta(days=366))
    for each in (year, year - 1):
        assert as_(users.student).get(f"/users/me/statement?year={each}")["paid"] == 0


def test_it_says_in_the_payment_history_what_was_paid_back(users, by_check, got_back):
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["returned"], row["paidBack"]) == (True, got_back)


def test_it_is_not_charged_in_the_class_report(users, season, by_check, got_back):
    (report,) = as_(users.admin).get(f"/reports/classes?season={season.slug}")
    names = ("list", "discount", "charged", "refunded", "kept", "earned", "notYetEarned")
    assert [report[name] for name in names] == [0, 0, 0, got_back, -got_back, -got_back, 0]


def test_it_counts_only_what_bounced(users, clay, by_check):
    """Two seats of one order, of which one check bounced."""
    other = make_desk_payment(users.admin, users.student, clay, make_child(users.student, "Tom"))
    other.order = by_check.order
    other.position = 2
    other.save()
    other.entries.update(order=by_check.order)
    bounce(users, by_check)
    receipt = as_(users.student).get(f"/payments/{other.pk}/receipt")
    assert [(line["participant"], line["amount"], line["returned"]) for line in receipt["lines"]] == [
        ("Mia", 0, True),
        ("Tom", 45.5, False),
    ]
    assert (receipt["total"], receipt["refunded"]) == (45.5, 0)

"""Payments in the Django admin."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from camp.testing import make_class, make_user
from payments.models import Payment
from payments.tests.test_payment_history import pay
from payments.tests.till import enrolled, seats_taken, snapshot

pytestmark = pytest.mark.django_db

LIST = "/admin/payments/payment/"


@pytest.fixture
def office(cast):
    client = Client()
    client.force_login(cast.admin, "django.contrib.auth.backends.ModelBackend")
    return client


def act(office, payment, **more):
    body = {"action": "refund_and_release", "_selected_action": str(payment.pk)} | more
    return office.post(LIST, body, follow=True)


def test_a_refund_asks_first_and_changes_nothing(office, cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    before = snapshot()
    page = act(office, payment).content.decode()
    assert "cannot be undone" in page
    assert "$45.50" in page
    assert snapshot() == before


def test_a_confirmed_refund_gives_the_money_back_and_frees_the_seat(office, cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    assert "refunded, the seat is free" in act(office, payment, confirmed="yes").content.decode()
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "by_staff")
    assert seats_taken(clay) == 0
    assert cards.refunded_cents(payment.intent_id) == 4550
    assert "Refunded, seat released." in office.get(f"{LIST}{payment.pk}/history/").content.decode()


def test_a_refunded_payment_is_left_alone(office, cast, clay):
    payment = pay(cast.student, clay, state="refunded", refund_reason="given_back")
    before = snapshot()
    assert "given back already" in act(office, payment, confirmed="yes").content.decode()
    assert snapshot() == before


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_only_an_admin_may(cast, clay, who):
    payment = pay(cast.student, clay)
    client = Client()
    client.force_login(getattr(cast, who), "django.contrib.auth.backends.ModelBackend")
    assert "/admin/login/" in act(client, payment, confirmed="yes").redirect_chain[0][0]
    payment.refresh_from_db()
    assert payment.is_seated


@pytest.mark.parametrize("path", ["add/", "{}/delete/"])
def test_money_is_neither_made_nor_deleted_by_hand(office, cast, clay, path):
    payment = pay(cast.student, clay)
    assert office.get(LIST + path.format(payment.pk)).status_code == 403


def test_what_needs_attention_stands_out(office, cast, clay):
    pay(
        cast.student,
        clay,
        state="refundPending",
        refund_reason="seat_gone",
        refund_failures=2,
        refund_error="No funds.",
    )
    for query in ("", "?attention=failed", "?attention=refund", "?q=sam@camp"):
        assert "refund failed: No funds." in office.get(LIST + query).content.decode()
    assert "No funds." not in office.get(LIST + "?attention=disputed").content.decode()


def test_the_export(office, cast, clay):
    clay.name = "=1+1"
    clay.save()
    payment = pay(cast.student, clay)
    answer = office.post(LIST, {"action": "export_csv", "_selected_action": str(payment.pk)})
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    assert '"\'=1+1"' in text
    assert "sam@camp.example" in text


def test_ten_thousand_payments_cost_a_constant_number_of_queries(office, cast, clay):
    def queries(path):
        with CaptureQueriesContext(connection) as captured:
            assert office.get(path).status_code == 200
        return len(captured)

    first = pay(cast.student, clay)
    pages = (LIST, f"{LIST}{first.pk}/change/", "/admin/payments/stripeevent/", "/admin/classes/enrollment/")
    for page in pages:
        queries(page)  # content types are asked for once in a process
    few = {page: queries(page) for page in pages}
    students = [make_user(f"student{number}") for number in range(5)]
    classes = [make_class(cast.instructor, f"Class {number}") for number in range(20)]
    some = [pay(student, camp_class) for student in students for camp_class in classes]
    values = {field.attname: getattr(some[0], field.attname) for field in Payment._meta.concrete_fields}
    values |= {"state": "refunded", "refund_reason": "by_staff"}
    del values["id"]
    Payment.objects.bulk_create(
        [Payment(**values | {"student_id": students[number % 5].pk}) for number in range(10_000)], batch_size=2_000
    )
    assert {page: queries(page) for page in pages} == few

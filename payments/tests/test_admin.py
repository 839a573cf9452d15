"""Payments in the Django admin."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.models import Payment
from testing.admin_client import AdminClient
from testing.checkout import enroll_by_card, seats_taken
from testing.factories import make_class, make_payment, make_user
from testing.snapshots import payments_snapshot

pytestmark = pytest.mark.django_db

LIST = "/admin/payments/payment/"


def refund(admin_client, payment, **more):
    body = {"action": "refund_and_release", "_selected_action": str(payment.pk)} | more
    return admin_client.post(LIST, body, follow=True)


def test_it_asks_for_a_confirmation_before_a_refund(admin_client, users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    before = payments_snapshot()
    page = refund(admin_client, payment).content.decode()
    assert "can't be undone" in page
    assert "$45.50" in page
    assert payments_snapshot() == before


def test_it_refunds_the_payment_and_releases_the_seat_after_the_confirmation(admin_client, users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    assert "refunded. The seat is free again." in refund(admin_client, payment, confirmed="yes").content.decode()
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "by_staff")
    assert seats_taken(clay) == 0
    assert stripe.refunded_cents(payment.intent_id) == 4550
    assert "Refunded, seat released." in admin_client.get(f"{LIST}{payment.pk}/history/").content.decode()


def test_it_refuses_to_refund_a_refunded_payment(admin_client, users, clay):
    payment = make_payment(users.student, clay, state="refunded", refund_reason="canceled")
    before = payments_snapshot()
    assert "already been canceled" in refund(admin_client, payment, confirmed="yes").content.decode()
    assert payments_snapshot() == before


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_it_refuses_users_who_are_not_admins(users, clay, who):
    payment = make_payment(users.student, clay)
    client = AdminClient(getattr(users, who))
    assert "/admin/login/" in refund(client, payment, confirmed="yes").redirect_chain[0][0]
    payment.refresh_from_db()
    assert payment.is_seated


@pytest.mark.parametrize("path", ["add/", "{}/delete/"])
def test_it_forbids_adding_and_deleting_payments(admin_client, users, clay, path):
    payment = make_payment(users.student, clay)
    assert admin_client.get(LIST + path.format(payment.pk)).status_code == 403


def test_it_marks_payments_that_need_attention(admin_client, users, clay):
    make_payment(
        users.student,
        clay,
        state="refundPending",
        refund_reason="class_full",
        refund_failures=2,
        refund_error="No funds.",
    )
    for query in ("", "?attention=failed", "?attention=refund", "?q=sam@camp"):
        assert "refund failed: No funds." in admin_client.get(LIST + query).content.decode()
    assert "No funds." not in admin_client.get(LIST + "?attention=disputed").content.decode()


def test_it_exports_csv_without_formulas(admin_client, users, clay):
    clay.name = "=1+1"
    clay.save()
    payment = make_payment(users.student, clay)
    answer = admin_client.post(LIST, {"action": "export_csv", "_selected_action": str(payment.pk)})
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    assert '"\'=1+1"' in text
    assert "sam@camp.example" in text


def test_it_makes_a_constant_number_of_queries_with_ten_thousand_payments(admin_client, users, clay):
    def queries(path):
        with CaptureQueriesContext(connection) as captured:
            assert admin_client.get(path).status_code == 200
        return len(captured)

    first = make_payment(users.student, clay)
    pages = (LIST, f"{LIST}{first.pk}/change/", "/admin/payments/stripeevent/", "/admin/classes/enrollment/")
    for page in pages:
        queries(page)  # fills the cache of content types
    few = {page: queries(page) for page in pages}
    students = [make_user(f"student{number}") for number in range(5)]
    classes = [make_class(users.instructor, f"Class {number}") for number in range(20)]
    some = [make_payment(student, camp_class) for student in students for camp_class in classes]
    values = {field.attname: getattr(some[0], field.attname) for field in Payment._meta.concrete_fields}
    values |= {"state": "refunded", "refund_reason": "by_staff"}
    del values["id"]
    Payment.objects.bulk_create(
        [Payment(**values | {"student_id": students[number % 5].pk}) for number in range(10_000)], batch_size=2_000
    )
    assert {page: queries(page) for page in pages} == few

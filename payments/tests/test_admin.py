"""Payments in the Django admin."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.models import Payment
from testing.clients.admin import AdminClient
from testing.factories import make_class, make_payment, make_user

pytestmark = pytest.mark.django_db

LIST = "/admin/payments/payment/"


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_it_refuses_users_who_are_not_admins(users, clay, who):
    make_payment(users.student, clay)
    assert "/admin/login/" in AdminClient(getattr(users, who)).get(LIST, follow=True).redirect_chain[0][0]


def test_it_refunds_nothing(admin_client, users, clay):
    """The office refunds on the site's pages."""
    payment = make_payment(users.student, clay)
    page = admin_client.get(LIST).content.decode()
    assert set(re.findall(r'<option value="(\w+)"', page[page.index('name="action"') :])) == {"export_csv"}
    for path in ("refund", "payment"):
        assert admin_client.post(f"/admin/payments/{path}/add/").status_code == 403
    payment.refresh_from_db()
    assert payment.is_seated


@pytest.mark.parametrize("path", ["add/", "{}/delete/"])
def test_it_forbids_adding_and_deleting_payments(admin_client, users, clay, path):
    payment = make_payment(users.student, clay)
    assert admin_client.get(LIST + path.format(payment.pk)).status_code == 403


def rows(response):
    page = response.content.decode()
    return page[page.index('id="changelist-form"') : page.index('id="changelist-filter"')]


def test_it_marks_payments_that_need_attention(admin_client, users, clay):
    make_payment(
        users.student,
        clay,
        state="refundPending",
        refund_reason="class_full",
        refund={"failures": 2, "error": "No funds."},
    )
    for query in ("", "?attention=failed", "?attention=refund", "?q=sam@camp"):
        assert "refund owed" in rows(admin_client.get(LIST + query))
    assert "refund owed" not in rows(admin_client.get(LIST + "?attention=disputed"))
    for query in ("", "?state__exact=OWED", "?q=sam@camp"):
        assert "No funds." in rows(admin_client.get("/admin/payments/refund/" + query))


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
    values |= {"state": "refunded"}
    del values["id"]
    Payment.objects.bulk_create(
        [Payment(**values | {"student_id": students[number % 5].pk}) for number in range(10_000)], batch_size=2_000
    )
    assert {page: queries(page) for page in pages} == few

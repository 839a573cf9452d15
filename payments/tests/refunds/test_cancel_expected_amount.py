"""POST /payments/cancel/{id} with the refund that the student saw, which may have changed since."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from classes.catalog.withdrawal import mark_withdrawn
from payments.models import Payment
from testing.clients.api import as_
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card

pytestmark = pytest.mark.django_db


def test_it_refunds_the_amount_that_the_student_saw(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    answer = as_(users.student).post(f"/payments/cancel/{payment.pk}", {"amount": 45.5})
    assert (answer["status"], answer["refundedAmount"]) == ("refunded", 45.5)


def test_it_refunds_a_withdrawn_class_in_full_whatever_the_student_saw(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    with transaction.atomic():
        mark_withdrawn(camp_class_id=clay.pk, reason="Too few", now=timezone.now())
    answer = as_(users.student).post(f"/payments/cancel/{payment.pk}", {"amount": 22.75})
    assert answer["refundedAmount"] == 45.5


@pytest.mark.parametrize("amount", [None, "much", -1, 45.505, []])
def test_it_refuses_an_invalid_amount(users, clay, stripe, amount):
    payment = enroll_by_card(users.student, clay, stripe)
    with nothing_changes():
        body = as_(users.student).post(f"/payments/cancel/{payment.pk}", {"amount": amount}, 400)
        assert list(body["fields"]) == ["amount"]


@pytest.mark.parametrize(("hours", "amount"), [(1, 22.75), (1, 0), (49, 45.5)])
@pytest.mark.parametrize("without_refund", [False, True])
def test_it_refuses_if_the_student_saw_another_amount(users, clay, stripe, hours, amount, without_refund):
    payment = enroll_by_card(users.student, clay, stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(hours=hours))
    body = {"amount": amount, "withoutRefund": without_refund}
    with nothing_changes():
        refusal = as_(users.student).post(f"/payments/cancel/{payment.pk}", body, 409)
        assert refusal["code"] == "refund_changed"
        assert refusal["message"].startswith("The amount you'd get back has changed")

"""What was paid at the desk is paid back by staff: no refund of it is sent to Stripe."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from mail.models import OutboxEmail
from mail.rendering import Details, render_with
from payments.models import Payment, Refund
from payments.refunds import cancellation
from payments.refunds.withdrawal import read_withdrawal, withdraw_class
from payments.settlement.reconciliation import reconcile, reconcile_urgent
from testing.clients.api import as_
from testing.factories import refund_of
from testing.steps.checkout import enroll_by_card
from testing.steps.desk import pay_at_desk
from testing.steps.desk_payments import pay_back_by_hand

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_refunds(monkeypatch):
    """Fails if a refund of a desk payment is sent."""

    def refund(*, payment, **_):
        assert not Payment.objects.get(pk=payment).is_at_desk

    monkeypatch.setattr("payments.stripe.api.refund_intent", refund)


@pytest.fixture
def paid(users, clay):
    return pay_at_desk(users.admin, users.student, clay)


def text_of(kind, details=None):
    email = OutboxEmail.objects.select_related("recipient").get(kind=kind)
    return " ".join(render_with(email, details or Details()).text.split())


def test_it_owes_what_the_student_cancels(users, paid):
    shown = as_(users.student).post(f"/payments/cancel/{paid.pk}")
    assert (shown["status"], shown["refundOwed"], shown["transactionId"]) == ("refundPending", 45.5, None)
    paid.refresh_from_db()
    assert [refund.payment for refund in Refund.objects.for_staff()] == [paid]
    assert refund_of(paid).needs_hand
    assert "You paid at our office, so we'll pay $45.50 back to you ourselves." in text_of("enrollment_canceled")


def test_it_follows_the_same_refund_rules(users, paid):
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=3))
    paid.camp_class.lessons.create(
        starts_at=timezone.now() + timedelta(days=2), ends_at=timezone.now() + timedelta(days=2, hours=1)
    )
    assert as_(users.student).post(f"/payments/cancel/{paid.pk}", {}, 409)["code"] == "too_late"


def test_it_stays_owed_until_staff_pay_it_back(users, paid, stripe):
    cancellation.cancel_enrollment(student=users.student, payment_id=paid.pk, now=timezone.now())
    for task in (reconcile, reconcile_urgent):
        assert task(now=timezone.now() + timedelta(days=1), days=30)["failed"] == 0
    call_command("reconcile_payments", stdout=StringIO())
    paid.refresh_from_db()
    assert (paid.state, refund_of(paid).failures) == ("refundPending", 0)
    pay_back_by_hand(paid)
    paid.refresh_from_db()
    assert (paid.state, paid.refunded) == ("refunded", paid.price)


def test_it_is_owed_when_the_class_is_withdrawn(users, clay, paid):
    withdraw_class(camp_class_id=clay.pk, reason="Too few", now=timezone.now())
    paid.refresh_from_db()
    assert (paid.state, paid.refund_reason) == ("refundPending", "class_withdrawn")
    shown = as_(users.admin).get(f"/classes/{clay.pk}/withdrawal")
    assert shown["refunds"] == {"sent": 0, "owed": 0, "failed": 0}
    assert shown["byHand"] == {"payments": 1, "amount": 45.5}
    assert read_withdrawal(camp_class_id=clay.pk).by_hand == [paid]


def test_it_keeps_the_account_until_the_money_is_paid_back(users, paid, expect_refusal):
    cancellation.cancel_enrollment(student=users.student, payment_id=paid.pk, now=timezone.now())
    expect_refusal(users.student, "money_under_way")


def test_the_booking_says_how_it_was_paid(users, clay, paid):
    assert "You paid $45.50 by check." in text_of("booked", Details({"lessons": {}}))


def test_the_booking_by_card_says_so(users, clay, stripe):
    enroll_by_card(users.student, clay, stripe)
    assert "You paid $45.50 by card." in text_of("booked", Details({"lessons": {}}))

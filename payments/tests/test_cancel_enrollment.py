"""POST /payments/cancel/{id}: a student cancels an enrollment. And the refund by staff."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import Enrollment
from payments import refunds, stripe_api
from payments.card_provider import CardProviderUnavailable
from payments.models import Payment
from testing.api_client import as_
from testing.checkout import enroll_by_card, seats_taken, start_checkout
from testing.factories import make_class
from testing.snapshots import payments_snapshot
from testing.stripe_stand_in import deliver_events

pytestmark = pytest.mark.django_db


def cancel(user, payment, status=200):
    return as_(user).post(f"/payments/cancel/{payment.pk}", status=status)


def test_it_releases_the_seat_and_refunds_the_payment(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    answer = cancel(users.student, payment)
    assert (answer["status"], answer["refundedAmount"]) == ("refunded", 45.5)
    assert answer["refundReason"] == "You canceled your seat."
    assert seats_taken(clay) == 0
    assert stripe.refunded_cents(payment.intent_id) == 4550


def test_it_lets_the_student_book_the_class_again(users, last_seat, stripe):
    cancel(users.student, enroll_by_card(users.student, last_seat, stripe))
    again = enroll_by_card(users.student, last_seat, stripe)
    assert again.state == "enrollPending"
    assert seats_taken(last_seat) == 1


def test_it_cancels_a_free_enrollment(users, stripe):
    free = make_class(users.instructor, price=Decimal(0))
    as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
    assert cancel(users.student, Payment.objects.get())["status"] == "refunded"
    assert seats_taken(free) == 0


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_it_returns_404_for_another_users_payment(users, clay, stripe, who):
    payment = enroll_by_card(users.student, clay, stripe)
    before = payments_snapshot()
    cancel(getattr(users, who), payment, 404)
    assert payments_snapshot() == before


def test_it_requires_a_login(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel(None, payment, 401)
    assert seats_taken(clay) == 1


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000", "é"])
def test_it_returns_404_for_a_bad_id(users, id):
    as_(users.student).post(f"/payments/cancel/{id}", status=404)


def test_it_returns_404_for_an_unpaid_checkout(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    before = payments_snapshot()
    cancel(users.student, payment, 404)
    assert payments_snapshot() == before


@pytest.mark.parametrize(("minutes", "status"), [(1, 200), (-1, 409)])
def test_it_allows_it_later_after_a_lesson_was_moved(users, clay, stripe, minutes, status):
    payment = enroll_by_card(users.student, clay, stripe)
    until = timezone.now() + timedelta(minutes=minutes)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=30))
    Enrollment.objects.update(full_refund_until=until)
    (shown,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert parse_datetime(shown["cancelUntil"]) == until

    response = cancel(users.student, payment, status)

    assert status == 200 or response["code"] == "too_late"
    assert seats_taken(clay) == int(status == 409)


def test_it_keeps_the_48_hours_if_they_end_later_than_the_full_refund(users, clay, stripe):
    enroll_by_card(users.student, clay, stripe)
    (before,) = as_(users.student).get(f"/payments/{users.student.email}")
    Enrollment.objects.update(full_refund_until=timezone.now() + timedelta(hours=1))
    (after,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert after["cancelUntil"] == before["cancelUntil"] is not None


def test_it_refuses_after_48_hours(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(hours=48, seconds=1))
    before = payments_snapshot()
    assert cancel(users.student, payment, 409)["code"] == "too_late"
    assert payments_snapshot() == before


def test_it_refuses_a_second_cancellation(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel(users.student, payment)
    before = payments_snapshot()
    assert cancel(users.student, payment, 409)["code"] == "already_refunded"
    assert payments_snapshot() == before


def test_it_releases_the_seat_and_owes_the_refund_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)

    def unavailable(**_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", unavailable)
        assert cancel(users.student, payment)["status"] == "refundPending"
    assert seats_taken(clay) == 0
    refunds.send_refund(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"


def test_it_refunds_once_after_a_lost_response(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)
    refund_intent = stripe_api.refund_intent

    def lose_response(**parameters):
        refund_intent(**parameters)
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", lose_response)
        cancel(users.student, payment)
    refunds.send_refund(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"
    assert stripe.refunded_cents(payment.intent_id) == 4550


def test_it_sends_another_refund_if_the_one_whose_response_was_lost_has_failed(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
    assert cancel(users.student, payment)["status"] == "refundPending"
    (lost,) = stripe.objects("/v1/refunds", payment_intent=payment.intent_id)
    stripe.fail_refund(lost["id"])
    deliver_events(stripe, payment.intent_id, "refund.failed")

    refunds.try_to_send_refund(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert (payment.state, payment.refund_failures) == ("refundPending", 1)

    refunds.try_to_send_refund(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"
    assert stripe.refunded_cents(payment.intent_id) == 4550


def test_it_does_not_repeat_a_refund_made_at_the_provider(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.refund(payment.intent_id)
    assert cancel(users.student, payment)["status"] == "refunded"
    assert stripe.refunded_cents(payment.intent_id) == 4550


def test_it_ignores_the_webhook_of_its_own_refund(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel(users.student, payment)
    before = payments_snapshot()
    deliver_events(stripe, payment.intent_id, "charge.refunded")
    assert payments_snapshot() == before


def test_it_lets_staff_refund_at_any_time(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=60))
    refunded = refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())
    assert (refunded.state, refunded.refund_reason) == ("refunded", "by_staff")
    assert Enrollment.objects.get().state == "RELEASED"

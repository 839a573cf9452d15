"""POST /payments/cancel/{id}: a student cancels an enrollment. And the refund by staff."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import Enrollment
from mail.models import OutboxEmail
from payments.models import Payment
from payments.refunds import sending
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_class, make_lesson, make_payment, refund_of
from testing.proofs import invariants
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, pay_order, seats_taken, start_checkout, start_order_of
from testing.steps.desk_payments import refund_and_release

pytestmark = pytest.mark.django_db


def facts_of(kind):
    return OutboxEmail.objects.get(kind=kind).facts


def no_findings(stripe):
    provider, now = stripe.http, timezone.now()
    return invariants.violations(provider=provider, now=now) + invariants.unfinished(provider=provider, now=now) == []


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
    with nothing_changes():
        cancel(getattr(users, who), payment, 404)


def test_it_requires_a_login(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel(None, payment, 401)
    assert seats_taken(clay) == 1


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000", "é"])
def test_it_returns_404_for_a_bad_id(users, id):
    as_(users.student).post(f"/payments/cancel/{id}", status=404)


def test_it_returns_404_for_an_unpaid_checkout(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    with nothing_changes():
        cancel(users.student, payment, 404)


@pytest.mark.parametrize(("minutes", "status"), [(1, 200), (-1, 409)])
def test_it_allows_a_cancellation_after_48_hours_if_a_lesson_was_moved(users, clay, stripe, minutes, status):
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
    with nothing_changes():
        assert cancel(users.student, payment, 409)["code"] == "too_late"
        as_(users.student).post(f"/payments/cancel/{payment.pk}", {"withoutRefund": False}, 409)


def test_it_releases_the_seat_without_a_refund_if_the_student_asks_for_it(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(hours=48, seconds=1))
    answer = as_(users.student).post(f"/payments/cancel/{payment.pk}", {"withoutRefund": True})
    assert (answer["status"], answer["refundedAmount"], answer["cancellation"]) == ("refunded", 0, None)
    assert answer["refundReason"] == "You canceled your seat."
    payment.refresh_from_db()
    assert (payment.refund_reason, refund_of(payment).amount) == ("canceled", 0)
    assert seats_taken(clay) == 0
    assert stripe.refunded_cents(payment.intent_id) == 0
    assert facts_of("enrollment_canceled")["amount"] == "0.00"


def test_it_releases_a_free_seat_at_any_time_before_the_class(users, stripe):
    free = make_class(users.instructor, price=Decimal(0))
    make_lesson(free, timezone.now() + timedelta(days=1))
    payment = make_payment(users.student, free, days_ago=3)
    as_(users.student).post(f"/payments/cancel/{payment.pk}", {"withoutRefund": True})
    assert seats_taken(free) == 0


@pytest.mark.parametrize("value", [None, "perhaps", 2, []])
def test_it_refuses_an_invalid_value_of_without_refund(users, clay, stripe, value):
    payment = enroll_by_card(users.student, clay, stripe)
    with nothing_changes():
        body = as_(users.student).post(f"/payments/cancel/{payment.pk}", {"withoutRefund": value}, 400)
        assert list(body["fields"]) == ["withoutRefund"]


@pytest.mark.parametrize("body", [{}, {"withoutRefund": True}])
def test_it_refuses_once_the_class_has_begun(users, clay, stripe, body):
    payment = enroll_by_card(users.student, clay, stripe)
    make_lesson(clay, timezone.now() - timedelta(minutes=1))
    with nothing_changes():
        assert as_(users.student).post(f"/payments/cancel/{payment.pk}", body, 409)["code"] == "class_begun"
    (shown,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert shown["cancellation"] is None


class TestPartialRefund:
    """Twenty days before the first lesson, half of the price is refunded."""

    @pytest.fixture
    def bought(self, users, clay, fresh_stripe):
        payment = enroll_by_card(users.student, clay, fresh_stripe)
        make_lesson(clay, timezone.now() + timedelta(days=20))
        deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
        Payment.objects.update(paid_at=timezone.now() - timedelta(days=10))
        return payment

    def test_it_refunds_what_the_payment_history_shows(self, users, clay, bought, stripe):
        (shown,) = as_(users.student).get(f"/payments/{users.student.email}")
        lesson = clay.lessons.get()
        assert (shown["cancellation"]["percent"], shown["cancellation"]["amount"]) == (50, 22.75)
        assert parse_datetime(shown["cancellation"]["until"]) == lesson.starts_at - timedelta(days=14)
        answer = cancel(users.student, bought)
        assert (answer["status"], answer["refundedAmount"]) == ("refunded", 22.75)
        assert stripe.refunded_cents(bought.intent_id) == 2275
        assert seats_taken(clay) == 0
        assert no_findings(stripe)

    def test_it_mails_the_student_once(self, users, clay, bought, stripe):
        cancel(users.student, bought)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        facts = facts_of("enrollment_canceled")
        assert (facts["price"], facts["amount"], facts["percent"]) == ("45.50", "22.75", 50)
        assert not OutboxEmail.objects.filter(kind="refunded").exists()

    def test_it_stays_refunded_after_its_webhooks(self, users, bought, stripe):
        cancel(users.student, bought)
        with nothing_changes("payments.StripeEvent"):
            for kind in ("charge.refunded", "refund.updated"):
                deliver_events(stripe, bought.intent_id, kind)
            call_command("reconcile_payments")

    def test_it_counts_a_part_that_was_refunded_before(self, users, bought, stripe):
        stripe.refund(bought.intent_id, 1000)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        (shown,) = as_(users.student).get(f"/payments/{users.student.email}")
        assert shown["cancellation"]["amount"] == 12.75
        assert cancel(users.student, bought)["refundedAmount"] == 22.75
        assert stripe.refunded_cents(bought.intent_id) == 2275
        assert no_findings(stripe)

    def test_it_refunds_nothing_more_if_enough_was_refunded_before(self, users, bought, stripe):
        stripe.refund(bought.intent_id, 4000)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        assert cancel(users.student, bought)["refundedAmount"] == 40
        assert stripe.refunded_cents(bought.intent_id) == 4000
        assert no_findings(stripe)

    def test_it_owes_the_same_part_again_after_the_refund_failed(self, users, bought, stripe):
        cancel(users.student, bought)
        bought.refresh_from_db()
        stripe.fail_refund(refund_of(bought).stripe_id)
        deliver_events(stripe, bought.intent_id, "refund.failed")
        bought.refresh_from_db()
        assert (bought.state, bought.owed) == ("refundPending", Decimal("22.75"))
        call_command("reconcile_payments")
        assert stripe.refunded_cents(bought.intent_id) == 2275
        assert no_findings(stripe)

    @pytest.mark.parametrize("fault", ["lose_response", "fail_after"])
    def test_it_refunds_the_part_once_after_a_lost_response(self, users, bought, stripe, fault):
        stripe.fail(fault, "/v1/refunds", "POST", count=2)
        cancel(users.student, bought)
        call_command("reconcile_payments")
        assert stripe.refunded_cents(bought.intent_id) == 2275
        assert no_findings(stripe)

    def test_it_records_that_staff_refund_the_rest_later(self, users, bought, stripe):
        cancel(users.student, bought)
        stripe.refund(bought.intent_id)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        bought.refresh_from_db()
        assert (bought.state, bought.refunded) == ("refunded", Decimal("45.50"))
        facts = facts_of("refunded")
        assert (facts["amount"], facts["seat_released"], facts["by"]) == ("22.75", True, "provider")
        assert no_findings(stripe)

    def test_it_keeps_the_rest_when_another_seat_of_the_order_is_refunded_in_full(self, users, clay, fresh_stripe):
        wood = make_class(users.instructor, "Wood", price=Decimal(60))
        first, second = pay_order(start_order_of(users.student, clay, wood), fresh_stripe)
        make_lesson(clay, timezone.now() + timedelta(days=20))
        Payment.objects.filter(pk=first.pk).update(paid_at=timezone.now() - timedelta(days=10))
        assert cancel(users.student, first)["refundedAmount"] == 22.75
        assert cancel(users.student, second)["refundedAmount"] == 60
        assert fresh_stripe.refunded_cents(first.intent_id) == 8275
        call_command("reconcile_payments")
        assert no_findings(fresh_stripe)


def test_it_refuses_a_second_cancellation(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel(users.student, payment)
    with nothing_changes():
        assert cancel(users.student, payment, 409)["code"] == "already_refunded"


def test_it_releases_the_seat_and_owes_the_refund_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)

    def unavailable(**_):
        raise StripeUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", unavailable)
        assert cancel(users.student, payment)["status"] == "refundPending"
    assert seats_taken(clay) == 0
    sending.send_refund(refund_id=refund_of(payment).pk, now=timezone.now())
    payment.refresh_from_db()
    assert payment.state == "refunded"


def test_it_refunds_once_after_a_lost_response(users, clay, stripe, monkeypatch):
    payment = enroll_by_card(users.student, clay, stripe)
    refund_intent = stripe_api.refund_intent

    def lose_response(**parameters):
        refund_intent(**parameters)
        raise StripeUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", lose_response)
        cancel(users.student, payment)
    sending.send_refund(refund_id=refund_of(payment).pk, now=timezone.now())
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

    sending.try_to_send_refunds(payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    assert (payment.state, refund_of(payment).failures) == ("refundPending", 1)

    sending.try_to_send_refunds(payment_id=payment.pk, now=timezone.now())
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
    with nothing_changes("payments.StripeEvent"):
        deliver_events(stripe, payment.intent_id, "charge.refunded")


def test_it_lets_staff_refund_at_any_time(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=60))
    refunded = refund_and_release(payment)
    assert (refunded.state, refunded.refund_reason) == ("refunded", "by_staff")
    assert Enrollment.objects.get().state == "RELEASED"
    facts = facts_of("refunded")
    assert (facts["amount"], facts["seat_released"], facts["by"]) == ("45.50", True, "staff")

"""Failures known from other systems. This module tests those that no other test covers.

The others, each with its test in this folder:

- paid after the seat was gone, and the money was kept:
  test_settle_payment.py::test_it_refunds_a_late_payment_if_the_class_is_full
- paid but never enrolled, because only the browser enrolled:
  test_webhook.py::test_it_enrolls_the_student_if_the_browser_never_returns,
  test_reconcile_payments.py::test_it_settles_a_payment_without_a_webhook
- a retry created a second intent and charged twice:
  test_create_payment_intent.py::test_it_returns_the_same_intent_and_prolongs_the_hold_on_a_repeated_call
- a double click booked twice:
  test_concurrent_operations.py::test_it_creates_one_hold_and_one_intent_for_a_double_click
- the webhook repeated what the browser had done: test_webhook.py::test_it_ignores_a_repeated_event
- the refund of a duplicate canceled the valid enrollment:
  test_webhook_refunds.py::test_it_keeps_the_seat_when_a_duplicate_payment_is_refunded
- an intent was canceled at Stripe and the order stayed pending:
  test_webhook.py::test_it_releases_the_hold_of_a_canceled_intent
- a payment arrived after the hold had expired:
  test_settle_payment.py::test_it_gives_a_late_payment_a_free_seat
- a cancellation did not release the seat:
  test_cancel_enrollment.py::test_it_releases_the_seat_and_refunds_the_payment
- the refund of one seat also refunded the share that the school keeps of another:
  test_cancel_enrollment.py::TestPartialRefund
- a capacity of 0 meant "no limit": test_create_payment_intent.py::test_it_treats_zero_capacity_as_full
- a refund succeeded, failed days later, and the money stayed at the school:
  test_webhook_refunds.py::TestFailedRefund
- Stripe repeated a server error for an idempotency key: test_provider_failures.py::TestStoredServerError
- a refund that was pending for lack of funds was recorded as returned money: test_pending_refunds.py
- Stripe did not respond and stopped the whole site: test_provider_failures.py::TestHangingProvider
- a second partial refund was ignored, because the charge's id was the key:
  test_webhook_refunds.py::test_it_records_partial_refunds_and_keeps_the_seat
"""

import pytest

from classes.models import Enrollment
from payments.models import Payment, StripeEvent
from payments.orders import sql
from payments.refunds import sending
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import refund_of
from testing.servers.stripe_stand_in import deliver_event
from testing.steps.checkout import create_payment_intent, enroll_by_card, start_checkout

pytestmark = pytest.mark.django_db


@pytest.fixture
def stripe(fresh_stripe, monkeypatch):
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "INITIAL_DELAY", 0)
    return fresh_stripe


def lose_responses(stripe, path, count=2):
    """The provider handles the request, but its response is lost; twice, because the SDK retries once."""
    fault = {"fault": "lose_response", "path": path, "method": "POST", "count": count}
    stripe.control("faults", {"requests": [fault]})


def listed(stripe, path):
    return stripe.http.get(path, params={"limit": 100}).json()["data"]


def test_it_uses_one_idempotency_key_for_one_hold(users, clay, stripe):
    lose_responses(stripe, "/v1/payment_intents")
    create_payment_intent(users.student, clay, 503)
    create_payment_intent(users.student, clay)
    assert [intent["id"] for intent in listed(stripe, "/v1/payment_intents")] == [Payment.objects.get().intent_id]


def test_it_uses_one_idempotency_key_for_one_refund(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    lose_responses(stripe, "/v1/refunds")
    assert as_(users.student).post(f"/payments/cancel/{payment.pk}")["status"] == "refundPending"
    sending.send_refund(refund_id=refund_of(payment).pk, now=payment.paid_at)
    payment.refresh_from_db()
    assert [refund["id"] for refund in listed(stripe, "/v1/refunds")] == [refund_of(payment).stripe_id]
    assert payment.state == "refunded"


def test_it_stores_no_event_whose_effect_failed(users, clay, stripe, monkeypatch):
    """The effect fails at its last step, which rolls the event back; the next delivery applies both."""
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")

    def disk_full(*_args, **_kwargs):
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(sql, "store_settlement", disk_full)
        with pytest.raises(OSError, match="No space left"):
            deliver_event(event)
    assert not StripeEvent.objects.exists()
    assert Enrollment.objects.get().state == "HELD"
    deliver_event(event)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")

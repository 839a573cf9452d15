"""Failures known from other systems that no other test covers. docs/adr/0008 has the complete list."""

import pytest

from classes.models import Enrollment
from payments.checkout import sql
from payments.models import Payment, StripeEvent
from payments.refunds import sending
from payments.stripe import api as stripe_api
from testing.api_client import as_
from testing.checkout import create_payment_intent, enroll_by_card, start_checkout
from testing.stripe_stand_in import deliver_event

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
    sending.send_refund(payment_id=payment.pk, now=payment.paid_at)
    payment.refresh_from_db()
    assert [refund["id"] for refund in listed(stripe, "/v1/refunds")] == [payment.refund_id]
    assert payment.state == "refunded"


def test_it_stores_no_event_whose_effect_failed(users, clay, stripe, monkeypatch):
    """The effect fails at its last step, which rolls the event back; the next delivery applies both."""
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")

    def disk_full(*_args, **_kwargs):
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(sql, "update_settled", disk_full)
        with pytest.raises(OSError, match="No space left"):
            deliver_event(event)
    assert not StripeEvent.objects.exists()
    assert Enrollment.objects.get().state == "HELD"
    deliver_event(event)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")

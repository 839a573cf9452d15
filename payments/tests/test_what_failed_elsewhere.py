"""Failures that other systems had, where no other test here bears their name; docs/adr/0008 has the whole list."""

import pytest

from camp.testing import as_
from classes.models import Enrollment
from payments import refunds, settling, stripe_api
from payments.models import Payment, StripeEvent
from payments.tests.till import at_the_till, deliver, enrolled, hold

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(fresh_cards, monkeypatch):
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "INITIAL_DELAY", 0)
    return fresh_cards


def lose_answers(cards, path, count=2):
    """The provider acts, and its answer gets lost; twice, as the SDK asks a second time by itself."""
    fault = {"fault": "lose_answer", "path": path, "method": "POST", "count": count}
    cards.control("switches", {"requests": [fault]})


def listed(cards, path):
    return cards.http.get(path, params={"limit": 100}).json()["data"]


def test_not_two_idempotency_keys_for_one_hold(cast, clay, cards):
    lose_answers(cards, "/v1/payment_intents")
    hold(cast.student, clay, 503)
    hold(cast.student, clay)
    assert [intent["id"] for intent in listed(cards, "/v1/payment_intents")] == [Payment.objects.get().intent_id]


def test_not_two_idempotency_keys_for_one_refund(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    lose_answers(cards, "/v1/refunds")
    assert as_(cast.student).post(f"/payments/cancel/{payment.pk}")["status"] == "refundPending"
    refunds.send(payment_id=payment.pk, now=payment.paid_at)
    payment.refresh_from_db()
    assert [refund["id"] for refund in listed(cards, "/v1/refunds")] == [payment.refund_id]
    assert payment.state == "refunded"


def test_no_event_is_remembered_whose_effect_was_lost(cast, clay, cards, monkeypatch):
    """Record and effect are one transaction: the effect fails at its last step, and the next delivery does it all."""
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")

    def full_disk(*_args, **_kwargs):
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(settling, "update", full_disk)
        with pytest.raises(OSError, match="No space left"):
            deliver(event)
    assert not StripeEvent.objects.exists()
    assert Enrollment.objects.get().state == "HELD"
    deliver(event)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")

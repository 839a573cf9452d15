"""`manage.py reconcile_payments` finishes what was left in between."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from camp.testing import seat
from classes.models import Enrollment
from payments import stripe_api
from payments.models import Payment, StripeEvent
from payments.stripe_api import CardProviderUnavailable, RefundRefused
from payments.tests.till import at_the_till, enrolled, seats_taken, snapshot

pytestmark = pytest.mark.django_db


def reconcile():
    out = StringIO()
    call_command("reconcile_payments", stdout=out)
    return out.getvalue()


def run_out(payment):
    Enrollment.objects.filter(pk=payment.enrollment_id).update(held_until=timezone.now() - timedelta(minutes=1))


def test_a_payment_nobody_heard_of_is_enrolled(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")


def test_what_waits_for_confirmation_is_promoted(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_somebody_at_their_card_form_is_left_alone(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    before = snapshot()
    reconcile()
    assert snapshot() == before
    assert cards.intent(payment.intent_id)["status"] == "requires_payment_method"


def test_a_hold_that_ran_out_is_released_and_its_intent_canceled(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    run_out(payment)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert cards.intent(payment.intent_id)["status"] == "canceled"


def test_an_attempt_without_an_intent_ends_with_its_hold(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    Payment.objects.update(intent_id=None)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "started"
    run_out(payment)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "canceled"


def test_canceled_at_the_provider_and_never_heard(cast, clay, cards):
    payment = at_the_till(cast.student, clay)
    cards.cancel(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")


def test_an_owed_refund_is_sent_and_a_refused_one_tried_anew(cast, last_seat, cards, monkeypatch):
    payment = at_the_till(cast.student, last_seat)
    run_out(payment)
    cards.pay(payment.intent_id)
    seat(cast.other_student, last_seat)
    keys = []

    def refused(*, intent_id, idempotency_key):
        keys.append(idempotency_key)
        raise RefundRefused("Insufficient funds.")

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", refused)
        reconcile()
        reconcile()
    assert len(set(keys)) == 2  # the provider would repeat its refusal for the same key
    Payment.objects.update(created_at=timezone.now() - timedelta(days=90))
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.refund_error) == ("refunded", "")
    assert cards.refunded_cents(payment.intent_id) == 4550


def test_a_refund_at_the_provider_that_was_never_heard(cast, clay, cards):
    payment = enrolled(cast.student, clay, cards)
    cards.refund(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "at_provider")
    assert seats_taken(clay) == 0


def test_a_second_run_changes_nothing(cast, clay, cards):
    enrolled(cast.student, clay, cards)
    reconcile()
    before, events = snapshot(), StripeEvent.objects.count()
    reconcile()
    assert snapshot() == before
    assert StripeEvent.objects.count() == events


def test_a_provider_that_is_away_is_an_exit_code(cast, clay, cards, monkeypatch):
    payment = at_the_till(cast.student, clay)
    cards.pay(payment.intent_id)

    def away(_):
        raise CardProviderUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", away)
        with pytest.raises(CommandError, match="could not be finished yet"):
            reconcile()
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_one_that_cannot_be_finished_does_not_keep_it_from_the_rest(cast, clay, cards, monkeypatch):
    stuck, paid = at_the_till(cast.student, clay), at_the_till(cast.other_student, clay)
    for payment in (stuck, paid):
        cards.pay(payment.intent_id)
    ask = stripe_api.get_intent

    def no_lock_for_one(intent_id):
        if intent_id == stuck.intent_id:
            raise OperationalError("canceling statement due to lock timeout")
        return ask(intent_id)

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", no_lock_for_one)
        with pytest.raises(CommandError, match="1 could not be finished yet"):
            reconcile()
    paid.refresh_from_db()
    stuck.refresh_from_db()
    assert (stuck.state, paid.state) == ("started", "enrolled")
    reconcile()
    stuck.refresh_from_db()
    assert stuck.state == "enrolled"


def test_an_event_that_cannot_be_taken_in_does_not_keep_it_from_the_rest(cast, clay, unheard_cards, monkeypatch):
    unheard_cards.forget_everything()
    unheard_cards.control("switches", {"webhooks": [{"action": "drop"}]})
    first, second = (enrolled(student, clay, unheard_cards) for student in (cast.student, cast.other_student))
    reconcile()
    for payment in (first, second):
        unheard_cards.refund(payment.intent_id)
    ask = stripe_api.get_intent

    def away_for_one(intent_id):
        if intent_id == second.intent_id:  # the newest comes first
            raise CardProviderUnavailable
        return ask(intent_id)

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", away_for_one)
        with pytest.raises(CommandError, match="could not be finished yet"):
            reconcile()
    first.refresh_from_db()
    assert first.state == "refunded"
    reconcile()
    second.refresh_from_db()
    assert second.state == "refunded"

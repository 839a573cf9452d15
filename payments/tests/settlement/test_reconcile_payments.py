"""`manage.py reconcile_payments` finishes unfinished payments."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from classes.models import Enrollment
from payments.models import Order, Payment, StripeEvent
from payments.settlement import reconciliation
from payments.stripe import api as stripe_api
from payments.stripe.results import RefundRefused, StripeUnavailable
from testing.factories import make_enrollment, make_refund, refund_of
from testing.snapshots import nothing_changes, payments_snapshot
from testing.steps.checkout import enroll_by_card, seats_taken, start_checkout

pytestmark = pytest.mark.django_db

EMPTY_PAGE = '{"object": "list", "data": [], "has_more": true, "url": "/v1/events"}'
"""An empty page that claims to have a successor."""


def reconcile():
    out = StringIO()
    call_command("reconcile_payments", stdout=out)
    return out.getvalue()


def expire_hold(payment):
    Enrollment.objects.filter(pk=payment.enrollment_id).update(held_until=timezone.now() - timedelta(minutes=1))


def test_it_settles_a_payment_without_a_webhook(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("enrolled", "CONFIRMED")


def test_it_promotes_a_payment_that_waits_for_confirmation(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_it_skips_orders_with_a_live_hold(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    with nothing_changes():
        reconcile()
    assert stripe.intent(payment.intent_id)["status"] == "requires_payment_method"


def test_it_releases_an_expired_hold_and_cancels_its_intent(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    expire_hold(payment)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_cancels_an_order_without_an_intent_once_its_hold_expires(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    Order.objects.update(intent_id=None)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "started"
    expire_hold(payment)
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "canceled"


def test_it_records_a_cancellation_without_a_webhook(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.cancel(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")


def test_it_retries_a_refused_refund_with_a_new_idempotency_key(users, last_seat, stripe, monkeypatch):
    payment = start_checkout(users.student, last_seat)
    expire_hold(payment)
    stripe.pay(payment.intent_id)
    make_enrollment(users.other_student, last_seat)
    keys = []

    def refused(*, idempotency_key, **_):
        keys.append(idempotency_key)
        raise RefundRefused("Insufficient funds.")

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", refused)
        for _ in range(2):
            with pytest.raises(CommandError, match="1 could not be finished yet"):
                reconcile()
    assert len(set(keys)) == 2  # the provider would repeat its refusal for the same key
    Payment.objects.update(created_at=timezone.now() - timedelta(days=90))
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, refund_of(payment).error) == ("refunded", "")
    assert stripe.refunded_cents(payment.intent_id) == 4550


def test_it_records_a_refund_without_a_webhook(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.refund(payment.intent_id)
    reconcile()
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "at_provider")
    assert seats_taken(clay) == 0


def test_it_changes_nothing_in_a_second_run(users, clay, stripe):
    enroll_by_card(users.student, clay, stripe)
    reconcile()
    before, events = payments_snapshot(), StripeEvent.objects.count()
    reconcile()
    assert payments_snapshot() == before
    assert StripeEvent.objects.count() == events


def test_it_fails_while_the_provider_is_unavailable(users, clay, stripe, monkeypatch):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)

    def unavailable(_):
        raise StripeUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", unavailable)
        with pytest.raises(CommandError, match="could not be finished yet"):
            reconcile()
    reconcile()
    payment.refresh_from_db()
    assert payment.state == "enrolled"


def test_it_finishes_the_other_payments_when_one_fails(users, clay, stripe, monkeypatch):
    stuck, paid = start_checkout(users.student, clay), start_checkout(users.other_student, clay)
    for payment in (stuck, paid):
        stripe.pay(payment.intent_id)
    get_intent = stripe_api.get_intent

    def lock_timeout_for_one(intent_id):
        if intent_id == stuck.intent_id:
            raise OperationalError("canceling statement due to lock timeout")
        return get_intent(intent_id)

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", lock_timeout_for_one)
        with pytest.raises(CommandError, match="1 could not be finished yet"):
            reconcile()
    paid.refresh_from_db()
    stuck.refresh_from_db()
    assert (stuck.state, paid.state) == ("started", "enrolled")
    reconcile()
    stuck.refresh_from_db()
    assert stuck.state == "enrolled"


def test_it_sends_a_refund_again_that_the_provider_does_not_know(users, clay, stripe):
    bad, paid = enroll_by_card(users.student, clay, stripe), start_checkout(users.other_student, clay)
    stripe.pay(paid.intent_id)
    Payment.objects.filter(pk=bad.pk).update(state="refundPending")
    make_refund(Payment.objects.get(pk=bad.pk), reason="by_staff", stripe_id="re_unknown")
    with pytest.raises(CommandError, match="1 could not be finished yet"):
        reconcile()
    bad.refresh_from_db()
    paid.refresh_from_db()
    assert (bad.state, refund_of(bad).failures, paid.state) == ("refundPending", 1, "enrolled")
    assert "does not know" in refund_of(bad).error
    reconcile()
    bad.refresh_from_db()
    assert bad.state == "refunded"
    assert stripe.refunded_cents(bad.intent_id) == 4550


def test_it_finishes_the_other_payments_after_an_unexpected_error(users, clay, stripe, monkeypatch):
    bad, paid = start_checkout(users.student, clay), start_checkout(users.other_student, clay)
    stripe.pay(paid.intent_id)
    get_intent = stripe_api.get_intent

    def bug_for_one(intent_id):
        return get_intent(intent_id) if intent_id == paid.intent_id else intent_id["status"]

    monkeypatch.setattr(stripe_api, "get_intent", bug_for_one)
    with pytest.raises(CommandError, match="1 could not be finished yet"):
        reconcile()
    bad.refresh_from_db()
    paid.refresh_from_db()
    assert (bad.state, paid.state) == ("started", "enrolled")


def test_it_releases_the_other_holds_after_an_unexpected_error(users, clay, last_seat, stripe, monkeypatch):
    for camp_class in (clay, last_seat):
        expire_hold(start_checkout(users.student, camp_class))
    lock_class = reconciliation.lock_class

    def bug_for_one(class_id):
        return lock_class(class_id if class_id == last_seat.pk else None)

    with monkeypatch.context() as patch:
        patch.setattr(reconciliation, "lock_class", bug_for_one)
        with pytest.raises(CommandError, match="1 could not be finished yet"):
            reconcile()
    assert Enrollment.objects.get(camp_class=last_seat).state == "RELEASED"


@pytest.mark.parametrize("page", ["{}", "[]", "null", "<html>", '{"data": null, "has_more": false}', EMPTY_PAGE])
def test_it_finishes_the_payments_if_the_list_of_events_is_malformed(users, clay, stripe, page):
    paid = start_checkout(users.student, clay)
    stripe.pay(paid.intent_id)
    stripe.fail("malformed", "/v1/events", body=page)
    with pytest.raises(CommandError, match="1 could not be finished yet"):
        reconcile()
    paid.refresh_from_db()
    assert paid.state == "enrolled"
    reconcile()


@pytest.mark.parametrize("malformed", [{}, None, 5, {"id": "evt_1", "type": "charge.refunded", "data": {"object": 5}}])
def test_it_handles_the_other_events_when_one_is_malformed(users, clay, stripe, malformed):
    payment = enroll_by_card(users.student, clay, stripe)
    reconcile()
    stripe.refund(payment.intent_id)
    (event,) = stripe.events_of(payment.intent_id, "charge.refunded")
    page = {"object": "list", "data": [malformed, event], "has_more": False, "url": "/v1/events"}
    stripe.fail("malformed", "/v1/events", body=json.dumps(page))
    with pytest.raises(CommandError, match="1 could not be finished yet"):
        reconcile()
    payment.refresh_from_db()
    assert payment.state == "refunded"


def test_it_handles_the_other_events_when_one_fails(users, clay, undelivered_stripe, monkeypatch):
    undelivered_stripe.reset()
    undelivered_stripe.control("faults", {"webhooks": [{"action": "drop"}]})
    first, second = (
        enroll_by_card(student, clay, undelivered_stripe) for student in (users.student, users.other_student)
    )
    reconcile()
    for payment in (first, second):
        undelivered_stripe.refund(payment.intent_id)
    get_intent = stripe_api.get_intent

    def unavailable_for_one(intent_id):
        if intent_id == second.intent_id:  # the newest comes first
            raise StripeUnavailable
        return get_intent(intent_id)

    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "get_intent", unavailable_for_one)
        with pytest.raises(CommandError, match="could not be finished yet"):
            reconcile()
    first.refresh_from_db()
    assert first.state == "refunded"
    reconcile()
    second.refresh_from_db()
    assert second.state == "refunded"

"""Refunds that Stripe has accepted and not paid yet, because the school's account lacks the money."""

from contextlib import suppress

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from mail.models import OutboxEmail
from payments.models import Payment, Refund
from payments.refunds.by_hand import RefundNotFailed
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import make_class, refund_of
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    enroll_by_card,
    pay_order,
    payments_by_position,
    seats_taken,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.steps.desk_payments import pay_back_by_hand
from testing.steps.withdrawals import findings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]
CARD = "pm_card_pendingRefund"


@pytest.fixture
def bought(users, clay, stripe):
    return enroll_by_card(users.student, clay, stripe, card=CARD)


def refunds_of(stripe, payment):
    return stripe.objects("/v1/refunds", payment_intent=payment.intent_id)


def update_refund(stripe, refund_id):
    """Changes what has nothing to do with the refund's status, as the provider does when it learns a reference."""
    stripe.http.post(f"/v1/refunds/{refund_id}", data={"metadata[note]": "x"}).raise_for_status()


class TestRefundOfTheSite:
    @pytest.fixture
    def pending(self, users, bought, stripe):
        assert as_(users.student).post(f"/payments/cancel/{bought.pk}")["status"] == "refundPending"
        bought.refresh_from_db()
        return bought

    def test_it_keeps_the_refund_pending(self, clay, pending):
        assert (pending.state, refund_of(pending).error) == ("refundPending", "insufficient_funds")
        assert (refund_of(pending).stripe_id[:3], pending.refunded, seats_taken(clay)) == ("re_", 0, 0)

    @pytest.mark.parametrize("kind", ["charge.refunded", "refund.updated"])
    def test_it_keeps_the_refund_pending_after_an_event(self, pending, stripe, kind):
        update_refund(stripe, refund_of(pending).stripe_id)
        with nothing_changes("payments.StripeEvent"):
            deliver_events(stripe, pending.intent_id, kind)
            call_command("reconcile_payments")
        assert len(refunds_of(stripe, pending)) == 1

    def test_it_marks_the_payment_as_refunded_once_the_refund_succeeds(self, pending, stripe):
        stripe.complete_refund(refund_of(pending).stripe_id)
        deliver_events(stripe, pending.intent_id, "refund.updated")
        pending.refresh_from_db()
        assert (pending.state, pending.refunded, refund_of(pending).error) == ("refunded", pending.price, "")
        assert findings(stripe) == []

    def test_it_marks_the_payment_as_refunded_in_reconciliation_without_the_event(self, pending, stripe):
        stripe.complete_refund(refund_of(pending).stripe_id)
        call_command("reconcile_payments")
        pending.refresh_from_db()
        assert pending.state == "refunded"
        assert findings(stripe) == []

    @pytest.mark.parametrize("kind", ["refund.failed", "refund.updated"])
    def test_it_owes_the_refund_again_if_it_fails(self, pending, stripe, kind):
        failed_id = refund_of(pending).stripe_id
        stripe.fail_refund(failed_id)
        deliver_events(stripe, pending.intent_id, kind)
        failed = Payment.objects.get()
        assert (failed.state, refund_of(failed).stripe_id, refund_of(failed).failures) == ("refundPending", "", 1)
        call_command("reconcile_payments")
        again = Payment.objects.get()
        assert refund_of(again).stripe_id not in ("", failed_id)
        assert [refund["status"] for refund in refunds_of(stripe, pending)] == ["pending", "failed"]

    def test_it_sends_no_second_refund_after_the_response_was_lost(self, users, clay, bought, stripe):
        """The payment is one of several of an order, so the provider would accept a second refund of it."""
        wood = make_class(users.instructor, "Wood")
        payment, _ = pay_order(start_order_of(users.other_student, clay, wood), stripe, CARD)
        stripe.fail("fail_after", "/v1/refunds", "POST", count=1)
        as_(users.other_student).post(f"/payments/cancel/{payment.pk}")
        for _ in range(2):
            call_command("reconcile_payments")
        payment.refresh_from_db()
        (refund,) = refunds_of(stripe, payment)
        assert (payment.state, refund_of(payment).stripe_id) == ("refundPending", refund["id"])

    def test_it_refuses_to_record_a_pending_refund_as_paid_back_by_hand(self, pending):
        Refund.objects.update(stripe_id="", failures=1)
        with nothing_changes(), pytest.raises(RefundNotFailed):
            pay_back_by_hand(pending)


class TestRefundAtTheProvider:
    """Staff refund a payment in the provider's dashboard."""

    def test_it_releases_the_seat_and_owes_the_refund(self, clay, bought, stripe):
        refund = stripe.refund(bought.intent_id)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        bought.refresh_from_db()
        assert (bought.state, refund_of(bought).stripe_id, bought.refund_reason) == (
            "refundPending",
            refund["id"],
            "at_provider",
        )
        assert seats_taken(clay) == 0
        call_command("reconcile_payments")
        assert len(refunds_of(stripe, bought)) == 1
        stripe.complete_refund(refund["id"])
        deliver_events(stripe, bought.intent_id, "refund.updated")
        assert findings(stripe) == []
        assert OutboxEmail.objects.filter(kind="refunded").count() == 1

    @pytest.mark.parametrize("failing", [0, 1])
    @pytest.mark.parametrize("events", [(), ("refund.updated",), ("refund.updated", "refund.failed")])
    def test_it_owes_the_rest_if_one_of_two_partial_refunds_fails(self, bought, stripe, failing, events):
        sent = [stripe.refund(bought.intent_id, 1000), stripe.refund(bought.intent_id)]
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        stripe.fail_refund(sent.pop(failing)["id"])
        stripe.complete_refund(sent[0]["id"])
        for kind in events:
            deliver_events(stripe, bought.intent_id, kind)
        for _ in range(2):  # the first run finds the failure
            with suppress(CommandError):
                call_command("reconcile_payments")
        bought.refresh_from_db()
        assert (bought.state, stripe.refunded_cents(bought.intent_id)) == ("refundPending", 4550)
        stripe.complete_refund(refund_of(bought).stripe_id)
        call_command("reconcile_payments")
        bought.refresh_from_db()
        assert (bought.state, bought.refunded) == ("refunded", bought.price)
        assert findings(stripe) == []

    def test_it_keeps_the_seat_while_the_refund_of_a_part_is_pending(self, clay, bought, stripe):
        refund = stripe.refund(bought.intent_id, 1000)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        bought.refresh_from_db()
        assert (bought.is_seated, bought.refunded) == (True, 0)
        stripe.complete_refund(refund["id"])
        deliver_events(stripe, bought.intent_id, "refund.updated")
        bought.refresh_from_db()
        assert (bought.is_seated, bought.refunded) == (True, 10)

    def test_it_gives_no_seat_for_a_payment_that_was_refunded_before(self, users, clay, stripe, monkeypatch):
        free = make_class(users.instructor, "Free", price=0)
        order = start_order_of(users.student, clay, free)
        stripe.pay(order.intent_id, CARD)
        refund = stripe.refund(order.intent_id)
        monkeypatch.delattr(stripe_api, "refund_intent")  # no second refund is requested
        deliver_events(stripe, order.intent_id, "payment_intent.succeeded")
        paid, of_free_class = payments_by_position(order)
        assert (paid.state, refund_of(paid).stripe_id, of_free_class.state) == (
            "refundPending",
            refund["id"],
            "refunded",
        )
        assert (seats_taken(clay), seats_taken(free)) == (0, 0)

    def test_it_adopts_the_refund_if_the_student_cancels_before_the_event(self, users, bought, stripe):
        refund = stripe.refund(bought.intent_id)
        assert as_(users.student).post(f"/payments/cancel/{bought.pk}")["status"] == "refundPending"
        bought.refresh_from_db()
        assert (refund_of(bought).stripe_id, refund_of(bought).failures) == (refund["id"], 0)


def test_it_keeps_the_refund_of_a_late_payment_pending(users, last_seat, stripe):
    late = start_checkout(users.student, last_seat)
    late.enrollment.state, late.enrollment.released_at = "RELEASED", timezone.now()
    late.enrollment.save()
    enroll_by_card(users.other_student, last_seat, stripe)
    stripe.pay(late.intent_id, CARD)
    settle_in_browser(late)
    deliver_events(stripe, late.intent_id, "charge.refunded")
    late.refresh_from_db()
    assert (late.state, late.refund_reason) == ("refundPending", "class_full")

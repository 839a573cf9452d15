"""Part refunds that fail at Stripe, and part refunds beside other refunds of the payment."""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from mail.models import Alert, OutboxEmail
from payments.models import LedgerEntry, Payment, Refund
from payments.settlement.reconciliation import reconcile_urgent
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import make_class, make_lesson
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, pay_order, seats_taken, start_order_of
from testing.steps.part_refunds import cancel, finish, refund, refunds_of, states
from testing.steps.withdrawals import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def bought(users, clay, stripe):
    """A seat for $45.50."""
    return enroll_by_card(users.student, clay, stripe)


@pytest.fixture
def of_order(users, clay, stripe):
    """The first of two seats of an order, for $45.50."""
    felt = make_class(users.instructor, "Felt", price=Decimal(60))
    return pay_order(start_order_of(users.student, clay, felt), stripe)[0]


class TestFailures:
    """Stripe does not send it at once."""

    @pytest.fixture
    def no_response(self, users, bought, stripe):
        """Stripe refunds it, but the response is lost."""
        stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
        row = refund(users, bought, 10)
        assert (row["refundedAmount"], row["refundOwed"], row["refunds"][0]["state"]) == (0, 10, "OWED")
        stripe_api._breaker.reset()
        return bought

    @pytest.fixture
    def no_response_yet(self, no_response, stripe):
        """Nor do the next calls get a response."""
        stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
        return no_response

    def test_it_is_retried_with_the_same_key(self, no_response, stripe):
        stripe.end_faults()
        reconcile_urgent(now=timezone.now(), days=7)
        assert (states(), stripe.refunded_cents(no_response.intent_id)) == (["SENT"], 1000)
        finish(stripe)

    def test_it_adopts_the_refund_from_the_webhook(self, no_response, stripe):
        stripe.end_faults()
        deliver_events(stripe, no_response.intent_id, "charge.refunded")
        assert states() == ["SENT"]
        assert OutboxEmail.objects.filter(kind="refunded").count() == 1
        finish(stripe)

    def test_it_survives_a_cancellation(self, no_response_yet, stripe):
        assert cancel(no_response_yet)["refundOwed"] == 45.5
        finish(stripe)
        assert (states(), stripe.refunded_cents(no_response_yet.intent_id)) == (["SENT"], 4550)

    def test_it_is_sent_before_the_share_that_a_cancellation_returns(self, clay, no_response_yet, stripe):
        Payment.objects.update(paid_at=timezone.now() - timedelta(days=90))
        make_lesson(clay, timezone.now() + timedelta(days=20))
        assert cancel(no_response_yet)["refundOwed"] == 22.75  # half of the price
        finish(stripe)
        assert stripe.refunded_cents(no_response_yet.intent_id) == 2275

    def test_it_gets_another_key_after_a_refusal(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        part = Refund.objects.get()
        assert (part.state, part.failures, bool(part.error)) == ("OWED", 1, True)
        alert = Alert.objects.get()
        assert (alert.kind, alert.about) == ("refund_failed", str(part.pk))
        reconcile_urgent(now=timezone.now(), days=7)
        assert states() == ["OWED"]  # the worker does not retry it each minute
        finish(stripe)
        assert (states(), stripe.refunded_cents(bought.intent_id)) == (["SENT"], 1000)

    def test_it_can_be_paid_back_by_hand_after_a_refusal(self, users, of_order, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, of_order, 10)
        (item,) = as_(users.admin).get("/desk/owed")
        assert (item["kind"], item["amount"]) == ("failed", 10)
        as_(users.admin).post(f"/payments/{of_order.pk}/paidBack", {"method": "cash"})
        assert states() == ["BY_HAND"]
        assert stripe.refunded_cents(of_order.intent_id) == 0
        assert cancel(of_order)["refundedAmount"] == 45.5
        assert stripe.refunded_cents(of_order.intent_id) == 3550
        deliver_events(stripe, of_order.intent_id, "charge.refunded")
        finish(stripe)

    @pytest.mark.parametrize("seats", [1, 2])
    def test_the_card_gets_only_the_rest_of_what_was_paid_back_by_hand(self, users, clay, stripe, seats):
        felt = make_class(users.instructor, "Felt", price=Decimal(60))
        payments = pay_order(start_order_of(users.student, *[clay, felt][:seats]), stripe)
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, payments[0], 10)
        as_(users.admin).post(f"/payments/{payments[0].pk}/paidBack", {"method": "cash"})
        for payment in payments:
            assert cancel(payment)["status"] == "refunded"
        assert stripe.refunded_cents(payments[0].intent_id) == (3550 if seats == 1 else 9550)
        finish(stripe)

    def test_it_is_owed_again_if_it_fails_later(self, users, bought, stripe):
        refund(users, bought, 10)
        (sent,) = refunds_of(stripe, bought)
        stripe.fail_refund(sent["id"])
        deliver_events(stripe, bought.intent_id, "refund.failed")
        assert states() == ["OWED"]
        payment = Payment.objects.get()
        assert (payment.refunded, payment.owed, payment.is_seated) == (0, 10, True)
        finish(stripe)
        assert (states(), stripe.refunded_cents(bought.intent_id)) == (["SENT"], 1000)

    def test_it_is_owed_again_if_it_fails_after_a_cancellation(self, users, bought, stripe):
        refund(users, bought, 10)
        cancel(bought)
        sent = next(each for each in refunds_of(stripe, bought) if each["amount"] == 1000)
        stripe.fail_refund(sent["id"])
        deliver_events(stripe, bought.intent_id, "refund.failed")
        payment = Payment.objects.get()
        assert (payment.state, payment.owed) == ("refundPending", 10)
        finish(stripe)
        assert stripe.refunded_cents(bought.intent_id) == 4550

    @pytest.mark.parametrize("status", ["succeeded", "failed"])
    def test_it_waits_for_a_pending_refund(self, users, clay, stripe, status):
        payment = enroll_by_card(users.other_student, clay, stripe, card="pm_card_pendingRefund")
        refund(users, payment, 10)
        part = Refund.objects.get()
        assert (part.state, bool(part.stripe_id)) == ("OWED", True)
        (stripe.complete_refund if status == "succeeded" else stripe.fail_refund)(part.stripe_id)
        with suppress(CommandError):
            call_command("reconcile_payments")
        if status == "failed":  # the next one is pending too
            call_command("reconcile_payments")
            stripe.complete_refund(Refund.objects.get().stripe_id)
        finish(stripe)
        assert (states(), stripe.refunded_cents(payment.intent_id)) == (["SENT"], 1000)


class TestWithOtherRefunds:
    """A part refund beside refunds in Stripe's dashboard, a withdrawal, and the bank."""

    def test_the_rest_in_the_dashboard_releases_the_seat(self, users, clay, bought, stripe):
        refund(users, bought, 10)
        stripe.refund(bought.intent_id)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        assert seats_taken(clay) == 0
        finish(stripe)

    def test_a_full_refund_in_the_dashboard_replaces_what_is_owed(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        stripe.refund(bought.intent_id)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        assert states() == ["REPLACED"]
        finish(stripe)

    def test_a_dashboard_that_leaves_too_little_leaves_it_to_staff(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        stripe.refund(bought.intent_id, 4000)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        call_command("reconcile_payments")
        assert states() == ["OWED"]
        (item,) = as_(users.admin).get("/desk/owed")
        assert (item["kind"], item["amount"]) == ("failed", 10)
        as_(users.admin).post(f"/payments/{bought.pk}/paidBack", {"method": "cash"})
        assert Payment.objects.get().refunded == Decimal("45.50")
        assert LedgerEntry.objects.get(method="cash").amount == Decimal("-5.50")
        finish(stripe)

    @pytest.mark.parametrize("dashboard", [None, 4000], ids=["all", "a part"])
    def test_staff_pay_nothing_that_a_pending_refund_returns(self, users, clay, stripe, dashboard):
        bought = enroll_by_card(users.other_student, clay, stripe, card="pm_card_pendingRefund")
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        pending = stripe.refund(bought.intent_id, dashboard)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        with suppress(CommandError):
            call_command("reconcile_payments")
        with nothing_changes():
            refusal = as_(users.admin).post(f"/payments/{bought.pk}/paidBack", {"method": "cash"}, 409)
        assert refusal["code"] == "refund_not_failed"
        stripe.complete_refund(pending["id"])
        with suppress(CommandError):  # Stripe still refuses the part if too little is left
            call_command("reconcile_payments")
        as_(users.admin).post(f"/payments/{bought.pk}/paidBack", {"method": "cash"}, 409 if dashboard is None else 200)
        assert Payment.objects.get().refunded == Decimal("45.50")
        finish(stripe)

    def test_staff_pay_what_a_failed_refund_in_the_dashboard_did_not_return(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        stripe.fail_refund(stripe.refund(bought.intent_id)["id"])
        as_(users.admin).post(f"/payments/{bought.pk}/paidBack", {"method": "cash"})
        assert (states(), Payment.objects.get().refunded) == (["BY_HAND"], 10)
        finish(stripe)

    def test_a_withdrawal_refunds_the_rest(self, users, clay, bought, stripe):
        refund(users, bought, 10)
        withdraw(users, clay)
        finish(stripe)
        assert stripe.refunded_cents(bought.intent_id) == 4550

    def test_a_lost_dispute_replaces_what_is_owed(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
        refund(users, bought, 10)
        charge = stripe.intent(bought.intent_id)["latest_charge"]["id"]
        dispute = stripe.control("disputes", {"charge": charge})
        for status, expected in (("lost", "REPLACED"), ("won", "OWED")):
            stripe.control("dispute_results", {"dispute": dispute["id"], "status": status})
            deliver_events(stripe, bought.intent_id, "charge.dispute.closed")
            assert states() == [expected]
        finish(stripe)
        assert stripe.refunded_cents(bought.intent_id) == 1000

    def test_a_dashboard_that_refunds_as_much_after_the_seat_does_not_pay_it(self, users, bought, stripe):
        stripe.fail("fail", "/v1/refunds", "POST", count=2, status=400)
        refund(users, bought, 10)
        as_(users.admin).post(f"/payments/{bought.pk}/release", {"refund": 0, "note": "She is ill."})
        assert Payment.objects.get().owed == 10
        stripe.refund(bought.intent_id, 1000)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        finish(stripe)
        assert (states(), stripe.refunded_cents(bought.intent_id)) == (["SENT"], 2000)
        assert (Payment.objects.get().refunded, Payment.objects.get().refund_reason) == (20, "by_staff")

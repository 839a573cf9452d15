"""POST /stripe/webhook: events about refunds, and refunds that fail later."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from classes.models import Enrollment
from mail.models import Alert
from payments.models import Payment
from payments.stripe import api as stripe_api
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import refund_of
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_payment_intent,
    enroll_by_card,
    seats_taken,
    settle_in_browser,
    start_checkout,
)

pytestmark = pytest.mark.django_db


def test_it_releases_the_seat_after_a_full_refund_at_the_provider(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.refund(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "charge.refunded")
    payment.refresh_from_db()
    assert (payment.state, payment.refund_reason) == ("refunded", "at_provider")
    assert seats_taken(clay) == 0


def test_it_records_partial_refunds_and_keeps_the_seat(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    for cents, total in ((1000, "10.00"), (550, "15.50")):
        stripe.refund(payment.intent_id, cents)
        deliver_events(stripe, payment.intent_id, "charge.refunded")
        payment.refresh_from_db()
        assert str(payment.refunded) == total
    assert payment.is_seated
    assert seats_taken(clay) == 1


def test_it_keeps_the_seat_when_a_duplicate_payment_is_refunded(users, last_seat, stripe):
    duplicate = start_checkout(users.student, last_seat)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    create_payment_intent(users.student, last_seat)
    good = Payment.objects.exclude(pk=duplicate.pk).get()
    stripe.pay(duplicate.intent_id)
    stripe.pay(good.intent_id)
    settle_in_browser(good)
    deliver_events(stripe, duplicate.intent_id, "charge.refunded")
    duplicate.refresh_from_db()
    good.refresh_from_db()
    assert (duplicate.state, good.state) == ("refunded", "enrollPending")
    assert good.enrollment.state == "CONFIRMED"


def test_it_handles_a_refund_event_before_the_success_event(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    stripe.refund(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "charge.refunded")
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "refunded"
    assert seats_taken(clay) == 0
    assert payment.enrollment.state == "RELEASED"


class TestFailedRefund:
    """A refund that had succeeded can fail days later, for example because the card's account was closed."""

    @pytest.fixture
    def refunded(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        as_(users.student).post(f"/payments/cancel/{payment.pk}")
        payment.refresh_from_db()
        return payment

    @pytest.mark.parametrize("kinds", [["refund.failed"], ["refund.updated"], ["refund.failed", "refund.updated"]])
    def test_it_owes_the_refund_again_and_shows_the_failure_to_staff(self, users, refunded, stripe, kinds):
        stripe.fail_refund(refund_of(refunded).stripe_id)
        for kind in kinds:
            deliver_events(stripe, refunded.intent_id, kind)
        refunded.refresh_from_db()
        assert (refunded.state, refunded.refund_reason) == ("refundPending", "canceled")
        alert = Alert.objects.get()
        path = f"/dashboard/families/{refunded.student_id}"
        assert (alert.kind, alert.about) == ("refund_failed", str(refund_of(refunded).pk))
        assert alert.facts == {"class": "Clay for beginners", "path": path}
        assert (refund_of(refunded).ended_at, refunded.refunded, refund_of(refunded).failures) == (None, 0, 1)
        page = AdminClient(users.admin).get("/admin/payments/payment/?attention=failed").content.decode()
        assert "1 payment" in page

    def test_it_sends_the_refund_again_in_the_next_reconciliation(self, refunded, stripe):
        failed_id = refund_of(refunded).stripe_id
        stripe.fail_refund(failed_id)
        deliver_events(stripe, refunded.intent_id, "refund.failed")
        assert stripe.refunded_cents(refunded.intent_id) == 0
        call_command("reconcile_payments")
        again = Payment.objects.get()
        assert again.state == "refunded"
        assert refund_of(again).stripe_id != failed_id
        assert stripe.refunded_cents(refunded.intent_id) == 4550

    def test_it_ignores_a_late_event_after_the_refund_was_sent_again(self, refunded, stripe):
        stripe.fail_refund(refund_of(refunded).stripe_id)
        deliver_events(stripe, refunded.intent_id, "refund.failed")
        call_command("reconcile_payments")
        with nothing_changes("payments.StripeEvent"):
            deliver_events(stripe, refunded.intent_id, "refund.updated")

    def test_it_owes_the_refund_again_if_the_provider_still_counts_the_failed_refund(
        self, refunded, stripe, monkeypatch
    ):
        """Only the refunds themselves tell; the sum of the charge may include those that failed."""
        stripe.fail_refund(refund_of(refunded).stripe_id)
        retrieve = stripe_api.stripe.PaymentIntentService.retrieve

        def with_old_sum(*args):
            intent = retrieve(*args)
            intent.latest_charge.amount_refunded = 4550
            return intent

        monkeypatch.setattr(stripe_api.stripe.PaymentIntentService, "retrieve", with_old_sum)
        deliver_events(stripe, refunded.intent_id, "refund.failed")
        refunded.refresh_from_db()
        assert refunded.state == "refundPending"

    def test_it_lowers_the_amount_of_a_partial_refund_and_keeps_the_seat(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        first, _ = stripe.refund(payment.intent_id, 1000), stripe.refund(payment.intent_id, 550)
        deliver_events(stripe, payment.intent_id, "charge.refunded")
        stripe.fail_refund(first["id"])
        deliver_events(stripe, payment.intent_id, "refund.failed")
        payment.refresh_from_db()
        assert (str(payment.refunded), payment.is_seated) == ("5.50", True)
        assert seats_taken(clay) == 1

    def test_it_changes_nothing_if_the_refund_was_updated_otherwise(self, refunded, stripe):
        with nothing_changes("payments.StripeEvent"):
            deliver_events(stripe, refunded.intent_id, "refund.updated")


def test_it_settles_a_payment_whose_refund_is_updated_first(users, clay, stripe):
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    stripe.refund(payment.intent_id)
    deliver_events(stripe, payment.intent_id, "refund.updated")
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("refunded", "RELEASED")

"""Stripe fails: it stores server errors, sends malformed responses, refuses requests, or hangs."""

import time
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from classes.models import Enrollment
from payments.models import Order, Payment
from payments.orders import intents
from payments.refunds import sending
from payments.stripe import api as stripe_api
from payments.stripe import connections
from payments.stripe.results import StripePaused, StripeServerError, StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_user, refund_of
from testing.proofs.invariants import current_violations
from testing.proofs.races import run_concurrently
from testing.servers.processes import wait_until
from testing.steps.checkout import create_payment_intent, enroll_by_card, start_checkout

pytestmark = pytest.mark.django_db

INTENTS, REFUNDS = "/v1/payment_intents", "/v1/refunds"
HANGS = {"fault": "timeout", "path": "/v1/*", "count": 1000, "seconds": 3600}


@pytest.fixture
def stripe(fresh_stripe, monkeypatch):
    monkeypatch.setattr(stripe_api.stripe.HTTPClient, "INITIAL_DELAY", 0)
    yield fresh_stripe
    fresh_stripe.end_faults()


def test_it_repeats_a_call_after_too_many_requests(users, clay, stripe, monkeypatch):
    """The provider limits the calls of an account: 100 per second. It has not executed the refused ones."""
    monkeypatch.setattr(stripe_api, "PAUSES", (0.01, 0.02))
    stripe.fail("fail", INTENTS, "POST", count=2, status=429)
    create_payment_intent(users.student, clay)
    assert len(stripe.objects(INTENTS)) == 1
    stripe.fail("fail", INTENTS, "POST", count=3, status=429)
    create_payment_intent(make_user("uma"), clay, 503)


def cancel(payment):
    return as_(payment.student).post(f"/payments/cancel/{payment.pk}")


class TestStoredServerError:
    """The provider repeats its first response for an idempotency key for a day, also if that was a server error."""

    def test_it_starts_another_order_for_the_same_hold(self, users, clay, stripe):
        stripe.fail("fail_stored", INTENTS, "POST")
        create_payment_intent(users.student, clay, 503)
        create_payment_intent(users.student, clay)
        failed, started = Payment.objects.order_by("created_at")
        assert (failed.state, failed.intent_id) == ("canceled", None)
        assert started.state == "started"
        assert failed.enrollment == started.enrollment == Enrollment.objects.get(state="HELD")
        assert [intent["id"] for intent in stripe.objects(INTENTS)] == [started.intent_id]

    def test_it_uses_the_intent_that_was_created_nevertheless(self, users, clay, stripe):
        stripe.fail("fail_after", INTENTS, "POST")
        create_payment_intent(users.student, clay)
        (intent,) = stripe.objects(INTENTS)
        assert Payment.objects.get().intent_id == intent["id"]

    def test_it_finds_the_intent_on_a_later_page(self, users, clay, stripe, monkeypatch):
        monkeypatch.setattr(stripe_api, "PAGE_SIZE", 1)
        create_intent = stripe_api.create_intent

        def create_others_first(**parameters):
            stripe.fail("fail_after", INTENTS, "POST")
            try:
                return create_intent(**parameters)
            finally:
                for _ in range(2):
                    stripe.http.post(INTENTS, data={"amount": "500", "currency": "usd"}).raise_for_status()

        monkeypatch.setattr(stripe_api, "create_intent", create_others_first)
        create_payment_intent(users.student, clay)
        assert stripe.intent(Payment.objects.get().intent_id)["metadata"]["order"] == str(Order.objects.get().pk)

    def test_it_keeps_the_order_while_the_provider_cannot_be_asked(self, users, clay, stripe):
        stripe.fail("fail_stored", INTENTS, "POST")
        stripe.fail("fail", INTENTS, "GET", count=2)
        create_payment_intent(users.student, clay, 503)
        assert Payment.objects.get().state == "started"

    def test_it_keeps_an_order_whose_intent_another_tab_stored_meanwhile(self, users, clay, stripe, monkeypatch):
        create_payment_intent(users.student, clay)
        stored = Payment.objects.get().intent_id
        Order.objects.update(intent_id=None)

        def other_tab_stores_its_intent(**_):
            Order.objects.update(intent_id=stored)

        monkeypatch.setattr(stripe_api, "find_intent", other_tab_stores_its_intent)
        with monkeypatch.context() as patch:
            patch.setattr(stripe_api, "create_intent", _server_error)
            create_payment_intent(users.student, clay, 503)
        payment = Payment.objects.get()
        assert (payment.state, payment.intent_id) == ("started", stored)

    def test_it_does_not_reveal_an_intent_that_another_tab_created_for_the_failed_order(
        self, users, clay, stripe, monkeypatch
    ):
        """The other tab's request fails while this one creates the intent with the same key."""
        create_intent = stripe_api.create_intent

        def other_tab_gives_up(**parameters):
            intent = create_intent(**parameters)
            with transaction.atomic():
                intents._cancel_without_intent(Order.objects.get())
            return intent

        monkeypatch.setattr(stripe_api, "create_intent", other_tab_gives_up)
        assert create_payment_intent(users.student, clay, 409)["code"] == "hold_ended"
        payment = Payment.objects.get()
        assert payment.state == "canceled"
        assert stripe.intent(payment.intent_id)["status"] == "canceled"

    def test_it_sends_a_refund_with_a_new_key(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        stripe.fail("fail_stored", REFUNDS, "POST")
        assert cancel(payment)["status"] == "refundPending"
        sending.send_refund(refund_id=refund_of(payment).pk, now=timezone.now())
        payment.refresh_from_db()
        assert (payment.state, refund_of(payment).failures) == ("refunded", 1)
        assert stripe.refunded_cents(payment.intent_id) == 4550

    def test_it_finds_a_refund_that_was_created_nevertheless(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        stripe.fail("fail_after", REFUNDS, "POST")
        assert cancel(payment)["status"] == "refunded"
        assert len(stripe.objects(REFUNDS, payment_intent=payment.intent_id)) == 1
        assert current_violations(stripe) == []

    def test_it_keeps_the_key_of_a_refund_while_the_provider_cannot_be_asked(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        stripe.fail("fail_stored", REFUNDS, "POST")
        stripe.fail("fail", f"{INTENTS}/*", "GET", count=2)
        cancel(payment)
        payment.refresh_from_db()
        assert (payment.state, refund_of(payment).failures) == ("refundPending", 0)


def _server_error(**_):
    raise StripeServerError


class TestMalformedResponse:
    @pytest.mark.parametrize("body", ["{}", "[]", "null", "<html>", '{"id": 5, "amount": "many"}'])
    def test_it_returns_503_and_keeps_the_hold(self, users, clay, stripe, body):
        stripe.fail("malformed", INTENTS, "POST", body=body)
        assert create_payment_intent(users.student, clay, 503)["code"] == "provider_unavailable"
        assert Enrollment.objects.get().state == "HELD"
        create_payment_intent(users.student, clay)

    def test_it_owes_a_refund_whose_response_is_malformed(self, users, clay, stripe):
        payment = enroll_by_card(users.student, clay, stripe)
        stripe.fail("malformed", REFUNDS, "POST")
        assert cancel(payment)["status"] == "refundPending"
        sending.send_refund(refund_id=refund_of(payment).pk, now=timezone.now())
        assert stripe.refunded_cents(payment.intent_id) == 4550


class TestHangingProvider:
    @pytest.fixture
    def hanging(self, stripe, monkeypatch):
        """A context in which the provider does not respond. Only there the timeouts are short."""

        @contextmanager
        def hanging(seconds=0.3):
            stripe.control("faults", {"requests": [HANGS]})
            with monkeypatch.context() as patch:
                patch.setattr(connections, "REQUEST_TIMEOUTS", (1, seconds))
                patch.setattr(connections, "COMMAND_TIMEOUTS", (1, seconds))
                yield
            stripe.end_faults()

        return hanging

    def fail_three_calls(self, student, camp_class):
        for _ in range(3):
            create_payment_intent(student, camp_class, 503)

    def test_it_refuses_at_once_after_three_calls_without_a_response(self, users, clay, stripe, hanging):
        payment = start_checkout(users.student, clay)
        with hanging():
            self.fail_three_calls(users.student, clay)
            sent = stripe.unused_faults()
            client = as_(users.student).client
            for path, body in (
                ("/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)}),
                ("/payments", {"transactionId": payment.intent_id}),
            ):
                response = client.post(path, body, format="json")
                assert (response.status_code, response.json()["code"]) == (503, "provider_unavailable")
                assert 0 < int(response["Retry-After"]) <= stripe_api.PAUSE_SECONDS
            assert stripe.unused_faults() == sent

    def test_it_holds_no_seat_while_no_calls_are_made(self, users, clay, hanging):
        start_checkout(users.student, clay)
        with hanging():
            self.fail_three_calls(users.student, clay)
            create_payment_intent(users.other_student, clay, 503)
        assert Enrollment.objects.get().student == users.student

    def test_it_calls_the_provider_again_after_the_pause(self, users, clay, hanging, monkeypatch):
        monkeypatch.setattr(stripe_api._breaker, "pause", 0.2)
        start_checkout(users.student, clay)
        with hanging():
            self.fail_three_calls(users.student, clay)
        time.sleep(0.2)
        create_payment_intent(users.student, clay)

    def test_it_refuses_calls_above_the_limit_at_once(self, hanging):
        with hanging(seconds=2):
            outcomes = run_concurrently(*[lambda: stripe_api.get_intent("pi_any")] * 2 * stripe_api.CONCURRENT_CALLS)
        refused = [outcome for outcome in outcomes if isinstance(outcome, StripePaused)]
        assert len(refused) == stripe_api.CONCURRENT_CALLS
        assert all(isinstance(outcome, StripeUnavailable) and outcome.retry_after for outcome in outcomes)

    def test_it_cancels_an_enrollment_and_owes_the_refund(self, users, clay, stripe, hanging):
        payment = enroll_by_card(users.student, clay, stripe)
        with hanging():
            assert cancel(payment)["status"] == "refundPending"

    def test_it_stops_the_reconciliation_after_three_payments(self, users, clay, stripe, hanging):
        for number in range(6):
            stripe.pay(start_checkout(make_user(f"student-{number}"), clay).intent_id)
        with hanging():
            with pytest.raises(CommandError, match="4 could not be finished"):  # the fourth call is refused
                call_command("reconcile_payments")
            # The SDK repeats each of the three calls once. The stand-in may read the last one after the timeout.
            wait_until(lambda: HANGS["count"] - stripe.unused_faults() == 6, 10)
        stripe_api._breaker.reset()
        call_command("reconcile_payments")
        assert set(Payment.objects.values_list("state", flat=True)) == {"enrolled"}

    def test_it_waits_longer_in_commands_than_in_requests(self, stripe, monkeypatch):
        monkeypatch.setattr(connections, "REQUEST_TIMEOUTS", (1, 0.3))
        stripe.fail("delay", f"{INTENTS}/*", count=3, seconds=1)
        with pytest.raises(StripeUnavailable):
            stripe_api.get_intent("pi_unknown")
        with connections.longer_timeouts():
            assert stripe_api.get_intent("pi_unknown") is None

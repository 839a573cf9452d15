"""POST /payments/{id}/refunds: the school gives back a part of the price, and the seat stays."""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from mail.models import Alert, OutboxEmail
from mail.rendering import render
from payments.models import LedgerEntry, PartRefund, Payment
from payments.settlement.reconciliation import reconcile_urgent
from payments.stripe import api as stripe_api
from testing.api_client import as_
from testing.checkout import enroll_by_card, pay_order, seats_taken, start_checkout, start_order_of
from testing.desk_payments import make_desk_payment
from testing.factories import make_class, make_lesson
from testing.snapshots import payments_snapshot
from testing.stripe_stand_in import deliver_events
from testing.withdrawals import findings, withdraw

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


def refund(users, payment, amount=10, status=201, *, key=None, note="Rain"):
    body = {"amount": amount, "note": note, "key": str(key or uuid4())}
    return as_(users.admin).post(f"/payments/{payment.pk}/refunds", body, status)


def cancel(payment, status=200):
    return as_(payment.student).post(f"/payments/cancel/{payment.pk}", status=status)


def finish(stripe):
    """Reconciles twice, because a settlement is promoted by the first run. Nothing may be left."""
    for _ in range(2):
        call_command("reconcile_payments")
    assert findings(stripe) == []


def refunds_of(stripe, payment):
    return stripe.objects("/v1/refunds", payment_intent=payment.intent_id)


def states():
    return list(PartRefund.objects.order_by("created_at").values_list("state", flat=True))


def test_it_refunds_a_part_and_keeps_the_seat(users, clay, bought, stripe):
    row = refund(users, bought, 10)
    assert (row["status"], row["refundedAmount"], row["refundOwed"]) == ("enrollPending", 10, 0)
    (shown,) = row["refunds"]
    assert (shown["amount"], shown["state"], shown["note"]) == (10, "SENT", "Rain")
    assert shown["endedAt"].endswith("Z")
    assert seats_taken(clay) == 1
    (sent,) = refunds_of(stripe, bought)
    assert sent["amount"] == 1000
    assert sent["metadata"] == {"payment": str(bought.pk), "part": str(PartRefund.objects.get().pk)}
    entries = LedgerEntry.objects.order_by("pk").values_list("amount", "reference")
    assert list(entries) == [(Decimal("45.50"), ""), (Decimal(-10), sent["id"])]
    deliver_events(stripe, bought.intent_id, "charge.refunded")
    (seen,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (seen["refunds"], seen["refundedAmount"]) == (row["refunds"], 10)
    finish(stripe)


def test_it_mails_the_family_once(users, bought, stripe):
    refund(users, bought, 10)
    deliver_events(stripe, bought.intent_id, "charge.refunded")
    email = OutboxEmail.objects.get(kind="refunded")
    text = " ".join(render(email, timezone.now()).text.split())
    assert "We're giving you back $10.00 of your payment for your seat in Clay for beginners. Here's why: Rain" in text
    assert "We're refunding $10.00 to the card you paid with." in text
    assert "Your seat stays booked." in text


def test_it_refunds_once_for_each_key(users, bought, stripe):
    key = uuid4()
    first = refund(users, bought, key=key)
    assert refund(users, bought, 10.0, 200, key=key) == first
    refund(users, bought)
    assert stripe.refunded_cents(bought.intent_id) == 2000
    before = payments_snapshot()
    for body in ({"amount": 11}, {"note": "Other"}):
        assert refund(users, bought, status=409, key=key, **body)["code"] == "key_used"
    assert payments_snapshot() == before


def test_it_refuses_a_key_of_another_payment(users, clay, bought, stripe):
    key, other = uuid4(), enroll_by_card(users.other_student, clay, stripe)
    refund(users, bought, key=key)
    assert refund(users, other, status=409, key=key)["code"] == "key_used"
    assert stripe.refunded_cents(other.intent_id) == 0


def test_it_repeats_the_answer_after_the_seat_was_canceled(users, bought):
    key = uuid4()
    refund(users, bought, key=key)
    cancel(bought)
    assert refund(users, bought, status=200, key=key)["status"] == "refunded"


def test_it_keeps_the_seat_when_all_is_refunded_in_parts(users, clay, bought, stripe):
    refund(users, bought, 40)
    refund(users, bought, 5.5)
    deliver_events(stripe, bought.intent_id, "charge.refunded")
    assert (seats_taken(clay), stripe.refunded_cents(bought.intent_id)) == (1, 4550)
    finish(stripe)
    assert cancel(bought)["status"] == "refunded"
    assert stripe.refunded_cents(bought.intent_id) == 4550
    finish(stripe)


class TestAtTheDesk:
    @pytest.fixture
    def paid(self, users, clay):
        return make_desk_payment(users.admin, users.student, clay)

    def test_it_is_owed_until_it_is_paid_back(self, users, paid, stripe):
        row = refund(users, paid, 10)
        assert (row["refundedAmount"], row["refundOwed"], row["refunds"][0]["state"]) == (0, 10, "OWED")
        call_command("reconcile_payments")
        body = {"method": "cash", "reference": "Receipt 7"}
        row = as_(users.admin).post(f"/payments/{paid.pk}/paidBack", body)
        assert (row["refundedAmount"], row["refundOwed"], row["refunds"][0]["state"]) == (10, 0, "BY_HAND")
        assert row["status"] == "enrolled"
        entry = LedgerEntry.objects.get(kind="REFUND")
        assert (entry.method, entry.reference, entry.recorded_by, entry.amount) == (
            *("cash", "Receipt 7", users.admin, Decimal(-10)),
        )
        finish(stripe)

    def test_it_says_that_the_school_pays_it_back(self, users, paid):
        refund(users, paid, 10)
        text = " ".join(render(OutboxEmail.objects.get(kind="refunded"), timezone.now()).text.split())
        assert "we'll pay $10.00 back to you ourselves" in text

    def test_it_is_paid_back_together_with_the_rest(self, users, paid, stripe):
        refund(users, paid, 10)
        assert cancel(paid)["refundOwed"] == 45.5
        row = as_(users.admin).post(f"/payments/{paid.pk}/paidBack", {"method": "check", "reference": "77"})
        assert (row["status"], row["refundedAmount"], row["refundOwed"]) == ("refunded", 45.5, 0)
        assert [entry.amount for entry in LedgerEntry.objects.filter(kind="REFUND")] == [Decimal("-45.50")]
        finish(stripe)


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
        part = PartRefund.objects.get()
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
        assert (payment.refunded_amount, payment.parts_owed, payment.is_seated) == (0, 10, True)
        finish(stripe)
        assert (states(), stripe.refunded_cents(bought.intent_id)) == (["SENT"], 1000)

    def test_it_is_owed_again_if_it_fails_after_a_cancellation(self, users, bought, stripe):
        refund(users, bought, 10)
        cancel(bought)
        sent = next(each for each in refunds_of(stripe, bought) if each["amount"] == 1000)
        stripe.fail_refund(sent["id"])
        deliver_events(stripe, bought.intent_id, "refund.failed")
        payment = Payment.objects.get()
        assert (payment.state, payment.amount_owed) == ("refundPending", 10)
        finish(stripe)
        assert stripe.refunded_cents(bought.intent_id) == 4550

    @pytest.mark.parametrize("status", ["succeeded", "failed"])
    def test_it_waits_for_a_pending_refund(self, users, clay, stripe, status):
        payment = enroll_by_card(users.other_student, clay, stripe, card="pm_card_pendingRefund")
        refund(users, payment, 10)
        part = PartRefund.objects.get()
        assert (part.state, bool(part.refund_id)) == ("OWED", True)
        (stripe.complete_refund if status == "succeeded" else stripe.fail_refund)(part.refund_id)
        with suppress(CommandError):
            call_command("reconcile_payments")
        if status == "failed":  # the next one is pending too
            call_command("reconcile_payments")
            stripe.complete_refund(PartRefund.objects.get().refund_id)
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
        assert Payment.objects.get().refunded_amount == Decimal("45.50")
        assert LedgerEntry.objects.get(method="cash").amount == Decimal("-5.50")
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


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, bought, who, status):
    before = payments_snapshot()
    body = {"amount": 1, "note": "Rain", "key": str(uuid4())}
    as_(who and getattr(users, who)).post(f"/payments/{bought.pk}/refunds", body, status)
    assert payments_snapshot() == before


@pytest.mark.parametrize("id", ["x", "1", "00000000-0000-0000-0000-000000000000"])
def test_it_returns_404_for_a_bad_id(users, id):
    body = {"amount": 1, "note": "Rain", "key": str(uuid4())}
    as_(users.admin).post(f"/payments/{id}/refunds", body, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": -1}, "amount"),
        ({"amount": 1.001}, "amount"),
        ({"amount": "NaN"}, "amount"),
        ({"note": ""}, "note"),
        ({"note": "x" * 201}, "note"),
        ({"key": "1"}, "key"),
    ],
)
def test_it_refuses_bad_input(users, bought, body, field):
    before = payments_snapshot()
    valid = {"amount": 1, "note": "Rain", "key": str(uuid4())}
    answer = as_(users.admin).post(f"/payments/{bought.pk}/refunds", valid | body, 400)
    assert field in answer["fields"]
    assert payments_snapshot() == before


@pytest.mark.parametrize("before", [0, 40])
def test_it_refuses_more_than_is_left(users, bought, stripe, before):
    if before:
        refund(users, bought, before)
    snapshot = payments_snapshot()
    assert refund(users, bought, round(45.51 - before, 2), 409)["code"] == "amount_too_high"
    assert payments_snapshot() == snapshot
    refund(users, bought, round(45.5 - before, 2))
    assert stripe.refunded_cents(bought.intent_id) == 4550


def test_it_refuses_more_than_is_left_of_what_is_owed(users, clay):
    paid = make_desk_payment(users.admin, users.student, clay)
    refund(users, paid, 40)
    assert refund(users, paid, 5.51, 409)["code"] == "amount_too_high"


@pytest.mark.parametrize("lost", [False, True])
def test_it_refuses_a_disputed_payment(users, bought, lost):
    now = timezone.now()
    Payment.objects.update(disputed_at=now, dispute_lost_at=now if lost else None)
    before = payments_snapshot()
    assert refund(users, bought, status=409)["code"] == "disputed"
    assert payments_snapshot() == before


def test_it_refuses_a_payment_without_a_seat(users, clay, bought):
    cancel(bought)
    for payment in (bought, start_checkout(users.other_student, clay)):
        before = payments_snapshot()
        assert refund(users, payment, status=409)["code"] == "not_seated"
        assert payments_snapshot() == before


@override_settings(REFUND_RULES=[(14, 50)])
def test_a_cancellation_returns_its_percentage_of_the_price_less_the_part(users, clay, bought, stripe):
    refund(users, bought, 10)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=90))
    make_lesson(clay, timezone.now() + timedelta(days=20))
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["cancellation"]["percent"], row["cancellation"]["amount"]) == (50, 12.75)
    assert cancel(bought)["refundedAmount"] == 22.75
    finish(stripe)

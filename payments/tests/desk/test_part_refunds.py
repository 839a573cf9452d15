"""POST /payments/{id}/refunds: the school gives back a part of the price, and the seat stays."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from mail.models import OutboxEmail
from mail.rendering import render
from payments.models import LedgerEntry, Payment, Refund
from testing.clients.api import as_
from testing.factories import make_lesson
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, seats_taken, start_checkout
from testing.steps.desk_payments import make_desk_payment
from testing.steps.part_refunds import cancel, finish, refund, refunds_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def bought(users, clay, stripe):
    """A seat for $45.50."""
    return enroll_by_card(users.student, clay, stripe)


def test_it_refunds_a_part_and_keeps_the_seat(users, clay, bought, stripe):
    row = refund(users, bought, 10)
    assert (row["status"], row["refundedAmount"], row["refundOwed"]) == ("enrollPending", 10, 0)
    (shown,) = row["refunds"]
    assert (shown["amount"], shown["state"], shown["note"]) == (10, "SENT", "Rain")
    assert shown["endedAt"].endswith("Z")
    assert seats_taken(clay) == 1
    (sent,) = refunds_of(stripe, bought)
    assert sent["amount"] == 1000
    assert sent["metadata"] == {"payment": str(bought.pk), "refund": str(Refund.objects.get().pk)}
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
    with nothing_changes():
        for body in ({"amount": 11}, {"note": "Other"}):
            assert refund(users, bought, status=409, key=key, **body)["code"] == "key_used"


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


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, bought, who, status):
    body = {"amount": 1, "note": "Rain", "key": str(uuid4())}
    with nothing_changes():
        as_(who and getattr(users, who)).post(f"/payments/{bought.pk}/refunds", body, status)


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
    valid = {"amount": 1, "note": "Rain", "key": str(uuid4())}
    with nothing_changes():
        answer = as_(users.admin).post(f"/payments/{bought.pk}/refunds", valid | body, 400)
        assert field in answer["fields"]


@pytest.mark.parametrize("before", [0, 40])
def test_it_refuses_more_than_is_left(users, bought, stripe, before):
    if before:
        refund(users, bought, before)
    with nothing_changes():
        assert refund(users, bought, round(45.51 - before, 2), 409)["code"] == "amount_too_high"
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
    with nothing_changes():
        assert refund(users, bought, status=409)["code"] == "disputed"


def test_it_refuses_a_payment_without_a_seat(users, clay, bought):
    cancel(bought)
    for payment in (bought, start_checkout(users.other_student, clay)):
        with nothing_changes():
            assert refund(users, payment, status=409)["code"] == "not_seated"


@override_settings(REFUND_RULES=[(14, 50)])
def test_a_cancellation_returns_its_percentage_of_the_price_less_the_part(users, clay, bought, stripe):
    refund(users, bought, 10)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=90))
    make_lesson(clay, timezone.now() + timedelta(days=20))
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["cancellation"]["percent"], row["cancellation"]["amount"]) == (50, 12.75)
    assert cancel(bought)["refundedAmount"] == 22.75
    finish(stripe)

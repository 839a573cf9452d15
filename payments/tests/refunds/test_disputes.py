"""Disputes of charges: from the bank's question to its decision, and what the site promises meanwhile."""

from functools import partial

import pytest
from django.core.management import call_command
from django.utils import timezone

from mail.models import Alert, OutboxEmail
from mail.rendering import Details, render, render_with
from payments.models import Payment
from payments.orders import locks
from payments.refunds import cancellation
from payments.settlement import webhook
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.emails import words
from testing.factories import refund_of
from testing.proofs.races import disable_locks, run_concurrently, run_within, with_and_without_the_lock
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card, seats_taken
from testing.steps.desk_payments import refund_and_release

pytestmark = pytest.mark.django_db

LIST = "/admin/payments/payment/"


def dispute(stripe, payment):
    """Disputes the charge, delivers the event and returns the id of the dispute."""
    charge = stripe.intent(payment.intent_id)["latest_charge"]["id"]
    found = stripe.control("disputes", {"charge": charge})
    deliver_events(stripe, payment.intent_id, "charge.dispute.created")
    return found["id"]


def decide(stripe, payment, dispute_id, result, deliver=True):
    stripe.control("dispute_results", {"dispute": dispute_id, "status": result})
    if deliver:
        deliver_events(stripe, payment.intent_id, "charge.dispute.closed")
    payment.refresh_from_db()


def cancel(payment):
    return as_(payment.student).post(f"/payments/cancel/{payment.pk}", {})


@pytest.fixture
def paid(users, clay, stripe):
    return enroll_by_card(users.student, clay, stripe)


def test_it_keeps_the_seat_and_sends_no_refund_while_the_bank_decides(paid, clay, stripe):
    dispute(stripe, paid)
    paid.refresh_from_db()
    assert (paid.dispute, paid.is_seated, seats_taken(clay)) == ("open", True, 1)
    cancel(paid)
    call_command("reconcile_payments")
    paid.refresh_from_db()
    assert (paid.state, paid.dispute, seats_taken(clay)) == ("refundPending", "open", 0)
    assert stripe.refunded_cents(paid.intent_id) == 0


def test_it_alerts_admins_to_a_dispute_and_to_its_loss_once(paid, stripe):
    opened = dispute(stripe, paid)
    call_command("reconcile_payments")
    assert list(Alert.objects.values_list("kind", "about")) == [("dispute", f"{paid.pk}/open")]
    decide(stripe, paid, opened, "lost")
    call_command("reconcile_payments")
    assert set(Alert.objects.values_list("about", flat=True)) == {f"{paid.pk}/open", f"{paid.pk}/lost"}
    lines = [{"kind": alert.kind, **alert.facts} for alert in Alert.objects.order_by("pk")]
    text = words(
        render_with(OutboxEmail(kind="alert", facts={"alerts": lines}, recipient=paid.student), Details()).text
    )
    assert "A card payment for Clay for beginners is disputed." in text
    assert "The bank has decided the dispute about a card payment for Clay for beginners against us." in text
    assert text.count("/dashboard/families/") == 2


@pytest.mark.parametrize("result", ["won", "warning_closed"])
@pytest.mark.parametrize("deliver", [True, False], ids=["event", "lost event"])
def test_it_sends_the_owed_refund_after_a_dispute_that_is_won(paid, clay, stripe, result, deliver):
    opened = dispute(stripe, paid)
    cancel(paid)
    decide(stripe, paid, opened, result, deliver)
    call_command("reconcile_payments")
    paid.refresh_from_db()
    assert (paid.state, paid.dispute, paid.refunded) == ("refunded", None, paid.price)
    assert stripe.refunded_cents(paid.intent_id) == 4550


def test_it_clears_the_flag_of_a_seat_after_a_dispute_that_is_won(paid, clay, stripe):
    decide(stripe, paid, dispute(stripe, paid), "won")
    assert (paid.dispute, paid.is_seated, seats_taken(clay)) == (None, True, 1)
    assert not Payment.objects.disputed().exists()


@pytest.mark.parametrize("deliver", [True, False], ids=["event", "lost event"])
def test_it_owes_nothing_after_a_dispute_that_is_lost(paid, stripe, deliver):
    opened = dispute(stripe, paid)
    cancel(paid)
    decide(stripe, paid, opened, "lost", deliver)
    call_command("reconcile_payments")
    paid.refresh_from_db()
    assert (paid.state, paid.dispute) == ("refunded", "lost")
    assert stripe.refunded_cents(paid.intent_id) == 0


def test_it_owes_the_refund_again_if_the_bank_reverses_a_loss(paid, stripe):
    opened = dispute(stripe, paid)
    cancel(paid)
    decide(stripe, paid, opened, "lost")
    assert paid.state == "refunded"
    decide(stripe, paid, opened, "won")
    call_command("reconcile_payments")
    paid.refresh_from_db()
    assert (paid.state, paid.dispute, refund_of(paid).state) == ("refunded", None, "SENT")
    assert stripe.refunded_cents(paid.intent_id) == 4550


def test_it_refunds_nothing_if_a_seat_is_canceled_after_a_lost_dispute(paid, clay, stripe):
    decide(stripe, paid, dispute(stripe, paid), "lost")
    assert (paid.is_seated, seats_taken(clay)) == (True, 1)
    cancel(paid)
    call_command("reconcile_payments")
    paid.refresh_from_db()
    assert (paid.state, paid.dispute, seats_taken(clay)) == ("refunded", "lost", 0)
    assert stripe.refunded_cents(paid.intent_id) == 0


def test_it_flags_a_lost_dispute_until_staff_have_settled_it(users, paid, stripe):
    decide(stripe, paid, dispute(stripe, paid), "lost")
    client = AdminClient()
    client.force_login(users.admin)
    assert "dispute lost" in client.get(f"{LIST}?attention=disputed").content.decode()
    as_(users.admin).post(f"/payments/{paid.pk}/acceptLoss")
    paid.refresh_from_db()
    assert (paid.is_seated, paid.disputed_at, paid.dispute) == (True, None, "lost")
    assert "dispute lost" not in client.get(f"{LIST}?attention=disputed").content.decode()


def test_it_records_the_end_of_a_dispute_whose_beginning_was_not_delivered(paid, stripe):
    charge = stripe.intent(paid.intent_id)["latest_charge"]["id"]
    opened = stripe.control("disputes", {"charge": charge})
    decide(stripe, paid, opened["id"], "lost")
    assert paid.dispute == "lost"


def test_it_keeps_the_result_if_the_events_arrive_in_another_order(paid, stripe):
    charge = stripe.intent(paid.intent_id)["latest_charge"]["id"]
    opened = stripe.control("disputes", {"charge": charge})
    decide(stripe, paid, opened["id"], "lost")
    deliver_events(stripe, paid.intent_id, "charge.dispute.created")
    paid.refresh_from_db()
    assert paid.dispute == "lost"


@pytest.mark.parametrize(
    ("result", "promises"),
    [(None, "If it decides that the payment stands"), ("lost", "already returned this payment")],
)
@pytest.mark.parametrize("by", ["student", "staff"])
def test_it_promises_no_refund_in_an_email(paid, stripe, result, promises, by):
    opened = dispute(stripe, paid)
    if result:
        decide(stripe, paid, opened, result)
    if by == "student":
        cancel(paid)
    else:
        refund_and_release(paid)
    email = OutboxEmail.objects.select_related("recipient").latest("pk")
    text = " ".join(render(email, timezone.now()).text.split())
    assert promises in text
    for promise in ("on its way", "We're refunding", "We've sent", "full price back", "Your bank usually takes"):
        assert promise not in text


def test_it_says_to_the_student_what_the_bank_does(paid, stripe):
    opened = dispute(stripe, paid)
    (row,) = as_(paid.student).get(f"/payments/{paid.student.email}")
    assert row["dispute"] == "open"
    decide(stripe, paid, opened, "won")
    (row,) = as_(paid.student).get(f"/payments/{paid.student.email}")
    assert row["dispute"] is None


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_it_loses_no_refund_if_a_seat_is_canceled_while_the_dispute_ends(
    users, clay, fresh_stripe, monkeypatch, lock_on
):
    """Without the lock, the cancellation reads the open dispute, and writes its payment after the loss was recorded."""
    paid = enroll_by_card(users.student, clay, fresh_stripe)
    opened = dispute(fresh_stripe, paid)
    fresh_stripe.control("dispute_results", {"dispute": opened, "status": "lost"})
    if not lock_on:
        disable_locks(monkeypatch, "order", "class")
    run_within(
        monkeypatch,
        (cancellation, "release_and_owe"),
        start=(locks, "lock_order"),
        end=(webhook, "record_dispute"),
    )
    cancel_it = partial(cancellation.cancel_enrollment, student=users.student, payment_id=paid.pk, now=timezone.now())
    run_concurrently(cancel_it, partial(deliver_events, fresh_stripe, paid.intent_id, "charge.dispute.closed"))
    paid.refresh_from_db()
    assert paid.dispute == "lost"
    assert (paid.state == Payment.State.REFUNDED) is lock_on

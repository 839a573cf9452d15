"""`manage.py remove_test_payments` removes what was paid in Stripe's test mode, before the live keys are set."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from classes.models import Enrollment
from core.errors import NotFound
from mail.models import OutboxEmail
from payments import stripe_test_mode
from payments.checkout import sql
from payments.models import Move, Order, PartRefund, Payment, StripeEvent
from payments.refunds.refunds import refund_and_release
from payments.settlement.settlement import settle_and_call_provider
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.api_client import as_
from testing.checkout import (
    enroll_by_card,
    enroll_free,
    opening_checkout,
    pay_after_expiry,
    seats_taken,
    start_checkout,
)
from testing.desk_payments import make_desk_payment
from testing.factories import make_class, make_payment
from testing.races import ConcurrentCall, with_and_without_the_lock
from testing.snapshots import database_snapshot

pytestmark = pytest.mark.django_db


def remove(*arguments):
    out = StringIO()
    call_command("remove_test_payments", *arguments, stdout=out)
    return out.getvalue()


def everything():
    return database_snapshot(), list(StripeEvent.objects.values())


def refused(code, *arguments):
    before = everything()
    with pytest.raises(CommandError) as error:
        remove(*arguments)
    assert (error.value.returncode, everything()) == (code, before)
    return str(error.value)


@pytest.fixture
def paid(users, clay, stripe):
    """A seat that was paid with a test card."""
    return enroll_by_card(users.student, clay, stripe)


def test_it_removes_payments_orders_seats_emails_and_events(users, clay, paid):
    StripeEvent.objects.create(event_id="evt_1", type="payment_intent.succeeded", object_id=paid.intent_id)
    assert OutboxEmail.objects.filter(kind="booked").exists()
    assert remove("--yes").startswith("Removed payments: 1, orders: 1, seats: 1, emails: 1, events: 1.")
    for model in (Payment, Order, StripeEvent, Enrollment):
        assert not model.objects.exists()
    assert not OutboxEmail.objects.filter(kind="booked").exists()
    assert seats_taken(clay) == 0


def test_it_removes_a_refunded_payment_and_its_emails(paid):
    refund_and_release(payment_id=paid.pk, now=timezone.now())
    remove("--yes")
    assert not Payment.objects.exists()
    assert not OutboxEmail.objects.filter(kind="refunded").exists()


def test_it_removes_a_moved_and_partly_refunded_payment_and_keeps_what_was_paid_at_the_desk(users, clay, paid):
    by_check = make_desk_payment(users.admin, users.other_student, clay)
    wood = make_class(users.instructor, "Wood")
    body = {"classId": str(wood.pk), "reason": "A friend is there.", "refund": 5}
    as_(users.admin).post(f"/payments/{paid.pk}/move", body)
    remove("--yes")
    assert (Payment.objects.get(), Enrollment.objects.get()) == (by_check, by_check.enrollment)
    assert not Move.objects.exists()
    assert not PartRefund.objects.exists()
    assert not OutboxEmail.objects.filter(kind="moved").exists()


def test_it_removes_a_queued_reminder_of_the_seat(users, clay, paid):
    about = f"{clay.pk}/{paid.enrollment_id}/2026-07-01T09:00:00+00:00"
    OutboxEmail.objects.create(kind="reminder", recipient=users.student, about=about)
    remove("--yes")
    assert not OutboxEmail.objects.filter(kind="reminder").exists()


def test_it_keeps_bookings_of_free_classes_accounts_and_other_emails(users, paid):
    free = enroll_free(users.student, make_class(users.instructor, price=0), now=timezone.now())
    others = OutboxEmail.objects.exclude(about__startswith=paid.order_id).count()
    remove("--yes")
    assert Payment.objects.get().enrollment == free
    assert Enrollment.objects.get() == free
    assert OutboxEmail.objects.count() == others


def test_it_keeps_a_hold_until_it_expires(users, clay, stripe):
    """It may be an offer to the waitlist."""
    hold = start_checkout(users.student, clay).enrollment
    remove("--yes")
    assert not Order.objects.exists()
    assert Enrollment.objects.get() == hold


def test_it_does_nothing_without_payments(users):
    assert "orders: 0" in remove("--yes")
    assert "orders: 0" in remove("--yes")


def test_it_asks_for_confirmation(paid, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: " remove ")
    remove()
    assert not Payment.objects.exists()


@pytest.mark.parametrize("typed", ["", "y", "yes"])
def test_it_changes_nothing_without_confirmation(paid, monkeypatch, typed):
    monkeypatch.setattr("builtins.input", lambda _: typed)
    refused(2)


def test_it_changes_nothing_without_a_terminal(paid, monkeypatch):
    def end(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    refused(2)


@pytest.mark.parametrize("key", ["sk_live_1", "rk_live_1"])
def test_it_refuses_while_a_live_key_is_configured(paid, settings, key):
    settings.STRIPE_SECRET_KEY = key
    assert "is a live key" in refused(1, "--yes")


def test_it_refuses_if_an_intent_is_live(paid, monkeypatch):
    monkeypatch.setattr(stripe_api, "_get", lambda _path: {"id": paid.intent_id, "livemode": True})
    assert paid.intent_id in refused(1, "--yes")


def test_it_refuses_if_stripe_does_not_know_an_intent_in_test_mode(users, clay, paid):
    """Stripe gives a test key the same response for a live intent."""
    make_payment(users.other_student, clay, intent_id="pi_unknown")
    assert "pi_unknown" in refused(1, "--yes")


def test_it_changes_nothing_if_stripe_does_not_respond(paid, monkeypatch):
    def fail(_):
        raise StripeUnavailable

    monkeypatch.setattr(stripe_api, "is_test_intent", fail)
    refused(4, "--yes")


def test_it_refuses_if_somebody_paid_meanwhile(users, clay, paid, monkeypatch):
    checked = stripe_test_mode.intents_in_test_mode()
    make_payment(users.instructor, clay, intent_id="pi_new")
    monkeypatch.setattr("payments.management.commands.remove_test_payments.intents_in_test_mode", lambda: checked)
    assert "A payment arrived during the removal" in refused(1, "--yes")


def test_it_refuses_while_a_payment_is_being_opened_at_stripe(users, clay, paid):
    order = make_payment(users.other_student, clay, state="started", paid_at=None).order
    assert "A payment arrived during the removal" in refused(1, "--yes")
    Order.objects.filter(pk=order.pk).update(created_at=timezone.now() - 2 * stripe_test_mode.BEING_OPENED)
    assert "orders: 2" in remove("--yes")


def test_it_changes_nothing_if_a_step_fails(paid, monkeypatch):
    class Broken:
        objects = property(lambda _: 1 / 0)

    monkeypatch.setattr(stripe_test_mode, "StripeEvent", Broken())
    before = everything()
    with pytest.raises(ZeroDivisionError):
        remove("--yes")
    assert everything() == before


class TestRaces:
    pytestmark = pytest.mark.django_db(transaction=True)

    @staticmethod
    def remove():
        checked = stripe_test_mode.intents_in_test_mode()
        return lambda: stripe_test_mode.remove_test_payments(intents=checked, now=timezone.now())

    @with_and_without_the_lock
    def test_it_refuses_if_somebody_starts_a_payment_during_the_removal(
        self, users, clay, fresh_stripe, monkeypatch, lock_on
    ):
        """Without the lock, the removal does not see the order, which is not committed yet."""
        enroll_by_card(users.student, clay, fresh_stripe)
        if not lock_on:
            monkeypatch.setattr(stripe_test_mode, "LOCK_ORDERS", "SELECT 1")
        removal = ConcurrentCall(monkeypatch, sql, "insert_order", self.remove(), after=True)
        opening_checkout(users.other_student, make_class(users.instructor))()
        expected = stripe_test_mode.PaymentsChanged if lock_on else stripe_test_mode.Removed
        assert isinstance(removal.outcome(), expected)
        assert Payment.objects.count() == (2 if lock_on else 1)

    @with_and_without_the_lock
    def test_it_leaves_no_seat_if_a_payment_is_settled_during_the_removal(
        self, users, clay, fresh_stripe, monkeypatch, lock_on
    ):
        """Without the locks, the late payment takes a seat that the removal has not found."""
        payment = pay_after_expiry(users.student, clay, fresh_stripe)
        if not lock_on:
            monkeypatch.setattr(stripe_test_mode, "_lock", lambda _: None)
        intent, remove = stripe_api.get_intent(payment.intent_id), self.remove()
        settlement = ConcurrentCall(
            monkeypatch,
            stripe_test_mode,
            "delete_queued_reminders",
            lambda: settle_and_call_provider(intent=intent, by_provider=True, now=timezone.now()),
        )
        remove()
        assert isinstance(settlement.outcome(), NotFound) is lock_on
        assert not Payment.objects.exists()
        assert seats_taken(clay) == (0 if lock_on else 1)

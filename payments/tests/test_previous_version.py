"""An update: the previous version still runs for some minutes. It knows neither orders nor waitlists."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from classes.models import Enrollment
from classes.waitlist import make_due_offers
from payments import refunds, statements
from payments.models import Order, Payment
from testing import waitlist_invariants
from testing.api_client import as_
from testing.checkout import settle_in_browser, start_checkout
from testing.stripe_stand_in import deliver_events
from testing.waitlists import email_kinds, next_entry, states_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def payment(users, clay, stripe):
    """A payment of the previous version that was paid by card, and is not settled yet."""
    payment = start_checkout(users.student, clay)
    intent_id = payment.intent_id
    stripe.pay(intent_id)
    Payment.objects.update(order=None)
    Order.objects.all().delete()
    change(payment, intent_id=intent_id)
    # The stand-in knows the payment by its own id, as the previous version stored it.
    metadata = {"metadata[attempt]": str(payment.pk), "metadata[order]": ""}
    stripe.http.post(f"/v1/payment_intents/{intent_id}", data=metadata).raise_for_status()
    payment.refresh_from_db()
    return payment


def change(payment, **columns):
    """Writes columns as the previous version does."""
    with connection.cursor() as cursor:
        for name, value in columns.items():
            cursor.execute(f"UPDATE payments_payment SET {name} = %s WHERE id = %s", [value, payment.pk])


def intent_of(payment) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT intent_id FROM payments_payment WHERE id = %s", [payment.pk])
        return cursor.fetchone()[0]


def settle_by_previous_version(payment):
    payment.enrollment.state, payment.enrollment.confirmed_at = "CONFIRMED", timezone.now()
    payment.enrollment.save()
    change(payment, paid_at=timezone.now(), state="enrollPending")


def test_it_settles_a_payment_of_the_previous_version_in_the_browser(users, payment):
    statements.adopt_payments()
    payment.refresh_from_db()
    assert settle_in_browser(payment)["payment"]["status"] == "enrollPending"


def test_it_finds_a_payment_of_the_previous_version_in_the_browser_before_it_has_an_order(users, payment):
    answer = as_(users.student).post("/payments", {"transactionId": intent_of(payment)}, 201)
    assert answer["payment"]["_id"] == str(payment.pk)


def test_it_settles_a_payment_of_the_previous_version_by_webhook_before_it_has_an_order(payment, stripe):
    deliver_events(stripe, intent_of(payment), "payment_intent.succeeded")
    payment.refresh_from_db()
    assert payment.state == "enrolled"
    assert payment.order_id == payment.pk


def test_it_only_promotes_a_payment_that_the_previous_version_has_settled(payment, stripe):
    """Otherwise it would find the seat confirmed, and refund the payment."""
    statements.adopt_payments()
    settle_by_previous_version(payment)
    deliver_events(stripe, intent_of(payment), "payment_intent.succeeded")
    payment.refresh_from_db()
    assert (payment.state, payment.order.state) == ("enrolled", "PAID")
    assert stripe.refunded_cents(intent_of(payment)) == 0


def test_it_refunds_a_payment_that_the_previous_version_has_settled_after_the_adoption(users, payment, stripe):
    """The order was created before the previous version stored the intent."""
    intent_id = intent_of(payment)
    change(payment, intent_id=None)
    statements.adopt_payments()
    change(payment, intent_id=intent_id)
    settle_by_previous_version(payment)

    call_command("reconcile_payments")
    payment.refresh_from_db()
    assert (payment.state, payment.order.intent_id) == ("enrolled", intent_id)
    refunds.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    assert stripe.refunded_cents(intent_id) == 4550


# Offers, which the previous version confirms and releases like other holds.


def end_by_previous_version(entry, state, **times):
    Enrollment.objects.filter(pk=entry.offer_id).update(state=state, **times)
    assert waitlist_invariants.violations() != []
    assert make_due_offers(now=timezone.now()) == 1
    assert make_due_offers(now=timezone.now()) == 0
    assert waitlist_invariants.violations() + waitlist_invariants.unfinished(now=timezone.now()) == []
    return states_of([entry, next_entry(entry)])


def test_it_accepts_an_offer_that_the_previous_version_has_confirmed(offered):
    states = end_by_previous_version(offered, "CONFIRMED", confirmed_at=timezone.now())
    assert states == ["ACCEPTED", "WAITING"]
    assert email_kinds() == []


@pytest.mark.parametrize(("minutes_left", "state", "emails"), [(5, "LEFT", []), (0, "LAPSED", ["waitlist_lapsed"])])
def test_it_ends_an_offer_that_the_previous_version_has_released(offered, minutes_left, state, emails):
    now = timezone.now()
    times = {"released_at": now, "held_until": now + timedelta(minutes=minutes_left)}
    assert end_by_previous_version(offered, "RELEASED", **times) == [state, "OFFERED"]
    assert email_kinds() == [*emails, "waitlist_offer"]


def test_it_accepts_an_offer_whose_seat_was_canceled_since(offered):
    now = timezone.now()
    states = end_by_previous_version(offered, "RELEASED", confirmed_at=now, released_at=now)
    assert states == ["ACCEPTED", "OFFERED"]

"""What the worker does every minute: it releases expired holds, and ends the orders that have lost one."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import Enrollment
from classes.waitlist import entries
from payments.models import Order
from payments.settlement.reconciliation import reconcile_urgent
from testing.factories import make_class
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_payment_intent,
    payments_by_position,
    seats_taken,
    start_checkout,
    start_order_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stripe(fresh_stripe):
    return fresh_stripe


@pytest.fixture
def payment(users, last_seat, stripe):
    """A student has the card form for the last seat open, and the hold has expired."""
    payment = start_checkout(users.student, last_seat)
    Enrollment.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    return payment


def test_it_cancels_the_intent_of_an_expired_hold(payment, stripe):
    assert reconcile_urgent(now=timezone.now(), days=7) == {"holds released": 1, "started": 1}
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state, payment.order.state) == ("canceled", "RELEASED", "CANCELED")
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_cancels_the_intent_of_a_hold_that_another_request_has_released(users, last_seat, payment, stripe):
    """The request makes no calls to the provider, so it only releases the hold and offers the seat."""
    entry = entries.WaitlistEntry.objects.create(student=users.other_student, camp_class=last_seat)
    entries.make_due_offers(now=timezone.now())
    entry.refresh_from_db()
    assert (entry.state, stripe.intent(payment.intent_id)["status"]) == ("OFFERED", "requires_payment_method")
    assert reconcile_urgent(now=timezone.now(), days=7) == {"started": 1}
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_releases_the_other_holds_of_the_order(users, clay, stripe):
    order = start_order_of(users.student, clay, make_class(users.instructor, "Wood", price=Decimal(60)))
    Enrollment.objects.filter(camp_class=clay).update(held_until=timezone.now() - timedelta(seconds=1))
    reconcile_urgent(now=timezone.now(), days=7)
    assert [each.enrollment.state for each in payments_by_position(order)] == ["RELEASED", "RELEASED"]
    assert stripe.intent(order.intent_id)["status"] == "canceled"


def test_it_settles_an_expired_order_that_was_paid(last_seat, payment, stripe):
    stripe.pay(payment.intent_id)
    reconcile_urgent(now=timezone.now(), days=7)
    payment.refresh_from_db()
    assert (payment.state, seats_taken(last_seat)) == ("enrollPending", 1)


def test_it_keeps_the_orders_whose_holds_are_live(users, clay, stripe):
    create_payment_intent(users.student, clay)
    with nothing_changes():
        assert reconcile_urgent(now=timezone.now(), days=7) == {}
    assert stripe.intent(Order.objects.get().intent_id)["status"] == "requires_payment_method"


def test_it_cancels_the_intent_in_the_next_minute_if_the_provider_does_not_respond(payment, stripe):
    stripe.fail("fail", f"/v1/payment_intents/{payment.intent_id}/cancel", "POST", count=2, status=500)
    assert reconcile_urgent(now=timezone.now(), days=7) == {"holds released": 1, "failed": 1}
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("started", "RELEASED")
    assert reconcile_urgent(now=timezone.now(), days=7) == {"started": 1}
    assert stripe.intent(payment.intent_id)["status"] == "canceled"


def test_it_leaves_old_orders_alone(payment, stripe):
    """The provider may never be able to cancel an order, so the worker stops after a few days."""
    Order.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert reconcile_urgent(now=timezone.now(), days=7) == {"holds released": 1}
    assert stripe.intent(payment.intent_id)["status"] == "requires_payment_method"


def test_it_logs_an_intent_that_the_provider_does_not_know(payment, caplog):
    Order.objects.update(intent_id="pi_unknown")
    reconcile_urgent(now=timezone.now(), days=7)
    assert caplog.messages[-1] == f"Stripe does not know the intent of order {payment.order_id}"

"""A concurrent operation runs at one exact point inside another one. In the control, without the lock, it breaks.

``TestOlderNow``: an operation that waited for Stripe decides with an older ``now``.
"""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from classes.catalog.changes import update_class
from classes.models import CampClass, Enrollment
from classes.seats import enrollment, locks, sql
from payments.checkout.holding import Checkout
from payments.desk import releases
from payments.models import Order, Payment
from payments.refunds import cancellation
from payments.settlement import orders, reconciliation, webhook
from payments.settlement.orders import settle_own_order
from payments.stripe import api as stripe_api
from payments.stripe.results import Event
from testing.clients.api import as_
from testing.proofs.invariants import current_violations
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    run_concurrently,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.steps.checkout import enroll_by_card, opening_checkout, pay_after_expiry, start_checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]


def settle(payment: Payment) -> Any:
    return settle_own_order(student=payment.student, intent_id=payment.intent_id, now=timezone.now())


def taken(camp_class: CampClass) -> int:
    return Enrollment.objects.taking_seats(timezone.now()).filter(camp_class=camp_class).count()


@with_and_without_the_lock
def test_it_holds_the_last_seat_once_when_another_student_holds_after_the_count(
    users, last_seat, stripe, monkeypatch, lock_on
):
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(
        monkeypatch, sql, "select_availability", opening_checkout(users.other_student, last_seat), after=True
    )
    opening_checkout(users.student, last_seat)()
    assert isinstance(concurrent_call.outcome(), enrollment.ClassFull if lock_on else Checkout)
    assert taken(last_seat) == (1 if lock_on else 2)
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_settles_a_late_payment_while_another_student_holds_the_last_seat(
    users, last_seat, stripe, monkeypatch, lock_on
):
    payment = pay_after_expiry(users.student, last_seat, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(
        monkeypatch, sql, "select_availability", opening_checkout(users.other_student, last_seat), after=True
    )
    settle(payment)
    assert isinstance(concurrent_call.outcome(), enrollment.ClassFull if lock_on else Checkout)
    assert taken(last_seat) == (1 if lock_on else 2)
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_settles_a_payment_once_when_it_is_settled_twice_concurrently(
    users, last_seat, stripe, monkeypatch, lock_on
):
    """Without the lock, the second settlement treats the seat as bought by another payment, and refunds it."""
    payment = start_checkout(users.student, last_seat)
    stripe.pay(payment.intent_id)
    if not lock_on:
        disable_locks(monkeypatch, "order")
    concurrent_call = ConcurrentCall(monkeypatch, orders, "_settle_first_time", lambda: settle(payment))
    settle(payment)
    concurrent_call.outcome()
    payment.refresh_from_db()
    assert (payment.state, stripe.refunded_cents(payment.intent_id)) == (
        ("enrollPending", 0) if lock_on else ("refunded", 4550)
    )
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_promotes_a_late_payment_whose_webhook_arrives_during_its_settlement(
    users, last_seat, stripe, monkeypatch, lock_on
):
    """The payment moves to another enrollment while the webhook waits for its lock; the webhook must still find it.

    Without the lock, the webhook settles it, and the first settlement refunds it because the seat is taken.
    """
    payment = pay_after_expiry(users.student, last_seat, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "order")
    (event,) = stripe.events_of(payment.intent_id, "payment_intent.succeeded")
    received = Event(event["id"], event["type"], payment.intent_id)
    concurrent_call = ConcurrentCall(
        monkeypatch, orders, "_settle_first_time", lambda: webhook.handle(event=received, now=timezone.now())
    )
    settle(payment)
    assert concurrent_call.outcome() is True
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == (
        ("enrolled", "CONFIRMED") if lock_on else ("refunded", "RELEASED")
    )
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_copies_the_instructor_who_replaces_another_during_the_hold(users, last_seat, stripe, monkeypatch, lock_on):
    """Without the lock, the payment names the former instructor."""
    if not lock_on:
        disable_locks(monkeypatch, "class")
    opening = opening_checkout(users.student, last_seat)
    concurrent_call = ConcurrentCall(monkeypatch, locks, "lock_classes", opening, after=True)
    with transaction.atomic():
        locks.lock_class(last_seat.pk)
        CampClass.objects.filter(pk=last_seat.pk).update(instructor=users.other_instructor)
    assert isinstance(concurrent_call.outcome(), Checkout)
    instructor = users.other_instructor if lock_on else users.instructor
    assert Payment.objects.get().instructor_email == instructor.email


@with_and_without_the_lock
def test_it_keeps_a_refund_that_is_made_during_the_promotion(users, last_seat, stripe, monkeypatch, lock_on):
    """By the reconciliation. Without the lock, the promotion overwrites the refund: "enrolled" without a seat."""
    payment = enroll_by_card(users.student, last_seat, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "order")
    cancel = lambda: cancellation.cancel_enrollment(  # noqa: E731
        student=users.student, payment_id=payment.pk, now=timezone.now()
    )
    concurrent_call = ConcurrentCall(monkeypatch, orders, "_promote", cancel)
    intent = stripe_api.get_intent(payment.intent_id)
    orders.settle_and_call_stripe(intent=intent, confirmed_by_stripe=True, now=timezone.now())
    assert concurrent_call.outcome().state == "refunded"
    payment.refresh_from_db()
    assert payment.state == ("refunded" if lock_on else "enrolled")
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_refunds_once_when_student_and_staff_cancel_concurrently(users, last_seat, stripe, monkeypatch, lock_on):
    """Without the lock, both calls succeed, and the payment ends twice."""
    payment = enroll_by_card(users.student, last_seat, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "order")
    staff = {"refund": Decimal(0), "note": "Sorry"}
    by_staff = lambda: releases.release(payment_id=payment.pk, now=timezone.now(), **staff)  # noqa: E731
    concurrent_call = ConcurrentCall(monkeypatch, cancellation, "release_seat", by_staff)
    cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    assert isinstance(concurrent_call.outcome(), cancellation.NotSeated) is lock_on
    assert bool(current_violations(stripe)) is not lock_on
    assert stripe.refunded_cents(payment.intent_id) == 4550


@with_and_without_the_lock
def test_it_gives_a_seat_that_is_just_canceled_to_another_student(users, last_seat, stripe, monkeypatch, lock_on):
    """Without the lock, the other student is refused because the class is full, although a seat is open."""
    payment = enroll_by_card(users.student, last_seat, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(
        monkeypatch, cancellation, "release_seat", opening_checkout(users.other_student, last_seat), after=True
    )
    cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    assert isinstance(concurrent_call.outcome(), Checkout if lock_on else enrollment.ClassFull)
    assert current_violations(stripe) == []


@with_and_without_the_lock
def test_it_keeps_the_seat_of_a_student_who_pays_while_the_hold_is_released(
    users, last_seat, stripe, monkeypatch, lock_on
):
    """Without the lock, the confirmed seat is released, and the money is not refunded."""
    payment = start_checkout(users.student, last_seat)
    stripe.pay(payment.intent_id)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(monkeypatch, enrollment, "_release", lambda: settle(payment))
    reconciliation.reconcile(now=timezone.now() + timedelta(hours=1), days=7)
    concurrent_call.outcome()
    assert bool(current_violations(stripe)) is not lock_on
    assert taken(last_seat) == (1 if lock_on else 0)


@with_and_without_the_lock
def test_it_refuses_a_hold_while_the_instructor_removes_the_last_seat(users, clay, stripe, monkeypatch, lock_on):
    enroll_by_card(users.student, clay, stripe)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(
        monkeypatch, sql, "select_availability", opening_checkout(users.other_student, clay), after=True
    )
    update_class(
        instructor=users.instructor, camp_class_id=clay.pk, values={}, seats=0, shown_enrolled=1, now=timezone.now()
    )
    assert isinstance(concurrent_call.outcome(), enrollment.ClassFull if lock_on else Checkout)
    clay.refresh_from_db()
    assert (clay.capacity, taken(clay)) == (1, 1 if lock_on else 2)
    assert bool(current_violations(stripe)) is not lock_on


class TestOlderNow:
    """``now`` is taken before the call to the provider, so a settlement may decide with an older ``now`` than another
    request that has already counted the hold as expired. The control does not release expired holds."""

    @pytest.fixture
    def sam(self, users, last_seat, stripe):
        payment = start_checkout(users.student, last_seat)
        stripe.pay(payment.intent_id)
        return payment

    @pytest.fixture
    def later(self, lock_on, monkeypatch):
        if not lock_on:
            monkeypatch.setattr(enrollment, "release_expired", lambda *_: [])
        return timezone.now() + timedelta(hours=1)

    @with_and_without_the_lock
    def test_it_refunds_a_hold_that_lost_its_seat_to_a_late_payment(self, users, last_seat, stripe, later, lock_on):
        olga = pay_after_expiry(users.other_student, last_seat, stripe)
        sam = start_checkout(users.student, last_seat)
        stripe.pay(sam.intent_id)
        settle_own_order(student=users.other_student, intent_id=olga.intent_id, now=later)
        settle(sam)
        sam.refresh_from_db()
        assert (sam.state, sam.refund_reason) == (("refunded", "class_full") if lock_on else ("enrollPending", ""))
        assert bool(current_violations(stripe)) is not lock_on

    @with_and_without_the_lock
    def test_it_refunds_a_hold_that_lost_its_seat_to_a_lower_capacity(
        self, users, last_seat, stripe, sam, later, lock_on
    ):
        update_class(
            instructor=users.instructor, camp_class_id=last_seat.pk, values={}, seats=0, shown_enrolled=0, now=later
        )
        settle(sam)
        sam.refresh_from_db()
        assert sam.state == ("refunded" if lock_on else "enrollPending")
        assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_condition
def test_it_keeps_a_newer_hold_when_the_calls_after_a_settlement_are_late(
    users, last_seat, stripe, monkeypatch, condition_on
):
    """The seat is canceled and held again before the other orders are canceled: the new hold remains.

    The control cancels all open orders for the seat, also those with a hold.
    """
    if not condition_on:
        monkeypatch.setattr(orders.sql, "select_superseded_orders", lambda _: list(Order.objects.started()))
    payment = start_checkout(users.student, last_seat)
    stripe.pay(payment.intent_id)

    def cancel_and_hold_again():
        cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
        return opening_checkout(users.student, last_seat)()

    concurrent_call = ConcurrentCall(monkeypatch, orders, "call_stripe_after_commit", cancel_and_hold_again)
    settle(payment)
    assert isinstance(concurrent_call.outcome(), Checkout)
    again = Payment.objects.exclude(pk=payment.pk).get()
    assert (again.state, again.enrollment.state, stripe.intent(again.intent_id)["status"]) == (
        ("started", "HELD", "requires_payment_method") if condition_on else ("canceled", "RELEASED", "canceled")
    )


def test_it_waits_while_the_idempotency_key_is_in_use(users, last_seat, stripe):
    """Two concurrent tabs and a slow provider: both get the same intent."""
    slow = {"fault": "delay", "path": "/v1/payment_intents", "seconds": 1.5}
    stripe.control("faults", {"requests": [slow]})
    first, second = run_concurrently(*[opening_checkout(users.student, last_seat)] * 2)
    assert first.client_secret == second.client_secret
    assert Payment.objects.count() == 1


def test_it_locks_the_class_row(users, last_seat):
    """While one transaction has the lock, another one waits for ``lock_timeout`` and then fails."""

    def lock_class_with_timeout():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '200ms'")
            locks.lock_class(last_seat.pk)

    with transaction.atomic():
        locks.lock_class(last_seat.pk)
        (result,) = run_concurrently(lock_class_with_timeout)
    assert isinstance(result, OperationalError)


def test_it_returns_503_on_a_lock_timeout(users, last_seat, monkeypatch):
    def lock_timeout(_):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(locks, "lock_classes", lock_timeout)
    client = as_(users.student).client
    answer = client.post("/createPaymentIntent", {"price": 45.5, "classId": str(last_seat.pk)}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert answer["Retry-After"]
    assert not Enrollment.objects.exists()
    assert not Payment.objects.exists()

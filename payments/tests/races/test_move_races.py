"""The office moves and refunds seats while students cancel, classes are withdrawn, and Stripe reports.

Each race has its control: without the lock, or the condition that protects the outcome, an invariant is violated.
"""

import threading
from contextlib import suppress
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.utils import timezone

from classes.models import CampClass
from classes.seats import locks
from classes.seats import moves as seat_moves
from payments.desk import moves, part_refunds
from payments.models import Payment, Refund
from payments.refunds import cancellation, owing, withdrawal
from payments.refunds.withdrawal import withdraw_class
from payments.settlement.reconciliation import reconcile
from payments.stripe import api as stripe_api
from payments.stripe import objects
from testing.factories import make_class, make_payment
from testing.proofs.invariants import current_violations
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    run_concurrently,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card, seats_taken
from testing.steps.withdrawals import findings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def wood(users):
    return make_class(users.instructor, "Wood", price=Decimal(30))


@pytest.fixture
def bought(users, clay, stripe):
    return enroll_by_card(users.student, clay, stripe)


def moving(users, payment, camp_class):
    request = moves.MoveRequest(camp_class.pk, "A friend")
    return lambda: moves.move(payment_id=payment.pk, request=request, by=users.admin, now=timezone.now())


def refunding(users, payment, key=None, amount=Decimal(10)):
    key = key or uuid4()
    return lambda: part_refunds.refund_part(
        payment_id=payment.pk, key=key, amount=amount, note="Rain", by=users.admin, now=timezone.now()
    )


def canceling(payment):
    return lambda: cancellation.cancel_enrollment(student=payment.student, payment_id=payment.pk, now=timezone.now())


@with_and_without_the_lock
def test_it_cancels_the_new_seat_if_the_student_cancels_during_a_move(
    users, clay, wood, bought, stripe, monkeypatch, lock_on
):
    if not lock_on:
        disable_locks(monkeypatch, "order", "class")
    concurrent_call = ConcurrentCall(monkeypatch, seat_moves, "confirm_holds", canceling(bought))
    moving(users, bought, wood)()
    concurrent_call.outcome()
    assert bool(current_violations(stripe)) is not lock_on
    if lock_on:
        assert (seats_taken(clay), seats_taken(wood)) == (0, 0)
        reconcile(now=timezone.now(), days=7)
        assert findings(stripe) == []


@with_and_without_the_condition
def test_it_keeps_a_seat_that_was_moved_while_its_class_is_withdrawn(
    users, clay, wood, bought, stripe, monkeypatch, condition_on
):
    """The withdrawal has read its list of payments, and trusts it in the control."""

    def move_before(*, payment_id, now):
        moving(users, bought, wood)()
        if not condition_on:
            monkeypatch.setattr(CampClass, "is_withdrawn", True)
        refund_withdrawn_seat(payment_id=payment_id, now=now)

    refund_withdrawn_seat = withdrawal.refund_withdrawn_seat
    monkeypatch.setattr(withdrawal, "refund_withdrawn_seat", move_before)
    withdraw_class(camp_class_id=clay.pk, reason="Too few", now=timezone.now())
    assert seats_taken(wood) == int(condition_on)
    if condition_on:
        reconcile(now=timezone.now(), days=7)
        assert (findings(stripe), seats_taken(wood)) == ([], 1)


@with_and_without_the_lock
def test_it_refunds_a_seat_that_is_moved_into_a_class_while_that_is_withdrawn(
    users, wood, bought, stripe, monkeypatch, lock_on
):
    if not lock_on:
        disable_locks(monkeypatch, "class")
    withdrawing = lambda: withdraw_class(camp_class_id=wood.pk, reason="Too few", now=timezone.now())  # noqa: E731
    concurrent_call = ConcurrentCall(monkeypatch, seat_moves, "confirm_holds", withdrawing)
    moving(users, bought, wood)()
    concurrent_call.outcome()
    assert seats_taken(wood) == int(not lock_on)
    if lock_on:
        reconcile(now=timezone.now(), days=7)
        assert findings(stripe) == []


@with_and_without_the_lock
def test_it_moves_two_seats_in_opposite_directions(users, clay, wood, bought, monkeypatch, lock_on):
    """The control locks the former class before the new one, instead of both in primary-key order: a deadlock."""
    other, both_have_one = make_payment(users.other_student, wood), threading.Barrier(2)

    def lock_one_by_one(class_ids):
        former, new = class_ids
        found = locks.lock_classes([former])
        both_have_one.wait(10)
        return found | locks.lock_classes([new])

    if not lock_on:
        monkeypatch.setattr(moves, "lock_classes", lock_one_by_one)
    results = run_concurrently(moving(users, bought, wood), moving(users, other, clay))
    assert any(isinstance(result, OperationalError) for result in results) is not lock_on
    if lock_on:
        assert [each.payment.enrollment.camp_class for each in results] == [wood, clay]
        assert (seats_taken(clay), seats_taken(wood)) == (1, 1)


@with_and_without_the_lock
def test_it_refuses_a_part_refund_of_a_seat_that_is_canceled(users, bought, stripe, monkeypatch, lock_on):
    if not lock_on:
        disable_locks(monkeypatch, "order")
    concurrent_call = ConcurrentCall(monkeypatch, cancellation, "release_and_owe", refunding(users, bought))
    with suppress(OperationalError):
        canceling(bought)()
    assert isinstance(concurrent_call.outcome(), cancellation.NotSeated) is lock_on
    if lock_on:
        reconcile(now=timezone.now(), days=7)
        assert findings(stripe) == []


@with_and_without_the_lock
def test_it_owes_no_more_than_is_left_at_the_same_time(users, bought, stripe, monkeypatch, lock_on):
    if not lock_on:
        disable_locks(monkeypatch, "order")
    another = refunding(users, bought, amount=Decimal(30))
    concurrent_call = ConcurrentCall(monkeypatch, owing, "refuse_more_than_left", another, after=True)
    refunding(users, bought, amount=Decimal(30))()
    assert isinstance(concurrent_call.outcome(), owing.AmountTooHigh) is lock_on
    assert Refund.objects.count() == (1 if lock_on else 2)


@with_and_without_the_lock
def test_it_refunds_once_for_two_requests_with_one_key(users, bought, stripe, monkeypatch, lock_on):
    """Without the lock, the second request is refused instead of repeating the answer."""
    if not lock_on:
        disable_locks(monkeypatch, "order")
    key = uuid4()
    concurrent_call = ConcurrentCall(monkeypatch, owing, "refuse_more_than_left", refunding(users, bought, key))
    with suppress(part_refunds.KeyUsed):
        refunding(users, bought, key)()
    assert (concurrent_call.outcome() is False) is lock_on
    assert Refund.objects.count() == 1
    assert stripe.refunded_cents(bought.intent_id) == 1000


@with_and_without_the_condition
def test_it_counts_a_part_refund_once_if_the_webhook_is_faster(users, bought, stripe, monkeypatch, condition_on):
    """The control does not find the part refund in the metadata of the refund at Stripe."""
    refund_intent = stripe_api.refund_intent

    def and_deliver(**sent):
        refund = refund_intent(**sent)
        deliver_events(stripe, bought.intent_id, "charge.refunded")
        return refund

    monkeypatch.setattr(stripe_api, "refund_intent", and_deliver)
    if not condition_on:
        monkeypatch.setattr(objects, "REFUND", "unknown")
    refunding(users, bought)()
    assert Payment.objects.get().refunded == (10 if condition_on else 20)
    reconcile(now=timezone.now(), days=7)
    assert bool(findings(stripe)) is not condition_on

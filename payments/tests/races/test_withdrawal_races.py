"""A class is withdrawn while seats are held, settled and canceled, and while the provider refuses refunds.

Each race has its control: without the check, or without the lock, a withdrawn class gets a seat.
"""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from itertools import count

import pytest
from django.utils import timezone

from classes.catalog import withdrawal as classes_withdrawal
from classes.models import CampClass, Enrollment
from classes.seats import confirmation
from mail.models import OutboxEmail
from payments.checkout import holding
from payments.models import Order, Payment
from payments.refunds import cancellation, withdrawal
from payments.refunds.withdrawal import withdraw_class
from payments.settlement import orders
from payments.settlement.reconciliation import reconcile, reconcile_urgent
from payments.stripe import api as stripe_api
from testing.factories import make_class, make_lesson, make_payment, make_user
from testing.proofs.invariants import current_violations
from testing.proofs.races import ConcurrentCall, disable_locks, return_together, run_concurrently
from testing.steps.checkout import enroll_by_card, pay_after_expiry, seats_taken, start_checkout
from testing.steps.withdrawals import findings, withdraw, withdrawal_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]
PRICE = Decimal("19.99")
with_and_without = pytest.mark.parametrize("is_on", [True, False])


def withdrawing(camp_class):
    return lambda: withdraw_class(camp_class_id=camp_class.pk, reason="Too few", now=timezone.now())


def settling(payment):
    return lambda: orders.settle_own_order(student=payment.student, intent_id=payment.intent_id, now=timezone.now())


def new_seats(stripe):
    return [line for line in current_violations(stripe) if "withdrawn class" in line]


@with_and_without
@pytest.mark.parametrize("late", [True, False])
def test_it_gives_no_seat_to_a_payment_that_is_settled_later(users, clay, stripe, monkeypatch, late, is_on):
    """The control is a settlement that does not check whether the class was withdrawn."""
    payment = pay_after_expiry(users.student, clay, stripe) if late else start_checkout(users.student, clay)
    withdrawing(clay)()
    if not late:
        stripe.pay(payment.intent_id)
    if not is_on:
        monkeypatch.setattr(CampClass, "is_withdrawn", False)
    settling(payment)()
    assert seats_taken(clay) == (0 if is_on else 1)
    assert bool(new_seats(stripe)) is not is_on


@with_and_without
def test_it_withdraws_while_a_payment_is_settled(users, clay, stripe, monkeypatch, is_on):
    """The settlement has read the class, and the withdrawal comes before the seat is confirmed."""
    payment = start_checkout(users.student, clay)
    stripe.pay(payment.intent_id)
    if not is_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(monkeypatch, confirmation, "confirm_holds", withdrawing(clay))
    settling(payment)()
    concurrent_call.outcome()
    assert seats_taken(clay) == (0 if is_on else 1)
    reconcile_urgent(now=timezone.now(), days=7)
    assert seats_taken(clay) == 0
    if is_on:
        assert findings(stripe) == []


@with_and_without
def test_it_withdraws_while_a_seat_is_held(users, clay, stripe, monkeypatch, is_on):
    if not is_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(monkeypatch, holding.opening, "hold_seats", withdrawing(clay), after=True)
    with suppress(holding.HoldEnded):  # the withdrawal may have ended the hold before the intent was created
        holding.open_checkout(student=users.student, camp_class_id=clay.pk, price=clay.price, now=timezone.now())
    concurrent_call.outcome()
    assert Enrollment.objects.held().exists() is not is_on
    assert bool(new_seats(stripe)) is not is_on
    reconcile_urgent(now=timezone.now(), days=7)
    assert findings(stripe) == [] or not is_on


@with_and_without
def test_it_refunds_once_while_the_student_cancels(users, clay, stripe, monkeypatch, is_on):
    """A cancellation refunds half of the price, a withdrawal all of it. Only one of them may happen."""
    payment = enroll_by_card(users.student, clay, stripe)
    make_lesson(clay, timezone.now() + timedelta(days=20))
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=10))
    if not is_on:
        disable_locks(monkeypatch, "class", "order")
        monkeypatch.setattr(withdrawal, "lock_payment", cancellation.lock_payment)
    concurrent_call = ConcurrentCall(monkeypatch, cancellation, "release_seat", withdrawing(clay))
    cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    concurrent_call.outcome()
    reconcile_urgent(now=timezone.now(), days=7)
    kinds = set(OutboxEmail.objects.filter(recipient=users.student).values_list("kind", flat=True)) - {"booked"}
    assert len(kinds) == (1 if is_on else 2)
    if is_on:
        assert findings(stripe) == []


@with_and_without
def test_it_withdraws_once_for_two_admins(users, clay, stripe, monkeypatch, is_on):
    """Without the lock, no admin learns that the other one has withdrawn the class."""
    enroll_by_card(users.student, clay, stripe)
    if not is_on:
        disable_locks(monkeypatch, "class")
    return_together(monkeypatch, classes_withdrawal, "is_over")
    results = run_concurrently(withdrawing(clay), withdrawing(clay))
    refusals = [result for result in results if isinstance(result, classes_withdrawal.AlreadyWithdrawn)]
    assert len(refusals) == (1 if is_on else 0)
    assert OutboxEmail.objects.filter(kind="class_withdrawn").count() == 2


def test_it_refunds_once_if_three_workers_finish_the_same_withdrawal(users, clay, stripe, monkeypatch):
    """There is no control: also without the locks, the idempotency key and the outbox prevent a repetition."""
    payments = [enroll_by_card(student, clay, stripe) for student in (users.student, users.other_student)]
    with monkeypatch.context() as patch:
        patch.setattr(withdrawal, "refund_withdrawn_seat", lambda **_: None)
        withdraw(users, clay)
    run_concurrently(*[lambda: reconcile(now=timezone.now(), days=7)] * 3)
    assert [stripe.refunded_cents(payment.intent_id) for payment in payments] == [4550, 4550]
    assert OutboxEmail.objects.filter(kind="class_withdrawn").count() == 3
    assert findings(stripe) == []


FAULTS = [
    {"fault": "fail", "status": 400, "count": 1},
    {"fault": "fail", "status": 500, "count": 2},
    {"fault": "fail_stored", "count": 1},
    {"fault": "lose_response", "count": 2},
]
"""The provider refuses the refund, fails, fails for this idempotency key, or its response is lost.

A count of 2 includes the SDK's retry.
"""


def sell(camp_class, number, stripe):
    """Sells one seat to each of ``number`` students, without the slow checkout."""
    for student in [make_user(f"student{position}") for position in range(number)]:
        payment = make_payment(student, camp_class, price=camp_class.price)
        intent = stripe_api.create_intent(order=payment.order_id, amount=payment.price, student_id=student.pk)
        Order.objects.filter(pk=payment.order_id).update(intent_id=intent.id)
        stripe.pay(intent.id)


@pytest.mark.parametrize("seats", [40, pytest.param(200, marks=pytest.mark.long)])
def test_it_refunds_all_seats_while_a_tenth_of_the_refunds_fails(users, stripe, monkeypatch, seats):
    """After the reconciliation, each card was refunded exactly once."""
    for name in ("INITIAL_DELAY", "MAX_DELAY"):
        monkeypatch.setattr(stripe_api.stripe.HTTPClient, name, 0)
    camp_class = make_class(users.instructor, "Full", capacity=seats, price=PRICE)
    sell(camp_class, seats, stripe)
    refund_intent, calls = stripe_api.refund_intent, count(1)

    def every_tenth_fails(**sent):
        number = next(calls)
        if number % 10 == 0:
            stripe.fail(path="/v1/refunds", method="POST", **FAULTS[number // 10 % len(FAULTS)])
        return refund_intent(**sent)

    assert withdraw(users, camp_class)["owed"] == {"cards": seats, "amount": float(seats * PRICE)}
    with monkeypatch.context() as patch:
        patch.setattr(stripe_api, "refund_intent", every_tenth_fails)
        reconcile_urgent(now=timezone.now(), days=7)
    report = withdrawal_of(users, camp_class)
    owed, failed = seats // 10, seats // 10 * 3 // 4  # a lost response does not count as a failure
    assert (report["seats"], report["refunds"]) == (seats, {"sent": seats - owed, "owed": owed, "failed": failed})
    assert report["amount"] == {"sent": float((seats - owed) * PRICE), "owed": float(owed * PRICE)}
    assert len(report["failed"]) == failed
    reconcile(now=timezone.now(), days=7)
    assert withdrawal_of(users, camp_class)["refunds"] == {"sent": seats, "owed": 0, "failed": 0}
    intents = Order.objects.values_list("intent_id", flat=True)
    assert {stripe.refunded_cents(intent_id) for intent_id in intents} == {1999}
    assert OutboxEmail.objects.filter(kind="class_withdrawn").count() == seats + 1
    assert findings(stripe) == []

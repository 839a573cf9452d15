"""Pairs of operations that start together, in threads on a barrier; each pair with its control.

The control switches the lock off and makes the threads wait for each other at the critical point: then an invariant is
violated. With the lock, one of them waits for it instead, and no invariant is violated.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Child, User
from accounts.tokens import issue_token
from classes.models import CampClass, Enrollment, Selection
from classes.seats import enrollment
from classes.seats import sql as class_statements
from classes.seats.selection import remove_selection
from core.errors import DomainError
from payments.checkout.holding import Checkout
from payments.models import LedgerEntry, Order, Payment, Refund
from payments.orders import limits, locks, sql
from payments.refunds import cancellation
from payments.settlement import orders, reconciliation
from payments.settlement.orders import settle_own_order
from testing.factories import Users, make_child, make_class, make_selection, make_user
from testing.proofs import invariants
from testing.proofs.races import (
    Operation,
    disable_locks,
    return_together,
    run_concurrently,
    run_within,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.servers.stripe_stand_in import StripeStandIn, deliver_events
from testing.steps.checkout import enroll_by_card, opening_checkout, pay_after_expiry, seats_taken, start_checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]
ROUNDS = 2


@dataclass
class LastSeat:
    """One class with one seat, and the operations on it."""

    users: Users
    stripe: StripeStandIn
    seat: CampClass

    def open_checkout(self, student: User, child: Child | None = None) -> Operation:
        return opening_checkout(student, self.seat, child)

    def paid_checkout(self, child: Child | None = None) -> Payment:
        payment = start_checkout(self.users.student, self.seat, child)
        self.stripe.pay(payment.intent_id)
        return payment

    def settle(self, payment: Payment) -> Operation:
        return lambda: settle_own_order(student=payment.student, intent_id=payment.intent_id, now=timezone.now())

    def succeeded_webhook(self, payment: Payment) -> Operation:
        return lambda: deliver_events(self.stripe, payment.intent_id, "payment_intent.succeeded")


def hold_and_hold(last_seat: LastSeat) -> list[Operation]:
    return [last_seat.open_checkout(last_seat.users.student), last_seat.open_checkout(last_seat.users.other_student)]


def hold_for_siblings(last_seat: LastSeat) -> list[Operation]:
    """Two children of one account want the last seat."""
    children = [make_child(last_seat.users.student, f"{name}, {last_seat.seat}") for name in ("Mia", "Leo")]
    return [last_seat.open_checkout(last_seat.users.student, child) for child in children]


def settle_for_siblings(last_seat: LastSeat) -> list[Operation]:
    """Both siblings paid for the last seat, one of them after the hold had expired."""
    late, first = (make_child(last_seat.users.student, f"{name}, {last_seat.seat}") for name in ("Late", "First"))
    return [
        last_seat.settle(pay_after_expiry(last_seat.users.student, last_seat.seat, last_seat.stripe, late)),
        last_seat.settle(last_seat.paid_checkout(first)),
    ]


def settle_and_webhook(last_seat: LastSeat) -> list[Operation]:
    payment = last_seat.paid_checkout()
    return [last_seat.settle(payment), last_seat.succeeded_webhook(payment)]


def settle_and_settle(last_seat: LastSeat) -> list[Operation]:
    return [last_seat.settle(last_seat.paid_checkout())] * 2


def settle_and_expiry(last_seat: LastSeat) -> list[Operation]:
    later = timezone.now() + timedelta(hours=1)
    return [
        last_seat.settle(last_seat.paid_checkout()),
        lambda: reconciliation._release_expired_holds(later, reconciliation.Counter()),
    ]


def refund_and_webhook(last_seat: LastSeat) -> list[Operation]:
    payment = enroll_by_card(last_seat.users.student, last_seat.seat, last_seat.stripe)
    return [
        lambda: cancellation.cancel_enrollment(student=payment.student, payment_id=payment.pk, now=timezone.now()),
        last_seat.succeeded_webhook(payment),
    ]


def remove_selection_and_settle(last_seat: LastSeat) -> list[Operation]:
    """The student removes the selection in one tab, and returns from the card form in another."""
    payment = last_seat.paid_checkout()
    selection = Selection.objects.get()
    return [
        lambda: remove_selection(student=payment.student, selection_id=selection.pk, now=timezone.now()),
        last_seat.settle(payment),
    ]


def cancel_and_settle_late(last_seat: LastSeat) -> list[Operation]:
    """One student cancels the last seat while another student's late payment is settled."""
    waiting = pay_after_expiry(last_seat.users.other_student, last_seat.seat, last_seat.stripe)
    return [refund_and_webhook(last_seat)[0], last_seat.settle(waiting)]


PAIRS = [
    hold_and_hold,
    hold_for_siblings,
    settle_for_siblings,
    settle_and_webhook,
    settle_and_settle,
    settle_and_expiry,
    refund_and_webhook,
    remove_selection_and_settle,
    cancel_and_settle_late,
]


def count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    return_together(monkeypatch, class_statements, "select_availability")


def read_payments_together(monkeypatch: pytest.MonkeyPatch) -> None:
    return_together(monkeypatch, locks, "payments_of")


def settle_before_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """The payment is settled after the other operation has read the hold, and before it releases the hold."""
    start, end = (locks, "lock_order"), (sql, "store_settlement")
    run_within(monkeypatch, (enrollment, "_release"), start=start, end=end)


CRITICAL: dict[Callable[..., Any], tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    hold_and_hold: ("class", count_together),
    settle_and_webhook: ("order", read_payments_together),
    settle_and_settle: ("order", read_payments_together),
    settle_and_expiry: ("class", settle_before_release),
    remove_selection_and_settle: ("class", settle_before_release),
}
"""For each pair: the lock that serializes it, and the order that the lock prevents."""


def last_seat_of(users: Users, stripe: StripeStandIn, number: int = 0) -> LastSeat:
    return LastSeat(users, stripe, make_class(users.instructor, f"The last seat {number}", capacity=1))


def run_pair(pair: Callable[[LastSeat], list[Operation]], last_seat: LastSeat) -> list[str]:
    """Runs the pair concurrently and returns the violations. Only a DomainError is an accepted failure."""
    results = run_concurrently(*pair(last_seat))
    errors = [result for result in results if isinstance(result, Exception) and not isinstance(result, DomainError)]
    assert errors == []
    return invariants.current_violations(last_seat.stripe)


def delete_payments() -> None:
    for model in (LedgerEntry, Refund, Payment, Order, Selection, Enrollment):
        model.objects.all().delete()


@pytest.mark.parametrize("pair", PAIRS)
def test_it_keeps_the_invariants_when_a_pair_runs_concurrently(users, stripe, pair):
    for number in range(ROUNDS):
        delete_payments()
        stripe.reset()
        assert run_pair(pair, last_seat_of(users, stripe, number)) == []
        Enrollment.objects.held().update(held_until=timezone.now() - timedelta(seconds=1))
        call_command("reconcile_payments", stdout=StringIO())
        now = timezone.now()
        assert (
            invariants.violations(provider=stripe.http, now=now) + invariants.unfinished(provider=stripe.http, now=now)
            == []
        )


@with_and_without_the_lock
@pytest.mark.parametrize("pair", CRITICAL)
def test_it_violates_an_invariant_only_without_the_lock(users, stripe, monkeypatch, pair, lock_on):
    lock, arrange = CRITICAL[pair]
    last_seat = last_seat_of(users, stripe)
    operations = pair(last_seat)
    if not lock_on:
        disable_locks(monkeypatch, lock)
    arrange(monkeypatch)
    found = run_pair(lambda _: operations, last_seat)
    assert bool(found) is not lock_on, found


def test_it_gives_three_seats_to_ten_concurrent_students(users, stripe):
    camp_class = make_class(users.instructor, capacity=3)
    students = [make_user(f"student{number}") for number in range(10)]
    last_seat = LastSeat(users, stripe, camp_class)
    results = run_concurrently(*(last_seat.open_checkout(student) for student in students))
    assert Enrollment.objects.held().count() == 3
    assert sum(isinstance(result, Checkout) for result in results) == 3
    assert sum(isinstance(result, enrollment.ClassFull) for result in results) == 7


def test_it_creates_one_hold_and_one_intent_for_a_double_click(users, stripe):
    last_seat = last_seat_of(users, stripe)
    results = run_concurrently(*[last_seat.open_checkout(users.student)] * 4)
    assert len({result.client_secret for result in results}) == 1
    assert (Enrollment.objects.held().count(), Payment.objects.count()) == (1, 1)


def test_it_limits_the_holds_of_a_student_who_requests_six_concurrently(users, stripe):
    classes = [make_class(users.instructor, f"Class {number}") for number in range(6)]
    run_concurrently(*(LastSeat(users, stripe, camp_class).open_checkout(users.student) for camp_class in classes))
    assert Enrollment.objects.held().count() == 3


@with_and_without_the_lock
def test_it_holds_one_seat_for_an_unverified_student_who_requests_two_concurrently(users, stripe, monkeypatch, lock_on):
    student = make_user("nora", email_verified=False)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    return_together(monkeypatch, limits, "refuse_another_order")
    seats = [LastSeat(users, stripe, make_class(users.instructor, name)) for name in ("Clay", "Wood")]
    results = run_concurrently(*(last_seat.open_checkout(student) for last_seat in seats))
    assert sum(isinstance(result, limits.OneOrderUntilVerified) for result in results) == (1 if lock_on else 0)
    assert Enrollment.objects.held().count() == (1 if lock_on else 2)


class PromotionWithoutACondition:
    """Promotes the payments that it has read before."""

    def promote_payments(self, *, intent_id: str) -> bool:
        self.promote(list(Payment.objects.filter(order__intent_id=intent_id, state="enrollPending")))
        return True

    def promote(self, payments: list[Payment]) -> None:
        Payment.objects.filter(pk__in=[each.pk for each in payments]).update(state="enrolled")


@with_and_without_the_condition
def test_it_promotes_no_payment_that_the_student_cancels_meanwhile(users, stripe, monkeypatch, condition_on):
    """The student cancels after the webhook has begun, and before it promotes the payment."""
    last_seat = last_seat_of(users, stripe)
    operations = refund_and_webhook(last_seat)
    promotion = PromotionWithoutACondition()
    if not condition_on:
        monkeypatch.setattr(sql, "promote_payments", promotion.promote_payments)
    start, end = (cancellation, "release_and_owe"), (cancellation, "cancel_enrollment")
    outer = (sql, "promote_payments") if condition_on else (promotion, "promote")
    run_within(monkeypatch, outer, start=start, end=end)
    found = run_pair(lambda _: operations, last_seat)
    assert bool(found) is not condition_on, found


def answer_without_a_condition(both_have_read: threading.Barrier) -> Callable[..., orders.Settlement]:
    def answer(*, payments, now):
        order = Order.objects.filter(pk=payments[0].order_id)
        first = order.filter(answered_at=None).exists()
        both_have_read.wait(10)
        order.update(answered_at=now)
        return orders.Settlement(payments, is_first_response=first)

    return answer


@with_and_without_the_condition
def test_it_responds_201_to_one_of_two_concurrent_browsers(users, stripe, monkeypatch, condition_on):
    """The webhook settled the payment, and the student's browser sends its request twice."""
    last_seat = last_seat_of(users, stripe)
    payment = last_seat.paid_checkout()
    last_seat.succeeded_webhook(payment)()
    if not condition_on:
        monkeypatch.setattr(orders, "record_first_response", answer_without_a_condition(threading.Barrier(2)))
    settle = lambda: last_seat.settle(payment)().is_first_response  # noqa: E731
    assert sorted(run_concurrently(settle, settle)) == [not condition_on, True]


def test_it_reconciles_concurrently_with_itself(users, stripe):
    """The owed refund is sent once, and the paid order becomes one seat."""
    last_seat = last_seat_of(users, stripe)
    owed, paid = pay_after_expiry(users.other_student, last_seat.seat, stripe), last_seat.paid_checkout()
    results = run_concurrently(*[lambda: reconciliation.reconcile(now=timezone.now(), days=7)] * 2)
    assert [result["failed"] for result in results] == [0, 0]
    for payment in (paid, owed):
        payment.refresh_from_db()
    assert {paid.state, owed.state} <= {"enrolled", "refunded"}
    assert seats_taken(last_seat.seat) == 1
    assert invariants.current_violations(stripe) == []


def test_it_sells_the_last_seat_to_one_of_two_http_clients(users, stripe, live_server):
    """Both students hold, pay and settle concurrently."""
    last_seat = make_class(users.instructor, capacity=1)
    for student in (users.student, users.other_student):
        make_selection(student, last_seat)

    def journey(student: User) -> Callable[[], list[int]]:
        def run() -> list[int]:
            bearer = {"Authorization": f"Bearer {issue_token(user=student)}"}
            with httpx.Client(base_url=live_server.url, headers=bearer, timeout=30) as http:
                held = http.post("/createPaymentIntent", json={"price": 45.5, "classId": str(last_seat.pk)})
                if held.status_code != 200:
                    return [held.status_code]
                intent = held.json()["clientSecret"].split("_secret_")[0]
                stripe.pay(intent)
                return [200, http.post("/payments", json={"transactionId": intent}).status_code]

        return run

    results = run_concurrently(journey(users.student), journey(users.other_student))
    assert sorted(results) == [[200, 201], [409]]
    assert seats_taken(last_seat) == 1

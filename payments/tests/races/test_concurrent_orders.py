"""Orders with common classes at the same time: two tabs of one parent, two parents, and many parents for a minute.

Each race has its control: without the lock, the test sees what the lock prevents.
"""

import random
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from itertools import product

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError
from django.utils import timezone

from accounts.models import Child, User
from classes.models import CampClass, Enrollment
from classes.seats import locks, sql
from classes.seats.requests import SeatRequest
from core.errors import DomainError
from payments.checkout import holding
from payments.models import Order, Payment
from payments.refunds import cancellation
from payments.settlement.orders import settle_own_order
from testing.factories import make_child, make_class, make_user
from testing.proofs.invariants import current_violations
from testing.proofs.races import disable_locks, return_together, run_concurrently, with_and_without_the_lock
from testing.servers.processes import wait_until
from testing.servers.stripe_stand_in import StripeStandIn
from testing.steps.checkout import pay_order, payments_by_position, select_seats, start_order_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def classes(users):
    return [make_class(users.instructor, f"Class {number}", capacity=1) for number in range(3)]


def check_out(student, *camp_classes):
    total = sum((camp_class.price for camp_class in camp_classes), Decimal(0))
    requests = [SeatRequest(camp_class.pk, None) for camp_class in camp_classes]
    return lambda: holding.check_out(student=student, requests=requests, total=total, now=timezone.now())


def settle(order):
    return lambda: settle_own_order(student=order.student, intent_id=order.intent_id, now=timezone.now())


class LockInRequestedOrder:
    """Locks one class after the other, as they were requested. Waits until two transactions have locked a class."""

    def __init__(self):
        self._first = []

    def __call__(self, class_ids):
        classes = {}
        for class_id in class_ids:
            (camp_class,) = sql.select_classes_for_update([class_id])
            classes[class_id] = camp_class
            self._first.append(class_id)
            wait_until(lambda: len(self._first) >= 2, 10)
        return classes


@with_and_without_the_lock
def test_it_locks_the_classes_in_one_order(users, classes, stripe, monkeypatch, lock_on):
    """Two parents want the same classes, named in opposite order. The control locks them as they are named."""
    CampClass.objects.update(capacity=2)
    if not lock_on:
        monkeypatch.setattr(locks, "lock_classes", LockInRequestedOrder())
    results = run_concurrently(
        check_out(users.student, *classes[:2]), check_out(users.other_student, *reversed(classes[:2]))
    )
    assert any(isinstance(result, OperationalError) for result in results) is not lock_on, results
    assert sum(isinstance(result, holding.Checkout) for result in results) == (2 if lock_on else 1)


@with_and_without_the_lock
def test_it_leaves_one_open_order_of_two_tabs_with_a_common_class(users, classes, stripe, monkeypatch, lock_on):
    """Without the lock of the account, only the unique index prevents two holds of one participant."""
    if not lock_on:
        disable_locks(monkeypatch, "account", "class")
    return_together(monkeypatch, sql, "select_availability")
    results = run_concurrently(check_out(users.student, *classes[:2]), check_out(users.student, *classes[1:]))
    assert any(isinstance(result, IntegrityError) for result in results) is not lock_on, results
    open_orders = Order.objects.started()
    assert open_orders.count() == 1
    held = Enrollment.objects.held().values_list("pk", flat=True)
    assert set(held) == {payment.enrollment_id for payment in open_orders.get().payments.all()}
    assert current_violations(stripe) == []


@with_and_without_the_lock
def test_it_keeps_the_money_for_each_seat_once_if_two_tabs_are_paid(users, classes, stripe, monkeypatch, lock_on):
    """The first order could not be canceled in time; both are paid, and settled at the same time."""
    first = start_order_of(users.student, *classes[:2])
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    holding.check_out_selections(
        student=users.student,
        selection_ids=[
            *users.student.selections.filter(camp_class=classes[1]).values_list("pk", flat=True),
            *(selection.pk for selection in select_seats(users.student, classes[2])),
        ],
        total=classes[1].price + classes[2].price,
        now=timezone.now(),
    )
    second = Order.objects.exclude(pk=first.pk).get()
    for order in (first, second):
        stripe.pay(order.intent_id)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    return_together(monkeypatch, sql, "select_enrollments_to_confirm")
    results = run_concurrently(settle(first), settle(second))
    if not lock_on:
        assert any(isinstance(result, IntegrityError) for result in results) or current_violations(stripe)
        return
    assert not any(isinstance(result, Exception) for result in results), results
    assert current_violations(stripe) == []
    seats = Counter(Payment.objects.filter(state__in=Payment.SEATED).values_list("camp_class", flat=True))
    assert seats == {camp_class.pk: 1 for camp_class in classes}
    charged = sum(stripe.intent(order.intent_id)["amount"] for order in (first, second))
    assert charged - sum(stripe.refunded_cents(order.intent_id) for order in (first, second)) == 3 * 4550


@with_and_without_the_lock
def test_it_refunds_each_payment_once_if_all_are_canceled_at_the_same_time(
    users, classes, stripe, monkeypatch, lock_on
):
    """Without the lock, each payment is canceled twice."""
    order = start_order_of(users.student, *classes)
    payments = pay_order(order, stripe)
    cancel = [
        lambda payment=payment: cancellation.cancel_enrollment(
            student=users.student, payment_id=payment.pk, now=timezone.now()
        )
        for payment in payments
    ]
    if not lock_on:
        disable_locks(monkeypatch, "order")
    return_together(monkeypatch, cancellation, "lock_payment", calls=6)
    results = run_concurrently(*cancel, *cancel)
    assert sum(isinstance(result, Payment) for result in results) == (3 if lock_on else 6)
    if not lock_on:
        return
    assert sum(isinstance(result, cancellation.AlreadyRefunded) for result in results) == 3
    call_command("reconcile_payments")
    assert [payment.state for payment in payments_by_position(order)] == ["refunded"] * 3
    assert stripe.refunded_cents(order.intent_id) == 3 * 4550
    assert current_violations(stripe) == []


def test_it_settles_or_refunds_each_payment_while_a_hold_of_the_order_expires(users, classes, stripe):
    """Another student takes the seat of the expired hold while the payment is settled.

    Both release the hold first, which serializes them also without the class lock. Its control for a late payment is in
    test_races.py.
    """
    order = start_order_of(users.student, *classes)
    stripe.pay(order.intent_id)
    hold = payments_by_position(order)[1].enrollment
    Enrollment.objects.filter(pk=hold.pk).update(held_until=timezone.now() - timedelta(minutes=1))
    results = run_concurrently(settle(order), check_out(users.other_student, classes[1]))
    errors = [each for each in results if isinstance(each, Exception) and not isinstance(each, DomainError)]
    assert errors == []
    states = [payment.state for payment in payments_by_position(order)]
    assert states in (["enrollPending", "refunded", "enrollPending"], ["enrollPending"] * 3)
    assert current_violations(stripe) == []


@dataclass
class Parent:
    """A parent who orders random seats in random order, pays some of the orders, and cancels their seats."""

    user: User
    stripe: StripeStandIn
    classes: list[CampClass]
    children: list[Child | None]

    def order(self) -> None:
        seats = random.sample(list(product(self.classes, self.children)), random.randint(1, 4))
        requests = [SeatRequest(camp_class.pk, child and child.pk) for camp_class, child in seats]
        total = sum((camp_class.price for camp_class, _ in seats), Decimal(0))
        opened = holding.check_out(student=self.user, requests=requests, total=total, now=timezone.now())
        if random.random() < 0.5:
            self.stripe.pay(opened.order.intent_id)
            for payment in settle(opened.order)().payments:
                if payment.is_seated:
                    cancellation.cancel_enrollment(student=self.user, payment_id=payment.pk, now=timezone.now())

    def order_for(self, seconds: float) -> Counter[str]:
        """Returns how often each refusal, and any other error, occurred."""
        outcomes, end = Counter[str](), time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.order()
                outcomes["ordered"] += 1
            except DomainError as refusal:
                outcomes[refusal.code] += 1
        return outcomes


@pytest.mark.parametrize(
    ("threads", "seconds"), [(4, 4), pytest.param(8, 60, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_it_has_no_deadlock_with_orders_of_random_common_classes(users, stripe, threads, seconds):
    classes = [make_class(users.instructor, f"Random {number}", capacity=3) for number in range(8)]
    parents = []
    for number in range(threads):
        user = make_user(f"parent{number}")
        children = [None, *(make_child(user, name) for name in ("Ann", "Ben"))]
        parents.append(Parent(user, stripe, classes, children))
    outcomes = run_concurrently(*(partial(parent.order_for, seconds) for parent in parents), seconds=seconds + 60)
    assert not any(isinstance(outcome, Exception) for outcome in outcomes), outcomes
    assert sum(outcome["ordered"] for outcome in outcomes) > seconds
    call_command("reconcile_payments")
    assert current_violations(stripe) == []

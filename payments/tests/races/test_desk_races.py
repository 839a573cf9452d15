"""Races between the desk and students. In the control, without the lock, each of them breaks."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from classes.models import CampClass, Enrollment
from classes.seats import enrollment, sql
from classes.seats.requests import NotAllAvailable
from mail.models import OutboxEmail
from payments.checkout.holding import Checkout
from payments.desk import releases
from payments.desk.enrollments import Sold, enroll_at_desk
from payments.desk.releases import AlreadyReturned, record_order_returned, record_returned
from payments.models import LedgerEntry, Order
from payments.refunds import by_hand
from payments.refunds.cancellation import cancel_enrollment
from payments.refunds.withdrawal import withdraw_class
from payments.settlement.orders import settle_own_order
from testing.proofs.invariants import current_violations
from testing.proofs.races import ConcurrentCall, Operation, disable_locks, with_and_without_the_lock
from testing.steps.checkout import opening_checkout, start_checkout
from testing.steps.desk import desk_sale
from testing.steps.desk_payments import make_desk_payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]

KEY = UUID("1d2c6f0e-2c2f-4f8e-9a59-7c8a7ce2a001")


def selling(admin: User, family: User, camp_class: CampClass) -> Operation:
    """Returns an operation that enrolls the account holder at the desk."""
    sale = desk_sale(family, camp_class, KEY)
    return lambda: enroll_at_desk(staff=admin, sale=sale, now=timezone.now())


def taken(camp_class: CampClass) -> int:
    return Enrollment.objects.taking_seats(timezone.now()).filter(camp_class=camp_class).count()


def outcome_of(operation: Operation) -> Any:
    try:
        return operation()
    except Exception as error:  # noqa: BLE001 (the test checks it)
        return error


@with_and_without_the_lock
def test_it_sells_the_last_seat_once_when_a_student_holds_it_at_the_same_time(
    users, last_seat, stripe, monkeypatch, lock_on
):
    if not lock_on:
        disable_locks(monkeypatch, "class")
    student_holds = ConcurrentCall(
        monkeypatch, sql, "select_availability", opening_checkout(users.other_student, last_seat), after=True
    )
    selling(users.admin, users.student, last_seat)()
    assert isinstance(student_holds.outcome(), enrollment.ClassFull if lock_on else Checkout)
    assert taken(last_seat) == (1 if lock_on else 2)
    assert bool(current_violations(stripe)) is not lock_on


@with_and_without_the_lock
def test_it_gives_one_seat_when_the_card_payment_of_the_same_seat_is_settled_at_the_same_time(
    users, last_seat, stripe, monkeypatch, lock_on
):
    payment = start_checkout(users.student, last_seat)
    stripe.pay(payment.intent_id)
    if not lock_on:
        disable_locks(monkeypatch, "class", "order")
    desk = ConcurrentCall(monkeypatch, sql, "store_confirmation", selling(users.admin, users.student, last_seat))
    settled = outcome_of(
        lambda: settle_own_order(student=users.student, intent_id=payment.intent_id, now=timezone.now())
    )
    sold = desk.outcome()
    if lock_on:
        assert settled.payment.is_seated
        assert isinstance(sold, NotAllAvailable)
        assert current_violations(stripe) == []
    else:
        assert isinstance(settled, IntegrityError)
    assert taken(last_seat) == 1


@with_and_without_the_lock
def test_it_takes_the_money_once_when_the_request_is_repeated_at_the_same_time(
    users, last_seat, stripe, monkeypatch, lock_on
):
    if not lock_on:
        disable_locks(monkeypatch, "account", "class")
    sell = selling(users.admin, users.student, last_seat)
    again = ConcurrentCall(monkeypatch, sql, "select_availability", sell, after=True)
    results = [outcome_of(sell), again.outcome()]
    assert Order.objects.filter(state="PAID").count() == 1
    sold = [each for each in results if isinstance(each, Sold)]
    if lock_on:
        assert sorted(each.is_new for each in sold) == [False, True]
        assert sold[0].order == sold[1].order
    else:
        assert len(sold) == 1


@with_and_without_the_lock
def test_it_says_what_was_paid_back_while_a_check_bounces(users, clay, stripe, monkeypatch, lock_on):
    """Without the lock, the e-mail does not ask the family to return it."""
    now = timezone.now()
    payment = make_desk_payment(users.admin, users.student, clay)
    cancel_enrollment(student=users.student, payment_id=payment.pk, now=now)
    if not lock_on:
        disable_locks(monkeypatch, "order")
    bounce = ConcurrentCall(
        monkeypatch,
        by_hand,
        "end_refund",
        lambda: record_returned(payment_id=payment.pk, note="No funds", by=users.admin, now=now),
    )
    cash = {"method": LedgerEntry.Method.CASH, "reference": ""}
    by_hand.record_paid_back_by_hand(payment_id=payment.pk, by=users.admin, now=now, **cash)
    assert bounce.outcome() is None
    assert users.student.payments.get().is_returned_check
    assert bool(current_violations(stripe)) is not lock_on
    paid_back = OutboxEmail.objects.get(kind="check_returned").facts["lines"][0]["paid_back"]
    assert paid_back == ("45.50" if lock_on else "0.00")


@with_and_without_the_lock
def test_no_seat_is_kept_in_a_class_that_is_withdrawn_at_the_same_time(users, last_seat, stripe, monkeypatch, lock_on):
    payment = make_desk_payment(users.admin, users.student, last_seat)
    if not lock_on:
        disable_locks(monkeypatch, "class")
    withdrawal = ConcurrentCall(
        monkeypatch,
        releases,
        "refuse_other_ends",
        partial(withdraw_class, camp_class_id=last_seat.pk, reason="Too few", now=timezone.now()),
    )
    record_order_returned(
        order_id=payment.order_id,
        note="No funds",
        keep_until=timezone.now() + timedelta(days=2),
        by=users.admin,
        now=timezone.now(),
    )
    withdrawal.outcome()
    assert taken(last_seat) == (0 if lock_on else 1)


@with_and_without_the_lock
def test_a_check_is_recorded_once_for_two_admins(users, last_seat, stripe, monkeypatch, lock_on):
    payment = make_desk_payment(users.admin, users.student, last_seat)
    if not lock_on:
        disable_locks(monkeypatch, "order", "class")
    recording = partial(
        record_order_returned, order_id=payment.order_id, note="No funds", by=users.admin, now=timezone.now()
    )
    other = ConcurrentCall(monkeypatch, releases, "_paid_by_check", recording, after=True)
    outcome_of(recording)
    assert isinstance(other.outcome(), AlreadyReturned) is lock_on
    assert LedgerEntry.objects.filter(kind="RETURNED").count() == (1 if lock_on else 2)

"""Concurrent requests for a seat that opens up: the waitlist gets it, each seat is offered once, nobody is missed.

Each race has a control, without the offers or without the lock, in which the test sees the failure.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from classes.catalog.changes import update_class
from classes.models import CampClass, Enrollment, WaitlistEntry
from classes.seats import confirmation, offers, sql
from classes.seats.enrollment import ClassFull
from classes.waitlist import entries
from core.errors import NotFound
from payments.checkout.holding import Checkout
from payments.refunds import cancellation
from payments.settlement import orders
from testing.factories import make_class, make_offer, make_user, make_waitlist_entry
from testing.proofs.invariants import current_violations
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    return_together,
    run_concurrently,
    with_and_without_the_lock,
)
from testing.steps.checkout import enroll_by_card, opening_checkout, start_checkout
from testing.steps.waitlists import states_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]
with_and_without_offers = pytest.mark.parametrize("offers_on", [True, False])


@pytest.fixture
def payments(users, stripe):
    """Two students have paid for both seats of a class."""
    camp_class = make_class(users.instructor, capacity=2)
    return [enroll_by_card(make_user(name), camp_class, stripe) for name in ("ann", "ben")]


@pytest.fixture
def camp_class(payments):
    return payments[0].camp_class


def canceling(payment) -> Callable[[], Any]:
    return lambda: cancellation.cancel_enrollment(student=payment.student, payment_id=payment.pk, now=timezone.now())


def joining(student, camp_class) -> Callable[[], Any]:
    return lambda: entries.join(student=student, camp_class_id=camp_class.pk, now=timezone.now())


def free_seats(camp_class: CampClass) -> int:
    return camp_class.capacity - Enrollment.objects.taking_seats(timezone.now()).filter(camp_class=camp_class).count()


@with_and_without_offers
def test_it_gives_a_canceled_seat_to_the_waitlist(users, camp_class, payments, monkeypatch, offers_on):
    """A student who is not on the waitlist asks for the seat while its cancellation holds the lock."""
    if not offers_on:
        monkeypatch.setattr(offers, "make_offers", sql.select_availability)
    entry = make_waitlist_entry(users.student, camp_class)
    other = opening_checkout(users.other_student, camp_class)
    concurrent_call = ConcurrentCall(monkeypatch, cancellation, "release_seat", other, after=True)
    canceling(payments[0])()
    outcome = concurrent_call.outcome()
    assert isinstance(outcome, ClassFull if offers_on else Checkout), outcome
    assert states_of([entry]) == ["OFFERED" if offers_on else "WAITING"]


@with_and_without_offers
def test_it_gives_the_seat_of_an_expired_hold_to_the_waitlist(users, stripe, monkeypatch, offers_on):
    """The worker has not run yet. Another student has the lock first, and the waiting participant asks at that time."""
    if not offers_on:
        monkeypatch.setattr(offers, "make_offers", sql.select_availability)
    camp_class = make_class(users.instructor, capacity=1)
    held = start_checkout(make_user("ann"), camp_class)
    entry = make_waitlist_entry(users.student, camp_class)
    Enrollment.objects.filter(pk=held.enrollment_id).update(held_until=timezone.now())
    waiting = opening_checkout(users.student, camp_class)
    concurrent_call = ConcurrentCall(monkeypatch, sql, "select_classes_for_update", waiting, after=True)
    (other,) = run_concurrently(opening_checkout(users.other_student, camp_class))
    winner, loser = (concurrent_call.outcome(), other) if offers_on else (other, concurrent_call.outcome())
    assert (type(winner), isinstance(loser, ClassFull)) == (Checkout, True)
    assert states_of([entry]) == ["OFFERED" if offers_on else "WAITING"]


@with_and_without_the_lock
def test_it_offers_two_canceled_seats_to_the_first_two_participants(users, camp_class, payments, monkeypatch, lock_on):
    """Without the lock both cancellations offer their seat to the first."""
    if not lock_on:
        disable_locks(monkeypatch, "class")
    waiting = [make_waitlist_entry(make_user(name), camp_class) for name in ("uma", "vic", "wim")]
    return_together(monkeypatch, offers, "next_entries")
    results = run_concurrently(*map(canceling, payments))
    if lock_on:
        assert [type(each) for each in results] == [type(payments[0])] * 2
        assert states_of(waiting) == ["OFFERED", "OFFERED", "WAITING"]
    else:
        assert any(isinstance(each, IntegrityError) for each in results), results


@with_and_without_the_lock
def test_it_offers_a_seat_to_a_student_who_joins_while_the_seat_is_canceled(
    users, camp_class, payments, monkeypatch, lock_on
):
    """Without the lock, the participant joins after the offers were made, and waits for a seat that is open."""
    if not lock_on:
        disable_locks(monkeypatch, "class")
    concurrent_call = ConcurrentCall(monkeypatch, entries, "refuse_unless_bookable", canceling(payments[0]), after=True)
    joining(users.student, camp_class)()
    concurrent_call.outcome()
    entry = WaitlistEntry.objects.get()
    assert (entry.state, free_seats(camp_class)) == (("OFFERED", 0) if lock_on else ("WAITING", 1))


@with_and_without_the_lock
def test_it_oversells_nothing_when_the_capacity_falls_while_a_seat_is_offered(users, stripe, monkeypatch, lock_on):
    """Without the lock, the instructor removes the seat that the worker is just offering."""
    if not lock_on:
        disable_locks(monkeypatch, "class")
    camp_class = make_class(users.instructor, capacity=1)
    make_waitlist_entry(users.student, camp_class)

    def remove_seat():
        update_class(
            instructor=users.instructor,
            camp_class_id=camp_class.pk,
            values={},
            seats=0,
            shown_enrolled=0,
            now=timezone.now(),
        )

    concurrent_call = ConcurrentCall(monkeypatch, offers, "next_entries", remove_seat)
    entries.make_due_offers(now=timezone.now())
    outcome = concurrent_call.outcome()
    oversold = current_violations(stripe)
    assert bool(oversold) is not lock_on, (outcome, oversold)


@with_and_without_the_lock
def test_it_joins_once_when_a_student_joins_twice_at_the_same_time(users, camp_class, monkeypatch, lock_on):
    """Without the locks neither call finds an entry, and the unique index refuses the second one."""
    if not lock_on:
        disable_locks(monkeypatch, "account", "class")
    return_together(monkeypatch, entries, "refuse_another_entry")
    results = run_concurrently(*[joining(users.student, camp_class)] * 2)
    refusal = entries.AlreadyWaiting if lock_on else IntegrityError
    assert {type(each) for each in results} == {refusal, WaitlistEntry}


@with_and_without_the_lock
def test_it_accepts_an_offer_that_is_declined_while_its_payment_is_settled(users, stripe, monkeypatch, lock_on):
    """Without the lock, the student has left the waitlist and has the seat nevertheless."""
    if not lock_on:
        disable_locks(monkeypatch, "class")
    entry = make_offer(users.student, make_class(users.instructor, capacity=1))
    payment = start_checkout(users.student, entry.camp_class)
    stripe.pay(payment.intent_id)

    def decline():
        return entries.leave(student=users.student, entry_id=entry.pk, now=timezone.now())

    concurrent_call = ConcurrentCall(monkeypatch, confirmation, "confirm_holds", decline)
    orders.settle_own_order(student=users.student, intent_id=payment.intent_id, now=timezone.now())
    assert isinstance(concurrent_call.outcome(), NotFound) is lock_on
    payment.refresh_from_db()
    assert payment.is_seated
    assert states_of([entry]) == ["ACCEPTED" if lock_on else "LEFT"]
    assert current_violations(stripe) == []

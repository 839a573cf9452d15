"""A request for a seat of a full class does not wait for the lock. A seat is sold only under the lock."""

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from classes.models import CampClass, Enrollment
from classes.seats import locks
from classes.seats.enrollment import ClassFull, cancel_hold
from classes.seats.holds import FULL
from payments.checkout.holding import Checkout
from testing.clients.api import as_
from testing.factories import make_child, make_waitlist_entry
from testing.proofs.invariants import current_violations
from testing.proofs.races import run_concurrently
from testing.steps.checkout import opening_checkout, start_checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_stripe")]


@pytest.fixture
def held(users, last_seat, stripe):
    """Another student's payment of the last seat; then the class was found full."""
    payment = start_checkout(users.other_student, last_seat)
    with pytest.raises(ClassFull):
        opening_checkout(users.student, last_seat)()
    assert last_seat.pk in FULL
    return payment


def release(payment):
    with transaction.atomic():
        cancel_hold(student=payment.student, child_id=None, camp_class_id=payment.camp_class_id, now=timezone.now())


@pytest.mark.parametrize("found_full", [True, False])
def test_it_does_not_wait_for_the_lock_of_a_class_that_was_found_full(users, last_seat, held, found_full):
    if not found_full:
        FULL.clear()
    with transaction.atomic():
        locks.lock_class(last_seat.pk)
        (refusal,) = run_concurrently(opening_checkout(users.student, last_seat))
    assert isinstance(refusal, ClassFull if found_full else OperationalError)


def test_it_sells_a_seat_that_opens_again(users, last_seat, held, stripe):
    release(held)
    results = run_concurrently(*(opening_checkout(each, last_seat) for each in (users.student, users.other_student)))
    assert sorted(isinstance(each, ClassFull) for each in results) == [False, True]
    assert Enrollment.objects.held().count() == 1
    assert not current_violations(stripe)


def test_it_sells_the_seat_of_a_hold_that_has_expired(users, last_seat, held, stripe):
    Enrollment.objects.filter(pk=held.enrollment_id).update(held_until=timezone.now())
    assert isinstance(opening_checkout(users.student, last_seat)(), Checkout)
    held.enrollment.refresh_from_db()
    assert held.enrollment.state == "RELEASED"


def test_it_prolongs_a_hold_in_a_full_class(users, last_seat, held):
    until = Enrollment.objects.get().held_until
    assert isinstance(opening_checkout(users.other_student, last_seat)(), Checkout)
    assert Enrollment.objects.get().held_until > until


def test_it_sells_an_offered_seat_of_a_full_class(users, last_seat, held):
    make_waitlist_entry(users.student, last_seat)
    release(held)
    assert Enrollment.objects.held().get().student == users.student
    with pytest.raises(ClassFull):
        opening_checkout(users.other_student, last_seat)()
    assert isinstance(opening_checkout(users.student, last_seat)(), Checkout)


def test_it_refuses_a_second_seat_beside_a_hold_in_a_full_class(users, last_seat, held):
    child = make_child(users.other_student)
    with pytest.raises(ClassFull):
        opening_checkout(users.other_student, last_seat, child)()


def test_it_says_first_that_the_class_cannot_be_booked(users, last_seat, held):
    CampClass.objects.update(status="Denied")
    refusal = as_(users.student).post("/createPaymentIntent", {"classId": str(last_seat.pk), "price": 45.5}, 404)
    assert refusal["code"] == "not_found"

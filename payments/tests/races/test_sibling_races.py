"""Two children of one account, or one child in two tabs, act at the same time. The control has no locks."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from classes.models import Enrollment
from classes.seats import enrollment, sql
from payments.checkout import free_seats
from payments.checkout.holding import Checkout
from payments.models import Payment
from testing.factories import make_child, make_class
from testing.proofs.invariants import current_violations
from testing.proofs.races import disable_locks, return_together, run_concurrently, with_and_without_the_lock
from testing.steps.checkout import opening_checkout

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def children(users):
    return [make_child(users.student, name) for name in ("Mia", "Leo")]


def overlap(monkeypatch, lock_on, requests=2) -> None:
    """Makes concurrent requests count the same seats, unless a lock serializes them.

    The account lock serializes siblings, and the class lock serializes families; the control has neither.
    """
    if not lock_on:
        disable_locks(monkeypatch, "account", "class")
    return_together(monkeypatch, sql, "select_availability", calls=requests)


@with_and_without_the_lock
def test_it_holds_the_last_seat_for_one_of_two_siblings(users, last_seat, fresh_stripe, children, monkeypatch, lock_on):
    overlap(monkeypatch, lock_on)
    results = run_concurrently(*(opening_checkout(users.student, last_seat, child) for child in children))
    assert sum(isinstance(result, enrollment.ClassFull) for result in results) == (1 if lock_on else 0)
    assert Enrollment.objects.held().count() == (1 if lock_on else 2)
    assert bool(current_violations(fresh_stripe)) is not lock_on


@with_and_without_the_lock
def test_it_takes_one_free_seat_for_a_child_in_two_tabs(users, children, monkeypatch, lock_on):
    """Without the locks both tabs find no enrollment, and the unique index refuses the second one."""
    overlap(monkeypatch, lock_on)
    free, child = make_class(users.instructor, price=0), children[0]
    take = lambda: free_seats.take_free_seat(  # noqa: E731
        student=users.student, camp_class_id=free.pk, child_id=child.pk, now=timezone.now()
    )
    results = run_concurrently(take, take)
    assert sum(isinstance(result, IntegrityError) for result in results) == (0 if lock_on else 1)
    assert Enrollment.objects.get().child == child
    assert Payment.objects.count() == 1


@with_and_without_the_lock
def test_it_holds_a_seat_once_for_a_child_in_two_tabs_beside_a_sibling(
    users, clay, stripe, children, monkeypatch, lock_on
):
    """Without the locks, the unique index refuses the hold of the second tab."""
    overlap(monkeypatch, lock_on, requests=3)
    mia, leo = (opening_checkout(users.student, clay, child) for child in children)
    results = run_concurrently(mia, mia, leo)
    held = [result for result in results if isinstance(result, Checkout)]
    assert len(held) == (3 if lock_on else 2)
    assert len({result.client_secret for result in held}) == 2
    assert sorted(each.child.name for each in Enrollment.objects.held()) == ["Leo", "Mia"]
    assert Payment.objects.count() == 2

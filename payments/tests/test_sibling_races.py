"""Two children of one account, or one child in two tabs, act at the same time. The control has no locks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from classes import enrollment, statements
from classes.models import CampClass, Enrollment
from payments import checkout, orders
from payments.models import Payment
from testing import invariants
from testing.factories import make_child, make_class, make_users
from testing.races import disable_locks, return_together, run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)
with_and_without_locks = pytest.mark.parametrize("locks_on", [True, False])


@pytest.fixture
def users(transactional_db):
    return make_users()


@pytest.fixture
def children(users):
    return [make_child(users.student, name) for name in ("Mia", "Leo")]


@pytest.fixture
def overlapping(monkeypatch, locks_on) -> None:
    """Makes concurrent requests count the same seats, unless a lock serializes them.

    The lock of their account serializes siblings, that of the class serializes families; the control has neither.
    """
    if not locks_on:
        disable_locks(monkeypatch, "class")
        for module in (checkout, orders):
            monkeypatch.setattr(module, "lock_account", lambda user: user)
    return_together(monkeypatch, statements, "select_availability")


def open_checkout(camp_class: CampClass, child: Any) -> Callable[[], Any]:
    return lambda: checkout.open_checkout(
        student=child.guardian,
        camp_class_id=camp_class.pk,
        child_id=child.pk,
        price=camp_class.price,
        now=timezone.now(),
    )


@with_and_without_locks
@pytest.mark.usefixtures("overlapping")
def test_it_holds_the_last_seat_for_one_of_two_siblings(users, last_seat, fresh_stripe, children, locks_on):
    results = run_concurrently(*(open_checkout(last_seat, child) for child in children))
    assert sum(isinstance(result, enrollment.ClassFull) for result in results) == (1 if locks_on else 0)
    assert Enrollment.objects.held().count() == (1 if locks_on else 2)
    assert bool(invariants.violations(provider=fresh_stripe.http, now=timezone.now())) is not locks_on


@with_and_without_locks
@pytest.mark.usefixtures("overlapping")
def test_it_takes_one_free_seat_for_a_child_in_two_tabs(users, children, locks_on):
    """Without the locks both tabs find no enrollment, and the unique index refuses the second one."""
    free, child = make_class(users.instructor, price=0), children[0]
    take = lambda: checkout.take_free_seat(  # noqa: E731
        student=users.student, camp_class_id=free.pk, child_id=child.pk, now=timezone.now()
    )
    results = run_concurrently(take, take)
    assert sum(isinstance(result, IntegrityError) for result in results) == (0 if locks_on else 1)
    assert Enrollment.objects.get().child == child
    assert Payment.objects.count() == 1


def test_it_holds_a_seat_once_for_a_child_in_two_tabs_beside_a_sibling(clay, stripe, children):
    mia, leo = children
    results = run_concurrently(*[open_checkout(clay, mia)] * 2, open_checkout(clay, leo))
    assert len({result.client_secret for result in results}) == 2
    assert sorted(each.child.name for each in Enrollment.objects.held()) == ["Leo", "Mia"]
    assert Payment.objects.count() == 2

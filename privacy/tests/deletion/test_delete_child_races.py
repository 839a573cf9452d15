"""Races between the deletion of a child and concurrent requests. The controls lack the lock, or the last check."""

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import DELETED_CHILD_NAME
from classes.models import Enrollment, Selection
from classes.seats import selection
from classes.seats.locks import lock_class
from classes.waitlist import entries
from core.errors import NotFound
from payments.checkout.holding import Checkout
from payments.models import Payment
from privacy import child_deletion
from testing.factories import make_offer, make_payment, make_waitlist_entry
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.steps.checkout import opening_checkout

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def act_before_commit(monkeypatch, lock_on, mia):
    """Runs an operation after all checks of the deletion, while the account row is locked, and returns its outcome."""
    if not lock_on:
        disable_locks(monkeypatch, "account")

    def act(operation):
        concurrent_call = ConcurrentCall(monkeypatch, child_deletion, "delete_rows_of_child", operation, after=True)
        child_deletion.delete_child(guardian=mia.guardian, child_id=mia.pk, now=timezone.now())
        return concurrent_call.outcome()

    return act


@with_and_without_the_lock
def test_it_refuses_a_hold_for_the_child(users, clay, stripe, mia, act_before_commit, lock_on):
    outcome = act_before_commit(opening_checkout(users.student, clay, mia))
    assert isinstance(outcome, NotFound if lock_on else Checkout)
    assert Enrollment.objects.held().filter(child__deleted_at__isnull=False).exists() is not lock_on


@with_and_without_the_lock
def test_it_refuses_a_selection_for_the_child(users, clay, mia, act_before_commit, lock_on):
    outcome = act_before_commit(
        lambda: selection.select_class(
            student=users.student, camp_class_id=clay.pk, child_id=mia.pk, now=timezone.now()
        )
    )
    assert isinstance(outcome, NotFound if lock_on else selection.Selected)
    assert Selection.objects.exists() is not lock_on


@with_and_without_the_condition
def test_it_cancels_a_checkout_opened_before_the_lock(users, clay, fresh_stripe, mia, monkeypatch, condition_on):
    """The control does not look for open payments under the lock."""
    if not condition_on:
        monkeypatch.setattr(child_deletion, "has_open_payment", lambda **_: False)
    opening = opening_checkout(users.student, clay, mia)
    concurrent_call = ConcurrentCall(monkeypatch, child_deletion, "_delete_unless_paying", opening)
    child_deletion.delete_child(guardian=users.student, child_id=mia.pk, now=timezone.now())
    assert isinstance(concurrent_call.outcome(), Checkout)
    held = Enrollment.objects.get()
    assert (held.state, held.payments.get().state) == (
        ("RELEASED", "canceled") if condition_on else ("HELD", "started")
    )
    mia.refresh_from_db()
    assert mia.deleted_at


def test_it_does_not_deadlock_with_a_change_of_a_seat_and_its_payment(users, clay, mia, monkeypatch):
    """A refund at Stripe locks the class first, then writes the payment."""
    payment = make_payment(mia.guardian, clay, child=mia, state="refunded", refund_reason="canceled")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    make_waitlist_entry(mia.guardian, clay, mia)

    def record_refund():
        with transaction.atomic():
            lock_class(clay.pk)
            return Payment.objects.filter(pk=payment.pk).update(state="refunded")

    call = ConcurrentCall(monkeypatch, child_deletion, "leave_all", record_refund)
    child_deletion.delete_child(guardian=mia.guardian, child_id=mia.pk, now=timezone.now())
    assert call.outcome() == 1
    payment.refresh_from_db()
    assert payment.child_name == DELETED_CHILD_NAME


def test_it_does_not_deadlock_with_the_worker_that_ends_an_offer(users, clay, mia, monkeypatch):
    offer = make_offer(mia.guardian, clay, mia).offer
    Enrollment.objects.filter(pk=offer.pk).update(held_until=timezone.now())
    call = ConcurrentCall(monkeypatch, child_deletion, "leave_all", lambda: entries.make_due_offers(now=timezone.now()))
    child_deletion.delete_child(guardian=mia.guardian, child_id=mia.pk, now=timezone.now())
    assert call.outcome() == 1

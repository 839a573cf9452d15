"""Races between account deletion and concurrent requests. Each control shows the failure with the lock switched off."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts import login, profiles, roles
from accounts.firebase import Identity
from accounts.locking import AccountInactive
from accounts.login import AccountDeleted, exchange
from accounts.models import Role, User
from accounts.roles import LastAdmin
from classes.catalog import approval, changes
from classes.models import CampClass, Enrollment, Selection, Status
from classes.seats import enrollment, selection
from classes.seats.selection import remove_selection
from payments.checkout.free_seats import take_free_seat
from payments.checkout.holding import Checkout
from payments.models import Payment
from payments.settlement.orders import Settlement
from privacy import deletion
from privacy.deletion import StillEnrolled, delete_account
from testing.factories import make_class, make_enrollment, make_selection, make_user
from testing.proofs.races import (
    ConcurrentCall,
    disable_locks,
    return_together,
    run_concurrently,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.steps.checkout import opening_checkout, start_checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("identity_provider")]


def delete(user: User) -> Any:
    return delete_account(user_id=user.pk, now=timezone.now())


def is_deleted(user: User) -> bool:
    return User.objects.filter(pk=user.pk, deleted_at__isnull=False).exists()


def find_without_lock(identity):
    accounts = [User.objects.filter(firebase_uid=identity.uid), User.objects.filter(email=identity.email)]
    return tuple(each.first() for each in accounts)


def disable_lock_for_deletion(monkeypatch: Any) -> None:
    """Lets two deletions check the accounts before either commits."""
    monkeypatch.setattr(roles, "lock_with_admins", lambda _: {user.pk: user for user in User.objects.all()})


def before_commit(monkeypatch: Any, operation: Any) -> ConcurrentCall:
    """Runs the operation concurrently after all checks, while the account row is still locked."""
    return ConcurrentCall(monkeypatch, deletion, "delete_rows_of_account", operation, after=True)


@with_and_without_the_condition
def test_it_cancels_a_checkout_opened_before_the_lock(users, last_seat, fresh_stripe, monkeypatch, condition_on):
    """The control does not look for open payments under the lock: a deleted account could still pay."""
    if not condition_on:
        monkeypatch.setattr(deletion, "has_open_payment", lambda **_: False)
    opening = opening_checkout(users.student, last_seat)
    concurrent_call = ConcurrentCall(monkeypatch, deletion, "_delete_unless_paying", opening)
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), Checkout)
    payment = Payment.objects.get()
    assert is_deleted(users.student)
    assert (payment.state, payment.enrollment.state, fresh_stripe.intent(payment.intent_id)["status"]) == (
        ("canceled", "RELEASED", "canceled") if condition_on else ("started", "HELD", "requires_payment_method")
    )


@with_and_without_the_lock
def test_it_refuses_a_checkout_opened_after_the_checks(users, last_seat, fresh_stripe, monkeypatch, lock_on):
    if not lock_on:
        disable_locks(monkeypatch, "account")
    concurrent_call = before_commit(monkeypatch, opening_checkout(users.student, last_seat))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else Checkout)
    assert Enrollment.objects.held().exists() is not lock_on
    assert is_deleted(users.student)


@with_and_without_the_lock
def test_it_refuses_a_free_seat_taken_after_the_checks(users, monkeypatch, lock_on):
    free = make_class(users.instructor, "Free", price=0)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    take = lambda: take_free_seat(student=users.student, camp_class_id=free.pk, now=timezone.now())  # noqa: E731
    concurrent_call = before_commit(monkeypatch, take)
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else Settlement)
    assert Enrollment.objects.confirmed().exists() is not lock_on


@with_and_without_the_lock
def test_it_refuses_a_class_selected_or_created_after_the_checks(users, clay, monkeypatch, lock_on):
    make_user("bea", Role.INSTRUCTOR)
    bea = User.objects.get(name="Bea")
    if not lock_on:
        disable_locks(monkeypatch, "account")
    values = {"name": "New", "image": "https://pictures.example/a.jpg", "price": 5, "capacity": 5}
    operations = (
        lambda: selection.select_class(student=bea, camp_class_id=clay.pk, now=timezone.now()),
        lambda: changes.create_class(instructor=bea, values=values, lessons=[], now=timezone.now()),
    )
    concurrent_call = before_commit(monkeypatch, lambda: run_concurrently(*operations))
    delete(bea)
    outcomes = [type(outcome) for outcome in concurrent_call.outcome()]
    assert outcomes == ([AccountInactive] * 2 if lock_on else [selection.Selected, CampClass])
    assert Selection.objects.exists() is not lock_on
    assert CampClass.objects.filter(name="New").exists() is not lock_on


@with_and_without_the_lock
def test_it_refuses_a_class_updated_after_the_checks(users, clay, monkeypatch, lock_on):
    """Without the lock, a class that nobody teaches anymore waits for its approval."""
    make_enrollment(users.student, clay)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    CampClass.objects.update(status=Status.DENIED)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    update = lambda: changes.update_class(  # noqa: E731
        instructor=users.instructor,
        camp_class_id=clay.pk,
        values={"name": "New"},
        seats=10,
        shown_enrolled=0,
        now=timezone.now(),
    )
    concurrent_call = before_commit(monkeypatch, update)
    delete(users.instructor)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else changes.ClassUpdate)
    clay.refresh_from_db()
    assert (clay.name, clay.status) == (("Clay for beginners", "Denied") if lock_on else ("New", "Pending"))


def test_it_refuses_a_selection_removed_after_the_checks(users, clay, monkeypatch):
    selected = make_selection(users.student, clay)
    remove = lambda: remove_selection(  # noqa: E731
        student=users.student, selection_id=selected.pk, now=timezone.now()
    )
    concurrent_call = before_commit(monkeypatch, remove)
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive)
    assert not Selection.objects.exists()


@with_and_without_the_lock
def test_it_refuses_a_name_saved_after_the_checks(users, monkeypatch, lock_on):
    """Without the lock, only the constraint of the table refuses the name."""
    if not lock_on:
        disable_locks(monkeypatch, "account")
    concurrent_call = before_commit(monkeypatch, lambda: profiles.change_profile(user=users.student, name="Sam again"))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else IntegrityError)
    assert User.objects.get(pk=users.student.pk).name == "Deleted account"


@with_and_without_the_lock
@pytest.mark.parametrize("email", ["sam@camp.example", "sam-elsewhere@camp.example"])
def test_it_does_not_recreate_the_account_for_a_concurrent_login(users, monkeypatch, email, lock_on):
    """Without the lock, the login finds the account as it was before the deletion, and succeeds."""
    if not lock_on:
        monkeypatch.setattr(login, "_lock_accounts", find_without_lock)
    identity = Identity(uid="uid-sam", email=email, email_verified=True)
    concurrent_call = before_commit(monkeypatch, lambda: exchange(identity=identity, email=email, now=timezone.now()))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountDeleted if lock_on else str)
    assert User.objects.count() == 5
    assert is_deleted(users.student) or not lock_on


@with_and_without_the_lock
def test_it_refuses_if_the_card_is_charged_before_the_cancellation(
    users, last_seat, fresh_stripe, monkeypatch, lock_on
):
    """The payment succeeds after the first check; it is settled, and its seat refuses the deletion."""
    payment = start_checkout(users.student, last_seat)
    pay = lambda: fresh_stripe.pay(payment.intent_id)  # noqa: E731
    if not lock_on:
        monkeypatch.setattr(deletion, "check_not_enrolled", lambda *_: None)
    concurrent_call = ConcurrentCall(monkeypatch, deletion, "cancel_open_payments", pay)
    if lock_on:
        with pytest.raises(StillEnrolled):
            delete(users.student)
    else:
        delete(users.student)
    assert concurrent_call.outcome()["status"] == "succeeded"
    assert Enrollment.objects.confirmed().exists() is lock_on
    assert is_deleted(users.student) is not lock_on


@with_and_without_the_lock
def test_it_serializes_with_the_approval_of_a_class(users, monkeypatch, lock_on):
    """Without the locks, the class is approved after the check and stays with a deleted instructor."""
    pending = make_class(users.instructor, "Pending", status=Status.PENDING)
    if not lock_on:
        monkeypatch.setattr(deletion, "lock_classes_of", lambda _: None)
        monkeypatch.setattr(approval, "_lock_instructor", lambda _: users.instructor)
    concurrent_call = ConcurrentCall(
        monkeypatch,
        deletion,
        "_delete_unused_classes",
        lambda: approval.approve_class(camp_class_id=pending.pk, now=timezone.now()),
    )
    delete(users.instructor)
    outcome = concurrent_call.outcome()
    if lock_on:
        assert isinstance(outcome, enrollment.NotFound)
        assert not CampClass.objects.exists()
    else:
        assert outcome is None
        assert CampClass.objects.get().instructor.name == "Deleted account"


@with_and_without_the_lock
def test_it_keeps_one_admin_if_two_delete_their_accounts(users, monkeypatch, lock_on):
    bea = make_user("bea", Role.ADMIN)
    if not lock_on:
        disable_lock_for_deletion(monkeypatch)
    return_together(monkeypatch, deletion, "_delete_unused_classes")
    results = run_concurrently(lambda: delete(users.admin), lambda: delete(bea))
    assert [type(result) for result in results if result is not None] == ([LastAdmin] if lock_on else [])
    assert User.objects.admins().count() == (1 if lock_on else 0)


@with_and_without_the_lock
def test_it_deletes_once_for_concurrent_requests(users, identity_provider, monkeypatch, lock_on):
    """Without the lock, both requests delete the account."""
    if not lock_on:
        disable_lock_for_deletion(monkeypatch)
    return_together(monkeypatch, deletion, "_delete_unused_classes")
    results = run_concurrently(*[lambda: delete(users.student)] * 2)
    assert [type(result) for result in results if result is not None] == ([roles.NotFound] if lock_on else [])
    assert identity_provider.deleted == ["uid-sam"] or not lock_on

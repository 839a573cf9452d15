"""Races between account deletion and concurrent requests. Each control shows the failure with the lock switched off."""

from typing import Any

import pytest
from django.utils import timezone

from accounts import profiles, roles
from accounts.firebase import Identity
from accounts.locking import AccountInactive
from accounts.models import Role, User
from accounts.roles import LastAdmin
from accounts.sign_in import AccountDeleted, exchange
from classes import approval, catalog, enrollment, selection
from classes.models import CampClass, Enrollment, Selection, Status
from payments import checkout, orders
from payments.checkout import Checkout, open_checkout, take_free_seat
from payments.models import Payment
from payments.settlement import Settlement
from privacy import deletion
from privacy.deletion import StillEnrolled, delete_account, delete_own_account
from testing.checkout import start_checkout
from testing.factories import make_class, make_enrollment, make_selection, make_user, make_users
from testing.races import ConcurrentCall, run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)
with_and_without_the_lock = pytest.mark.parametrize("lock_on", [True, False])


@pytest.fixture
def users(transactional_db, identity_provider):
    return make_users()


def delete(user: User) -> Any:
    return delete_account(user_id=user.pk, now=timezone.now())


def switch_off_account_lock(monkeypatch: Any) -> None:
    """Control: operations no longer lock the account row."""
    for module in (checkout, orders, selection, catalog, profiles):
        monkeypatch.setattr(module, "lock_account", lambda user: user)


def hold_for(student: User, camp_class: CampClass) -> Any:
    return lambda: open_checkout(
        student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    )


def is_deleted(user: User) -> bool:
    return User.objects.filter(pk=user.pk, deleted_at__isnull=False).exists()


def before_commit(monkeypatch: Any, operation: Any) -> ConcurrentCall:
    """Runs the operation concurrently after all checks, while the account row is still locked."""
    return ConcurrentCall(monkeypatch, deletion, "_delete_unused_classes", operation, after=True)


def test_it_cancels_a_checkout_opened_before_the_lock(users, last_seat, fresh_stripe, monkeypatch):
    concurrent_call = ConcurrentCall(monkeypatch, deletion, "_delete_unless_paying", hold_for(users.student, last_seat))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), Checkout)
    payment = Payment.objects.get()
    assert (payment.state, payment.enrollment.state, is_deleted(users.student)) == ("canceled", "RELEASED", True)
    assert fresh_stripe.intent(payment.intent_id)["status"] == "canceled"


@with_and_without_the_lock
def test_it_refuses_a_checkout_opened_after_the_checks(users, last_seat, fresh_stripe, monkeypatch, lock_on):
    if not lock_on:
        switch_off_account_lock(monkeypatch)
    concurrent_call = before_commit(monkeypatch, hold_for(users.student, last_seat))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else Checkout)
    assert Enrollment.objects.held().exists() is not lock_on
    assert is_deleted(users.student)


@with_and_without_the_lock
def test_it_refuses_a_free_seat_taken_after_the_checks(users, monkeypatch, lock_on):
    free = make_class(users.instructor, "Free", price=0)
    if not lock_on:
        switch_off_account_lock(monkeypatch)
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
        switch_off_account_lock(monkeypatch)
    values = {"name": "New", "image": "https://pictures.example/a.jpg", "price": 5, "capacity": 5}
    operations = (
        lambda: selection.select_class(student=bea, camp_class_id=clay.pk, now=timezone.now()),
        lambda: catalog.create_class(instructor=bea, values=values, lessons=[], now=timezone.now()),
    )
    concurrent_call = before_commit(monkeypatch, lambda: run_concurrently(*operations))
    delete(bea)
    outcomes = [type(outcome) for outcome in concurrent_call.outcome()]
    assert outcomes == ([AccountInactive] * 2 if lock_on else [Selection, CampClass])
    assert Selection.objects.exists() is not lock_on
    assert CampClass.objects.filter(name="New").exists() is not lock_on


@with_and_without_the_lock
def test_it_refuses_a_class_updated_after_the_checks(users, clay, monkeypatch, lock_on):
    """Without the lock, a class that nobody teaches anymore waits for its approval."""
    make_enrollment(users.student, clay)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    CampClass.objects.update(status=Status.DENIED)
    if not lock_on:
        switch_off_account_lock(monkeypatch)
    update = lambda: catalog.update_class(  # noqa: E731
        instructor=users.instructor,
        camp_class_id=clay.pk,
        values={"name": "New"},
        seats=10,
        shown_enrolled=0,
        now=timezone.now(),
    )
    concurrent_call = before_commit(monkeypatch, update)
    delete(users.instructor)
    assert isinstance(concurrent_call.outcome(), AccountInactive if lock_on else bool)
    clay.refresh_from_db()
    assert (clay.name, clay.status) == (("Clay for beginners", "Denied") if lock_on else ("New", "Pending"))


def test_it_refuses_a_selection_removed_after_the_checks(users, clay, monkeypatch):
    selected = make_selection(users.student, clay)
    remove = lambda: checkout.remove_selection(  # noqa: E731
        student=users.student, selection_id=selected.pk, now=timezone.now()
    )
    concurrent_call = before_commit(monkeypatch, remove)
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive)
    assert not Selection.objects.exists()


def test_it_refuses_a_name_saved_after_the_checks(users, monkeypatch):
    concurrent_call = before_commit(monkeypatch, lambda: profiles.change_profile(user=users.student, name="Sam again"))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountInactive)
    assert User.objects.get(pk=users.student.pk).name == "Deleted account"


@pytest.mark.parametrize("email", ["sam@camp.example", "sam-elsewhere@camp.example"])
def test_it_does_not_recreate_the_account_for_a_concurrent_login(users, monkeypatch, email):
    identity = Identity(uid="uid-sam", email=email, email_verified=True)
    concurrent_call = before_commit(monkeypatch, lambda: exchange(identity=identity, email=email, now=timezone.now()))
    delete(users.student)
    assert isinstance(concurrent_call.outcome(), AccountDeleted)
    assert User.objects.count() == 5
    assert is_deleted(users.student)


@with_and_without_the_lock
def test_it_refuses_if_the_card_is_charged_before_the_cancellation(
    users, last_seat, fresh_stripe, monkeypatch, lock_on
):
    """The payment succeeds after the first check; it is settled, and its seat refuses the deletion."""
    payment = start_checkout(users.student, last_seat)
    pay = lambda: fresh_stripe.pay(payment.intent_id)  # noqa: E731
    if not lock_on:
        monkeypatch.setattr(deletion, "_check_not_enrolled", lambda *_: None)
    concurrent_call = ConcurrentCall(monkeypatch, deletion, "_cancel_open_payments", pay)
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
    """Without the lock, the class is approved after the check and stays with a deleted instructor."""
    pending = make_class(users.instructor, "Pending", status=Status.PENDING)
    if not lock_on:
        monkeypatch.setattr(deletion, "_lock_classes", lambda _: None)
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


def test_it_keeps_one_admin_if_two_delete_their_accounts(users, monkeypatch):
    bea = make_user("bea", Role.ADMIN)
    results = run_concurrently(lambda: delete(users.admin), lambda: delete(bea))
    assert sorted(type(result) for result in results if result is not None) == [LastAdmin]
    assert User.objects.admins().count() == 1


def test_it_deletes_once_for_concurrent_requests(users, identity_provider):
    results = run_concurrently(*[lambda: delete(users.student)] * 2)
    assert [type(result) for result in results if result is not None] == [roles.NotFound]
    assert identity_provider.deleted == ["uid-sam"]


def test_it_raises_account_inactive_for_a_later_request(users, identity_provider):
    token = identity_provider.id_token(users.student.email)
    stale = User.objects.get(pk=users.student.pk)
    delete(users.student)
    with pytest.raises(AccountInactive):
        delete_own_account(user=stale, id_token=token, now=timezone.now())
    assert identity_provider.deleted == ["uid-sam"]


def test_it_deletes_existing_selections(users, clay):
    make_selection(users.student, clay)
    delete(users.student)
    assert not Selection.objects.exists()

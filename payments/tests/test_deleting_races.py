"""A rival acts while an account is being deleted. Each with its control: with the lock off, the failure is seen."""

from typing import Any

import pytest
from django.utils import timezone

from accounts import profiles, roles
from accounts.acting import AccountGone
from accounts.firebase import Identity
from accounts.models import Role, User
from accounts.roles import LastAdmin
from accounts.signing_in import AccountDeleted, exchange
from camp.testing import choose, make_cast, make_class, make_user
from classes import approval, catalog, enrollment, selection
from classes.models import CampClass, Enrollment, Selection, Status
from payments import leaving as leaving_the_books
from payments.checkout import Checkout, open_checkout, take_free_seat
from payments.leaving import StillEnrolled, delete_account, leave
from payments.models import Payment
from payments.settling import Settled
from payments.tests.rivals import Rival, at_once
from payments.tests.till import at_the_till

pytestmark = pytest.mark.django_db(transaction=True)
with_and_without_the_lock = pytest.mark.parametrize("lock_on", [True, False])


@pytest.fixture
def cast(transactional_db, provider):
    return make_cast()


def delete(person: User) -> Any:
    return delete_account(user_id=person.pk, now=timezone.now())


def unlock_people(monkeypatch: Any) -> None:
    """The control: whoever acts is not held fast."""
    for module in (enrollment, selection, catalog, profiles):
        monkeypatch.setattr(module, "lock_account", lambda user: user)


def hold_for(student: User, camp_class: CampClass) -> Any:
    return lambda: open_checkout(
        student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    )


def is_nameless(person: User) -> bool:
    return User.objects.filter(pk=person.pk, erased_at__isnull=False).exists()


def under_the_lock(monkeypatch: Any, deed: Any) -> Rival:
    """The rival acts when all has been looked at and the person's row is still locked."""
    return Rival(monkeypatch, leaving_the_books, "take_leave", deed, after=True)


def test_a_hold_that_another_tab_places_before_the_lock_is_ended_too(cast, last_seat, fresh_cards, monkeypatch):
    rival = Rival(monkeypatch, leaving_the_books, "_erase", hold_for(cast.student, last_seat))
    delete(cast.student)
    assert isinstance(rival.outcome(), Checkout)
    payment = Payment.objects.get()
    assert (payment.state, payment.enrollment.state, is_nameless(cast.student)) == ("canceled", "RELEASED", True)
    assert fresh_cards.intent(payment.intent_id)["status"] == "canceled"


@with_and_without_the_lock
def test_a_hold_that_another_tab_places_under_the_lock_comes_too_late(
    cast, last_seat, fresh_cards, monkeypatch, lock_on
):
    if not lock_on:
        unlock_people(monkeypatch)
    rival = under_the_lock(monkeypatch, hold_for(cast.student, last_seat))
    delete(cast.student)
    assert isinstance(rival.outcome(), AccountGone if lock_on else Checkout)
    assert Enrollment.objects.held().exists() is not lock_on
    assert is_nameless(cast.student)


@with_and_without_the_lock
def test_a_free_place_that_another_tab_takes(cast, monkeypatch, lock_on):
    free = make_class(cast.instructor, "Free", price=0)
    if not lock_on:
        unlock_people(monkeypatch)
    take = lambda: take_free_seat(student=cast.student, camp_class_id=free.pk, now=timezone.now())  # noqa: E731
    rival = under_the_lock(monkeypatch, take)
    delete(cast.student)
    assert isinstance(rival.outcome(), AccountGone if lock_on else Settled)
    assert Enrollment.objects.confirmed().exists() is not lock_on


@with_and_without_the_lock
def test_a_class_that_another_tab_chooses_or_offers(cast, clay, monkeypatch, lock_on):
    make_user("bea", Role.INSTRUCTOR)
    bea = User.objects.get(name="Bea")
    if not lock_on:
        unlock_people(monkeypatch)
    values = {"name": "New", "image": "https://pictures.example/a.jpg", "price": 5, "capacity": 5}
    deeds = (
        lambda: selection.select_class(student=bea, camp_class_id=clay.pk),
        lambda: catalog.offer_class(instructor=bea, values=values),
    )
    rival = under_the_lock(monkeypatch, lambda: at_once(*deeds))
    delete(bea)
    outcomes = [type(each) for each in rival.outcome()]
    assert outcomes == ([AccountGone] * 2 if lock_on else [Selection, CampClass])
    assert Selection.objects.exists() is not lock_on
    assert CampClass.objects.filter(name="New").exists() is not lock_on


def test_a_name_that_another_tab_saves_does_not_come_back(cast, monkeypatch):
    rival = under_the_lock(monkeypatch, lambda: profiles.change_profile(user=cast.student, name="Sam again"))
    delete(cast.student)
    assert isinstance(rival.outcome(), AccountGone)
    assert User.objects.get(pk=cast.student.pk).name == "Deleted account"


@pytest.mark.parametrize("email", ["sam@camp.example", "sam-elsewhere@camp.example"])
def test_a_log_in_meanwhile_does_not_make_the_account_anew(cast, monkeypatch, email):
    identity = Identity(uid="uid-sam", email=email, email_verified=True)
    rival = under_the_lock(monkeypatch, lambda: exchange(identity=identity, email=email, now=timezone.now()))
    delete(cast.student)
    assert isinstance(rival.outcome(), AccountDeleted)
    assert User.objects.count() == 5
    assert is_nameless(cast.student)


@with_and_without_the_lock
def test_the_card_is_charged_while_the_hold_is_ended(cast, last_seat, fresh_cards, monkeypatch, lock_on):
    """Between the looks and the lock: the browser settles what was paid. It stands against the deletion."""
    payment = at_the_till(cast.student, last_seat)
    pay = lambda: fresh_cards.pay(payment.intent_id)  # noqa: E731
    if not lock_on:
        monkeypatch.setattr(leaving_the_books, "_refuse_while_enrolled", lambda *_: None)
    rival = Rival(monkeypatch, leaving_the_books, "_end_what_is_being_paid", pay)
    if lock_on:
        with pytest.raises(StillEnrolled):
            delete(cast.student)
    else:
        delete(cast.student)
    assert rival.outcome()["status"] == "succeeded"
    assert Enrollment.objects.confirmed().exists() is lock_on
    assert is_nameless(cast.student) is not lock_on


@with_and_without_the_lock
def test_an_admin_approves_the_class_meanwhile(cast, monkeypatch, lock_on):
    """Off: the class that was looked at as Pending is Approved and goes all the same, or stays with nobody."""
    pending = make_class(cast.instructor, "Pending", status=Status.PENDING)
    if not lock_on:
        monkeypatch.setattr(leaving_the_books, "lock_classes_of", lambda **_: None)
    rival = Rival(
        monkeypatch,
        leaving_the_books,
        "take_leave",
        lambda: approval.approve(camp_class_id=pending.pk),
    )
    delete(cast.instructor)
    outcome = rival.outcome()
    if lock_on:
        assert isinstance(outcome, enrollment.NotFound)
        assert not CampClass.objects.exists()
    else:
        assert outcome is None
        assert CampClass.objects.get().instructor.name == "Deleted account"


def test_two_admins_who_leave_at_once_leave_one_behind(cast, monkeypatch):
    bea = make_user("bea", Role.ADMIN)
    results = at_once(lambda: delete(cast.admin), lambda: delete(bea))
    assert sorted(type(each) for each in results if each is not None) == [LastAdmin]
    assert User.objects.admins().count() == 1


def test_twice_at_once_is_once(cast, provider):
    results = at_once(*[lambda: delete(cast.student)] * 2)
    assert [type(each) for each in results if each is not None] == [roles.NotFound]
    assert provider.deleted == ["uid-sam"]


def test_another_tab_that_was_slower_is_logged_out(cast, provider):
    token = provider.id_token(cast.student.email)
    stale = User.objects.get(pk=cast.student.pk)
    delete(cast.student)
    with pytest.raises(AccountGone):
        leave(user=stale, id_token=token, now=timezone.now())
    assert provider.deleted == ["uid-sam"]


def test_a_choice_made_before_goes_with_the_rest(cast, clay):
    choose(cast.student, clay)
    delete(cast.student)
    assert not Selection.objects.exists()

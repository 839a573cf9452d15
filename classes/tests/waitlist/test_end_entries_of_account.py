"""The waitlist entries and offers of an account that cannot book any longer end at once.

On every path: the API, the Django admin and the command.
"""

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts import roles
from accounts.models import Role
from classes.models import CampClass
from classes.waitlist import entries
from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.factories import make_class, make_waitlist_entry
from testing.proofs.invariants import waitlists
from testing.proofs.races import ConcurrentCall, disable_locks, with_and_without_the_lock
from testing.steps.waitlists import offer_seats, states_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def camp_class(last_seat):
    """A class with one seat, which is open."""
    return last_seat


def by_api(users, admin_client):
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")


def to_admin_by_api(users, admin_client):
    as_(users.admin).patch(f"/users/admin/{users.student.pk}")


def by_command(users, admin_client):
    call_command("grant_role", users.student.email, "instructor")


def change(admin_client, user, **values):
    path = reverse("admin:accounts_user_change", args=[user.pk])
    assert admin_client.post(path, {"name": user.name, "role": user.role} | values).status_code == 302


def by_admin_site(users, admin_client):
    change(admin_client, users.student, role="instructor", is_active="on")


def deactivated(users, admin_client):
    change(admin_client, users.student)


PATHS = [by_api, to_admin_by_api, by_command, by_admin_site, deactivated]


def closed_emails():
    emails = OutboxEmail.objects.filter(kind="waitlist_closed").order_by("pk")
    return [(each.recipient.name, each.facts["child"], each.facts["why"]) for each in emails]


@pytest.mark.parametrize("lock_out", PATHS)
def test_it_ends_the_entries_and_mails_why(users, admin_client, entries, lock_out):
    lock_out(users, admin_client)

    assert states_of(entries) == ["CLOSED", "CLOSED", "WAITING"]
    assert closed_emails() == [("Sam", "", "account"), ("Sam", "Mia", "account")]
    assert waitlists.entries_that_cannot_get_an_offer() == []


@pytest.mark.parametrize("lock_out", PATHS)
def test_it_gives_an_offered_seat_to_the_next_account(users, admin_client, camp_class, entries, lock_out):
    offer_seats(camp_class, timezone.now())

    lock_out(users, admin_client)

    assert states_of(entries) == ["CLOSED", "CLOSED", "OFFERED"]
    assert not users.student.selections.exists()
    queued = OutboxEmail.objects.filter(kind="waitlist_offer", state="QUEUED")
    assert [each.recipient for each in queued] == [users.other_student]
    assert waitlists.violations() == []


def test_it_ends_entries_in_several_classes(users, admin_client):
    classes = [make_class(users.instructor, f"Full {number}", capacity=0) for number in range(3)]
    entries = [make_waitlist_entry(users.student, each) for each in classes]

    by_api(users, admin_client)

    assert states_of(entries) == ["CLOSED"] * 3


def test_it_keeps_the_entries_if_the_change_is_refused(users, admin_client, entries):
    path = reverse("admin:accounts_user_change", args=[users.student.pk])
    refused = {"name": "Sam", "role": "instructor", "is_active": "on", "photo": "javascript:x"}

    assert admin_client.post(path, refused).status_code == 200
    assert states_of(entries) == ["WAITING"] * 3


def test_it_keeps_the_entries_at_another_change(users, admin_client, entries):
    change(admin_client, users.student, name="Samuel", is_active="on")

    assert states_of(entries) == ["WAITING"] * 3
    assert closed_emails() == []


def test_it_lets_a_student_join_again(users, admin_client, camp_class, entries):
    by_api(users, admin_client)
    as_(users.admin).patch(f"/users/student/{users.student.pk}")
    CampClass.objects.filter(pk=camp_class.pk).update(capacity=0)

    as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)


@with_and_without_the_lock
@pytest.mark.django_db(transaction=True)
def test_it_leaves_no_entry_that_is_joined_meanwhile(users, camp_class, monkeypatch, lock_on):
    """The student passes the check of the role, then loses the role, then joins."""
    CampClass.objects.filter(pk=camp_class.pk).update(capacity=0)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    make_instructor = ConcurrentCall(
        monkeypatch,
        entries,
        "own_child",
        lambda: roles.set_role(user_id=users.student.pk, role=Role.INSTRUCTOR, now=timezone.now()),
    )

    as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 201)

    assert make_instructor.outcome() == 1
    assert (waitlists.entries_that_cannot_get_an_offer() == []) is lock_on


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_join_after_the_role_has_changed(users, camp_class, monkeypatch):
    CampClass.objects.filter(pk=camp_class.pk).update(capacity=0)
    make_instructor = ConcurrentCall(
        monkeypatch,
        entries,
        "lock_account",
        lambda: roles.set_role(user_id=users.student.pk, role=Role.INSTRUCTOR, now=timezone.now()),
    )

    assert as_(users.student).post("/waitlist", {"classId": str(camp_class.pk)}, 403)["code"] == "forbidden"
    assert make_instructor.outcome() == 1

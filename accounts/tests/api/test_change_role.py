"""PATCH /users/admin/{id}, /users/instructor/{id}, /users/student/{id}: changing a role; one admin always remains."""

import pytest
from django.utils import timezone

from accounts import roles
from accounts.models import Role, User
from testing.clients.api import as_
from testing.factories import make_user
from testing.proofs.races import return_together, run_concurrently
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db

ROLES = ("admin", "instructor", "student")


@pytest.mark.parametrize("role", ["admin", "instructor"])
def test_it_changes_the_role_once(users, role):
    client = as_(users.admin)

    assert client.patch(f"/users/{role}/{users.student.pk}") == {"modifiedCount": 1}
    assert client.patch(f"/users/{role}/{users.student.pk}") == {"modifiedCount": 0}
    users.student.refresh_from_db()
    assert users.student.role == role


def test_it_gives_a_former_student_the_role_back(users):
    client = as_(users.admin)
    client.patch(f"/users/instructor/{users.student.pk}")

    assert client.patch(f"/users/student/{users.student.pk}") == {"modifiedCount": 1}
    assert client.patch(f"/users/student/{users.student.pk}") == {"modifiedCount": 0}
    users.student.refresh_from_db()
    assert users.student.role == "student"


@pytest.mark.parametrize("role", ROLES)
def test_it_refuses_users_who_are_not_admins(users, role):
    before = all_users()

    for user in (users.instructor, users.student):
        assert as_(user).patch(f"/users/{role}/{user.pk}", status=403)["code"] == "forbidden"
    as_(None).patch(f"/users/{role}/{users.student.pk}", status=401)
    assert all_users() == before


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("bad", ["999999", "0", "-1", "x", "1.0", "\u0661", "9" * 40, "ada@camp.example", "%2e%2e"])
def test_it_returns_404_for_a_bad_id(users, role, bad):
    before = all_users()

    assert as_(users.admin).patch(f"/users/{role}/{bad}", status=404)["code"] == "not_found"
    assert all_users() == before


def test_it_ignores_the_request_body(users):
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}", {"role": "admin"})
    users.student.refresh_from_db()
    assert users.student.role == "instructor"


def test_it_refuses_an_admin_with_an_unverified_address(users):
    ann = make_user("ann", email_verified=False)
    before = all_users()

    assert as_(users.admin).patch(f"/users/admin/{ann.pk}", status=409)["code"] == "email_not_verified"
    assert all_users() == before
    as_(users.admin).patch(f"/users/instructor/{ann.pk}")


@pytest.mark.parametrize("role", ["instructor", "student"])
def test_it_refuses_to_demote_the_last_admin(users, role):
    before = all_users()

    assert as_(users.admin).patch(f"/users/{role}/{users.admin.pk}", status=409)["code"] == "last_admin"
    assert all_users() == before


def test_it_does_not_count_a_disabled_admin(users):
    make_user("former", Role.ADMIN, is_active=False)

    assert as_(users.admin).patch(f"/users/instructor/{users.admin.pk}", status=409)["code"] == "last_admin"


def test_it_demotes_an_admin_if_another_remains(users):
    other = make_user("other", Role.ADMIN)
    client = as_(users.admin)

    assert client.patch(f"/users/instructor/{users.admin.pk}") == {"modifiedCount": 1}
    client.patch(f"/users/instructor/{other.pk}", status=401)
    users.admin.refresh_from_db()
    assert as_(users.admin).patch(f"/users/instructor/{other.pk}", status=403)["code"] == "forbidden"


def demote_each_other(first, second):
    return run_concurrently(
        lambda: roles.set_role(user_id=second.pk, role=Role.INSTRUCTOR, now=timezone.now()),
        lambda: roles.set_role(user_id=first.pk, role=Role.INSTRUCTOR, now=timezone.now()),
    )


@pytest.mark.django_db(transaction=True)
def test_it_keeps_one_admin_if_two_demote_each_other(monkeypatch):
    return_together(monkeypatch, roles, "_check_admin_remains")
    outcomes = demote_each_other(make_user("ada", Role.ADMIN), make_user("bea", Role.ADMIN))

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LastAdmin", "int"]
    assert User.objects.admins().count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_keeps_no_admin_without_the_lock(monkeypatch):
    """Control of the test above."""

    def read_without_lock(user_id):
        return {user.pk: user for user in User.objects.all()}

    monkeypatch.setattr(roles, "lock_with_admins", read_without_lock)
    return_together(monkeypatch, roles, "_check_admin_remains")
    demote_each_other(make_user("ada", Role.ADMIN), make_user("bea", Role.ADMIN))

    assert User.objects.admins().count() == 0

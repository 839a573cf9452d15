"""PATCH /users/admin/{id} and /users/instructor/{id}; and that there is always an admin."""

import time

import pytest

from accounts import roles
from accounts.models import Role, User
from accounts.tests.conftest import everybody
from camp.testing import as_, in_threads, make_cast, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_cast()


@pytest.mark.parametrize("role", ["admin", "instructor"])
def test_an_admin_gives_a_role_once(cast, role):
    client = as_(cast.admin)

    assert client.patch(f"/users/{role}/{cast.student.pk}") == {"modifiedCount": 1}
    assert client.patch(f"/users/{role}/{cast.student.pk}") == {"modifiedCount": 0}
    cast.student.refresh_from_db()
    assert cast.student.role == role


@pytest.mark.parametrize("role", ["admin", "instructor"])
def test_nobody_else_does(cast, role):
    before = everybody()

    for person in (cast.instructor, cast.student):
        assert as_(person).patch(f"/users/{role}/{person.pk}", status=403)["code"] == "forbidden"
    as_(None).patch(f"/users/{role}/{cast.student.pk}", status=401)
    assert everybody() == before


@pytest.mark.parametrize("role", ["admin", "instructor"])
@pytest.mark.parametrize("bad", ["999999", "0", "-1", "x", "1.0", "\u0661", "9" * 40, "ada@camp.example", "%2e%2e"])
def test_a_bad_id_is_not_found(cast, role, bad):
    before = everybody()

    assert as_(cast.admin).patch(f"/users/{role}/{bad}", status=404)["code"] == "not_found"
    assert everybody() == before


def test_what_is_sent_along_does_not_matter(cast):
    as_(cast.admin).patch(f"/users/instructor/{cast.student.pk}", {"role": "admin"})
    cast.student.refresh_from_db()
    assert cast.student.role == "instructor"


def test_an_admin_needs_a_verified_address(cast):
    ann = make_user("ann", email_verified=False)
    before = everybody()

    assert as_(cast.admin).patch(f"/users/admin/{ann.pk}", status=409)["code"] == "email_not_verified"
    assert everybody() == before
    as_(cast.admin).patch(f"/users/instructor/{ann.pk}")


def test_the_last_admin_stays_admin(cast):
    before = everybody()

    assert as_(cast.admin).patch(f"/users/instructor/{cast.admin.pk}", status=409)["code"] == "last_admin"
    assert everybody() == before


def test_a_disabled_admin_does_not_count(cast):
    make_user("former", Role.ADMIN, is_active=False)

    assert as_(cast.admin).patch(f"/users/instructor/{cast.admin.pk}", status=409)["code"] == "last_admin"


def test_an_admin_may_step_down_where_there_is_another(cast):
    other = make_user("other", Role.ADMIN)
    client = as_(cast.admin)

    assert client.patch(f"/users/instructor/{cast.admin.pk}") == {"modifiedCount": 1}
    assert client.patch(f"/users/instructor/{other.pk}", status=403)["code"] == "forbidden"


def demote_each_other(first, second):
    return in_threads(
        lambda: roles.make_instructor(user_id=second.pk),
        lambda: roles.make_instructor(user_id=first.pk),
    )


def slow_down_the_check(monkeypatch):
    check = roles._refuse_without

    def check_slowly(rows, leaving):
        check(rows, leaving)
        time.sleep(0.2)

    monkeypatch.setattr(roles, "_refuse_without", check_slowly)


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_demote_each_other_leave_one(monkeypatch):
    slow_down_the_check(monkeypatch)
    outcomes = demote_each_other(make_user("ada", Role.ADMIN), make_user("bea", Role.ADMIN))

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LastAdmin", "int"]
    assert User.objects.admins().count() == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_none_would_be_left(monkeypatch):
    """The control of the test above."""

    def read_only(user_ids):
        return {user.pk: user for user in User.objects.all()}

    monkeypatch.setattr(roles, "_lock_with_admins", read_only)
    slow_down_the_check(monkeypatch)
    demote_each_other(make_user("ada", Role.ADMIN), make_user("bea", Role.ADMIN))

    assert User.objects.admins().count() == 0

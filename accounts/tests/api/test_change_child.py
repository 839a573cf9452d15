"""PUT /children/{id}: a user changes a child of their own account."""

from datetime import date

import pytest
from django.utils import timezone

from accounts.models import Child
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


def test_it_changes_the_name_and_the_date_of_birth(users, mia):
    body = {"name": "Mia Sophie", "bornOn": "2014-06-01"}
    assert as_(users.student).put(f"/children/{mia.pk}", body) == {"modifiedCount": 1}
    mia.refresh_from_db()
    assert (mia.name, mia.born_on) == ("Mia Sophie", date(2014, 6, 1))


@pytest.mark.parametrize(("body", "born_on"), [({}, date(2015, 6, 1)), ({"bornOn": None}, None)])
def test_it_keeps_a_missing_date_of_birth_and_removes_null(users, mia, body, born_on):
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia S."} | body)
    mia.refresh_from_db()
    assert (mia.name, mia.born_on) == ("Mia S.", born_on)


def test_it_reports_an_unchanged_child(users, mia):
    body = {"name": "Mia", "bornOn": "2015-06-01"}
    with nothing_changes():
        assert as_(users.student).put(f"/children/{mia.pk}", body) == {"modifiedCount": 0}


def test_it_stores_who_changed_what(users, mia):
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia S."})
    latest, first = Child.history.all()
    assert (latest.name, latest.history_user, first.name) == ("Mia S.", users.student, "Mia")


def test_it_changes_only_the_case_of_a_name(users, mia):
    as_(users.student).put(f"/children/{mia.pk}", {"name": "MIA"})
    mia.refresh_from_db()
    assert mia.name == "MIA"


@pytest.mark.parametrize("who", ["other_student", "instructor", "admin"])
def test_it_returns_404_for_another_users_child(users, mia, who):
    with nothing_changes():
        as_(getattr(users, who)).put(f"/children/{mia.pk}", {"name": "Changed"}, 404)


def test_it_returns_404_for_a_deleted_child(users):
    deleted = make_child(users.student, "Deleted child", born_on=None, deleted_at=timezone.now())
    as_(users.student).put(f"/children/{deleted.pk}", {"name": "Mia"}, 404)


def test_it_requires_a_login(mia):
    as_(None).put(f"/children/{mia.pk}", {"name": "Changed"}, 401)


def test_it_returns_404_for_a_bad_id(users, mia):
    for id in INVALID_IDS:
        as_(users.student).put(f"/children/{id}", {"name": "Changed"}, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "evil.com"}, "name"),
        ({"name": "Mia", "bornOn": "2999-01-01"}, "bornOn"),
    ],
)
def test_it_refuses_bad_input(users, mia, body, field):
    with nothing_changes():
        assert list(as_(users.student).put(f"/children/{mia.pk}", body, 400)["fields"]) == [field]


def test_it_refuses_the_name_and_date_of_birth_of_a_sibling(users, mia):
    make_child(users.student, "Leo")
    with nothing_changes():
        assert as_(users.student).put(f"/children/{mia.pk}", {"name": "leo"}, 409)["code"] == "already_exists"


@pytest.mark.parametrize(
    ("born_on", "day", "age"),
    [
        (date(2016, 7, 5), date(2026, 7, 4), 9),
        (date(2016, 7, 5), date(2026, 7, 5), 10),
        (date(2016, 2, 29), date(2026, 2, 28), 9),
        (date(2016, 2, 29), date(2026, 3, 1), 10),
        (date(2026, 7, 5), date(2026, 7, 4), -1),
        (None, date(2026, 7, 5), None),
    ],
)
def test_it_computes_the_age_in_completed_years(born_on, day, age):
    assert Child(born_on=born_on).age_on(day) == age

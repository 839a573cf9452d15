"""PATCH /families/{id}/children/{childId}: the office corrects a child, and learns which classes no longer fit."""

from datetime import UTC, date, datetime

import pytest

from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_class, make_enrollment, make_hold, make_lesson
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia(users):
    return make_child(users.student, "Mia", date(2018, 3, 1))


def change(users, child, body, status=200):
    return as_(users.admin).patch(f"/families/{child.guardian_id}/children/{child.pk}", body, status)


def refused(users, child, body, status):
    with nothing_changes():
        return change(users, child, body, status)


def booked_class(users, child, name, *, book=make_enrollment, **ages):
    camp_class = make_class(users.instructor, name, **ages)
    make_lesson(camp_class, datetime(2027, 7, 5, 16, tzinfo=UTC))
    book(users.student, camp_class, child)
    return camp_class


def test_it_corrects_a_child(users, mia):
    body = {"name": "Mia Rose", "bornOn": "2017-04-05"}
    assert change(users, mia, body) == {"modifiedCount": 1, "noLongerFit": []}
    assert change(users, mia, body) == {"modifiedCount": 0, "noLongerFit": []}
    mia.refresh_from_db()
    assert (mia.name, mia.born_on) == ("Mia Rose", date(2017, 4, 5))
    assert mia.history.latest().history_user == users.admin


def test_it_leaves_what_is_missing(users, mia):
    change(users, mia, {"bornOn": None})
    mia.refresh_from_db()
    assert (mia.name, mia.born_on) == ("Mia", None)


def test_it_names_the_booked_classes_that_no_longer_fit(users, mia):
    clay = booked_class(users, mia, "Clay", age_from=9, age_to=12)
    wool = booked_class(users, mia, "Wool", book=make_hold, age_from=9)
    booked_class(users, mia, "Wood", age_from=8)
    booked_class(users, mia, "For all")
    booked_class(users, mia, "Never fitted", age_from=14)
    booked_class(users, mia, "Over", age_from=9, ended_at=datetime(2026, 1, 5, tzinfo=UTC))
    booked_class(users, make_child(users.student, "Leo"), "Of a sibling", age_from=9)
    # Younger than nine on the day of the first lesson.
    found = change(users, mia, {"bornOn": "2018-07-06"})
    assert found["modifiedCount"] == 1
    assert found["noLongerFit"] == [
        {"classId": str(clay.pk), "nameClass": "Clay", "ages": "children aged 9 to 12"},
        {"classId": str(wool.pk), "nameClass": "Wool", "ages": "children aged 9 and over"},
    ]
    mia.refresh_from_db()
    assert mia.born_on == date(2018, 7, 6)
    assert mia.enrollments.count() == 6


def test_it_names_each_class_with_ages_if_the_birth_date_is_removed(users, mia):
    booked_class(users, mia, "Clay", age_from=9)
    assert [each["nameClass"] for each in change(users, mia, {"bornOn": None})["noLongerFit"]] == ["Clay"]


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_is_for_admins(users, mia, role):
    with nothing_changes():
        as_(getattr(users, role)).patch(f"/families/{users.student.pk}/children/{mia.pk}", {"name": "Other"}, 403)


def test_it_knows_no_other_child(users, mia):
    for invalid in INVALID_IDS:
        as_(users.admin).patch(f"/families/{users.student.pk}/children/{invalid}", {"name": "Other"}, 404)
        as_(users.admin).patch(f"/families/{invalid}/children/{mia.pk}", {"name": "Other"}, 404)


def test_it_knows_no_child_of_another_family(users, mia):
    with nothing_changes():
        as_(users.admin).patch(f"/families/{users.other_student.pk}/children/{mia.pk}", {"name": "Other"}, 404)


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x" * 101}, {"bornOn": "1899-12-31"}, {"bornOn": "soon"}])
def test_it_refuses_bad_input(users, mia, body):
    assert refused(users, mia, body, 400)["fields"].keys() == body.keys()


def test_it_refuses_a_second_child_with_the_same_name_and_birth_date(users, mia):
    make_child(users.student, "Leo", date(2018, 3, 1))
    assert refused(users, mia, {"name": "leo"}, 409)["code"] == "already_exists"


def test_it_refuses_a_disabled_account(users, mia):
    users.student.is_active = False
    users.student.save()
    assert refused(users, mia, {"name": "Other"}, 409)["code"] == "account_disabled"

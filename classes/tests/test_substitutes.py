"""PATCH /lessons/{id}: an admin lets another instructor teach one lesson."""

from datetime import timedelta

import pytest

from classes.models import Lesson
from testing.api_client import INVALID_IDS, as_
from testing.factories import NOW, make_enrollment, make_lesson

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, NOW + timedelta(hours=5))


def set_substitute(user, lesson, substitute, status=200):
    return as_(user).patch(f"/lessons/{lesson.pk}", {"substituteId": substitute and str(substitute.pk)}, status)


def test_it_sets_and_removes_a_substitute(users, lesson):
    for substitute, modified in ((users.other_instructor, 1), (users.other_instructor, 0), (None, 1), (None, 0)):
        assert set_substitute(users.admin, lesson, substitute) == {"modifiedCount": modified}
        lesson.refresh_from_db()
        assert lesson.substitute == substitute


def test_it_keeps_the_substitute_of_a_lesson_that_moves(users, clay, lesson):
    set_substitute(users.admin, lesson, users.other_instructor)
    moved = {"_id": str(lesson.pk), "date": "2026-03-02", "from": "09:00", "to": "12:00"}
    as_(users.admin).patch(f"/classes/{clay.pk}", {"lessons": [moved]})
    lesson.refresh_from_db()
    assert (lesson.substitute, lesson.starts_at) == (users.other_instructor, NOW + timedelta(hours=5) + DAY)


def test_it_is_for_admins(users, lesson):
    for user in (users.instructor, users.other_instructor, users.student):
        set_substitute(user, lesson, users.other_instructor, 403)
    set_substitute(None, lesson, users.other_instructor, 401)
    assert not Lesson.objects.filter(substitute__isnull=False).exists()


@pytest.mark.parametrize("id", INVALID_IDS)
def test_it_refuses_a_bad_id(users, id):
    as_(users.admin).patch(f"/lessons/{id}", {"substituteId": None}, 404)


def test_it_refuses_a_canceled_lesson(users, lesson):
    lesson.canceled_at = NOW
    lesson.save()
    set_substitute(users.admin, lesson, users.other_instructor, 404)


@pytest.mark.parametrize("body", [{}, {"substituteId": "x"}, {"substituteId": 1.5}])
def test_it_refuses_bad_input(users, lesson, body):
    as_(users.admin).patch(f"/lessons/{lesson.pk}", body, 400)


def test_it_refuses_who_is_no_instructor(users, lesson):
    users.other_instructor.is_active = False
    users.other_instructor.save()
    for user in (users.student, users.other_instructor):
        assert set_substitute(users.admin, lesson, user, 409)["code"] == "not_an_instructor"
    assert not Lesson.objects.filter(substitute__isnull=False).exists()


# The lesson is on March 1 in New York: from 5:00 to 5:00 UTC; NOW is 9:00 UTC.
@pytest.mark.parametrize(
    ("shift", "status"),
    [
        (timedelta(hours=-4, microseconds=-1), 404),
        (timedelta(hours=-4), 200),
        (timedelta(hours=20, microseconds=-1), 200),
        (timedelta(hours=20), 404),
    ],
)
def test_the_substitute_sees_the_roster_on_the_day(users, clay, lesson, clock, shift, status):
    make_enrollment(users.student, clay)
    make_lesson(clay, NOW + 2 * DAY)
    set_substitute(users.admin, lesson, users.other_instructor)
    clock.shift(shift)

    as_(users.other_instructor).get(f"/classes/{clay.pk}/roster", status)
    as_(users.instructor).get(f"/classes/{clay.pk}/roster")
    as_(users.other_instructor).get(f"/myClass/{clay.pk}", 404)


def test_a_former_substitute_or_instructor_sees_no_roster(users, clay, lesson):
    set_substitute(users.admin, lesson, users.other_instructor)
    users.other_instructor.role = "student"
    users.other_instructor.save()
    as_(users.other_instructor).get(f"/classes/{clay.pk}/roster", 404)
    set_substitute(users.admin, lesson, None)
    users.other_instructor.role = "instructor"
    users.other_instructor.save()
    as_(users.other_instructor).get(f"/classes/{clay.pk}/roster", 404)

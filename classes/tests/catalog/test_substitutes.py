"""PATCH /lessons/{id}: an admin lets another instructor teach one lesson. GET /substitutions: these lessons."""

from datetime import timedelta

import pytest

from classes.models import Lesson
from testing.clients.api import INVALID_IDS, as_
from testing.factories import NOW, make_class, make_enrollment, make_lesson

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


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
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
def test_the_substitute_sees_the_roster_and_its_class_on_the_day(users, clay, lesson, clock, shift, status):
    make_enrollment(users.student, clay)
    make_lesson(clay, NOW + 2 * DAY)
    set_substitute(users.admin, lesson, users.other_instructor)
    clock.shift(shift)

    for path in (f"/classes/{clay.pk}/roster", f"/classes/{clay.pk}/waitlist", f"/myClass/{clay.pk}"):
        as_(users.other_instructor).get(path, status)
        as_(users.instructor).get(path)


def test_a_former_substitute_or_instructor_sees_no_roster(users, clay, lesson):
    set_substitute(users.admin, lesson, users.other_instructor)
    users.other_instructor.role = "student"
    users.other_instructor.save()
    as_(users.other_instructor).get(f"/classes/{clay.pk}/roster", 404)
    set_substitute(users.admin, lesson, None)
    users.other_instructor.role = "instructor"
    users.other_instructor.save()
    as_(users.other_instructor).get(f"/classes/{clay.pk}/roster", 404)


def substituted(user):
    return [row["_id"] for row in as_(user).get("/substitutions")]


def test_it_lists_the_lessons_that_an_instructor_substitutes(users, clay, lesson):
    clay.place = "Pottery"
    clay.save()
    tomorrow = make_lesson(clay, NOW + DAY, place="Garden")
    make_lesson(clay, NOW + 2 * DAY)
    for each in (tomorrow, lesson):
        set_substitute(users.admin, each, users.other_instructor)
    first, second = as_(users.other_instructor).get("/substitutions")
    assert first == {
        "_id": str(lesson.pk),
        "startsAt": "2026-03-01T14:00:00Z",
        "endsAt": "2026-03-01T17:00:00Z",
        "place": "Pottery",
        "classId": str(clay.pk),
        "nameClass": clay.name,
        "instructorName": users.instructor.name,
    }
    assert (second["_id"], second["place"]) == (str(tomorrow.pk), "Garden")
    assert substituted(users.instructor) == []


def test_it_lists_none_that_is_over_or_canceled_nor_one_of_an_own_class(users, clay, lesson):
    over, canceled = make_lesson(clay, NOW - 4 * DAY / 24), make_lesson(clay, NOW + DAY)
    own = make_lesson(make_class(users.other_instructor, "Own"), NOW + DAY)
    pending = make_lesson(make_class(users.instructor, "Pending", status="Pending"), NOW + DAY)
    for each in (over, canceled, own, pending, lesson):
        set_substitute(users.admin, each, users.other_instructor)
    canceled.canceled_at = NOW
    canceled.save(update_fields=["canceled_at"])
    assert substituted(users.other_instructor) == [str(lesson.pk)]


def test_it_lists_them_in_a_constant_number_of_queries(users, clay, lesson, count_queries):
    set_substitute(users.admin, lesson, users.other_instructor)
    few = count_queries(as_(users.other_instructor), "/substitutions")
    for number in range(5):
        each = make_lesson(make_class(users.instructor, f"Class {number}"), NOW + DAY)
        set_substitute(users.admin, each, users.other_instructor)
    assert count_queries(as_(users.other_instructor), "/substitutions") == few

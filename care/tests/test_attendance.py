"""GET /classes/{id}/attendance: who was at the lessons of a class, as JSON or CSV."""

import csv
import io
from datetime import timedelta

import pytest

from testing.api_client import INVALID_IDS, as_
from testing.factories import NOW, make_enrollment, make_lesson
from testing.presence import event, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DAY = timedelta(days=1)


@pytest.fixture
def lesson(clay):
    return make_lesson(clay, NOW + timedelta(hours=5))


@pytest.fixture
def seat(users, clay, mia):
    return make_enrollment(users.student, clay, mia)


def path_of(camp_class):
    return f"/classes/{camp_class.pk}/attendance"


def test_it_lists_the_lessons_that_have_begun(users, clay, lesson, seat):
    olga = make_enrollment(users.other_student, clay)
    before = make_lesson(clay, NOW - DAY)
    make_lesson(clay, NOW + DAY)
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), withName="Sam")
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left, event(lesson, olga, "ABSENT")))

    rows = as_(users.instructor).get(path_of(clay))

    assert [(row["lessonId"], row["name"], row["state"]) for row in rows] == [
        (str(before.pk), "Mia", "expected"),
        (str(before.pk), "Olga", "expected"),
        (str(lesson.pk), "Mia", "left"),
        (str(lesson.pk), "Olga", "absent"),
    ]
    assert (rows[2]["arrivedAt"], rows[2]["leftAt"], rows[2]["with"]) == (
        "2026-03-01T14:00:00Z", "2026-03-01T17:00:00Z", "Sam"
    )  # fmt: skip


def test_it_keeps_who_has_canceled_since(users, clay, lesson, seat):
    make_lesson(clay, NOW - DAY)
    as_(users.instructor).post("/presence", sent(event(lesson, seat)))
    seat.state, seat.released_at = "RELEASED", NOW + timedelta(hours=9)
    seat.save()

    assert [(row["lessonId"], row["name"]) for row in as_(users.admin).get(path_of(clay))] == [(str(lesson.pk), "Mia")]


def test_it_exports_csv_in_the_camps_time(users, clay, lesson, seat):
    left = event(lesson, seat, "LEFT", at=NOW + timedelta(hours=8), withName="Sam")
    as_(users.instructor).post("/presence", sent(event(lesson, seat), left))

    response = as_(users.instructor).get(f"{path_of(clay)}?format=csv")

    assert response["Content-Disposition"] == 'attachment; filename="attendance-clay-for-beginners.csv"'
    assert list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")))) == [
        ["Lesson", "Name", "State", "Arrived", "Left", "With"],
        ["2026-03-01 09:00:00", "Mia", "left", "2026-03-01 09:00:00", "2026-03-01 12:00:00", "Sam"],
    ]


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_is_for_the_instructor_and_admins(users, clay, lesson, seat, query):
    lesson.substitute = users.other_instructor
    lesson.save()
    for user in (users.other_instructor, users.student):
        assert as_(user).get(path_of(clay) + query, 404)["code"] == "not_found"
    as_(None).get(path_of(clay) + query, 401)


@pytest.mark.parametrize("id", INVALID_IDS)
def test_it_refuses_a_bad_id(users, id):
    as_(users.instructor).get(f"/classes/{id}/attendance", 404)


def test_it_does_not_exist_for_a_school_of_adults(users, clay, lesson, settings):
    settings.CARE = False
    as_(users.admin).get(path_of(clay), 404)


def test_it_makes_a_constant_number_of_queries(users, clay, lesson, seat, count_queries):
    few = count_queries(as_(users.instructor), path_of(clay))
    for days in range(1, 6):
        make_lesson(clay, NOW - days * DAY)
    make_enrollment(users.other_student, clay)
    assert count_queries(as_(users.instructor), path_of(clay)) == few

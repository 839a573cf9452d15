"""GET /reports/instructors: the lessons and hours that were taught."""

import csv
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Role, User
from testing.clients.api import as_
from testing.factories import make_class, make_lesson, make_season, make_withdrawn_class

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def clay(users):
    return make_class(users.instructor, "Clay", season=make_season())


def taught(users, query=""):
    return {
        each["name"]: (each["lessons"], each["hours"]) for each in as_(users.admin).get(f"/reports/instructors{query}")
    }


def test_it_returns_the_lessons_that_are_over(users, clay):
    now = timezone.now()
    make_lesson(clay, now - 2 * DAY, hours=1.5)
    make_lesson(clay, now - 3 * DAY, hours=2.25)
    make_lesson(clay, now - HOUR, hours=2)
    make_lesson(clay, now - 4 * DAY, canceled_at=now)
    make_class(users.other_instructor, "Wood")
    assert as_(users.admin).get("/reports/instructors") == [
        {
            "instructorId": str(users.instructor.pk),
            "name": users.instructor.name,
            "email": "ines@camp.example",
            "lessons": 2,
            "hours": 3.75,
        }
    ]


def test_it_sorts_names_as_people_do(users):
    for number, name in enumerate(["Zoe", "\xc1bel", "abe", "\u015eule"]):
        instructor = User.objects.create(name=name, email=f"{number}@y.example", role=Role.INSTRUCTOR)
        make_lesson(make_class(instructor), timezone.now() - DAY)
    assert list(taught(users)) == ["abe", "\xc1bel", "\u015eule", "Zoe"]


def test_it_filters_by_season(users, clay):
    make_lesson(clay, timezone.now() - DAY)
    make_lesson(make_class(users.other_instructor, "Wood"), timezone.now() - DAY, hours=1)
    ines, oskar = users.instructor.name, users.other_instructor.name
    assert taught(users) == {ines: (1, 3), oskar: (1, 1)}
    assert taught(users, "?season=summer-2027") == {ines: (1, 3)}
    assert taught(users, "?season=none") == {oskar: (1, 1)}
    assert taught(users, "?season=unknown") == {}


def test_it_counts_a_lesson_for_who_had_the_class_then(users):
    with time_machine.travel(timezone.now() - 10 * DAY):
        clay = make_class(users.instructor, "Clay")
    make_lesson(clay, timezone.now() - 8 * DAY)
    make_lesson(clay, timezone.now() - 2 * DAY, hours=1)
    with time_machine.travel(timezone.now() - 5 * DAY):
        clay.instructor = users.other_instructor
        clay.save()
    assert taught(users) == {users.instructor.name: (1, 3), users.other_instructor.name: (1, 1)}


def test_it_counts_a_lesson_for_its_substitute(users, clay):
    make_lesson(clay, timezone.now() - DAY)
    make_lesson(clay, timezone.now() - 2 * DAY, hours=1, substitute=users.other_instructor)
    assert taught(users) == {users.instructor.name: (1, 3), users.other_instructor.name: (1, 1)}


def test_it_counts_the_lessons_before_a_withdrawal(users):
    withdrawn = make_withdrawn_class(users.instructor, withdrawn_at=timezone.now() - 2 * DAY)
    make_lesson(withdrawn, timezone.now() - 3 * DAY)
    make_lesson(withdrawn, timezone.now() - DAY)
    assert taught(users) == {users.instructor.name: (1, 3)}


def test_it_returns_the_same_as_csv(users, clay):
    make_lesson(clay, timezone.now() - DAY)
    response = as_(users.admin).get("/reports/instructors?format=csv")
    assert response["Content-Disposition"] == 'attachment; filename="instructors.csv"'
    (row,) = csv.DictReader(response.content.decode("utf-8-sig").splitlines())
    expected = {"Instructor": users.instructor.name, "E-mail": "ines@camp.example", "Lessons": "1", "Hours": "3.00"}
    assert expected.items() <= row.items()


@pytest.mark.parametrize("query", ["", "?format=csv"])
def test_it_refuses_others(users, query):
    as_(None).get(f"/reports/instructors{query}", 401)
    for role in ("student", "instructor"):
        as_(getattr(users, role)).get(f"/reports/instructors{query}", 403)

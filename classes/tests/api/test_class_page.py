"""GET /classes/{id} and GET /crafts: what a visitor sees before choosing a class."""

from datetime import UTC, datetime, timedelta

import pytest

from classes.models import Craft, Status
from testing.clients.api import INVALID_IDS, as_
from testing.factories import NO_PAGE, make_class, make_craft, make_enrollment, make_lesson

MONDAY = datetime(2027, 7, 5, 13, tzinfo=UTC)
"""9:00 in New York."""
ADDED = {"craft": None, "place": "Barn", "bring": "An apron.", "age_from": 8, "age_to": 12}


def test_it_shows_a_class_with_its_lessons_and_its_instructor(users):
    users.instructor.bio, users.instructor.photo = "Potter.", "https://pictures.example/ines.jpg"
    users.instructor.save()
    camp_class = make_class(users.instructor, **ADDED | {"craft": make_craft("Clay")})
    second = make_lesson(camp_class, MONDAY + timedelta(days=1), place="Hall")
    first = make_lesson(camp_class, MONDAY)
    make_lesson(camp_class, MONDAY + timedelta(days=2), canceled_at=MONDAY)
    make_enrollment(users.student, camp_class)

    shown = as_(None).get(f"/classes/{camp_class.pk}")

    (listed,) = as_(None).get("/classes")
    assert shown == listed | {
        "lessons": [
            {
                "_id": str(first.pk),
                "startsAt": "2027-07-05T13:00:00Z",
                "endsAt": "2027-07-05T16:00:00Z",
                "place": "",
            },
            {
                "_id": str(second.pk),
                "startsAt": "2027-07-06T13:00:00Z",
                "endsAt": "2027-07-06T16:00:00Z",
                "place": "Hall",
            },
        ],
        "endedAt": None,
        "refundSteps": [
            {"hoursAfterPaying": None, "percent": 100, "until": "2027-06-05T13:00:00Z"},
            {"hoursAfterPaying": None, "percent": 50, "until": "2027-06-21T13:00:00Z"},
            {"hoursAfterPaying": None, "percent": 0, "until": None},
        ],
        "instructorId": str(users.instructor.pk),
        "instructorBio": "Potter.",
        "instructorPhoto": "https://pictures.example/ines.jpg",
    }
    assert {name: listed[name] for name in ("craft", "place", "bring", "ageFrom", "ageTo")} == {
        "craft": "clay",
        "place": "Barn",
        "bring": "An apron.",
        "ageFrom": 8,
        "ageTo": 12,
    }
    assert (listed["firstDay"], listed["lastDay"], listed["lessonCount"]) == ("2027-07-05", "2027-07-06", 2)
    assert (listed["weekdays"], listed["earliestTime"], listed["latestTime"]) == ([1, 2], "09:00", "12:00")


def test_it_shows_the_days_in_the_time_zone_of_the_camp(users):
    make_lesson(make_class(users.instructor), datetime(2027, 7, 6, 1, tzinfo=UTC))  # on the evening before in New York

    (listed,) = as_(None).get("/classes")

    assert (listed["firstDay"], listed["lastDay"]) == ("2027-07-05", "2027-07-05")
    assert listed["startsAt"] == "2027-07-06T01:00:00Z"
    assert (listed["weekdays"], listed["earliestTime"]) == ([1], "21:00")


def test_it_shows_a_class_without_lessons(users):
    camp_class = make_class(users.instructor)

    shown = as_(None).get(f"/classes/{camp_class.pk}")

    assert NO_PAGE | {"instructorId": str(users.instructor.pk)} == {
        name: shown[name] for name in (*NO_PAGE, "instructorId")
    }


def test_it_shows_everyone_the_same(users):
    camp_class = make_class(users.instructor, feedback="Old feedback.")
    shown = as_(None).get(f"/classes/{camp_class.pk}")

    for user in vars(users).values():
        assert as_(user).get(f"/classes/{camp_class.pk}") == shown
    assert "feedback" not in shown


def test_it_keeps_the_page_of_a_class_that_is_over_and_unlists_it(users):
    over = make_class(users.instructor, ended_at=MONDAY)
    make_enrollment(users.student, over)

    assert as_(None).get(f"/classes/{over.pk}")["endedAt"] == "2027-07-05T13:00:00Z"
    assert as_(None).get("/classes") == as_(None).get("/popularClasses") == []
    (for_admin,) = as_(users.admin).get("/classes")
    assert for_admin["endedAt"] == "2027-07-05T13:00:00Z"
    for path in (f"/myClasses/{users.instructor.email}", f"/enrolledStudent/{users.student.email}"):
        (row,) = as_(users.admin).get(path)
        assert row["endedAt"] == "2027-07-05T13:00:00Z"


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_hides_a_class_that_is_not_approved(users, status):
    camp_class = make_class(users.instructor, status=status)

    for user in (None, users.instructor, users.admin):
        assert as_(user).get(f"/classes/{camp_class.pk}", 404)["code"] == "not_found"


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(None).get(f"/classes/{id}", 404)["code"] == "not_found"


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    camp_class = make_class(users.instructor, craft=make_craft())
    for number in range(30):
        make_lesson(camp_class, MONDAY + timedelta(days=number))

    assert count_queries(as_(None), f"/classes/{camp_class.pk}") == 2


def test_it_lists_the_crafts_in_their_order(db):
    for position, name in enumerate(("Wool", "Clay", "Glass")):
        Craft.objects.create(name=name, slug=name.lower(), position=9 - position)

    crafts = as_(None).get("/crafts")

    assert crafts == [
        {"slug": "glass", "name": "Glass"},
        {"slug": "clay", "name": "Clay"},
        {"slug": "wool", "name": "Wool"},
    ]

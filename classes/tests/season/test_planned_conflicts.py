"""POST /lessons/conflicts: what takes place at the time of lessons that an instructor is writing."""

from datetime import UTC, datetime, timedelta

import pytest

from classes.models import Lesson
from testing.clients.api import as_
from testing.factories import NOW, make_class, make_lesson

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

NINE = datetime(2027, 7, 5, 13, tzinfo=UTC)
"""9:00 AM in New York."""


def planned(start="09:00", end="12:00", date="2027-07-05", **fields):
    return {"date": date, "from": start, "to": end} | fields


def found(user, *lessons, status=200, **fields):
    return as_(user).post("/lessons/conflicts", {"lessons": list(lessons), **fields}, status)


def kinds(rows):
    return [(row["kind"], row["position"], row["nameClass"]) for row in rows]


@pytest.fixture
def own(users):
    camp_class = make_class(users.instructor, "Own", place="Barn")
    make_lesson(camp_class, NINE)
    return camp_class


@pytest.fixture
def other(users):
    camp_class = make_class(users.other_instructor, "Other", place="Barn")
    make_lesson(camp_class, NINE)
    return camp_class


def test_it_lists_the_lessons_of_the_instructor_and_those_in_the_room(users, own, other):
    before = list(Lesson.objects.values())
    assert found(users.instructor, planned("07:00", "08:00"), planned("11:00", "13:00"), place=" barn") == [
        {
            "kind": kind,
            "position": 2,
            "nameClass": name,
            "startsAt": "2027-07-05T13:00:00Z",
            "endsAt": "2027-07-05T16:00:00Z",
        }
        for kind, name in (("instructor", "Own"), ("place", "Own"), ("place", "Other"))
    ]
    assert list(Lesson.objects.values()) == before


def test_it_looks_at_the_place_of_each_lesson(users, other):
    make_lesson(other, NINE + timedelta(days=1), place="Hall")
    day = {"date": "2027-07-06"}
    assert kinds(found(users.instructor, planned(place="Barn"), planned(**day, place="Hall"))) == [
        ("place", 1, "Other"),
        ("place", 2, "Other"),
    ]
    assert found(users.instructor, planned(place="Hall"), planned(**day), place="Barn") == []


@pytest.mark.parametrize(
    ("start", "end", "is_found"),
    [("09:00", "12:00", True), ("08:00", "09:00", False), ("12:00", "13:00", False), ("11:59", "13:00", True)],
)
def test_it_compares_start_and_end(users, own, start, end, is_found):
    assert bool(found(users.instructor, planned(start, end))) == is_found


def test_it_finds_nothing_without_a_place_or_lessons(users, other):
    other.place = ""
    other.save()
    assert found(users.instructor, planned()) == found(users.instructor, place="Barn") == []


def test_it_leaves_out_the_class_itself_and_what_does_not_take_place(users, own):
    make_lesson(make_class(users.instructor, status="Denied"), NINE)
    make_lesson(make_class(users.instructor), NINE, canceled_at=NOW)
    assert kinds(found(users.instructor, planned())) == [("instructor", 1, "Own")]
    assert found(users.instructor, planned(), classId=str(own.pk)) == []


def test_it_names_pending_classes_of_others_to_admins_only(users):
    make_lesson(make_class(users.other_instructor, "Secret", status="Pending", place="Barn"), NINE)
    assert found(users.instructor, planned(), place="Barn") == []
    assert kinds(found(users.other_instructor, planned())) == [("instructor", 1, "Secret")]
    assert kinds(found(users.admin, planned(), place="Barn")) == [("place", 1, "Secret")]


def test_it_lets_only_an_admin_ask_for_another_instructor(users, other):
    ask = {"instructorId": str(users.other_instructor.pk)}
    assert kinds(found(users.admin, planned(), **ask)) == [("instructor", 1, "Other")]
    assert found(users.instructor, planned(), **ask) == []


def test_it_is_for_instructors_and_admins(users):
    found(users.student, planned(), status=403)
    found(None, planned(), status=401)


def test_it_refuses_a_bad_id(users):
    assert "classId" in found(users.instructor, planned(), classId="x", status=400)["fields"]


@pytest.mark.parametrize(
    "bad", [planned("12:00", "09:00"), planned(date="2027-02-30"), planned("9", "10"), {}, "x", None]
)
def test_it_refuses_bad_lessons(users, bad):
    assert "lessons" in found(users.instructor, bad, status=400)["fields"]

"""GET /enrolledStudent/{email}: the classes that a student has a seat in."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from camp.testing import as_, bearing, make_class, make_user, seat
from classes.enrollment import hold_seat
from classes.models import Enrollment, Status


def path_of(student) -> str:
    return f"/enrolledStudent/{student.email}"


def test_it_lists_the_classes_latest_seat_first(cast):
    newer_class = make_class(cast.instructor, "Seat first", capacity=5, description="Felt.")
    older_class = make_class(cast.other_instructor, "Seat second")
    first = make_class(cast.instructor, "Another's")
    seat(cast.student, newer_class)
    mine = seat(cast.student, older_class)
    for student in (cast.other_student, make_user("third")):
        seat(student, first)
        seat(student, newer_class)

    rows = as_(cast.student).get(path_of(cast.student))

    assert [row["nameClass"] for row in rows] == ["Seat second", "Seat first"]
    assert parse_datetime(rows[0]["enrolledAt"]) == mine.confirmed_at
    enrolled_at = rows[1].pop("enrolledAt")
    assert enrolled_at
    assert rows[1] == {
        "_id": str(newer_class.pk),
        "classId": str(newer_class.pk),
        "nameClass": "Seat first",
        "description": "Felt.",
        "image": "https://pictures.example/clay.jpg",
        "price": 45.5,
        "seats": 2,
        "instructorName": "Ines",
        "instructorEmail": "ines@camp.example",
        "status": "Approved",
        "enroll": 3,
    }


def test_only_a_confirmed_seat_counts(cast):
    now = timezone.now()
    held, gone = make_class(cast.instructor, "Held"), make_class(cast.instructor, "Gone")
    hold_seat(student=cast.student, camp_class_id=held.pk, price=held.price, now=now)
    released = seat(cast.student, gone)
    released.state, released.released_at = Enrollment.State.RELEASED, now
    released.save()

    assert as_(cast.student).get(path_of(cast.student)) == []


def test_a_seat_had_twice_is_told_once(cast):
    camp_class = make_class(cast.instructor)
    once = seat(cast.student, camp_class)
    once.state, once.released_at = Enrollment.State.RELEASED, timezone.now() - timedelta(days=1)
    once.save()
    seat(cast.student, camp_class)

    (row,) = as_(cast.student).get(path_of(cast.student))

    assert row["enroll"] == 1


def test_a_seat_stays_whatever_becomes_of_the_class(cast):
    seat(cast.student, make_class(cast.instructor, status=Status.PENDING))

    assert len(as_(cast.student).get(path_of(cast.student))) == 1


def test_who_may(cast):
    seat(cast.student, make_class(cast.instructor))

    assert len(as_(cast.admin).get(path_of(cast.student))) == 1
    assert len(as_(cast.student).get("/enrolledStudent/SAM@camp.example")) == 1
    as_(cast.admin).get("/enrolledStudent/nobody@camp.example", 404)


def test_who_may_not(cast):
    seat(cast.student, make_class(cast.instructor))

    for person in (cast.other_student, cast.instructor):
        as_(person).get(path_of(cast.student), 403)
    as_(None).get(path_of(cast.student), 401)
    bearing("rubbish").get(path_of(cast.student), 401)


def test_it_pages(cast):
    for number in range(5):
        seat(cast.student, make_class(cast.instructor, f"Class {number}"))
    client = as_(cast.student).client

    first = client.get(path_of(cast.student) + "?limit=2")
    rest = client.get(path_of(cast.student) + f"?after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "5"
    names = [row["nameClass"] for row in first.json() + rest.json()]
    assert names == [f"Class {number}" for number in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("query", ["limit=0", "after=x", "after=999999"])
def test_it_refuses_bad_input(cast, query):
    assert as_(cast.student).get(f"{path_of(cast.student)}?{query}", 400)["fields"]


def test_its_queries_are_constant(cast, count_queries):
    for number in range(3):
        seat(cast.student, make_class(cast.instructor, f"Few {number}"))
    few = count_queries(as_(cast.student), path_of(cast.student))
    for number in range(27):
        seat(cast.student, make_class(cast.other_instructor, f"Many {number}"))

    assert count_queries(as_(cast.student), path_of(cast.student)) == few == 2

"""GET /myClasses/{email} and GET /myClass/{id}: what an instructor teaches."""

import pytest

from camp.testing import as_, bearing, make_class, seat
from classes.models import Status
from classes.tests.conftest import NO_IDS


def test_it_lists_ones_own_of_every_status_newest_first(cast):
    make_class(cast.instructor, "Refused", status=Status.DENIED, feedback="Too short.")
    waiting = make_class(cast.instructor, "Waiting", status=Status.PENDING)
    make_class(cast.other_instructor, "Another's")
    seat(cast.student, waiting)

    rows = as_(cast.instructor).get("/myClasses/INES@camp.example")

    told = [(row["nameClass"], row["status"], row["feedback"], row["enroll"]) for row in rows]
    assert told == [("Waiting", "Pending", "", 1), ("Refused", "Denied", "Too short.", 0)]


def test_an_admin_may_read_anyones(cast):
    make_class(cast.instructor)

    assert len(as_(cast.admin).get(f"/myClasses/{cast.instructor.email}")) == 1
    assert as_(cast.admin).get(f"/myClasses/{cast.other_instructor.email}") == []
    as_(cast.admin).get("/myClasses/nobody@camp.example", 404)


def test_nobody_else_may(cast):
    make_class(cast.instructor)

    as_(cast.other_instructor).get(f"/myClasses/{cast.instructor.email}", 403)
    as_(cast.student).get(f"/myClasses/{cast.instructor.email}", 403)
    as_(cast.student).get(f"/myClasses/{cast.student.email}", 403)
    as_(None).get(f"/myClasses/{cast.instructor.email}", 401)
    bearing("rubbish").get(f"/myClasses/{cast.instructor.email}", 401)


def test_it_pages(cast):
    for number in range(3):
        make_class(cast.instructor, f"Class {number}")

    response = as_(cast.instructor).client.get(f"/myClasses/{cast.instructor.email}?limit=2")

    assert response["X-Total-Count"] == "3"
    assert [row["nameClass"] for row in response.json()] == ["Class 2", "Class 1"]
    as_(cast.instructor).get(f"/myClasses/{cast.instructor.email}?limit=x", 400)


def test_the_queries_of_the_list_are_constant(cast, count_queries):
    path = f"/myClasses/{cast.instructor.email}"
    for number in range(3):
        seat(cast.student, make_class(cast.instructor, f"Few {number}"))
    few = count_queries(as_(cast.instructor), path)
    for number in range(27):
        seat(cast.student, make_class(cast.instructor, f"Many {number}"))

    assert count_queries(as_(cast.instructor), path) == few == 2


def test_it_shows_one_class_to_its_instructor_and_to_an_admin(cast):
    camp_class = make_class(cast.instructor, status=Status.DENIED, feedback="Too short.", capacity=4)
    seat(cast.student, camp_class)

    for person in (cast.instructor, cast.admin):
        row = as_(person).get(f"/myClass/{camp_class.pk}")
        assert row == {
            "_id": str(camp_class.pk),
            "nameClass": "Clay for beginners",
            "description": "",
            "image": "https://pictures.example/clay.jpg",
            "price": 45.5,
            "seats": 3,
            "instructorName": "Ines",
            "instructorEmail": "ines@camp.example",
            "status": "Denied",
            "enroll": 1,
            "feedback": "Too short.",
        }


def test_to_anybody_else_there_is_no_such_class(cast):
    camp_class = make_class(cast.instructor)

    for person in (cast.other_instructor, cast.student):
        assert as_(person).get(f"/myClass/{camp_class.pk}", 404) == as_(person).get("/myClass/999999", 404)
    as_(None).get(f"/myClass/{camp_class.pk}", 401)


@pytest.mark.parametrize("id", NO_IDS)
def test_it_refuses_a_bad_id(cast, id):
    make_class(cast.instructor)

    as_(cast.instructor).get(f"/myClass/{id}", 404)

"""GET /selectClass?email=: what a student has chosen."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from camp.testing import as_, bearing, choose, make_class, seat
from classes.enrollment import hold_seat
from classes.models import CampClass


def path_of(student) -> str:
    return f"/selectClass?email={student.email}"


def test_it_lists_the_selections_newest_first_with_the_classes_present_values(cast):
    older = choose(cast.student, make_class(cast.instructor, "Older"))
    camp_class = make_class(cast.other_instructor, "Newer", capacity=2, description="Felt.")
    newer = choose(cast.student, camp_class)
    choose(cast.other_student, camp_class)
    seat(cast.other_student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal("12.25"))

    rows = as_(cast.student).get(path_of(cast.student))

    assert [row["_id"] for row in rows] == [str(newer.pk), str(older.pk)]
    assert rows[0] == {
        "_id": str(newer.pk),
        "classId": str(camp_class.pk),
        "email": cast.student.email,
        "nameClass": "Newer",
        "description": "Felt.",
        "image": "https://pictures.example/clay.jpg",
        "price": 12.25,
        "seats": 1,
        "instructorName": "Oskar",
        "instructorEmail": "oskar@camp.example",
        "enroll": 1,
        "status": "Selected",
        "heldUntil": None,
        "heldPrice": None,
    }


def test_it_tells_of_ones_own_live_hold(cast):
    camp_class = make_class(cast.instructor)
    choose(cast.student, camp_class)
    choose(cast.other_student, camp_class)
    hold = hold_seat(
        student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    ).enrollment
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(99))

    (mine,) = as_(cast.student).get(path_of(cast.student))
    (theirs,) = as_(cast.other_student).get(path_of(cast.other_student))

    assert parse_datetime(mine["heldUntil"]) == hold.held_until
    assert (mine["price"], mine["heldPrice"]) == (99, 45.5)
    assert (theirs["heldUntil"], theirs["heldPrice"]) == (None, None)


def test_a_hold_that_ran_out_is_none(cast):
    camp_class = make_class(cast.instructor)
    choose(cast.student, camp_class)
    long_ago = timezone.now() - timedelta(hours=1)
    hold_seat(student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=long_ago)

    assert as_(cast.student).get(path_of(cast.student))[0]["heldUntil"] is None


def test_who_may(cast):
    choose(cast.student, make_class(cast.instructor))

    assert len(as_(cast.admin).get(path_of(cast.student))) == 1
    assert len(as_(cast.student).get("/selectClass?email=SAM@camp.example")) == 1
    assert as_(cast.instructor).get(path_of(cast.instructor)) == []


def test_who_may_not(cast):
    choose(cast.student, make_class(cast.instructor))

    for person in (cast.other_student, cast.instructor):
        as_(person).get(path_of(cast.student), 403)
    as_(None).get(path_of(cast.student), 401)
    bearing("rubbish").get(path_of(cast.student), 401)


@pytest.mark.parametrize("path", ["/selectClass", "/selectClass?email="])
def test_it_wants_an_email(cast, path):
    assert list(as_(cast.student).get(path, 400)["fields"]) == ["email"]


def test_it_pages(cast):
    for number in range(3):
        choose(cast.student, make_class(cast.instructor, f"Class {number}"))
    client = as_(cast.student).client

    first = client.get(path_of(cast.student) + "&limit=2")
    rest = client.get(path_of(cast.student) + f"&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "3"
    assert [row["nameClass"] for row in first.json() + rest.json()] == ["Class 2", "Class 1", "Class 0"]
    as_(cast.student).get(path_of(cast.student) + "&after=x", 400)


def test_its_queries_are_constant(cast, count_queries):
    for number in range(3):
        choose(cast.student, make_class(cast.instructor, f"Few {number}"))
    few = count_queries(as_(cast.student), path_of(cast.student))
    for number in range(27):
        choose(cast.student, make_class(cast.other_instructor, f"Many {number}"))

    assert count_queries(as_(cast.student), path_of(cast.student)) == few == 3

"""GET /selectClass?email=: the selections of a student."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.enrollment import hold_seat
from classes.models import CampClass
from testing.api_client import as_, with_bearer
from testing.factories import NO_SCHEDULE, make_class, make_enrollment, make_selection


def path_of(student) -> str:
    return f"/selectClass?email={student.email}"


def test_it_lists_selections_newest_first_with_current_values_of_the_classes(cast):
    older = make_selection(cast.student, make_class(cast.instructor, "Older"))
    camp_class = make_class(cast.other_instructor, "Newer", capacity=2, description="Felt.")
    newer = make_selection(cast.student, camp_class)
    make_selection(cast.other_student, camp_class)
    make_enrollment(cast.other_student, camp_class)
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
        **NO_SCHEDULE,
        "childId": None,
        "childName": None,
    }


def test_it_shows_the_students_own_live_hold_and_its_price(cast):
    camp_class = make_class(cast.instructor)
    make_selection(cast.student, camp_class)
    make_selection(cast.other_student, camp_class)
    hold = hold_seat(
        student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    ).enrollment
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(99))

    (own,) = as_(cast.student).get(path_of(cast.student))
    (other,) = as_(cast.other_student).get(path_of(cast.other_student))

    assert parse_datetime(own["heldUntil"]) == hold.held_until
    assert (own["price"], own["heldPrice"]) == (45.5, 45.5)
    assert (other["price"], other["heldUntil"], other["heldPrice"]) == (99, None, None)


def test_it_hides_an_expired_hold_and_its_price(cast):
    camp_class = make_class(cast.instructor)
    make_selection(cast.student, camp_class)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    hold_seat(student=cast.student, camp_class_id=camp_class.pk, price=camp_class.price, now=an_hour_ago)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(99))

    (row,) = as_(cast.student).get(path_of(cast.student))

    assert (row["price"], row["heldUntil"], row["heldPrice"]) == (99, None, None)


def test_it_allows_the_student_and_admins(cast):
    make_selection(cast.student, make_class(cast.instructor))

    assert len(as_(cast.admin).get(path_of(cast.student))) == 1
    assert len(as_(cast.student).get("/selectClass?email=SAM@camp.example")) == 1
    assert as_(cast.instructor).get(path_of(cast.instructor)) == []


def test_it_refuses_other_users(cast):
    make_selection(cast.student, make_class(cast.instructor))

    for user in (cast.other_student, cast.instructor):
        as_(user).get(path_of(cast.student), 403)
    as_(None).get(path_of(cast.student), 401)
    with_bearer("invalid").get(path_of(cast.student), 401)


@pytest.mark.parametrize("path", ["/selectClass", "/selectClass?email="])
def test_it_requires_an_email(cast, path):
    assert list(as_(cast.student).get(path, 400)["fields"]) == ["email"]


def test_it_paginates(cast):
    for number in range(3):
        make_selection(cast.student, make_class(cast.instructor, f"Class {number}"))
    client = as_(cast.student).client

    first = client.get(path_of(cast.student) + "&limit=2")
    rest = client.get(path_of(cast.student) + f"&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "3"
    assert [row["nameClass"] for row in first.json() + rest.json()] == ["Class 2", "Class 1", "Class 0"]
    as_(cast.student).get(path_of(cast.student) + "&after=x", 400)


def test_it_makes_a_constant_number_of_queries(cast, count_queries):
    for number in range(3):
        make_selection(cast.student, make_class(cast.instructor, f"Few {number}"))
    few = count_queries(as_(cast.student), path_of(cast.student))
    for number in range(27):
        make_selection(cast.student, make_class(cast.other_instructor, f"Many {number}"))

    assert count_queries(as_(cast.student), path_of(cast.student)) == few == 3

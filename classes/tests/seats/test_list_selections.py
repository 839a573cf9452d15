"""GET /selectClass?email=: the selections of a student."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import CampClass
from testing.clients.api import as_, with_bearer
from testing.factories import NO_SCHEDULE, REFUND_STEPS_WITHOUT_LESSONS, make_class, make_enrollment, make_selection
from testing.steps.checkout import hold_seat


def path_of(student) -> str:
    return f"/selectClass?email={student.email}"


def test_it_lists_selections_newest_first_with_current_values_of_the_classes(users):
    older = make_selection(users.student, make_class(users.instructor, "Older"))
    camp_class = make_class(users.other_instructor, "Newer", capacity=2, description="Felt.")
    newer = make_selection(users.student, camp_class)
    make_selection(users.other_student, camp_class)
    make_enrollment(users.other_student, camp_class)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal("12.25"))

    rows = as_(users.student).get(path_of(users.student))

    assert [row["_id"] for row in rows] == [str(newer.pk), str(older.pk)]
    assert rows[0] == {
        "_id": str(newer.pk),
        "classId": str(camp_class.pk),
        "email": users.student.email,
        "nameClass": "Newer",
        "description": "Felt.",
        "image": "https://pictures.example/clay.jpg",
        "price": 12.25,
        "priceNow": 12.25,
        "seats": 1,
        "instructorName": "Oskar",
        "instructorEmail": "oskar@camp.example",
        "enroll": 1,
        "status": "Selected",
        "heldUntil": None,
        "heldPrice": None,
        "offeredUntil": None,
        "reservedUntil": None,
        **NO_SCHEDULE,
        "refundSteps": REFUND_STEPS_WITHOUT_LESSONS,
        "childId": None,
        "childName": None,
        "opensForMe": None,
        "listPrice": None,
        "discount": None,
        "discountText": None,
    }


def test_it_shows_the_students_own_live_hold_and_its_price(users):
    camp_class = make_class(users.instructor)
    make_selection(users.student, camp_class)
    make_selection(users.other_student, camp_class)
    hold = hold_seat(
        student=users.student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now()
    ).enrollment
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(99))

    (own,) = as_(users.student).get(path_of(users.student))
    (other,) = as_(users.other_student).get(path_of(users.other_student))

    assert parse_datetime(own["heldUntil"]) == hold.held_until
    assert (own["price"], own["heldPrice"]) == (45.5, 45.5)
    assert (other["price"], other["heldUntil"], other["heldPrice"]) == (99, None, None)


def test_it_hides_an_expired_hold_and_its_price(users):
    camp_class = make_class(users.instructor)
    make_selection(users.student, camp_class)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    hold_seat(student=users.student, camp_class_id=camp_class.pk, price=camp_class.price, now=an_hour_ago)
    CampClass.objects.filter(pk=camp_class.pk).update(price=Decimal(99))

    (row,) = as_(users.student).get(path_of(users.student))

    assert (row["price"], row["heldUntil"], row["heldPrice"]) == (99, None, None)


def test_it_allows_the_student_and_admins(users):
    make_selection(users.student, make_class(users.instructor))

    assert len(as_(users.admin).get(path_of(users.student))) == 1
    assert len(as_(users.student).get("/selectClass?email=SAM@camp.example")) == 1
    assert as_(users.instructor).get(path_of(users.instructor)) == []


def test_it_refuses_other_users(users):
    make_selection(users.student, make_class(users.instructor))

    for user in (users.other_student, users.instructor):
        as_(user).get(path_of(users.student), 403)
    as_(None).get(path_of(users.student), 401)
    with_bearer("invalid").get(path_of(users.student), 401)


@pytest.mark.parametrize("path", ["/selectClass", "/selectClass?email="])
def test_it_requires_an_email(users, path):
    assert list(as_(users.student).get(path, 400)["fields"]) == ["email"]


def test_it_paginates(users):
    for number in range(3):
        make_selection(users.student, make_class(users.instructor, f"Class {number}"))
    client = as_(users.student).client

    first = client.get(path_of(users.student) + "&limit=2")
    rest = client.get(path_of(users.student) + f"&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "3"
    assert [row["nameClass"] for row in first.json() + rest.json()] == ["Class 2", "Class 1", "Class 0"]
    as_(users.student).get(path_of(users.student) + "&after=x", 400)


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    for number in range(3):
        make_selection(users.student, make_class(users.instructor, f"Few {number}"))
    few = count_queries(as_(users.student), path_of(users.student))
    for number in range(27):
        make_selection(users.student, make_class(users.other_instructor, f"Many {number}"))

    assert count_queries(as_(users.student), path_of(users.student)) == few == 3


def test_it_makes_one_query_more_while_the_account_holds_a_seat(users, clay, count_queries):
    make_selection(users.student, clay)
    for student, queries in ((users.other_student, 3), (users.student, 4)):
        hold_seat(student=student, camp_class_id=clay.pk, price=clay.price, now=timezone.now())
        assert count_queries(as_(users.student), path_of(users.student)) == queries

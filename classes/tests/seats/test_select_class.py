"""POST /selectClass: a student selects a class."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from classes.models import CampClass, Selection, Status
from classes.seats import selection
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import NOW, make_class, make_enrollment, make_lesson, make_selection
from testing.proofs.races import run_concurrently


def test_it_creates_a_selection(users):
    camp_class = make_class(users.instructor)

    response = as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    created = Selection.objects.get()
    assert response == {"insertedId": str(created.pk), "clashes": []}
    assert (created.student, created.camp_class) == (users.student, camp_class)


def test_it_ignores_all_fields_except_the_class_id(users):
    camp_class = make_class(users.instructor)
    ignored = {
        "nameClass": "Another",
        "image": "javascript:alert(1)",
        "instructorEmail": "x@camp.example",
        "email": users.other_student.email,
        "instructorName": "X",
        "price": 0.01,
        "seats": 99,
        "enroll": -1,
        "status": "enrolled",
    }
    as_(users.student).post("/selectClass", ignored | {"classId": camp_class.pk}, 201)

    (row,) = as_(users.student).get(f"/selectClass?email={users.student.email}")
    assert (row["nameClass"], row["price"], row["email"]) == ("Clay for beginners", 45.5, users.student.email)
    assert not users.other_student.selections.exists()


def test_it_accepts_several_students_per_class_and_several_classes_per_student(users):
    first, second = make_class(users.instructor, "First"), make_class(users.instructor, "Second")

    for student, camp_class in ((users.student, first), (users.other_student, first), (users.student, second)):
        as_(student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    assert Selection.objects.count() == 3


def test_it_refuses_users_who_are_not_students(users):
    body = {"classId": str(make_class(users.instructor).pk)}

    for user in (users.admin, users.instructor, users.other_instructor):
        assert as_(user).post("/selectClass", body, 403)["code"] == "forbidden"
    as_(None).post("/selectClass", body, 401)
    with_bearer("invalid").post("/selectClass", body, 401)

    assert not Selection.objects.exists()


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert as_(users.student).post("/selectClass", {"classId": id}, 404)["code"] == "not_found"


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(users, status):
    camp_class = make_class(users.instructor, status=status)

    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 404)["code"] == "not_found"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("body", [{}, {"classId": None}, {"classId": ""}, {"classId": []}, {"classId": {}}, [], "7"])
def test_it_refuses_bad_input(users, body):
    make_class(users.instructor)

    as_(users.student).post("/selectClass", body, 400)

    assert not Selection.objects.exists()


def test_it_refuses_a_class_that_is_already_selected(users):
    camp_class = make_class(users.instructor)
    make_selection(users.student, camp_class)

    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_selected"
    assert Selection.objects.count() == 1


def test_it_refuses_a_class_in_which_the_student_is_enrolled(users):
    camp_class = make_class(users.instructor, capacity=1)
    make_enrollment(users.student, camp_class)

    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_enrolled"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("capacity", [0, 1])
def test_it_refuses_a_full_class(users, capacity):
    camp_class = make_class(users.instructor, capacity=capacity)
    if capacity:
        make_enrollment(users.other_student, camp_class)

    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "class_full"
    assert not Selection.objects.exists()


@pytest.mark.parametrize(("minutes", "status"), [(-1, 409), (1, 201)])
def test_it_refuses_a_class_that_has_begun(users, minutes, status):
    camp_class = make_class(users.instructor)
    first_start = timezone.now() + timedelta(minutes=minutes)
    make_lesson(camp_class, first_start - timedelta(days=1), canceled_at=first_start)
    make_lesson(camp_class, first_start)
    make_lesson(camp_class, first_start + timedelta(days=1))

    response = as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, status)

    assert Selection.objects.count() == int(status == 201)
    assert status == 201 or response["code"] == "class_begun"


def test_it_refuses_a_class_that_is_over(users):
    camp_class = make_class(users.instructor, ended_at=timezone.now())
    make_lesson(camp_class, timezone.now() - timedelta(days=1))
    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "class_begun"


@pytest.mark.django_db(transaction=True)
def test_it_creates_one_selection_for_two_concurrent_requests(users):
    for number in range(5):
        camp_class = make_class(users.instructor, f"Class {number}")
        select = partial(selection.select_class, student=users.student, camp_class_id=camp_class.pk, now=NOW)

        outcomes = run_concurrently(select, select)

        assert {type(outcome) for outcome in outcomes} == {selection.Selected, selection.AlreadySelected}
        assert camp_class.selections.count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_refuses_a_class_that_is_deleted_after_the_check(users, monkeypatch):
    camp_class = make_class(users.instructor)
    monkeypatch.setattr(selection, "refuse_other_age", lambda **_: CampClass.objects.filter(pk=camp_class.pk).delete())

    assert as_(users.student).post("/selectClass", {"classId": str(camp_class.pk)}, 404)["code"] == "not_found"
    assert not Selection.objects.exists()

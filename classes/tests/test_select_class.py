"""POST /selectClass: a student selects a class."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from classes import selection
from classes.models import CampClass, Selection, Status
from testing.api_client import INVALID_IDS, as_, with_bearer
from testing.factories import NOW, make_class, make_enrollment, make_lesson, make_selection
from testing.races import run_concurrently


def test_it_creates_a_selection(cast):
    camp_class = make_class(cast.instructor)

    response = as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    created = Selection.objects.get()
    assert response == {"insertedId": str(created.pk)}
    assert (created.student, created.camp_class) == (cast.student, camp_class)


def test_it_ignores_all_fields_except_the_class_id(cast):
    camp_class = make_class(cast.instructor)
    ignored = {
        "nameClass": "Another",
        "image": "javascript:alert(1)",
        "instructorEmail": "x@camp.example",
        "email": cast.other_student.email,
        "instructorName": "X",
        "price": 0.01,
        "seats": 99,
        "enroll": -1,
        "status": "enrolled",
    }
    as_(cast.student).post("/selectClass", ignored | {"classId": camp_class.pk}, 201)

    (row,) = as_(cast.student).get(f"/selectClass?email={cast.student.email}")
    assert (row["nameClass"], row["price"], row["email"]) == ("Clay for beginners", 45.5, cast.student.email)
    assert not cast.other_student.selections.exists()


def test_it_accepts_several_students_per_class_and_several_classes_per_student(cast):
    first, second = make_class(cast.instructor, "First"), make_class(cast.instructor, "Second")

    for student, camp_class in ((cast.student, first), (cast.other_student, first), (cast.student, second)):
        as_(student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    assert Selection.objects.count() == 3


def test_it_refuses_users_who_are_not_students(cast):
    body = {"classId": str(make_class(cast.instructor).pk)}

    for user in (cast.admin, cast.instructor, cast.other_instructor):
        assert as_(user).post("/selectClass", body, 403)["code"] == "forbidden"
    as_(None).post("/selectClass", body, 401)
    with_bearer("invalid").post("/selectClass", body, 401)

    assert not Selection.objects.exists()


@pytest.mark.parametrize("id", INVALID_IDS)
def test_it_refuses_a_bad_id(cast, id):
    assert as_(cast.student).post("/selectClass", {"classId": id}, 404)["code"] == "not_found"


@pytest.mark.parametrize("status", [Status.PENDING, Status.DENIED])
def test_it_refuses_a_class_that_is_not_approved(cast, status):
    camp_class = make_class(cast.instructor, status=status)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 404)["code"] == "not_found"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("body", [{}, {"classId": None}, {"classId": ""}, {"classId": []}, {"classId": {}}, [], "7"])
def test_it_refuses_bad_input(cast, body):
    make_class(cast.instructor)

    as_(cast.student).post("/selectClass", body, 400)

    assert not Selection.objects.exists()


def test_it_refuses_a_class_that_is_already_selected(cast):
    camp_class = make_class(cast.instructor)
    make_selection(cast.student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_selected"
    assert Selection.objects.count() == 1


def test_it_refuses_a_class_in_which_the_student_is_enrolled(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    make_enrollment(cast.student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_enrolled"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("capacity", [0, 1])
def test_it_refuses_a_full_class(cast, capacity):
    camp_class = make_class(cast.instructor, capacity=capacity)
    if capacity:
        make_enrollment(cast.other_student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "class_full"
    assert not Selection.objects.exists()


@pytest.mark.parametrize(("minutes", "status"), [(-1, 409), (1, 201)])
def test_it_refuses_a_class_that_has_begun(cast, minutes, status):
    camp_class = make_class(cast.instructor)
    first_start = timezone.now() + timedelta(minutes=minutes)
    make_lesson(camp_class, first_start - timedelta(days=1), canceled_at=first_start)
    make_lesson(camp_class, first_start)
    make_lesson(camp_class, first_start + timedelta(days=1))

    response = as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, status)

    assert Selection.objects.count() == int(status == 201)
    assert status == 201 or response["code"] == "class_begun"


def test_it_refuses_a_class_that_is_over(cast):
    camp_class = make_class(cast.instructor, ended_at=timezone.now())
    make_lesson(camp_class, timezone.now() - timedelta(days=1))
    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "class_begun"


@pytest.mark.django_db(transaction=True)
def test_it_creates_one_selection_for_two_concurrent_requests(cast):
    for number in range(5):
        camp_class = make_class(cast.instructor, f"Class {number}")
        select = partial(selection.select_class, student=cast.student, camp_class_id=camp_class.pk, now=NOW)

        outcomes = run_concurrently(select, select)

        assert {type(outcome) for outcome in outcomes} == {Selection, selection.AlreadySelected}
        assert camp_class.selections.count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_refuses_a_class_that_is_selected_after_the_check(cast, monkeypatch):
    camp_class = make_class(cast.instructor)
    act_before_insert(monkeypatch, lambda: make_selection(cast.student, camp_class))

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_selected"
    assert camp_class.selections.count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_refuses_a_class_that_is_deleted_after_the_check(cast, monkeypatch):
    camp_class = make_class(cast.instructor)
    act_before_insert(monkeypatch, lambda: CampClass.objects.filter(pk=camp_class.pk).delete())

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 404)["code"] == "not_found"
    assert not Selection.objects.exists()


def act_before_insert(monkeypatch, act) -> None:
    """Calls ``act`` after the checks of ``select_class`` and before its insert."""
    create_selection = selection._create_selection

    def act_and_create(*args):
        act()
        return create_selection(*args)

    monkeypatch.setattr(selection, "_create_selection", act_and_create)

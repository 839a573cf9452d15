"""POST /selectClass: a student chooses a class."""

import pytest

from camp.testing import as_, bearing, choose, in_threads, make_class, seat
from classes.models import CampClass, Selection, Status
from classes.selection import AlreadySelected, select_class
from classes.tests.conftest import NO_IDS


def test_it_works(cast):
    camp_class = make_class(cast.instructor)

    answer = as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    selection = Selection.objects.get()
    assert answer == {"insertedId": str(selection.pk)}
    assert (selection.student, selection.camp_class) == (cast.student, camp_class)


def test_the_class_decides_and_not_what_else_is_sent(cast):
    camp_class = make_class(cast.instructor)
    claims = {
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
    as_(cast.student).post("/selectClass", claims | {"classId": camp_class.pk}, 201)

    (row,) = as_(cast.student).get(f"/selectClass?email={cast.student.email}")
    assert (row["nameClass"], row["price"], row["email"]) == ("Clay for beginners", 45.5, cast.student.email)
    assert not cast.other_student.selections.exists()


def test_two_students_may_choose_the_same_class_and_one_several(cast):
    first, second = make_class(cast.instructor, "First"), make_class(cast.instructor, "Second")

    for student, camp_class in ((cast.student, first), (cast.other_student, first), (cast.student, second)):
        as_(student).post("/selectClass", {"classId": str(camp_class.pk)}, 201)

    assert Selection.objects.count() == 3


def test_it_is_for_students_alone(cast):
    body = {"classId": str(make_class(cast.instructor).pk)}

    for person in (cast.admin, cast.instructor, cast.other_instructor):
        assert as_(person).post("/selectClass", body, 403)["code"] == "forbidden"
    as_(None).post("/selectClass", body, 401)
    bearing("rubbish").post("/selectClass", body, 401)

    assert not Selection.objects.exists()


@pytest.mark.parametrize("id", NO_IDS)
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


def test_it_refuses_the_same_class_twice(cast):
    camp_class = make_class(cast.instructor)
    choose(cast.student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_selected"
    assert Selection.objects.count() == 1


def test_it_refuses_a_class_that_the_student_is_enrolled_in(cast):
    camp_class = make_class(cast.instructor, capacity=1)
    seat(cast.student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_enrolled"
    assert not Selection.objects.exists()


@pytest.mark.parametrize("capacity", [0, 1])
def test_it_refuses_a_full_class(cast, capacity):
    camp_class = make_class(cast.instructor, capacity=capacity)
    if capacity:
        seat(cast.other_student, camp_class)

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "class_full"
    assert not Selection.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_double_click_selects_once(cast):
    for number in range(5):
        camp_class = make_class(cast.instructor, f"Class {number}")

        def select(camp_class: CampClass = camp_class) -> Selection:
            return select_class(student=cast.student, camp_class_id=camp_class.pk)

        outcomes = in_threads(select, select)

        assert {type(outcome) for outcome in outcomes} == {Selection, AlreadySelected}
        assert camp_class.selections.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_second_click_after_the_look_is_refused(cast, monkeypatch):
    camp_class = make_class(cast.instructor)
    rival_then(monkeypatch, lambda: choose(cast.student, camp_class))

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 409)["code"] == "already_selected"
    assert camp_class.selections.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_class_that_vanishes_after_the_look_is_not_found(cast, monkeypatch):
    camp_class = make_class(cast.instructor)
    rival_then(monkeypatch, lambda: CampClass.objects.filter(pk=camp_class.pk).delete())

    assert as_(cast.student).post("/selectClass", {"classId": str(camp_class.pk)}, 404)["code"] == "not_found"
    assert not Selection.objects.exists()


def rival_then(monkeypatch, rival) -> None:
    """Let a rival act after the checks have passed and before the row is written."""
    free = CampClass.seats_free.fget

    def look(camp_class: CampClass) -> int:
        rival()
        return free(camp_class)

    monkeypatch.setattr(CampClass, "seats_free", property(look))

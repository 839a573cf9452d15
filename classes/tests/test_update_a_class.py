"""PUT /classes/{id}: an instructor changes a class."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from camp.testing import as_, bearing, make_class, make_user, seat
from classes.enrollment import hold_seat
from classes.models import CampClass, Status
from classes.tests.conftest import NO_IDS

CHANGED = {"nameClass": "Stoneware", "image": "https://pictures.example/new.jpg", "price": 60, "seats": 8}


@pytest.fixture
def camp_class(cast) -> CampClass:
    return make_class(cast.instructor, description="As it was.")


def as_it_is(camp_class: CampClass) -> dict[str, object]:
    return CampClass.objects.filter(pk=camp_class.pk).values().get()


def form_of(camp_class: CampClass, **changes: object) -> dict[str, object]:
    """What the form sends that shows the class as it is."""
    shown = {"nameClass": camp_class.name, "image": camp_class.image, "price": float(camp_class.price)}
    enrolled = camp_class.enrollments.confirmed().count()
    return shown | {"seats": camp_class.capacity - enrolled, "enroll": enrolled} | changes


def test_it_works(cast, camp_class):
    answer = as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED)

    assert answer == {"modifiedCount": 1}
    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.image) == ("Stoneware", "https://pictures.example/new.jpg")
    assert (camp_class.price, camp_class.capacity) == (Decimal("60.00"), 8)
    assert (camp_class.description, camp_class.status) == ("As it was.", Status.APPROVED)


def test_the_same_again_changes_nothing(cast, camp_class):
    assert as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED) == {"modifiedCount": 1}
    assert as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED) == {"modifiedCount": 0}


def test_a_description_can_be_changed_and_taken_away(cast, camp_class):
    for text in ("Another.", ""):
        as_(cast.instructor).put(f"/classes/{camp_class.pk}", form_of(camp_class, description=text))
        camp_class.refresh_from_db()
        assert camp_class.description == text


@pytest.mark.parametrize("status", [Status.APPROVED, Status.PENDING])
def test_a_class_that_was_not_denied_keeps_its_status(cast, status):
    camp_class = make_class(cast.instructor, status=status)

    as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"status": "Denied"})

    camp_class.refresh_from_db()
    assert camp_class.status == status


def test_a_denied_class_that_changes_is_pending_again_and_keeps_the_feedback_until_decided(cast):
    camp_class = make_class(cast.instructor, status=Status.DENIED, feedback="Too dear.")
    path = f"/classes/{camp_class.pk}"

    assert as_(cast.instructor).put(path, form_of(camp_class)) == {"modifiedCount": 0}
    assert as_it_is(camp_class)["status"] == Status.DENIED

    assert as_(cast.instructor).put(path, form_of(camp_class, price=20)) == {"modifiedCount": 1}
    camp_class.refresh_from_db()
    assert (camp_class.status, camp_class.feedback) == (Status.PENDING, "Too dear.")


def test_seats_are_what_is_free_beside_those_whom_the_form_showed(cast, camp_class):
    seat(cast.student, camp_class)
    form = form_of(camp_class, nameClass="Renamed")
    seat(cast.other_student, camp_class)  # while the form is open

    as_(cast.instructor).put(f"/classes/{camp_class.pk}", form)

    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.capacity) == ("Renamed", 10)
    assert as_(None).get("/classes")[0]["seats"] == 8


def test_without_the_form_s_count_those_confirmed_now_count(cast, camp_class):
    seat(cast.student, camp_class)

    as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED)

    camp_class.refresh_from_db()
    assert camp_class.capacity == 9


def test_it_refuses_to_go_below_what_is_confirmed_and_held(cast, camp_class):
    now = timezone.now()
    seat(cast.student, camp_class)
    hold_seat_of(cast.other_student, camp_class, now)
    before = as_it_is(camp_class)

    refusal = as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 0}, 409)

    assert refusal["code"] == "seats_held"
    assert refusal["fields"]["seats"]
    assert as_it_is(camp_class) == before
    as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 1})


def test_a_hold_that_ran_out_stands_in_nobodys_way(cast, camp_class):
    hold_seat_of(cast.student, camp_class, timezone.now() - timedelta(hours=1))

    assert as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 0}) == {"modifiedCount": 1}


def hold_seat_of(student, camp_class, now) -> None:
    hold_seat(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)


def test_anyone_elses_class_is_not_theirs_to_know_of(cast, camp_class):
    before = as_it_is(camp_class)
    rival = as_(cast.other_instructor)

    claim = CHANGED | {"instructorEmail": cast.other_instructor.email, "_id": str(camp_class.pk)}
    theirs = rival.put(f"/classes/{camp_class.pk}", claim, 404)

    assert theirs == rival.put("/classes/999999", CHANGED, 404)
    assert as_it_is(camp_class) == before


def test_it_is_for_instructors_alone(cast, camp_class):
    before = as_it_is(camp_class)

    for person in (cast.student, cast.admin):
        as_(person).put(f"/classes/{camp_class.pk}", CHANGED, 403)
    as_(None).put(f"/classes/{camp_class.pk}", CHANGED, 401)
    bearing("rubbish").put(f"/classes/{camp_class.pk}", CHANGED, 401)

    assert as_it_is(camp_class) == before


def test_who_is_no_instructor_any_more_cannot(cast, camp_class):
    was_instructor = as_(cast.instructor)
    cast.instructor.role = "student"
    cast.instructor.save()

    was_instructor.put(f"/classes/{camp_class.pk}", CHANGED, 403)


@pytest.mark.parametrize("id", NO_IDS)
def test_it_refuses_a_bad_id(cast, camp_class, id):
    assert as_(cast.instructor).put(f"/classes/{id}", CHANGED, 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", "x" * 41),
        ("price", 0.25),
        ("seats", -1),
        ("seats", 1001),
        ("image", "ftp://x.example/a.png"),
        ("enroll", -1),
        ("enroll", 10**9),
        ("enroll", "many"),
        ("description", "x" * 2001),
    ],
)
def test_it_refuses_bad_input(cast, camp_class, field, value):
    before = as_it_is(camp_class)

    assert list(as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {field: value}, 400)["fields"]) == [
        field
    ]
    assert as_it_is(camp_class) == before


@pytest.mark.parametrize("missing", ["nameClass", "image", "price", "seats"])
def test_it_wants_the_whole_class(cast, camp_class, missing):
    body = {name: value for name, value in CHANGED.items() if name != missing}

    assert list(as_(cast.instructor).put(f"/classes/{camp_class.pk}", body, 400)["fields"]) == [missing]


def test_its_queries_do_not_grow_with_those_enrolled(cast, camp_class, django_assert_max_num_queries):
    for number in range(8):
        seat(make_user(f"s{number}"), camp_class)

    with django_assert_max_num_queries(9):
        as_(cast.instructor).put(f"/classes/{camp_class.pk}", CHANGED)

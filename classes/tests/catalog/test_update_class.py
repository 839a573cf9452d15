"""PUT /classes/{id}: an instructor changes a class."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from classes.models import CampClass, Status
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import NOW, make_child, make_class, make_craft, make_enrollment, make_waitlist_entry
from testing.steps.checkout import hold_seat

CHANGED = {"nameClass": "Stoneware", "image": "https://pictures.example/new.jpg", "price": 60, "seats": 8}


@pytest.fixture
def camp_class(users) -> CampClass:
    return make_class(users.instructor, description="Unchanged.")


def values_of(camp_class: CampClass) -> dict[str, object]:
    return CampClass.objects.filter(pk=camp_class.pk).values().get()


def form_of(camp_class: CampClass, **changes: object) -> dict[str, object]:
    """Returns the body that the form sends for an unchanged class."""
    values = {"nameClass": camp_class.name, "image": camp_class.image, "price": float(camp_class.price)}
    enrolled = camp_class.enrollments.confirmed().count()
    return values | {"seats": camp_class.capacity - enrolled, "enroll": enrolled} | changes


def answer(modified: int) -> dict[str, object]:
    return {"modifiedCount": modified, "noLongerFit": []}


def hold(student, camp_class, now) -> None:
    hold_seat(student=student, camp_class_id=camp_class.pk, price=camp_class.price, now=now)


def test_it_updates_a_class(users, camp_class):
    response = as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED)

    assert response == answer(1)
    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.image) == ("Stoneware", "https://pictures.example/new.jpg")
    assert (camp_class.price, camp_class.capacity) == (Decimal("60.00"), 8)
    assert (camp_class.description, camp_class.status) == ("Unchanged.", Status.APPROVED)


def test_it_removes_the_picture_only_if_asked(users, camp_class):
    without = {name: value for name, value in CHANGED.items() if name != "image"}
    for body, image in ((without, camp_class.image), (CHANGED | {"image": ""}, "")):
        as_(users.instructor).put(f"/classes/{camp_class.pk}", body)
        camp_class.refresh_from_db()
        assert camp_class.image == image


def test_it_reports_that_a_repeated_request_changes_nothing(users, camp_class):
    assert as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED) == answer(1)
    assert as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED) == answer(0)


def test_it_changes_and_clears_the_description(users, camp_class):
    for text in ("Another.", ""):
        as_(users.instructor).put(f"/classes/{camp_class.pk}", form_of(camp_class, description=text))
        camp_class.refresh_from_db()
        assert camp_class.description == text


@pytest.mark.parametrize("status", [Status.APPROVED, Status.PENDING])
def test_it_keeps_the_status_of_an_approved_or_pending_class(users, status):
    camp_class = make_class(users.instructor, status=status)

    as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"status": "Denied"})

    camp_class.refresh_from_db()
    assert camp_class.status == status


def test_it_makes_a_denied_class_pending_and_keeps_the_feedback(users):
    camp_class = make_class(users.instructor, status=Status.DENIED, feedback="Too dear.")
    path = f"/classes/{camp_class.pk}"

    assert as_(users.instructor).put(path, form_of(camp_class)) == answer(0)
    assert values_of(camp_class)["status"] == Status.DENIED

    assert as_(users.instructor).put(path, form_of(camp_class, price=20)) == answer(1)
    camp_class.refresh_from_db()
    assert (camp_class.status, camp_class.feedback) == (Status.PENDING, "Too dear.")


def test_it_adds_the_enrolled_count_that_the_form_displayed(users, camp_class):
    make_enrollment(users.student, camp_class)
    form = form_of(camp_class, nameClass="Renamed")
    make_enrollment(users.other_student, camp_class)  # while the form is open

    as_(users.instructor).put(f"/classes/{camp_class.pk}", form)

    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.capacity) == ("Renamed", 10)
    assert as_(None).get("/classes")[0]["seats"] == 8


def test_it_adds_the_current_enrolled_count_if_the_form_sends_none(users, camp_class):
    make_enrollment(users.student, camp_class)

    as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED)

    camp_class.refresh_from_db()
    assert camp_class.capacity == 9


def test_it_refuses_a_capacity_below_the_taken_seats(users, camp_class):
    now = timezone.now()
    make_enrollment(users.student, camp_class)
    hold(users.other_student, camp_class, now)
    before = values_of(camp_class)

    refusal = as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 0}, 409)

    assert refusal["code"] == "seats_held"
    assert refusal["fields"] == {"seats": ["2 seats are taken, offered to the waitlist or being paid for right now."]}
    assert values_of(camp_class) == before
    as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 1})


@pytest.mark.parametrize(("seats", "enroll"), [(0, None), (1, 0), (0, 1)])
def test_it_refuses_every_sum_below_the_taken_seats(users, camp_class, seats, enroll):
    make_enrollment(users.student, camp_class)
    hold(users.other_student, camp_class, timezone.now())
    body = CHANGED | {"seats": seats} | ({} if enroll is None else {"enroll": enroll})

    assert as_(users.instructor).put(f"/classes/{camp_class.pk}", body, 409)["code"] == "seats_held"


@pytest.mark.parametrize(("seats", "enroll"), [(1000, None), (1000, 1), (1, 1000), (1000, 1000)])
def test_it_refuses_more_than_a_thousand_seats_in_all(users, camp_class, seats, enroll):
    """Otherwise more than a thousand are open as soon as enrolled students cancel."""
    make_enrollment(users.student, camp_class)
    before = values_of(camp_class)
    body = CHANGED | {"seats": seats} | ({} if enroll is None else {"enroll": enroll})

    refusal = as_(users.instructor).put(f"/classes/{camp_class.pk}", body, 409)

    assert (refusal["code"], list(refusal["fields"])) == ("too_many_seats", ["seats"])
    assert values_of(camp_class) == before
    as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 999, "enroll": 1})


def test_it_renames_a_class_that_has_more_than_a_thousand_seats_already(users):
    camp_class = make_class(users.instructor, capacity=1001)
    make_enrollment(users.student, camp_class)

    as_(users.instructor).put(f"/classes/{camp_class.pk}", form_of(camp_class, nameClass="Renamed"))

    camp_class.refresh_from_db()
    assert (camp_class.name, camp_class.capacity) == ("Renamed", 1001)


def test_it_ignores_expired_holds(users, camp_class):
    hold(users.student, camp_class, timezone.now() - timedelta(hours=1))

    assert as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {"seats": 0}) == answer(1)


def test_it_hides_a_class_of_another_instructor(users, camp_class):
    before = values_of(camp_class)
    other = as_(users.other_instructor)

    body = CHANGED | {"instructorEmail": users.other_instructor.email, "_id": str(camp_class.pk)}
    refusal = other.put(f"/classes/{camp_class.pk}", body, 404)

    assert refusal == other.put("/classes/999999", CHANGED, 404)
    assert values_of(camp_class) == before


def test_it_refuses_students(users, camp_class):
    before = values_of(camp_class)

    as_(users.student).put(f"/classes/{camp_class.pk}", CHANGED, 403)
    as_(None).put(f"/classes/{camp_class.pk}", CHANGED, 401)
    with_bearer("invalid").put(f"/classes/{camp_class.pk}", CHANGED, 401)

    assert values_of(camp_class) == before


def test_it_refuses_a_former_instructor(users, camp_class):
    former = as_(users.instructor)
    users.instructor.role = "student"
    users.instructor.save()

    former.put(f"/classes/{camp_class.pk}", CHANGED, 403)


def test_it_refuses_a_bad_id(users, camp_class):
    for id in INVALID_IDS:
        assert as_(users.instructor).put(f"/classes/{id}", CHANGED, 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", "x" * 41),
        ("nameClass", "Clay, see evil.com"),
        ("price", 0.25),
        ("seats", -1),
        ("seats", 1001),
        ("image", "ftp://x.example/a.png"),
        ("enroll", -1),
        ("enroll", 1001),
        ("enroll", 10**6),
        ("enroll", "many"),
        ("description", "x" * 2001),
        ("craft", "unknown"),
        ("ageFrom", "x"),
        ("place", None),
    ],
)
def test_it_refuses_bad_input(users, camp_class, field, value):
    before = values_of(camp_class)

    assert list(as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | {field: value}, 400)["fields"]) == [
        field
    ]
    assert values_of(camp_class) == before


@pytest.mark.parametrize("missing", ["nameClass", "price", "seats"])
def test_it_requires_all_fields(users, camp_class, missing):
    body = {name: value for name, value in CHANGED.items() if name != missing}

    assert list(as_(users.instructor).put(f"/classes/{camp_class.pk}", body, 400)["fields"]) == [missing]


def test_it_changes_and_clears_craft_place_and_ages(users, camp_class):
    make_craft("Clay")
    values = {"craft": "clay", "place": "Barn", "bring": "An apron.", "ageFrom": 8, "ageTo": 12}
    for changes in (values, {"craft": None, "place": "", "bring": "", "ageFrom": None, "ageTo": None}):
        assert as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | changes) == answer(1)
        shown = as_(users.instructor).get(f"/myClass/{camp_class.pk}")
        assert {name: shown[name] for name in changes} == changes


@pytest.mark.parametrize(("changes", "field"), [({"ageFrom": 13}, "ageFrom"), ({"ageTo": 7}, "ageTo")])
def test_it_compares_an_age_with_the_stored_one(users, changes, field):
    camp_class = make_class(users.instructor, age_from=8, age_to=12)
    before = values_of(camp_class)
    assert list(as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED | changes, 400)["fields"]) == [field]
    assert values_of(camp_class) == before


def test_it_makes_a_constant_number_of_queries(users, camp_class, django_assert_max_num_queries):
    for number in range(8):
        make_enrollment(users.student, camp_class, make_child(users.student, f"Child {number}"))

    with django_assert_max_num_queries(28):
        as_(users.instructor).put(f"/classes/{camp_class.pk}", CHANGED)


def unfit_after(users, camp_class, **changes):
    """Changes the class, and returns which children no longer fit."""
    rows = as_(users.instructor).put(f"/classes/{camp_class.pk}", form_of(camp_class, **changes))["noLongerFit"]
    return [(row["childName"], row["age"], row["state"]) for row in rows]


def test_it_names_the_children_who_no_longer_fit_the_ages(users, clock, camp_class):
    mia, leo, zoe, ben = (
        make_child(users.student, name, born_on=born_on)
        for name, born_on in (("Mia", date(2018, 6, 1)), ("Leo", date(2014, 6, 1)), ("Zoe", None), ("Ben", None))
    )
    for child in (mia, leo, zoe, None):
        make_enrollment(users.student, camp_class, child)
    make_waitlist_entry(users.student, camp_class, ben)
    camp_class.capacity = 4  # full: the waitlist gets no offer
    camp_class.save()
    age = mia.age_on(NOW.date())

    unknown = [("Zoe", None, "enrolled"), ("Ben", None, "waiting")]
    assert unfit_after(users, camp_class, ageFrom=age) == unknown
    assert unfit_after(users, camp_class, ageFrom=age + 1) == [("Mia", age, "enrolled")]
    assert unfit_after(users, camp_class, ageFrom=age + 1, price=70) == []
    assert unfit_after(users, camp_class, ageFrom=None) == []


def test_it_names_the_children_who_no_longer_fit_the_first_lesson(users, clock, camp_class):
    child = make_child(users.student, "Mia", born_on=NOW.date().replace(year=NOW.year - 7) + timedelta(days=30))
    make_enrollment(users.student, camp_class, child)
    lesson = {"from": "09:00", "to": "12:00"}
    before, after = (str(NOW.date() + timedelta(days=days)) for days in (20, 40))
    assert unfit_after(users, camp_class, ageTo=6, lessons=[lesson | {"date": before}]) == []
    assert unfit_after(users, camp_class, ageTo=6, lessons=[lesson | {"date": after}]) == [("Mia", 7, "enrolled")]


def test_it_does_not_name_a_child_again_who_has_a_birthday_before_the_new_first_lesson(users, clock, camp_class):
    child = make_child(users.student, "Mia", born_on=NOW.date().replace(year=NOW.year - 7) + timedelta(days=30))
    make_enrollment(users.student, camp_class, child)
    first, later = (
        [{"date": str(NOW.date() + timedelta(days=days)), "from": "09:00", "to": "12:00"}] for days in (20, 40)
    )
    assert unfit_after(users, camp_class, ageFrom=10, lessons=first) == [("Mia", 6, "enrolled")]
    assert unfit_after(users, camp_class, ageFrom=10, lessons=later) == []

"""POST /classes: an instructor creates a class."""

from decimal import Decimal

import pytest
from django.conf import settings

from classes.models import CampClass, Status
from testing.clients.api import as_, with_bearer
from testing.factories import make_craft

CLASS = {
    "nameClass": "Clay for beginners",
    "description": "Two mornings at the wheel.",
    "image": "https://pictures.example/clay.jpg",
    "price": 45.5,
    "seats": 12,
}


def test_it_creates_a_pending_class(users):
    response = as_(users.instructor).post("/classes", CLASS, 201)

    camp_class = CampClass.objects.get()
    assert response == {"insertedId": str(camp_class.pk)}
    assert (camp_class.name, camp_class.description) == ("Clay for beginners", "Two mornings at the wheel.")
    assert (camp_class.price, camp_class.capacity) == (Decimal("45.50"), 12)
    assert (camp_class.status, camp_class.instructor) == (Status.PENDING, users.instructor)


def test_it_ignores_the_instructor_status_and_counts_in_the_body(users):
    ignored = {
        "instructorName": "Oskar",
        "instructorEmail": users.other_instructor.email,
        "status": "Approved",
        "enroll": 99,
        "feedback": "Lovely.",
        "_id": "1",
    }
    as_(users.instructor).post("/classes", CLASS | ignored, 201)

    camp_class = CampClass.objects.get()
    assert (camp_class.instructor, camp_class.status, camp_class.feedback) == (users.instructor, Status.PENDING, "")
    assert camp_class.enrollments.count() == 0
    assert as_(None).get("/classes") == []


def test_it_takes_a_class_without_a_picture(users):
    for number, image in enumerate(({}, {"image": ""})):
        body = {name: value for name, value in CLASS.items() if name != "image"} | image
        as_(users.instructor).post("/classes", body | {"nameClass": f"Clay {number}"}, 201)

    assert [row["image"] for row in as_(users.admin).get("/classes")] == ["", ""]


@pytest.mark.parametrize(
    "change",
    [
        {"nameClass": "x" * 40},
        {"nameClass": "  trimmed  "},
        {"nameClass": 'Olga\'s "clay" & <b>glaze</b> 🎨'},
        {"nameClass": "صناعة الفخار"},
        {"price": 0},
        {"price": 0.5},
        {"price": 19.99},
        {"price": "19.99"},
        {"price": 10000},
        {"seats": 0},
        {"seats": 1000},
        {"image": f"{settings.SITE_URL}/media/classes/clay.webp"},
        {"description": ""},
        {"description": "x" * 2000},
        {"craft": None, "place": "", "bring": "", "ageFrom": None, "ageTo": None},
        {"place": "Barn, behind the hall", "bring": "An apron.\nA towel."},
        {"ageFrom": 8, "ageTo": 8},
        {"ageFrom": 0},
        {"ageTo": 120},
        {"place": "x" * 100, "bring": "x" * 500},
    ],
)
def test_it_accepts_values_within_the_limits(users, change):
    as_(users.instructor).post("/classes", CLASS | change, 201)

    (row,) = as_(users.instructor).get(f"/myClasses/{users.instructor.email}")
    for name, value in change.items():
        expected = value.strip() if name == "nameClass" else value
        assert row[name] == (float(expected) if name == "price" else expected)


def test_it_removes_bidi_controls_from_the_name(users):
    as_(users.instructor).post("/classes", CLASS | {"nameClass": "\u202eClay\u2069 "}, 201)

    assert CampClass.objects.get().name == "Clay"


def test_it_accepts_a_class_without_a_description(users):
    as_(users.instructor).post("/classes", {name: CLASS[name] for name in CLASS if name != "description"}, 201)


def test_it_refuses_students(users):
    assert as_(users.student).post("/classes", CLASS, 403)["code"] == "forbidden"
    assert as_(None).post("/classes", CLASS, 401)
    assert with_bearer("invalid").post("/classes", CLASS, 401)["code"] == "bad_token"

    assert not CampClass.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", "x" * 41),
        ("nameClass", ""),
        ("nameClass", "   "),
        ("nameClass", "\u200b\u200b"),
        ("nameClass", "\u202e\u2069"),
        ("nameClass", "two\nlines"),
        ("nameClass", "nul\0"),
        ("nameClass", "Clay, see evil.com"),
        ("nameClass", None),
        ("nameClass", ["a"]),
        ("nameClass", {"a": 1}),
        ("nameClass", True),
        ("price", -1),
        ("price", 0.49),
        ("price", 0.01),
        ("price", 10000.01),
        ("price", 1.999),
        ("price", "free"),
        ("price", None),
        ("price", True),
        ("price", 1e300),
        ("price", "NaN"),
        ("price", "Infinity"),
        ("price", []),
        ("seats", -1),
        ("seats", 1001),
        ("seats", 1.5),
        ("seats", "many"),
        ("seats", None),
        ("seats", True),
        ("seats", 10**30),
        ("image", "http://pictures.example/clay.jpg"),
        ("image", "javascript:alert(1)"),
        ("image", "data:image/png;base64,AAAA"),
        ("image", "https://pictures.example/" + "x" * 2000),
        ("image", "clay.jpg"),
        ("image", None),
        ("description", "x" * 2001),
        ("description", "nul\0"),
        ("description", {"a": "b"}),
        ("craft", "unknown"),
        ("craft", 7),
        ("craft", ["clay"]),
        ("craft", "nul\0"),
        ("place", "x" * 101),
        ("place", "two\nlines"),
        ("place", "https://evil.example"),
        ("place", None),
        ("bring", "x" * 501),
        ("bring", None),
        ("ageFrom", -1),
        ("ageFrom", "eight"),
        ("ageTo", 121),
        ("ageTo", 7.5),
    ],
)
def test_it_refuses_bad_input(users, field, value):
    refusal = as_(users.instructor).post("/classes", CLASS | {field: value}, 400)

    assert list(refusal["fields"]) == [field]
    assert not CampClass.objects.exists()


def test_it_stores_the_craft(users):
    make_craft("Clay")
    as_(users.instructor).post("/classes", CLASS | {"craft": "clay"}, 201)
    (row,) = as_(users.instructor).get(f"/myClasses/{users.instructor.email}")
    assert row["craft"] == "clay"


def test_it_knows_a_craft_that_staff_have_just_added(users):
    as_(users.instructor).post("/classes", CLASS | {"craft": "clay"}, 400)
    make_craft("Clay")
    as_(users.instructor).post("/classes", CLASS | {"craft": "clay"}, 201)


def test_it_refuses_reversed_ages(users):
    refusal = as_(users.instructor).post("/classes", CLASS | {"ageFrom": 12, "ageTo": 8}, 400)
    assert refusal["fields"] == {"ageTo": ["The lowest age must not be above the highest."]}
    assert not CampClass.objects.exists()


@pytest.mark.parametrize("missing", ["nameClass", "price", "seats"])
def test_it_names_the_missing_field(users, missing):
    body = {name: value for name, value in CLASS.items() if name != missing}

    assert as_(users.instructor).post("/classes", body, 400)["fields"] == {missing: ["This field is required."]}


@pytest.mark.parametrize("body", [[], [CLASS], "text", 5, None])
def test_it_refuses_a_body_that_is_not_an_object(users, body):
    as_(users.instructor).post("/classes", body, 400)

    assert not CampClass.objects.exists()


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"nameClass": "\\ud800"}', "application/json", 400),
        (b"[" * 5000, "application/json", 400),
        (b'{"nameClass": "' + b"x" * 300_000 + b'"}', "application/json", 413),
        (b'{"price": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"nameClass=Clay", "application/x-www-form-urlencoded", 415),
    ],
)
def test_it_refuses_a_body_that_is_not_valid_json(users, body, content_type, status):
    response = as_(users.instructor).client.post("/classes", body, content_type=content_type)

    assert response.status_code == status
    assert set(response.json()) <= {"code", "message", "fields"}
    assert not CampClass.objects.exists()

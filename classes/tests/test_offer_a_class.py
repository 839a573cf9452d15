"""POST /classes: an instructor offers a class."""

from decimal import Decimal

import pytest

from camp.testing import as_, bearing
from classes.models import CampClass, Status

CLASS = {
    "nameClass": "Clay for beginners",
    "description": "Two mornings at the wheel.",
    "image": "https://pictures.example/clay.jpg",
    "price": 45.5,
    "seats": 12,
}


def test_it_works(cast):
    answer = as_(cast.instructor).post("/classes", CLASS, 201)

    camp_class = CampClass.objects.get()
    assert answer == {"insertedId": str(camp_class.pk)}
    assert (camp_class.name, camp_class.description) == ("Clay for beginners", "Two mornings at the wheel.")
    assert (camp_class.price, camp_class.capacity) == (Decimal("45.50"), 12)
    assert (camp_class.status, camp_class.instructor) == (Status.PENDING, cast.instructor)


def test_whose_it_is_and_its_status_are_the_servers_to_set(cast):
    claims = {
        "instructorName": "Oskar",
        "instructorEmail": cast.other_instructor.email,
        "status": "Approved",
        "enroll": 99,
        "feedback": "Lovely.",
        "_id": "1",
    }
    as_(cast.instructor).post("/classes", CLASS | claims, 201)

    camp_class = CampClass.objects.get()
    assert (camp_class.instructor, camp_class.status, camp_class.feedback) == (cast.instructor, Status.PENDING, "")
    assert camp_class.enrollments.count() == 0
    assert as_(None).get("/classes") == []


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
        {"image": "/media/classes/clay.webp"},
        {"description": ""},
        {"description": "x" * 2000},
    ],
)
def test_it_takes_what_is_within_bounds(cast, change):
    as_(cast.instructor).post("/classes", CLASS | change, 201)

    (row,) = as_(cast.instructor).get(f"/myClasses/{cast.instructor.email}")
    for name, value in change.items():
        wanted = value.strip() if name == "nameClass" else value
        assert row[name] == (float(wanted) if name == "price" else wanted)


def test_a_description_is_optional(cast):
    as_(cast.instructor).post("/classes", {name: CLASS[name] for name in CLASS if name != "description"}, 201)


def test_it_is_for_instructors_alone(cast):
    for person in (cast.student, cast.admin):
        assert as_(person).post("/classes", CLASS, 403)["code"] == "forbidden"
    assert as_(None).post("/classes", CLASS, 401)
    assert bearing("rubbish").post("/classes", CLASS, 401)["code"] == "bad_token"

    assert not CampClass.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", "x" * 41),
        ("nameClass", ""),
        ("nameClass", "   "),
        ("nameClass", "\u200b\u200b"),
        ("nameClass", "two\nlines"),
        ("nameClass", "nul\0"),
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
        ("image", ""),
        ("image", "http://pictures.example/clay.jpg"),
        ("image", "javascript:alert(1)"),
        ("image", "data:image/png;base64,AAAA"),
        ("image", "https://pictures.example/" + "x" * 2000),
        ("image", "clay.jpg"),
        ("image", None),
        ("description", "x" * 2001),
        ("description", "nul\0"),
        ("description", {"a": "b"}),
    ],
)
def test_it_refuses_bad_input(cast, field, value):
    refusal = as_(cast.instructor).post("/classes", CLASS | {field: value}, 400)

    assert list(refusal["fields"]) == [field]
    assert not CampClass.objects.exists()


@pytest.mark.parametrize("missing", ["nameClass", "image", "price", "seats"])
def test_it_names_what_is_missing(cast, missing):
    body = {name: value for name, value in CLASS.items() if name != missing}

    assert as_(cast.instructor).post("/classes", body, 400)["fields"] == {missing: ["This field is required."]}


@pytest.mark.parametrize("body", [[], [CLASS], "text", 5, None])
def test_it_refuses_a_body_that_is_no_object(cast, body):
    as_(cast.instructor).post("/classes", body, 400)

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
def test_it_refuses_a_body_that_is_no_json(cast, body, content_type, status):
    response = as_(cast.instructor).client.post("/classes", body, content_type=content_type)

    assert response.status_code == status
    assert set(response.json()) <= {"code", "message", "fields"}
    assert not CampClass.objects.exists()

"""POST /seasons/{id}/import: an admin imports a spreadsheet into a season."""

from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from classes.models import CampClass, Season, Status
from core.sheets import uploads
from core.site_time import site_zone
from testing.clients.api import INVALID_IDS, as_, with_bearer
from testing.factories import make_class, make_lesson, make_season
from testing.factories.season_files import CLAY, clay_rows, to_csv, to_xlsx
from testing.snapshots import nothing_changes

INES = {"instructorEmail": "ines@camp.example", "instructorName": ""}
FELT = CLAY | INES | {"nameClass": "Felt", "lessons": "Mon-Fri 7/5/2027 - 7/9/2027 9am-12pm"}


@pytest.fixture
def season(users) -> Season:
    return make_season()


def send(user, path, content, status=201, **fields):
    content = content if isinstance(content, bytes | str) else to_csv(content)
    content = content if isinstance(content, bytes) else content.encode()
    body = {"file": SimpleUploadedFile("season.csv", content)} | fields
    return as_(user).post(path, body, status, format="multipart")


def imported(users, season, content, status=201, **fields):
    return send(users.admin, f"/seasons/{season.pk}/import", content, status, **fields)


def refused(users, season, content, status=400, **fields):
    with nothing_changes():
        return imported(users, season, content, status, **fields)


def answer(created=0, existing=0, instructors=(), warnings=()):
    return {
        "created": created,
        "existing": existing,
        "changed": 0,
        "instructors": list(instructors),
        "warnings": list(warnings),
    }


def test_it_creates_the_classes_of_a_spreadsheet_in_the_season(users, season):
    new = {"name": "Nora", "email": "nora@school.example"}
    clay = CLAY | {"instructorEmail": "nora@school.example", "instructorName": "Nora"}

    assert imported(users, season, [clay, FELT]) == answer(created=2, instructors=[new])

    classes = season.classes.order_by("name")
    assert [(each.name, each.status, each.lessons.count()) for each in classes] == [
        ("Clay", Status.APPROVED, 0),
        ("Felt", Status.APPROVED, 5),
    ]
    assert User.objects.get(email="nora@school.example").role == Role.INSTRUCTOR
    assert {each.history.get().history_user for each in classes} == {users.admin}


def test_it_reads_a_workbook(users, season):
    headings = ["Class Name", "Email", "Price", "Seats"]
    workbook = to_xlsx([headings, ["Clay", users.instructor.email, 45.5, 12]])

    assert imported(users, season, workbook) == answer(created=1)


def test_it_imports_again_only_what_is_missing(users, season):
    imported(users, season, [FELT])
    with nothing_changes():
        assert imported(users, season, [FELT]) == answer(existing=1)
    assert imported(users, season, [FELT, CLAY | INES]) == answer(created=1, existing=1)


def test_it_creates_a_class_that_another_season_has(users, season):
    """A season's spreadsheet often starts as a copy of the last one."""
    imported(users, make_season("Summer 2026"), [FELT])

    assert imported(users, season, [FELT]) == answer(created=1)


def test_it_warns_of_the_same_class_without_a_season(users, season):
    clay = make_class(users.instructor, "Felt")
    make_lesson(clay, datetime(2027, 7, 5, 9, tzinfo=site_zone()))
    other_week = FELT | {"lessons": "2027-07-12 9am-12pm"}

    (warning,) = imported(users, season, [FELT, other_week], 200, dryRun="true")["warnings"]

    assert (warning["row"], warning["column"]) == (2, "nameClass")
    assert warning["message"] == 'it is new, but there is already "Felt" from 2027-07-05 09:00.'


@pytest.mark.parametrize("named", ["", "Summer 2027", "SUMMER-2027"])
def test_it_accepts_a_column_with_its_own_season(users, season, named):
    csv = to_csv([FELT]).replace("lessons", "lessons,season").replace("9am-12pm", f"9am-12pm,{named}")

    assert imported(users, season, csv) == answer(created=1)


def test_it_refuses_a_row_of_another_season(users, season):
    make_season("Fall 2027")
    csv = to_csv([FELT]).replace("lessons", "lessons,Season").replace("9am-12pm", "9am-12pm,Fall 2027")

    message = "Please choose a season from the list: Summer 2027."
    assert refused(users, season, csv)["errors"] == [{"row": 2, "column": "Season", "message": message}]


def test_it_shows_a_preview_of_exactly_what_it_does(users, season):
    make_class(users.instructor, "Felt", season=season, price=5)
    content = [CLAY, FELT | {"lessons": ""}]
    with nothing_changes():
        preview = imported(users, season, content, 200, dryRun="true")
    result = imported(users, season, content)
    assert {name: preview[name] for name in result} == result
    assert preview.keys() - result.keys() == {"knownFields", "columns", "questions", "rows", "problems"}
    warnings = preview["warnings"]
    assert {"row": 3, "column": "price", "message": 'the class has "5.00", not "45.50".'} in warnings


def test_it_names_every_error_with_row_and_column(users, season):
    rows = [FELT, FELT | {"price": "cheap"}, FELT | {"seats": "-1"}, CLAY | {"instructorName": ""}]

    refusal = refused(users, season, rows)

    assert (refusal["code"], refusal["message"]) == ("invalid", "The spreadsheet has 3 errors. Nothing was changed.")
    named = [(error["row"], error["column"]) for error in refusal["errors"]]
    assert named == [(3, "price"), (4, "seats"), (5, "instructorName")]


def test_it_takes_neither_text_nor_an_error_from_the_row_above(users, season):
    above = FELT | {"place": "Barn", "bring": "A smock"}

    imported(users, season, [above, CLAY | {"place": "", "bring": ""}])
    assert list(season.classes.order_by("pk").values_list("place", "bring")) == [("Barn", "A smock"), ("", "")]

    (error,) = refused(users, season, [above | {"nameClass": "Wool", "price": "cheap"}, FELT])["errors"]
    assert error["row"] == 2


def test_it_checks_many_rows_with_the_same_statements(users, season):
    counts = []
    for number in (2, 20):
        rows = [FELT | {"nameClass": f"Felt {each} of {number}"} for each in range(number)]
        with CaptureQueriesContext(connection) as queries:
            imported(users, season, rows, 200, dryRun="true")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_it_names_the_columns_that_it_does_not_read(users, season):
    csv = to_csv([FELT]).replace("status", "Notes")

    (warning,) = imported(users, season, csv)["warnings"]

    assert warning == {"row": 1, "column": "", "message": "Not read: Notes (G)."}


def test_it_refuses_the_class_of_a_student(users, season):
    (error,) = refused(users, season, [FELT | {"instructorEmail": users.student.email}])["errors"]

    assert (error["row"], error["column"]) == (2, "instructorEmail")
    assert "Manage Users" in error["message"]


def test_it_names_a_limited_number_of_errors(users, season, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_SHOWN", 2)

    refusal = refused(users, season, [row | {"price": "cheap"} for row in clay_rows(3)])

    assert len(refusal["errors"]) == 2
    assert refusal["message"] == "The spreadsheet has 3 errors. Nothing was changed."


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04 no workbook",
        b"\xd0\xcf\x11\xe0",
        b"\xff\xd8\xff picture",
        b'nameClass,"\n',
        b"\0",
        b"just text",
        to_csv([]).encode().partition(b",")[0],
    ],
)
def test_it_refuses_a_file_that_is_no_spreadsheet_of_classes(users, season, content):
    errors = refused(users, season, content)["errors"]

    assert all(error["message"] for error in errors)
    assert all(set(error) == {"row", "column", "message"} for error in errors)


def test_it_reads_json_as_text(users, season):
    """JSON is for the command."""
    assert refused(users, season, b'[{"nameClass": "Clay"}]')["errors"]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"file": "text"}, "file"),
        ({"file": SimpleUploadedFile("empty.csv", b"")}, "file"),
        ({"dryRun": "maybe"}, "dryRun"),
    ],
)
def test_it_refuses_bad_input(users, season, fields, name):
    assert list(refused(users, season, [FELT], **fields)["fields"]) == [name]


def test_it_refuses_a_request_without_a_file(users, season):
    path = f"/seasons/{season.pk}/import"
    assert list(as_(users.admin).post(path, {}, 400, format="multipart")["fields"]) == ["file"]
    assert as_(users.admin).post(path, {"file": "x"}, 415)["code"] == "unsupported_media_type"


def test_it_refuses_a_file_that_is_too_large(users, season):
    refusal = refused(users, season, b"x" * (uploads.MAX_FORM_BYTES + 1), 413)

    assert refusal["code"] == "too_large"
    assert "delete the pictures in it" in refusal["message"]


def test_it_refuses_users_who_are_not_admins(users, season):
    path = f"/seasons/{season.pk}/import"
    for user in (users.student, users.instructor):
        assert send(user, path, [FELT], 403)["code"] == "forbidden"
    send(None, path, [FELT], 401)
    with_bearer("invalid").post(path, {}, 401, format="multipart")

    assert not CampClass.objects.exists()


def test_it_refuses_a_bad_id(users):
    for id in INVALID_IDS:
        assert send(users.admin, f"/seasons/{id}/import", [FELT], 404)["code"] == "not_found"
        assert not CampClass.objects.exists()

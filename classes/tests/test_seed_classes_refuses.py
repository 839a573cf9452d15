"""`manage.py seed_classes FILE`: nothing of a season with a mistake, and every mistake named."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from accounts.models import Role, User
from camp.testing import make_user
from classes import season_file, seeding
from classes.models import CampClass
from classes.tests.seasons import CLAY, csv_of, many, refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", ""),
        ("nameClass", "x" * 41),
        ("nameClass", "two\nlines"),
        ("nameClass", "null\0byte"),
        ("instructorEmail", "ines"),
        ("instructorEmail", ""),
        ("instructorName", "x" * 101),
        ("price", "cheap"),
        ("price", "0.49"),
        ("price", "-1"),
        ("price", "10000.01"),
        ("price", "1.999"),
        ("price", "NaN"),
        ("price", ""),
        ("seats", "1.5"),
        ("seats", "-1"),
        ("seats", "1001"),
        ("seats", "many"),
        ("image", "http://pictures.example/clay.jpg"),
        ("image", "javascript:alert(1)"),
        ("image", ""),
        ("status", "Perhaps"),
    ],
)
def test_a_bad_value_by_row_and_field(write, field, value):
    error = refused(write([CLAY, CLAY | {"nameClass": "Glass", field: value}]))
    assert f"row 3, {field}: " in str(error)
    assert error.returncode == 1


def test_one_bad_row_among_a_thousand(write):
    rows = many(1000)
    rows[899]["price"] = "free"
    assert "row 901, price: A valid number is required." in str(refused(write(rows)))


def test_mistakes_are_told_up_to_twenty(write):
    error = str(refused(write([row | {"seats": "x"} for row in many(33)])))
    assert error.count(", seats: ") == 20
    assert "and 13 more" in error


def test_a_class_twice_in_the_file(write):
    twice = [CLAY, CLAY | {"nameClass": " Clay", "instructorEmail": "Ines@School.example"}]
    assert "row 3, nameClass: the same class of this instructor is in row 2 already." in str(refused(write(twice)))


def test_an_unknown_column(write):
    error = str(refused(write("titel," + csv_of([CLAY]).replace("\r\n", "\r\nx,", 1))))
    assert '"titel"' in error
    assert "nameClass" in error


@pytest.mark.parametrize("missing", ["nameClass", "instructorEmail", "price", "seats", "image"])
def test_a_missing_column(write, missing):
    assert f'"{missing}" is missing' in str(refused(write(csv_of([CLAY]).replace(missing, "status2"))))


def test_a_column_twice(write):
    assert '"price" is there twice' in str(refused(write(csv_of([CLAY]).replace("seats", "price"))))


def test_more_cells_than_columns(write):
    assert "row 2: there are more cells" in str(refused(write(csv_of([CLAY]).replace("Approved", "Approved,what"))))


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_an_empty_file(write, content):
    assert "empty" in str(refused(write(content)))


@pytest.mark.parametrize("content", ['{"nameClass": "Clay"}', "[1]", "3", "null"])
def test_json_that_is_no_list_of_objects(write, content):
    assert "list of objects" in str(refused(write(content, "season.json")))


def test_an_unknown_name_in_json(write):
    assert "class 2, titel: there is no such column." in str(refused(write([CLAY, CLAY | {"titel": 1}], "season.json")))


@pytest.mark.parametrize("value", [None, [], {}, True, [["x"]], 1e300])
@pytest.mark.parametrize("field", ["nameClass", "price", "seats", "image", "instructorEmail"])
def test_json_values_of_the_wrong_kind(write, field, value):
    error = refused(write([CLAY | {field: value}], "season.json"))
    assert f"class 1, {field}: " in str(error)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\xff\xfe\x00", "season.csv"),
        (csv_of([CLAY | {"nameClass": "Töpfern"}]).encode("latin-1"), "season.csv"),
        (b'nameClass,price\n"never closed,1\n', "season.csv"),
        (b"{", "season.json"),
        (b"[" * 100_000, "season.json"),
    ],
    ids=["half a character", "latin-1", "open quote", "half an object", "deep"],
)
def test_what_cannot_be_read(write, content, name):
    assert refused(write(content, name)).returncode == 3


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path):
    assert refused(tmp_path / "none.csv").returncode == 3
    assert refused(tmp_path).returncode == 3


def test_a_file_that_is_too_large(write, monkeypatch):
    monkeypatch.setattr(season_file, "MOST_BYTES", 100)
    assert refused(write([CLAY])).returncode == 3


@pytest.mark.parametrize("role", [Role.STUDENT, Role.ADMIN])
def test_somebody_who_is_no_instructor(write, role):
    make_user("ines", role)
    error = str(refused(write([CLAY | {"instructorEmail": "ines@camp.example"}])))
    assert f"row 2, instructorEmail: ines@camp.example is {role} here." in error
    assert "grant_role" in error


def test_a_new_instructor_without_a_name(write):
    assert "row 2, instructorName: " in str(refused(write([CLAY | {"instructorName": " "}])))


def test_a_failure_midway_leaves_nothing(write, monkeypatch):
    batches = iter([None])

    def fail_at_the_second(row: Any, instructor: User, now: Any) -> CampClass:
        if row.name == "Clay 600":
            next(batches)
            raise OperationalError("connection lost")
        return real(row, instructor, now)

    real = seeding._camp_class
    monkeypatch.setattr(seeding, "_camp_class", fail_at_the_second)
    assert refused(write(many(700))).returncode == 4
    assert next(batches, "used up") == "used up"


@pytest.mark.parametrize("arguments", [[], ["season.csv", "--demo"]])
def test_a_command_that_is_not_understood(arguments):
    with pytest.raises(CommandError):
        call_command("seed_classes", *arguments)

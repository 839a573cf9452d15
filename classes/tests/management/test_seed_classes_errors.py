"""manage.py seed_classes FILE: errors, each of which leaves the database unchanged."""

import io
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import OperationalError

from accounts.models import Role, User
from classes.management.commands import seed_classes
from classes.models import CampClass
from classes.season import import_file, importing
from testing.factories import make_user
from testing.factories.season_files import CLAY, clay_rows, seed, seed_error, to_csv, users_and_classes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("nameClass", ""),
        ("nameClass", "two\nlines"),
        ("nameClass", "null\0byte"),
        ("instructorEmail", "ines"),
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
        ("place", "x" * 101),
        ("ageFrom", "eight"),
        ("earlyPrice", "cheap"),
        ("earlyUntil", "soon"),
        ("earlyUntil", "2027-04-31"),
        ("lessons", "2027-07-05"),
        ("lessons", "2027-07-05 09:00-12:00 2027-07-06 09:00-12:00"),
        ("lessons", "2027-07-05 9am-8am"),
        ("lessons", "2027-07-05 09:00-12:00; 2027-07-05 10:00-13:00"),
        ("lessons", "2027-03-14 2:30am-4am"),
        (
            "lessons",
            "; ".join(f"2027-07-05 {at // 60:02}:{at % 60:02}-{at // 60:02}:{at % 60 + 1:02}" for at in range(61)),
        ),
        ("status", "Perhaps"),
    ],
)
def test_it_reports_an_invalid_value_with_row_and_column(write_seed_file, field, value):
    error = seed_error(write_seed_file([CLAY, CLAY | {"nameClass": "Glass", field: value}]))
    assert f"row 3, {field}: " in str(error)
    assert error.returncode == 1


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        ({"earlyPrice": "40.00"}, "earlyUntil"),
        ({"earlyUntil": "2027-04-30"}, "earlyPrice"),
        ({"earlyPrice": "45.50", "earlyUntil": "2027-04-30"}, "earlyPrice"),
    ],
)
def test_it_reports_an_early_price_that_is_incomplete_or_not_below_the_price(write_seed_file, cells, field):
    assert f"row 2, {field}: " in str(seed_error(write_seed_file([CLAY | cells])))


def test_it_reports_one_invalid_row_in_a_long_file(write_seed_file):
    rows = clay_rows(1000)
    rows[899]["price"] = "cheap"
    assert "row 901, price: A valid number is required, such as 45.50; 0 if the class is free." in str(
        seed_error(write_seed_file(rows))
    )


def test_it_reports_at_most_twenty_errors(write_seed_file):
    error = str(seed_error(write_seed_file([row | {"seats": "x"} for row in clay_rows(33)])))
    assert error.count(", seats: ") == 20
    assert "and 13 more" in error


def test_it_refuses_a_class_that_occurs_twice(write_seed_file):
    twice = [CLAY, CLAY | {"nameClass": " Clay", "instructorEmail": "Ines@School.example"}]
    assert "row 3, nameClass: row 2 has the same class of this instructor." in str(seed_error(write_seed_file(twice)))


def test_it_names_a_column_that_it_does_not_read(write_seed_file):
    assert "row 1: Not read: titel (A)." in seed(
        write_seed_file("titel," + to_csv([CLAY]).replace("\r\n", "\r\nx,", 1))
    )


def test_it_cuts_a_long_name_at_a_word(write_seed_file):
    report = seed(write_seed_file([CLAY | {"nameClass": "Clay, pots and everything else: for beginners"}]))
    assert 'It becomes "Clay, pots and everything else: for".' in report
    assert CampClass.objects.get().name == "Clay, pots and everything else: for"


def test_it_names_what_the_page_would_ask(write_seed_file):
    error = str(seed_error(write_seed_file([CLAY | {"craft": "unknown"}])))
    assert 'row 2: "unknown" is none of your crafts. (Add the craft "unknown"; No craft)' in error


@pytest.mark.parametrize("missing", ["nameClass", "price", "seats"])
def test_it_refuses_a_missing_column(write_seed_file, missing):
    assert f"row 1, {missing}: No column of the file has it." in str(
        seed_error(write_seed_file(to_csv([CLAY]).replace(missing, "status2")))
    )


def test_it_refuses_a_cell_without_a_heading_and_names_its_column(write_seed_file):
    error = str(seed_error(write_seed_file(to_csv([CLAY]).replace("Approved", "Approved,,what"))))
    assert "row 2: Column I has a value, but no heading." in error


def test_it_names_every_row_with_a_cell_without_a_heading(write_seed_file):
    content = to_csv([CLAY, CLAY | {"nameClass": "Felt"}]).replace("Approved", "Approved,,what")
    error = str(seed_error(write_seed_file(content)))
    assert error.count("Column I has a value, but no heading.") == 2


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_it_refuses_an_empty_file(write_seed_file, content):
    assert "empty" in str(seed_error(write_seed_file(content)))


@pytest.mark.parametrize("content", ['{"nameClass": "Clay"}', "[1]", "3", "null"])
def test_it_refuses_json_that_is_not_a_list_of_objects(write_seed_file, content):
    assert "list of objects" in str(seed_error(write_seed_file(content, "season.json")))


def test_it_refuses_an_unknown_column_in_json(write_seed_file):
    assert "class 2, titel: unknown column." in str(
        seed_error(write_seed_file([CLAY, CLAY | {"titel": 1}], "season.json"))
    )


@pytest.mark.parametrize("value", [None, [], {}, True, [["x"]], 1e300])
@pytest.mark.parametrize("field", ["nameClass", "price", "seats"])
def test_it_refuses_json_values_of_the_wrong_type(write_seed_file, field, value):
    error = seed_error(write_seed_file([CLAY | {field: value}], "season.json"))
    assert f"class 1, {field}: " in str(error)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\xff\xfe\x00", "season.csv"),
        (to_csv([CLAY | {"nameClass": "Töpfern"}]).encode("latin-1"), "season.csv"),
        (b'nameClass,price\n"never closed,1\n', "season.csv"),
        (b"{", "season.json"),
        (b"[" * 100_000, "season.json"),
    ],
    ids=["half a character", "latin-1", "open quote", "half an object", "deep nesting"],
)
def test_it_refuses_a_file_that_cannot_be_parsed(write_seed_file, content, name):
    assert seed_error(write_seed_file(content, name)).returncode == 3


def test_it_refuses_a_missing_file_and_a_folder(tmp_path):
    assert seed_error(tmp_path / "missing.csv").returncode == 3
    assert seed_error(tmp_path).returncode == 3


def test_it_refuses_a_file_that_is_too_large(write_seed_file, monkeypatch):
    for module in (import_file, seed_classes):
        monkeypatch.setattr(module, "MAX_BYTES", 100)
    assert seed_error(write_seed_file([CLAY])).returncode == 3


def test_it_refuses_a_student(write_seed_file):
    make_user("ines", Role.STUDENT)
    error = str(seed_error(write_seed_file([CLAY | {"instructorEmail": "ines@camp.example"}])))
    assert "row 2, instructorEmail: ines@camp.example has the role student." in error
    assert "grant_role" in error


OVER = "2026-02-23 09:00-12:00; 2026-03-01 2am-4am"
"""Lessons before ``NOW``, which is at 4:00 at the camp."""
AHEAD = "2026-02-23 09:00-12:00; 2026-03-01 3am-4:01am"


def test_it_approves_only_what_an_admin_could_approve(write_seed_file):
    """The file reports every problem for which the page for pending classes would refuse the class."""
    make_user("ines", Role.INSTRUCTOR, is_active=False)
    make_user("oskar", Role.INSTRUCTOR)
    gone = CLAY | {"instructorEmail": "ines@camp.example", "lessons": AHEAD}
    over = CLAY | {"instructorEmail": "oskar@camp.example", "lessons": OVER}
    error = str(seed_error(write_seed_file([over, gone, gone | {"nameClass": "Felt", "lessons": OVER}])))
    assert error.splitlines()[1:] == [
        "  row 2, lessons: all lessons of this class are over. Such a class can't be Approved.",
        "  row 3, instructorEmail: ines@camp.example can't teach anymore. Such a class can't be Approved.",
        "  row 4, instructorEmail: ines@camp.example can't teach anymore. Such a class can't be Approved.",
        "  row 4, lessons: all lessons of this class are over. Such a class can't be Approved.",
    ]
    pending = [each | {"status": status} for each, status in ((over, ""), (gone, "Denied"))]
    seed(write_seed_file([*pending, over | {"nameClass": "Felt", "lessons": AHEAD}]))
    assert list(CampClass.objects.order_by("pk").values_list("status", flat=True)) == ["Pending", "Denied", "Approved"]


def test_it_leaves_an_approved_class_of_last_season_as_it_is(write_seed_file):
    row = CLAY | {"lessons": OVER}
    with time_machine.travel("2026-01-01"):
        call_command("seed_classes", str(write_seed_file([row])), stdout=io.StringIO())
    before = users_and_classes()
    assert "Classes that already exist: 1." in seed(write_seed_file([row]))
    assert users_and_classes() == before


def test_it_refuses_a_new_instructor_without_a_name(write_seed_file):
    assert "row 2, instructorName: " in str(seed_error(write_seed_file([CLAY | {"instructorName": " "}])))


def test_it_reports_a_missing_name_beside_the_other_errors(write_seed_file):
    make_user("stu", Role.STUDENT)
    nameless, repeated = CLAY | {"instructorName": ""}, CLAY | {"instructorName": "", "seats": "5"}
    rows = [nameless, repeated, CLAY | {"nameClass": "Felt", "instructorEmail": "stu@camp.example"}]
    lines = str(seed_error(write_seed_file(rows))).splitlines()[1:]
    assert [line.partition(": ")[0].strip() for line in lines] == [
        "row 2, instructorName",
        "row 3, instructorName",
        "row 3, nameClass",
        "row 4, instructorEmail",
    ]


def test_it_reports_errors_in_cells_beside_those_between_rows(write_seed_file):
    make_user("stu", Role.STUDENT)
    rows = [
        CLAY | {"price": "cheap", "instructorEmail": "stu@camp.example"},
        CLAY,
        CLAY,
        CLAY | {"nameClass": "Felt", "seats": "many"},
        CLAY | {"nameClass": "Wool", "instructorEmail": "oskar@school.example", "instructorName": ""},
    ]
    lines = str(seed_error(write_seed_file(rows), "--dry-run")).splitlines()[1:]
    assert [line.partition(": ")[0].strip() for line in lines] == [
        "row 2, price",
        "row 2, instructorEmail",
        "row 4, nameClass",
        "row 5, seats",
        "row 6, instructorName",
    ]


def test_it_takes_the_name_of_an_instructor_from_a_row_with_errors(write_seed_file):
    rows = [CLAY | {"price": "cheap"}, CLAY | {"nameClass": "Felt", "instructorName": ""}]
    (line,) = str(seed_error(write_seed_file(rows))).splitlines()[1:]
    assert line.startswith("  row 2, price: ")


def test_it_rolls_back_when_a_later_batch_fails(write_seed_file, monkeypatch):
    make_class = importing._camp_class

    def fail_in_the_second_batch(row: Any, instructor: User, now: Any) -> CampClass:
        if row.name == "Clay 600":
            raise OperationalError("connection lost")
        return make_class(row, instructor, now)

    monkeypatch.setattr(importing, "_camp_class", fail_in_the_second_batch)
    assert seed_error(write_seed_file(clay_rows(700))).returncode == 4


@pytest.mark.parametrize("arguments", [[], ["season.csv", "--no-such-option"]])
def test_it_refuses_invalid_arguments(arguments):
    with pytest.raises(CommandError):
        call_command("seed_classes", *arguments)

"""`manage.py seed_classes FILE`: a whole season."""

import io
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from camp.testing import make_class, make_user
from classes.models import CampClass, Status
from classes.tests.seasons import CLAY, COLUMNS, csv_of, many, seed

pytestmark = pytest.mark.django_db


def test_it_makes_the_classes_and_their_instructors(write):
    said = seed(write([CLAY, CLAY | {"nameClass": "Glass", "price": "0", "status": ""}]))
    ines = User.objects.get(email="ines@school.example")
    assert (ines.name, ines.role, ines.email_verified, ines.has_usable_password()) == (
        "Ines",
        "instructor",
        False,
        False,
    )
    clay = CampClass.objects.get(name="Clay")
    assert (clay.instructor, clay.price, clay.capacity, clay.status) == (
        ines,
        Decimal("45.50"),
        12,
        Status.APPROVED,
    )
    assert clay.image == "https://pictures.example/clay.jpg"
    assert CampClass.objects.get(name="Glass").status == Status.PENDING
    assert "2 classes made, 0 were there already; 1 instructors made." in said


def test_a_second_run_changes_nothing(write):
    path = write(many(3))
    seed(path)
    before = list(User.objects.values_list()), list(CampClass.objects.values_list())
    assert "0 classes made, 3 were there already; 0 instructors made." in seed(path)
    assert (list(User.objects.values_list()), list(CampClass.objects.values_list())) == before


def test_a_class_that_is_there_stays_as_it_is(write):
    clay = make_class(make_user("ines", Role.INSTRUCTOR), "Clay", price=Decimal(20))
    seed(write([CLAY | {"instructorEmail": "INES@camp.example"}]))
    clay.refresh_from_db()
    assert (CampClass.objects.count(), clay.price) == (1, Decimal(20))


def test_another_instructor_may_offer_the_same_name(write):
    make_class(make_user("oskar", Role.INSTRUCTOR), "Clay")
    seed(write([CLAY]))
    assert CampClass.objects.filter(name="Clay").count() == 2


def test_a_known_instructor_keeps_their_name_and_needs_none(write):
    make_user("ines", Role.INSTRUCTOR)
    seed(write([CLAY | {"instructorEmail": "ines@camp.example", "instructorName": ""}]))
    assert User.objects.get().name == "Ines"


def test_json_too(write):
    seed(write([CLAY | {"price": 45.5, "seats": 12, "description": "Bring an apron."}], "season.json"))
    clay = CampClass.objects.get()
    assert (clay.price, clay.capacity, clay.description) == (Decimal("45.50"), 12, "Bring an apron.")


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + csv_of([CLAY]).encode(),
        csv_of([CLAY], ";").encode(),
        csv_of([CLAY | {"price": "45,50"}], ";").encode(),
        csv_of([CLAY], "\t").encode("utf-16"),
        csv_of([CLAY | {"price": "$45.50"}]).encode(),
        csv_of([CLAY]).replace("\r\n", "\n").encode(),
        (csv_of([CLAY]) + ",,,,,,\r\n\r\n").encode(),
    ],
    ids=["mark", "semicolons", "decimal comma", "tabs in UTF-16", "dollar sign", "line feeds", "empty rows"],
)
def test_however_a_spreadsheet_writes_it(write, content):
    seed(write(content))
    assert CampClass.objects.get(name="Clay").price == Decimal("45.50")


@pytest.mark.parametrize("name", ['Say "clay", please', "🎨 سيراميك", "x" * 40, "Ton & Feuer; Glasur"])
def test_names_of_every_kind(write, name):
    seed(write([CLAY | {"nameClass": f"  {name} "}]))
    assert CampClass.objects.get().name == name


def test_the_same_accent_typed_otherwise_is_the_same_class(write):
    seed(write([CLAY | {"nameClass": "Café"}]))
    seed(write([CLAY | {"nameClass": "Cafe\u0301"}]))
    assert CampClass.objects.count() == 1


def test_a_dry_run_says_so_and_changes_nothing(write):
    said = seed(write(many(2)), "--dry-run")
    assert "2 classes would be made" in said
    assert not User.objects.exists()
    assert not CampClass.objects.exists()


def test_progress_is_told(write):
    told = io.StringIO()
    call_command("seed_classes", str(write(many(501))), stdout=io.StringIO(), stderr=told)
    assert "500 of 501 classes" in told.getvalue()
    assert "501 of 501 classes" in told.getvalue()


def test_a_bar_on_a_terminal(write):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    call_command("seed_classes", str(write([CLAY])), stdout=io.StringIO(), stderr=terminal, no_color=True)
    assert f"\r[{'#' * 30}] 1 of 1 classes\n" in terminal.getvalue()


def test_queries_grow_by_batches_and_not_by_rows(write):
    def queries(rows: list[dict[str, Any]]) -> int:
        with CaptureQueriesContext(connection) as captured:
            seed(write(rows))
        return len(captured)

    few = queries(many(3))
    User.objects.exists()
    assert queries(many(453)) == few - 1  # the instructor is there by now
    assert queries(many(5000)) == few - 1 + 9


def test_the_help_teaches(capsys):
    with pytest.raises(SystemExit) as done:
        call_command("seed_classes", "--help")
    said = capsys.readouterr().out
    assert done.value.code == 0
    assert all(column in said for column in COLUMNS)
    assert "exit codes" in said

"""manage.py seed_classes FILE: creating the classes of a season."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from classes.models import CampClass, Lesson, Status
from testing.factories import make_class, make_craft, make_user
from testing.factories.season_files import CLAY, COLUMNS, clay_rows, seed, to_csv, users_and_classes

pytestmark = pytest.mark.django_db


def test_it_creates_classes_and_instructors(write_seed_file):
    output = seed(write_seed_file([CLAY, CLAY | {"nameClass": "Glass", "price": "0", "status": ""}]))
    ines = User.objects.get(email="ines@school.example")
    assert (ines.name, ines.role) == ("Ines", "instructor")
    assert not ines.email_verified
    assert not ines.has_usable_password()
    clay = CampClass.objects.get(name="Clay")
    assert (clay.instructor, clay.price, clay.capacity) == (ines, Decimal("45.50"), 12)
    assert clay.status == Status.APPROVED
    assert clay.image == "https://pictures.example/clay.jpg"
    assert CampClass.objects.get(name="Glass").status == Status.PENDING
    assert "Classes created: 2. Classes that already exist: 0. Instructors created: 1." in output


def test_it_changes_nothing_in_a_second_run(write_seed_file):
    path = write_seed_file(clay_rows(3))
    seed(path)
    before = users_and_classes()
    assert "Classes created: 0. Classes that already exist: 3. Instructors created: 0." in seed(path)
    assert users_and_classes() == before


def test_it_records_the_new_rows_in_the_history(write_seed_file):
    make_user("ines", Role.INSTRUCTOR)
    seed(write_seed_file([CLAY, CLAY | {"nameClass": "Glass", "instructorEmail": "ines@camp.example"}]))
    for model in (User, CampClass):
        created = model.history.filter(history_type="+")
        assert sorted(created.values_list("id", flat=True)) == sorted(model.objects.values_list("pk", flat=True))
    assert set(CampClass.history.values_list("instructor", flat=True)) == set(User.objects.values_list("pk", flat=True))


def test_it_leaves_an_existing_class_unchanged(write_seed_file):
    clay = make_class(make_user("ines", Role.INSTRUCTOR), "Clay", price=Decimal(20))
    seed(write_seed_file([CLAY | {"instructorEmail": "INES@camp.example"}]))
    clay.refresh_from_db()
    assert (CampClass.objects.count(), clay.price) == (1, Decimal(20))


def test_it_creates_a_class_with_the_same_name_for_another_instructor(write_seed_file):
    make_class(make_user("oskar", Role.INSTRUCTOR), "Clay")
    seed(write_seed_file([CLAY]))
    assert CampClass.objects.filter(name="Clay").count() == 2


def test_it_needs_no_name_for_an_existing_instructor(write_seed_file):
    make_user("ines", Role.INSTRUCTOR)
    seed(write_seed_file([CLAY | {"instructorEmail": "ines@camp.example", "instructorName": ""}]))
    assert User.objects.get().name == "Ines"


def test_it_reads_json(write_seed_file):
    seed(write_seed_file([CLAY | {"price": 45.5, "seats": 12, "description": "Bring an apron."}], "season.json"))
    clay = CampClass.objects.get()
    assert (clay.price, clay.capacity, clay.description) == (Decimal("45.50"), 12, "Bring an apron.")


SCHEDULE = {
    "craft": "clay",
    "place": "Barn",
    "bring": "An apron.",
    "ageFrom": "8",
    "ageTo": "12",
    "lessons": "2027-07-05 09:00-12:00; 2027-07-06 13:30 - 15:00;",
    "earlyPrice": "40.00",
    "earlyUntil": "4/30/2027",
}


@pytest.mark.parametrize("name", ["season.csv", "season.json"])
def test_it_creates_lessons_and_the_rest_of_the_page(write_seed_file, name):
    craft = make_craft("Clay")
    seed(write_seed_file([CLAY | SCHEDULE], name))
    clay = CampClass.objects.get()
    assert (clay.craft, clay.place, clay.bring, clay.age_from, clay.age_to) == (craft, "Barn", "An apron.", 8, 12)
    assert (clay.early_price, clay.early_until) == (Decimal(40), date(2027, 4, 30))
    assert list(clay.lessons.order_by("starts_at").values_list("starts_at", "ends_at")) == [
        (datetime(2027, 7, 5, 13, tzinfo=UTC), datetime(2027, 7, 5, 16, tzinfo=UTC)),
        (datetime(2027, 7, 6, 17, 30, tzinfo=UTC), datetime(2027, 7, 6, 19, tzinfo=UTC)),
    ]


def test_it_accepts_lessons_in_the_past_and_empty_cells(write_seed_file):
    rows = [
        CLAY | {"lessons": "2020-07-05 09:00-12:00", "status": ""},
        CLAY | {"nameClass": "Felt"} | dict.fromkeys(SCHEDULE, ""),
    ]
    seed(write_seed_file(rows))
    assert Lesson.objects.get().camp_class.name == "Clay"
    felt = CampClass.objects.get(name="Felt")
    assert (felt.craft, felt.place, felt.age_from, felt.age_to) == (None, "", None, None)


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + to_csv([CLAY]).encode(),
        to_csv([CLAY], ";").encode(),
        to_csv([CLAY | {"price": "45,50"}], ";").encode(),
        to_csv([CLAY], "\t").encode("utf-16"),
        to_csv([CLAY | {"price": "$45.50"}]).encode(),
        to_csv([CLAY]).replace("\r\n", "\n").encode(),
        (to_csv([CLAY]) + ",,,,,,\r\n\r\n").encode(),
    ],
    ids=["byte order mark", "semicolons", "decimal comma", "tabs in UTF-16", "dollar sign", "line feeds", "empty rows"],
)
def test_it_reads_the_csv_dialects_of_spreadsheet_programs(write_seed_file, content):
    seed(write_seed_file(content))
    assert CampClass.objects.get(name="Clay").price == Decimal("45.50")


@pytest.mark.parametrize("name", ['Say "clay", please', "🎨 سيراميك", "x" * 40, "Ton & Feuer; Glasur"])
def test_it_accepts_quotes_emoji_and_other_scripts_in_names(write_seed_file, name):
    seed(write_seed_file([CLAY | {"nameClass": f"  {name} "}]))
    assert CampClass.objects.get().name == name


def test_it_removes_bidi_controls_from_names(write_seed_file):
    seed(write_seed_file([CLAY | {"nameClass": "\u202eClay", "instructorName": "Ines\u2069"}]))
    assert (CampClass.objects.get().name, User.objects.get().name) == ("Clay", "Ines")


def test_it_treats_composed_and_decomposed_accents_as_equal(write_seed_file):
    seed(write_seed_file([CLAY | {"nameClass": "Café"}]))
    seed(write_seed_file([CLAY | {"nameClass": "Cafe\u0301"}]))
    assert CampClass.objects.count() == 1


def test_it_changes_nothing_in_a_dry_run(write_seed_file):
    output = seed(write_seed_file(clay_rows(2)), "--dry-run")
    assert "Classes to create: 2." in output
    assert not User.objects.exists()
    assert not CampClass.objects.exists()


def test_it_reports_progress_per_batch(write_seed_file):
    stderr = io.StringIO()
    call_command("seed_classes", str(write_seed_file(clay_rows(501))), stdout=io.StringIO(), stderr=stderr)
    assert "500 of 501 classes" in stderr.getvalue()
    assert "501 of 501 classes" in stderr.getvalue()


def test_it_shows_a_progress_bar_on_a_terminal(write_seed_file):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    call_command("seed_classes", str(write_seed_file([CLAY])), stdout=io.StringIO(), stderr=terminal, no_color=True)
    assert f"\r[{'#' * 30}] 1 of 1 classes\n" in terminal.getvalue()


OF_AN_INSTRUCTOR = 4
"""Queries that create and invite an instructor, more than find one. The second file finds that of the first."""


def queries(path: Path) -> int:
    with CaptureQueriesContext(connection) as captured:
        seed(path)
    return len(captured)


def test_it_makes_queries_per_batch_and_not_per_row(write_seed_file):
    few = queries(write_seed_file(clay_rows(3)))
    assert queries(write_seed_file(clay_rows(453))) == few - OF_AN_INSTRUCTOR
    assert queries(write_seed_file(clay_rows(5000))) == few - OF_AN_INSTRUCTOR + 9 * 2


def test_it_makes_no_query_for_a_single_craft_or_lesson(write_seed_file):
    make_craft("Clay")
    few = queries(write_seed_file([row | SCHEDULE for row in clay_rows(2)]))
    assert queries(write_seed_file([row | SCHEDULE for row in clay_rows(400)])) == few - OF_AN_INSTRUCTOR


def test_it_documents_columns_and_exit_codes_in_its_help(capsys):
    with pytest.raises(SystemExit) as exited:
        call_command("seed_classes", "--help")
    output = capsys.readouterr().out
    assert exited.value.code == 0
    assert all(column in output for column in COLUMNS)
    assert "exit codes" in output

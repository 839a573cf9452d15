"""manage.py seed_classes FILE: cells and rows that say something else than the program that wrote them shows."""

import pytest

from accounts.models import User
from classes.models import CampClass
from testing.factories import make_season
from testing.factories.season_files import (
    EMPTY_RESULT,
    N_A,
    ODS_N_A,
    ODS_PERCENT,
    ODS_STRUCK,
    ODS_UNCOMPUTED,
    PERCENT,
    PERCENT_OF_FORMAT,
    REF,
    STRUCK,
    UNCOMPUTED,
    clay_rows,
    seed,
    seed_error,
    to_csv,
    to_ods,
    to_xlsx,
)

pytestmark = pytest.mark.django_db

HEADINGS = ["Class", "Teacher", "Email", "Price", "Seats", "Ages", "Place", "Early price", "Early until", "Min"]
CLAY = ["Clay", "Ines", "ines@school.example", 45, 10, "8-10", "Barn", 40, "2027-05-01", 4]
OPTIONAL = ("Ages", "Place", "Early price", "Early until", "Min")


def with_cell(heading, cell, row=CLAY):
    return [cell if name == heading else value for name, value in zip(HEADINGS, row, strict=True)]


def xlsx_and_ods(heading, cell, ods_cell):
    rows = [HEADINGS, CLAY]
    return {
        "season.xlsx": to_xlsx([*rows, with_cell(heading, cell, ["Glass", *CLAY[1:]])]),
        "season.ods": to_ods([*rows, with_cell(heading, ods_cell, ["Glass", *CLAY[1:]])]),
    }


@pytest.mark.parametrize("heading", HEADINGS)
def test_it_refuses_an_error_of_the_spreadsheet(write_seed_file, heading):
    for name, content in xlsx_and_ods(heading, N_A, ODS_N_A).items():
        error = str(seed_error(write_seed_file(content, name)))
        assert error.splitlines()[1:] == [
            f'  row 3, {heading}: "#N/A" is an error in the spreadsheet. Please correct the cell, or leave it blank.'
        ]


@pytest.mark.parametrize("heading", OPTIONAL)
def test_it_refuses_a_formula_without_a_value(write_seed_file, heading):
    for name, content in xlsx_and_ods(heading, UNCOMPUTED, ODS_UNCOMPUTED).items():
        error = str(seed_error(write_seed_file(content, name)))
        assert f'row 3, {heading}: The formula "=' in error
        assert error.count("\n") == 1


def test_it_refuses_other_errors_and_those_in_csv(write_seed_file):
    error = str(seed_error(write_seed_file(to_xlsx([HEADINGS, with_cell("Place", REF)]), "season.xlsx")))
    assert 'row 2, Place: "#REF!" is an error in the spreadsheet.' in error
    csv = to_csv([dict(clay_rows(1)[0], place="#VALUE!")])
    assert 'row 2, place: "#VALUE!" is an error in the spreadsheet.' in str(seed_error(write_seed_file(csv)))


def test_it_takes_no_instructor_from_the_row_above_if_a_look_up_failed(write_seed_file):
    failed = [N_A if name in ("Teacher", "Email") else each for name, each in zip(HEADINGS, CLAY, strict=True)]
    error = str(seed_error(write_seed_file(to_xlsx([HEADINGS, CLAY, ["Glass", *failed[1:]]]), "season.xlsx")))
    assert [line.split(":")[0] for line in error.splitlines()[1:]] == ["  row 3, Teacher", "  row 3, Email"]


def test_it_reads_an_empty_result_of_a_formula_as_blank(write_seed_file):
    seed(write_seed_file(to_xlsx([HEADINGS, with_cell("Place", EMPTY_RESULT)]), "season.xlsx"))
    assert CampClass.objects.get().place == ""


@pytest.mark.parametrize("heading", ["Price", "Seats", "Ages", "Early price", "Min"])
def test_it_refuses_a_percentage_where_a_number_belongs(write_seed_file, heading):
    for name, content in xlsx_and_ods(heading, PERCENT, ODS_PERCENT).items():
        error = str(seed_error(write_seed_file(content, name)))
        assert f'row 3, {heading}: "80%" is a percentage. Please write a number.' in error
        assert error.count("\n") == 1


def test_it_refuses_a_percentage_of_any_format_and_reads_it_in_a_text(write_seed_file):
    error = str(seed_error(write_seed_file(to_xlsx([HEADINGS, with_cell("Price", PERCENT_OF_FORMAT)]), "season.xlsx")))
    assert 'row 2, Price: "75.5%" is a percentage.' in error
    seed(write_seed_file(to_xlsx([HEADINGS, with_cell("Place", PERCENT)]), "season.xlsx"))
    assert CampClass.objects.get().place == "80%"


HIDDEN = "  row 3: 2 hidden rows were read: 3, 4. Please delete what you don't want to import."
STRUCK_OUT = "  row 2: 1 struck-out row was read: 2. Please delete what you don't want to import."


@pytest.mark.parametrize(("to_file", "name", "struck"), [(to_xlsx, "s.xlsx", STRUCK), (to_ods, "s.ods", ODS_STRUCK)])
def test_it_counts_hidden_and_struck_out_rows(write_seed_file, to_file, name, struck):
    rows = [[each, *CLAY[1:]] for each in (struck, "Felt", "Glass", "Wood")]
    report = seed(write_seed_file(to_file([HEADINGS, *rows, [""] * 10], hidden_rows=(3, 4, 6)), name))
    assert HIDDEN in report.splitlines()
    assert STRUCK_OUT in report.splitlines()
    assert CampClass.objects.count() == 4


def test_it_says_nothing_about_rows_that_are_seen(write_seed_file):
    assert "Please check" not in seed(write_seed_file(to_xlsx([HEADINGS, CLAY]), "season.xlsx"))


def test_it_counts_lessons_in_the_past_and_outside_the_season(write_seed_file):
    make_season()  # July 5 to August 27, 2027
    rows = [["Class", "Teacher", "Email", "Price", "Seats", "Lessons", "Season"]]
    days = {"Clay": "7/7/2025 - 7/8/2025", "Felt": "7/6/2027", "Glass": "8/27/2027 - 8/29/2027"}
    rows += [[name, *CLAY[1:5], f"{day} 9am-12pm", "Summer 2027"] for name, day in days.items()]
    report = seed(write_seed_file(to_xlsx(rows), "season.xlsx"))
    assert "row 2, Lessons: 2 lessons are in the past, see row 2. Please check the dates." in report
    assert "row 2, Lessons: 4 lessons are outside the season, see row 2, 4. Please check the dates." in report


def test_it_refuses_a_workbook_whose_cells_it_cannot_check(write_seed_file, tmp_path):
    content = to_xlsx([HEADINGS, CLAY]).replace(b"xl/workbook.xml", b"xl/workbook.bin")
    assert seed_error(write_seed_file(content, "season.xlsb")).returncode == 3
    assert not User.objects.exists()

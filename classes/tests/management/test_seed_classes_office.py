"""manage.py seed_classes FILE: the spreadsheet of a camp's office, edited only where the dry run asks for it."""

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from accounts.models import User
from classes.models import CampClass
from testing.factories import make_craft
from testing.factories.season_files import seed, seed_error, times_of, to_xlsx, users_and_classes

pytestmark = pytest.mark.django_db

DASH = "\u2013"
WHEEL, CLAY = "Wheel for Beginners", "Clay & Pots"
ROSA, BEN = ("Rosa Marín", "rosa@maple.example"), ("Ben Ode", "ben@maple.example")
HEADINGS = ["CLASS NAME", "Instructor", "Instructor Email", "Craft", "Days", "First Day", "Last Day", "Time"]
HEADINGS += ["Ages", "Tuition", "Max Students", "Notes", None]
MORNING, AGES = f"9am {DASH} 12pm", f"8{DASH}11"


def july(day: int) -> date:
    return date(2027, 7, day)


OFFICE = [
    ["Maple Hollow Craft Camp"],
    [f"Summer 2027 {DASH} draft, please check"],
    [],
    HEADINGS,
    ["Session 1"],
    [WHEEL, *ROSA, CLAY, f"Mon{DASH}Fri", july(5), july(9), MORNING, AGES, 1250, 12, "ask Rosa for the kiln"],
    ["Glaze Lab", None, None, "clay & pots", "MWF", july(5), july(9), f"1 {DASH} 3:30", "10+", 0, 10],
    [],
    ["Session 2"],
    [WHEEL, *ROSA, CLAY, f"Mon{DASH}Fri", july(12), july(16), MORNING, AGES, 1250, 12],
    ["Felt", *BEN, "Felting", "Tuesdays", july(6), july(20), f"10{DASH}11:30 a.m.", None, 45.5, 8],
    [*[None] * 5, july(27), None, f"noon {DASH} 2pm"],
    [],
]
"""A title, headings in capitals, sessions, blank rows and cells, a column of notes, and a row with one more lesson."""


def to_office_csv(rows: list[list[Any]]) -> bytes:
    """Writes the cells as they are displayed, as spreadsheet programs do."""
    out = io.StringIO()
    csv.writer(out).writerows([[displayed(cell) for cell in row] + [""] * (13 - len(row)) for row in rows])
    return out.getvalue().encode()


def displayed(cell: Any) -> str:
    match cell:
        case date():
            return f"{cell.month}/{cell.day}/{cell.year}"
        case 0:
            return " $-   "
        case 1250 | float():
            return f" ${cell:,.2f} "
    return "" if cell is None else str(cell)


FORMS = {
    "season.csv": to_office_csv,
    "season.xlsx": lambda rows: to_xlsx(rows, merged=("A1:L1", "A2:L2", "B6:B7", "C6:C7")),
}


@pytest.mark.parametrize("name", FORMS)
def test_it_imports_the_spreadsheet_of_an_office(write_seed_file, name):
    clay, rows = make_craft(CLAY), [list(row) for row in OFFICE]

    def write():
        return write_seed_file(FORMS[name](rows), name)

    def edit(row: int, column: str, value: Any) -> None:
        rows[row - 1][ord(column) - ord("A")] = value

    assert str(seed_error(write(), "--dry-run")).splitlines()[1:] == [
        '  row 11: "Felting" is none of your crafts. (Clay & Pots; Add the craft "Felting"; No craft)'
    ]
    edit(11, "D", None)
    report = seed(write(), "--dry-run")
    assert "row 4: Not read: Notes (L)." in report
    assert not User.objects.exists()
    assert "Classes to create: 4." in report
    assert "  Rosa Marín, rosa@maple.example\n  Ben Ode, ben@maple.example\n" in report
    assert 'row 5: "Session 1" was taken for a title.' in report
    taken = "row 7, Instructor Email: rosa@maple.example was taken from the row above."
    assert (taken in report) is (name == "season.csv")  # in the workbook the cells are merged
    seed(write())
    assert_season(clay)
    before = users_and_classes()
    assert "Classes created: 0. Classes that already exist: 4." in seed(write())
    assert users_and_classes() == before


def assert_season(clay):
    assert times_of(WHEEL) == [[f"07-{day:02} 09:00-12:00" for day in range(first, first + 5)] for first in (5, 12)]
    assert times_of("Glaze Lab") == [[f"07-{day:02} 13:00-15:30" for day in (5, 7, 9)]]
    assert times_of("Felt") == [[*(f"07-{day:02} 10:00-11:30" for day in (6, 13, 20)), "07-27 12:00-14:00"]]
    columns = ("name", "price", "capacity", "craft", "age_from", "age_to", "image", "instructor__name")
    assert list(CampClass.objects.order_by("pk").values_list(*columns)) == [
        (WHEEL, Decimal(1250), 12, clay.pk, 8, 11, "", "Rosa Marín"),
        ("Glaze Lab", Decimal(0), 10, clay.pk, 10, None, "", "Rosa Marín"),
        (WHEEL, Decimal(1250), 12, clay.pk, 8, 11, "", "Rosa Marín"),
        ("Felt", Decimal("45.50"), 8, None, None, None, "", "Ben Ode"),
    ]

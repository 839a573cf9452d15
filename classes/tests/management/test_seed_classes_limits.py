"""manage.py seed_classes FILE: small files that would take much memory or time."""

import json
import time

import pytest

from classes.season import import_file
from testing.factories.season_files import CLAY, clay_rows, seed, seed_error, to_csv, xlsx_of

pytestmark = pytest.mark.django_db

NAMES = ["Class", "Email", "Teacher", "Price", "Seats"]
HEADINGS = {f"{column}1": heading for column, heading in zip("ABCDE", NAMES, strict=True)}
ROW = {"A2": "Clay", "B2": "ines@school.example", "C2": "Ines", "D2": 45, "E2": 12}


@pytest.fixture(autouse=True)
def in_ten_seconds_of_cpu_time():
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 10


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"XFD1048576": "x"}, 'The sheet "Sheet 1" ends in row 1,048,576 and column XFD, far from the table.'),
        (HEADINGS | ROW | {"A1048576": "x"}, 'The sheet "Sheet 1" ends in row 1,048,576 and column E, far from'),
        (HEADINGS | ROW | {"XFD40": "x"}, 'The sheet "Sheet 1" ends in row 40 and column XFD, far from the table.'),
        (HEADINGS | ROW | {"XFD1048576": "x"}, "within the limits of memory and time. Is there a cell far from"),
    ],
    ids=["only the last cell", "the last row", "the last column", "the table and the last cell"],
)
def test_it_refuses_a_workbook_with_a_cell_far_from_the_table(write_seed_file, cells, message):
    content = xlsx_of(cells)
    assert len(content) < 5_000
    error = seed_error(write_seed_file(content, "season.xlsx"))
    assert error.returncode == 3
    assert message in str(error)


def test_it_reads_the_sheet_with_the_classes_beside_a_large_one(write_seed_file):
    path = write_seed_file(xlsx_of({"XFD1048576": "x"}, HEADINGS | ROW), "season.xlsx")
    assert "Classes created: 1." in seed(path)


def test_it_refuses_a_workbook_that_unpacks_to_more_than_its_memory(write_seed_file):
    content = xlsx_of({f"A{number}": "x" * 200_000 for number in range(1, 1_500)})
    assert len(content) < 5_000_000
    assert seed_error(write_seed_file(content, "season.xlsx")).returncode == 3


@pytest.mark.parametrize(
    "content",
    ["," * 600_000, "\n" * 600_000, to_csv([CLAY]) + "a\n" * 600_000],
    ids=["columns", "blank rows", "rows"],
)
def test_it_refuses_csv_with_too_many_cells(write_seed_file, content):
    assert "more than 500,000 cells" in str(seed_error(write_seed_file(content)))


def test_it_refuses_too_many_classes(write_seed_file, monkeypatch):
    monkeypatch.setattr(import_file, "MAX_CLASSES", 3)
    for name in ("season.csv", "season.json"):
        assert "more than 3 classes" in str(seed_error(write_seed_file(clay_rows(4), name)))
    seed(write_seed_file(clay_rows(3)))


@pytest.mark.parametrize(
    "lessons",
    ["mon" * 4_500, "7/5/2027 9am-12pm " * 750, "7/5/2027 9am-12pm\n" * 750, json.dumps(["mon" * 4_500])],
)
def test_it_refuses_a_long_text_as_lessons(write_seed_file, lessons):
    assert "row 2, lessons: A class can have up to 60 lessons, and a line 200 characters." in str(
        seed_error(write_seed_file([CLAY | {"lessons": lessons}]))
    )


def test_it_refuses_too_many_rows_of_lessons(write_seed_file):
    row = CLAY | {"lessons": "7/5/2027 9am-12pm"}
    more = dict.fromkeys(CLAY, "") | {"lessons": "7/6/2027 9am-12pm"}
    error = str(seed_error(write_seed_file([row, *[more] * 20_000])))
    assert "row 2, lessons: A class can have up to 60 lessons" in error

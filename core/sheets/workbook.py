"""Reads the cells of a workbook, in a process of its own with little memory and time: ``python -m``.

A workbook of 2 KB can describe 17 billion cells. The library takes memory for all of them before it can be asked for
their number, and a process that doesn't get this memory ends. The workbook is read from stdin, and the sheets are
written to stdout as JSON. It imports nothing else of the project, so that it starts in 0.1 s.
"""

import io
import json
import resource
import sys
import zipfile
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any, TypedDict
from xml.etree.ElementTree import ParseError

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from core.sheets.cell_marks import Marks, UnknownFormat, read_marks

MAX_CELLS = 500_000
MAX_OUTPUT = 50_000_000
"""Characters."""
MAX_MEMORY = 256 * 1024 * 1024
MAX_SECONDS = 20
SAMPLE_ROWS = 20


class Sheet(TypedDict):
    name: str
    rows: list[list[str]]
    merged: list[tuple[int, int, int]]
    """First row, column and last row, counted from 0, of each cell that spans rows. ``rows`` has its text in each."""
    too_large: tuple[int, int] | None
    """The last row and the last column, counted from 1, of a sheet with more than ``MAX_CELLS``, of which ``rows`` are
    a sample."""
    hidden: list[int]
    struck: list[int]
    """The rows, counted from 0, that are hidden or have a struck-out cell."""


def main() -> None:
    for limit, most in (
        (resource.RLIMIT_AS, MAX_MEMORY),
        (resource.RLIMIT_CPU, MAX_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # macOS refuses some of them
            resource.setrlimit(limit, (most, most))
    content = io.BytesIO(sys.stdin.buffer.read())
    try:
        answer = json.dumps(_sheets(content))
    except (UnknownFormat, zipfile.BadZipFile):
        answer = json.dumps("its format is neither xlsx nor ods")
    except (CalamineError, ParseError, KeyError, ValueError) as error:
        answer = json.dumps(str(error))
    if len(answer) > MAX_OUTPUT:
        sys.exit(1)
    sys.stdout.write(answer)


def _sheets(content: io.BytesIO) -> list[Sheet]:
    book = CalamineWorkbook.from_filelike(content)
    shown = [each.name for each in book.sheets_metadata if each.visible == SheetVisibleEnum.Visible]
    sheets = [_sheet(book.get_sheet_by_name(name)) for name in shown]
    sizes = {each["name"]: (len(each["rows"]), max(map(len, each["rows"]), default=0)) for each in sheets}
    with zipfile.ZipFile(content) as archive:
        marks = read_marks(archive, sizes)
    for sheet in sheets:
        if sheet["too_large"] is None:
            _add_marks(sheet, marks.get(sheet["name"], Marks()))
    return sheets


def _add_marks(sheet: Sheet, marks: Marks) -> None:
    rows = sheet["rows"]
    for (row, column), text in marks.texts.items():
        rows += [[] for _ in range(row + 1 - len(rows))]
        rows[row] += [""] * (column + 1 - len(rows[row]))
        rows[row][column] = text
    for top, left, bottom in sheet["merged"]:
        for row in range(top + 1, bottom + 1):
            rows[row][left] = rows[top][left]
    sheet["hidden"], sheet["struck"] = sorted(marks.hidden), sorted(marks.struck)


def _sheet(sheet: CalamineSheet) -> Sheet:
    last_row, last_column = (number + 1 for number in sheet.end or (-1, -1))
    if last_row * last_column > MAX_CELLS:
        sample = sheet.to_python(skip_empty_area=False, nrows=SAMPLE_ROWS)
        return {
            "name": sheet.name,
            "rows": _texts(sample),
            "merged": [],
            "too_large": (last_row, last_column),
            "hidden": [],
            "struck": [],
        }
    rows = _texts(sheet.to_python(skip_empty_area=False))
    # A cell that spans rows is the value of each row; one that spans columns is a title.
    ranges = [(top, left, bottom) for (top, left), (bottom, right) in sheet.merged_cell_ranges or () if left == right]
    merged = [(top, left, min(bottom, len(rows) - 1)) for top, left, bottom in ranges if left < last_column]
    return {"name": sheet.name, "rows": rows, "merged": merged, "too_large": None, "hidden": [], "struck": []}


def _texts(rows: list[list[Any]]) -> list[list[str]]:
    return [[_text(cell) for cell in row] for row in rows]


def _text(cell: object) -> str:
    match cell:
        case bool():
            return str(cell)
        case float():
            return str(int(cell)) if cell.is_integer() else f"{round(cell, 6):f}".rstrip("0")
        case datetime() if cell.time() != time():
            return f"{cell:%Y-%m-%d %H:%M}"
        case datetime() | date():
            return f"{cell:%Y-%m-%d}"
        case time():
            return f"{cell:%H:%M}"
        case timedelta():
            return f"{int(cell.total_seconds()) // 3600}:{int(cell.total_seconds()) // 60 % 60:02}"
        case _:
            return str(cell).strip()


if __name__ == "__main__":
    main()

"""The cells of a spreadsheet as text: CSV, and xlsx with its relatives."""

import codecs
import csv
import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook

from classes.season.rows import UnreadableFile

MAX_UNPACKED = 200 * 1024 * 1024
"""Bytes of an xlsx, which is a ZIP archive. A small one could unpack to more than the memory."""

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of xlsx (and ods), and of xls."""
DELIMITERS = (",", ";", "\t")
SAMPLE_ROWS = 20
FORMULA_STARTS = ("=", "+", "-", "@")

Rows = list[list[str]]
Score = Callable[[Rows], int]
"""How many known headings the best of these rows has."""


def read_cells(content: bytes, score: Score) -> tuple[Rows, bool]:
    """Returns all cells, and whether a comma in them separates decimals. Raises UnreadableFile.

    ``score`` chooses the separator of a CSV file, and the sheet of a workbook.
    """
    if content.startswith(WORKBOOKS):
        return _workbook(content, score), False
    text = decode(content)
    best = max(DELIMITERS, key=lambda delimiter: score(_sample(text, delimiter)))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=best, strict=True)
    try:
        return [[_csv_cell(cell) for cell in row] for row in rows], best != ","
    except csv.Error as error:
        raise UnreadableFile(f"The file is not valid CSV near line {rows.line_num}: {error}.") from error


def decode(content: bytes) -> str:
    """Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises UnreadableFile."""
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            'The file is not UTF-8. In a spreadsheet program save it as an Excel workbook, or as "CSV UTF-8".'
        ) from error


def _sample(text: str, delimiter: str) -> Rows:
    rows = csv.reader(io.StringIO(text[:100_000], newline=""), delimiter=delimiter)
    try:
        return [row for row, _ in zip(rows, range(SAMPLE_ROWS), strict=False)]
    except csv.Error:
        return []


def _csv_cell(cell: str) -> str:
    """Removes the apostrophe that our own CSV puts before what a spreadsheet would run as a formula."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA_STARTS) else text


def _workbook(content: bytes, score: Score) -> Rows:
    try:
        if content.startswith(WORKBOOKS[0]):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                    raise UnreadableFile("This workbook is too large; please copy the classes to a new one.")
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [_sheet(book.get_sheet_by_name(name)) for name in book.sheet_names]
    except (CalamineError, zipfile.BadZipFile) as error:
        raise UnreadableFile(
            f"The workbook cannot be read ({error}). Please save it as xlsx, without a password."
        ) from error
    return max(sheets, key=lambda rows: score(rows[:SAMPLE_ROWS]), default=[])


def _sheet(sheet: Any) -> Rows:
    rows = [[_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        for row in range(top + 1, min(bottom + 1, len(rows))):
            # A cell that spans rows says the same of each; one that spans columns is a title.
            if left == right and left < len(rows[row]):
                rows[row][left] = rows[top][left]
    return rows


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

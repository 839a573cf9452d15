"""CSV, and xlsx with its relatives."""

import codecs
import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from django.conf import settings

from core.csv_export import without_formula_escape
from core.sheets import workbook
from core.sheets.problems import UnreadableFile
from core.sheets.questions import Choice, Interview
from core.sheets.workbook import MAX_CELLS, MAX_SECONDS, SAMPLE_ROWS

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of xlsx and ods, and of xls."""
DELIMITERS = (",", ";", "\t")
MAX_COLUMNS = 200
FEWEST_HEADINGS = 3
"""Of a sheet that may be meant, beside another one."""

Rows = list[list[str]]
Score = Callable[[Rows], int]
"""How many known headings the best of these rows has."""


class Table(NamedTuple):
    """``decimal_comma``: a comma in the cells may separate decimals.

    ``merged``, ``hidden``, ``struck``: see ``workbook.Sheet``.
    """

    rows: Rows
    is_csv: bool = False
    decimal_comma: bool = False
    merged: Sequence[tuple[int, int, int]] = ()
    hidden: Sequence[int] = ()
    struck: Sequence[int] = ()


def read_table(content: bytes, score: Score, interview: Interview) -> Table:
    """``score`` chooses the separator of a CSV file. If several sheets of a workbook have headings, it asks."""
    table = _workbook(content, score, interview) if content.startswith(WORKBOOKS) else _csv(content, score)
    width = max((index + 1 for row in table.rows for index, cell in enumerate(row) if cell), default=0)
    if width > MAX_COLUMNS:
        raise UnreadableFile(f"The table has {width:,} columns. Please delete all but those that you need.")
    return table


def _csv(content: bytes, score: Score) -> Table:
    text = decode(content)
    best = max(DELIMITERS, key=lambda delimiter: score(_sample(text, delimiter)))
    return Table(_csv_rows(text, best), is_csv=True, decimal_comma=best != ",")


def letters(index: int) -> str:
    """A for 0, AA for 26."""
    return (letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def decode(content: bytes) -> str:
    """UTF-8, or UTF-16 with a byte order mark."""
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


def _csv_rows(text: str, delimiter: str) -> Rows:
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: Rows = []
    cells = 0
    try:
        for line in lines:
            cells += len(line) or 1
            if cells > MAX_CELLS:
                raise UnreadableFile(f"The file has more than {MAX_CELLS:,} cells; please split it.")
            rows.append([without_formula_escape(cell.strip()) for cell in line])
    except csv.Error as error:
        raise UnreadableFile(f"The file is not valid CSV near line {lines.line_num}: {error}.") from error
    return rows


def _workbook(content: bytes, score: Score, interview: Interview) -> Table:
    scores = [(score(sheet["rows"][:SAMPLE_ROWS]), sheet) for sheet in _sheets(content)]
    if not scores:
        return Table([])
    most, best = max(scores, key=itemgetter(0))
    meant = [sheet for known, sheet in scores if known >= min(most, FEWEST_HEADINGS) and any(map(any, sheet["rows"]))]
    if len(meant) > 1:
        choices = [Choice(sheet["name"], sheet["name"]) for sheet in meant]
        text = f"The workbook has {len(meant)} sheets. Which one do you want to import now?"
        chosen = interview.ask("sheet", "", text, choices, [])
        best = next((sheet for sheet in meant if sheet["name"] == chosen), best)
    if best["too_large"]:
        row, column = best["too_large"]
        raise UnreadableFile(
            f'The sheet "{best["name"]}" ends in row {row:,} and column {letters(column - 1)}, far from the table. '
            "Please delete the cells there, or copy the table to a new workbook."
        )
    return Table(best["rows"], merged=best["merged"], hidden=best["hidden"], struck=best["struck"])


def _sheets(content: bytes) -> list[workbook.Sheet]:
    """What ``workbook.py`` reads. It gets no environment but a path, because that contains secrets."""
    reader = [sys.executable, "-P", "-m", workbook.__name__]
    limit, path = 3 * MAX_SECONDS, {"PYTHONPATH": str(settings.BASE_DIR)}
    try:
        done = subprocess.run(reader, input=content, capture_output=True, check=True, timeout=limit, env=path)  # noqa: S603
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise UnreadableFile(
            "The workbook cannot be read within the limits of memory and time. Is there a cell far from the others? "
            "Please copy the table to a new workbook."
        ) from error
    sheets: list[workbook.Sheet] | str = json.loads(done.stdout)
    if isinstance(sheets, str):
        raise UnreadableFile(f"The workbook cannot be read ({sheets}). Please save it as xlsx, without a password.")
    return sheets

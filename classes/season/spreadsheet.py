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

from classes.season import workbook
from classes.season.columns import REQUIRED, letters
from classes.season.rows import UnreadableFile
from classes.season.workbook import MAX_CELLS, MAX_SECONDS, SAMPLE_ROWS
from core.csv_export import without_formula_escape

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of xlsx and ods, and of xls, which is refused."""
DELIMITERS = (",", ";", "\t")

Rows = list[list[str]]
Score = Callable[[Rows], int]
"""How many known headings the best of these rows has."""


class Table(NamedTuple):
    """``decimal_comma``: a comma in the cells may separate decimals. ``other_sheets``: names of those with headings.

    ``merged``, ``hidden``, ``struck``: see ``workbook.Sheet``.
    """

    rows: Rows
    decimal_comma: bool = False
    other_sheets: Sequence[str] = ()
    merged: Sequence[tuple[int, int, int]] = ()
    hidden: Sequence[int] = ()
    struck: Sequence[int] = ()


def read_cells(content: bytes, score: Score) -> Table:
    """``score`` chooses the separator of a CSV file, and the sheet of a workbook."""
    if content.startswith(WORKBOOKS):
        return _workbook(content, score)
    text = decode(content)
    best = max(DELIMITERS, key=lambda delimiter: score(_sample(text, delimiter)))
    return Table(_csv_rows(text, best), best != ",")


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


def _workbook(content: bytes, score: Score) -> Table:
    scores = [(score(sheet["rows"][:SAMPLE_ROWS]), sheet) for sheet in _sheets(content)]
    if not scores:
        return Table([])
    _, best = max(scores, key=itemgetter(0))
    if best["too_large"]:
        row, column = best["too_large"]
        raise UnreadableFile(
            f'The sheet "{best["name"]}" ends in row {row:,} and column {letters(column - 1)}, far from the classes. '
            "Please delete the cells there, or copy the classes to a new workbook."
        )
    others = [sheet["name"] for known, sheet in scores if sheet is not best and known >= len(REQUIRED)]
    return Table(best["rows"], other_sheets=others, merged=best["merged"], hidden=best["hidden"], struck=best["struck"])


def _sheets(content: bytes) -> list[workbook.Sheet]:
    """What ``workbook.py`` reads. It gets no environment but a path, because that contains secrets."""
    reader = [sys.executable, "-P", "-m", workbook.__name__]
    limit, path = 3 * MAX_SECONDS, {"PYTHONPATH": str(settings.BASE_DIR)}
    try:
        done = subprocess.run(reader, input=content, capture_output=True, check=True, timeout=limit, env=path)  # noqa: S603
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise UnreadableFile(
            "The workbook cannot be read within the limits of memory and time. Is there a cell far from the others? "
            "Please copy the classes to a new workbook."
        ) from error
    sheets: list[workbook.Sheet] | str = json.loads(done.stdout)
    if isinstance(sheets, str):
        raise UnreadableFile(f"The workbook cannot be read ({sheets}). Please save it as xlsx, without a password.")
    return sheets

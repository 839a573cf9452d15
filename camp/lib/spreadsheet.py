"""CSV that opens in a spreadsheet as what it is: text in UTF-8, in which no cell runs."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
"""What makes a spreadsheet run a cell: https://owasp.org/www-community/attacks/CSV_Injection"""


def csv_text(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Headings and rows as CSV; begins with the mark by which a spreadsheet knows UTF-8."""
    file = io.StringIO()
    file.write("\ufeff")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(headings)
    writer.writerows([_harmless("" if cell is None else str(cell)) for cell in row] for row in rows)
    return file.getvalue()


def csv_download(name: str, text: str) -> HttpResponse:
    """The CSV as a file to save under this name."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: a leading apostrophe says that it is text."""
    return f"'{cell}" if cell.lstrip(" \xa0").startswith(FORMULA_STARTS) else cell

"""CSV for spreadsheets, in UTF-8 and safe from formula injection."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpResponse

from core.site_time import site_zone

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
"""https://owasp.org/www-community/attacks/CSV_Injection"""


def csv_text(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    # Spreadsheets recognize UTF-8 by the byte order mark.
    return f"\ufeff{csv_rows([headings])}{csv_rows(rows)}"


def csv_rows(rows: Iterable[Iterable[Any]]) -> str:
    """Without headings and byte order mark: a part of a CSV."""
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows([_safe_text(cell) for cell in row] for row in rows)
    return file.getvalue()


def _safe_text(cell: Any) -> str:
    # A negative amount stays a number.
    return str(cell) if isinstance(cell, Decimal) else _escape_formula(_text(cell))


def csv_download(name: str, text: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _text(cell: Any) -> str:
    if isinstance(cell, bool):
        return "Yes" if cell else "No"
    if isinstance(cell, datetime):
        return f"{cell.astimezone(site_zone()):%Y-%m-%d %H:%M:%S}"
    return "" if cell is None else str(cell)


def _escape_formula(cell: str) -> str:
    # The apostrophe makes it text.
    return f"'{cell}" if _is_formula(cell) else cell


def without_formula_escape(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _is_formula(cell[1:]) else cell


def _is_formula(cell: str) -> bool:
    return cell.lstrip(" \xa0").startswith(FORMULA_STARTS)

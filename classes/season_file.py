"""Reading a season of classes from a spreadsheet's CSV or from JSON, with every mistake named.

The values are held to the same rules as what an instructor sends (``SeasonRowInput``).
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from rest_framework import serializers

from classes.seeding import BadSeason, SeasonRow
from classes.serializers import SeasonRowInput

MOST_BYTES = 20 * 1024 * 1024
REQUIRED = ("nameClass", "instructorEmail", "price", "seats", "image")
COLUMNS = ("nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status", "description")
DELIMITERS = (",", ";", "\t")

Record = tuple[str, dict[str, Any]]
"""Where it stands in the file, and its values by column."""


class UnreadableFile(Exception):
    """The file cannot be opened, or is neither CSV nor JSON."""


def read_season(path: Path) -> list[SeasonRow]:
    """The classes that the file names, in its order. Raises UnreadableFile, BadSeason."""
    text = _text(path)
    records = _json_records(text) if path.suffix.lower() == ".json" else _csv_records(text)
    return _checked(records)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"{path} is larger than {MOST_BYTES // 1024 // 1024} MB; please split it.")
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(f'{path} is not UTF-8. In a spreadsheet program save it as "CSV UTF-8".') from error


def _json_records(text: str) -> list[Record]:
    try:
        items = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"This is not JSON: {error}.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BadSeason(['A list of objects is required: [{"nameClass": "...", ...}, ...].'])
    mistakes: list[str] = []
    for number, item in enumerate(items, start=1):
        mistakes += [f"class {number}, {name}: there is no such column." for name in item if name not in COLUMNS]
    if mistakes:
        raise BadSeason([*mistakes, _columns_are()])
    return [(f"class {number}", item) for number, item in enumerate(items, start=1)]


def _csv_records(text: str) -> list[Record]:
    header, _, _ = text.lstrip("\r\n").partition("\n")
    delimiter = max(DELIMITERS, key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        numbered = [(number, cells) for number, cells in enumerate(rows, start=1) if any(map(str.strip, cells))]
    except csv.Error as error:
        raise UnreadableFile(f"This is not CSV, near line {rows.line_num}: {error}.") from error
    if not numbered:
        raise BadSeason(["The file is empty.", _columns_are()])
    columns = [cell.strip() for cell in numbered[0][1]]
    _refuse_wrong_columns(columns)
    return list(_csv_cells(numbered[1:], columns, decimal_comma=delimiter != ","))


def _refuse_wrong_columns(columns: list[str]) -> None:
    mistakes = [f'There is no such column as "{name}".' for name in columns if name not in COLUMNS]
    mistakes += [f'The column "{name}" is missing.' for name in REQUIRED if name not in columns]
    mistakes += [f'The column "{name}" is there twice.' for name in COLUMNS if columns.count(name) > 1]
    if mistakes:
        raise BadSeason([*mistakes, _columns_are()])


def _csv_cells(rows: Iterable[tuple[int, list[str]]], columns: list[str], *, decimal_comma: bool) -> Iterator[Record]:
    """The rows by column. A row is numbered as the spreadsheet shows it: the header is row 1."""
    for number, cells in rows:
        if len(cells) > len(columns) and any(map(str.strip, cells[len(columns) :])):
            raise BadSeason([f"row {number}: there are more cells than columns. Is a quote or a separator missing?"])
        values: dict[str, Any] = dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
        price = values["price"].strip().removeprefix("$")
        if decimal_comma and re.fullmatch(r"\d+,\d{1,2}", price):
            price = price.replace(",", ".")
        yield f"row {number}", values | {"price": price}


def _columns_are() -> str:
    optional = ", ".join(name for name in COLUMNS if name not in REQUIRED)
    return f"The columns are {', '.join(REQUIRED)}; and, if you like, {optional}."


def _checked(records: list[Record]) -> list[SeasonRow]:
    serializer, rows, mistakes = SeasonRowInput(), [], []
    seen: dict[tuple[str, str], str] = {}
    for where, values in records:
        try:
            row = SeasonRow(where=where, **serializer.run_validation(values))
        except serializers.ValidationError as error:
            mistakes += _sentences(where, error.detail)
            continue
        if row.key in seen:
            mistakes.append(f"{where}, nameClass: the same class of this instructor is in {seen[row.key]} already.")
        seen.setdefault(row.key, where)
        rows.append(row)
    if mistakes:
        raise BadSeason(mistakes)
    return rows


def _sentences(where: str, detail: Any) -> list[str]:
    return [f"{where}, {field}: {' '.join(map(str, messages))}" for field, messages in detail.items()]

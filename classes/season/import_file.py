"""Reading a season of classes from CSV or JSON, and collecting every error in it.

Values are validated by the same rules as a class that an instructor creates (``SeasonClassInput``).
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

from classes.api.serializers import SeasonClassInput
from classes.season.importing import InvalidSeason, SeasonRow

MAX_BYTES = 20 * 1024 * 1024
REQUIRED = ("nameClass", "instructorEmail", "price", "seats", "image")
COLUMNS = (
    *("nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status", "description"),
    *("craft", "place", "bring", "ageFrom", "ageTo", "lessons"),
)
DELIMITERS = (",", ";", "\t")

Record = tuple[str, dict[str, Any]]
"""The position in the file ("row 3"), and the values by column."""


class UnreadableFile(Exception):
    """The file cannot be opened or parsed."""


def read_season(path: Path) -> list[SeasonRow]:
    """Returns the classes in the file, in its order. Raises UnreadableFile, InvalidSeason."""
    text = _read_text(path)
    records = _json_records(text) if path.suffix.lower() == ".json" else _csv_records(text)
    return _validate(records)


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > MAX_BYTES:
        raise UnreadableFile(f"{path} is larger than {MAX_BYTES // 1024 // 1024} MB; please split it.")
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(f'{path} is not UTF-8. In a spreadsheet program save it as "CSV UTF-8".') from error


def _json_records(text: str) -> list[Record]:
    try:
        items = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"The file is not valid JSON: {error}.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InvalidSeason(['A list of objects is required: [{"nameClass": "...", ...}, ...].'])
    errors: list[str] = []
    for number, item in enumerate(items, start=1):
        errors += [f"class {number}, {name}: unknown column." for name in item if name not in COLUMNS]
    if errors:
        raise InvalidSeason([*errors, _list_columns()])
    return [(f"class {number}", item) for number, item in enumerate(items, start=1)]


def _csv_records(text: str) -> list[Record]:
    header, _, _ = text.lstrip("\r\n").partition("\n")
    delimiter = max(DELIMITERS, key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        numbered = [(number, cells) for number, cells in enumerate(rows, start=1) if any(map(str.strip, cells))]
    except csv.Error as error:
        raise UnreadableFile(f"The file is not valid CSV near line {rows.line_num}: {error}.") from error
    if not numbered:
        raise InvalidSeason(["The file is empty.", _list_columns()])
    columns = [cell.strip() for cell in numbered[0][1]]
    _validate_header(columns)
    return list(_csv_cells(numbered[1:], columns, decimal_comma=delimiter != ","))


def _validate_header(columns: list[str]) -> None:
    errors = [f'Unknown column "{name}".' for name in columns if name not in COLUMNS]
    errors += [f'The column "{name}" is missing.' for name in REQUIRED if name not in columns]
    errors += [f'The column "{name}" occurs twice.' for name in COLUMNS if columns.count(name) > 1]
    if errors:
        raise InvalidSeason([*errors, _list_columns()])


def _csv_cells(rows: Iterable[tuple[int, list[str]]], columns: list[str], *, decimal_comma: bool) -> Iterator[Record]:
    """Yields the values of each row by column. Rows are numbered as in a spreadsheet; the header is row 1."""
    for number, cells in rows:
        if len(cells) > len(columns) and any(map(str.strip, cells[len(columns) :])):
            raise InvalidSeason([f"row {number}: more cells than columns. Is a quote or a separator missing?"])
        values: dict[str, Any] = dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
        price = values["price"].strip().removeprefix("$")
        if decimal_comma and re.fullmatch(r"\d+,\d{1,2}", price):
            price = price.replace(",", ".")
        yield f"row {number}", values | {"price": price}


def _list_columns() -> str:
    optional = ", ".join(name for name in COLUMNS if name not in REQUIRED)
    return f"Required columns: {', '.join(REQUIRED)}. Optional columns: {optional}."


def _validate(records: list[Record]) -> list[SeasonRow]:
    serializer, rows, errors = SeasonClassInput(), [], []
    first_positions: dict[tuple[str, str], str] = {}
    for position, values in records:
        try:
            row = SeasonRow(position=position, **serializer.run_validation(values))
        except serializers.ValidationError as error:
            detail: Any = error.detail
            errors += [f"{position}, {field}: {' '.join(map(str, texts))}" for field, texts in detail.items()]
            continue
        first = first_positions.setdefault(row.key, position)
        if first != position:
            errors.append(f"{position}, nameClass: {first} has the same class of this instructor.")
        rows.append(row)
    if errors:
        raise InvalidSeason(errors)
    return rows

"""The rows of a season's file: text by field, before it is validated."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from classes.season.fields import FIELDS, INSTRUCTOR, LESSON_FIELDS, REQUIRED, VOCABULARY
from core.sheets.dates import plain
from core.sheets.problems import InvalidFile, Problem, UnreadableFile
from core.sheets.records import Record, Sheet, says_something
from core.sheets.spreadsheet import Table, decode

TEXTS = ("nameClass", "instructorEmail", "instructorName", "image", "place")
PRICES = {"price", "earlyPrice"}
NUMBERS = {*PRICES, "seats", "minSeats", "ageFrom", "ageTo", "ages", "earlyUntil", *LESSON_FIELDS}
LATER = {"tbd", "tba", "to be announced", "to be determined", "dates to be announced"}
CAN_FOLLOW = {"description", "craft", "place", "bring", "image", *LESSON_FIELDS}
"""What can be added to a class later. Without its ages or its season the class would be for anyone, or open."""
DECIMAL_COMMA = re.compile(r"(\D{0,5})(\d{1,3}(?:[. ]?\d{3})*)(?:,(\d{1,2}))?(\D{0,5})")
MIDNIGHT = re.compile(r"[ T]00:00(?::00)?$")
"""The time that some programs write after each day."""


def json_records(content: bytes) -> list[Record]:
    try:
        items = json.loads(decode(content), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"The file is not valid JSON: {error}.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InvalidFile([Problem(None, "", 'A list of objects is required: [{"nameClass": "...", ...}, ...].')])
    records = []
    errors: list[Problem] = []
    for number, item in enumerate(items, start=1):
        fields = {name: VOCABULARY.field_of(name) for name in item}
        errors += [Problem(number, name, "unknown column.", "class") for name in item if fields[name] not in FIELDS]
        values = {each: _json_text(item[name], each) for name, each in fields.items() if each in FIELDS}
        headings = {each: name for name, each in fields.items() if each}
        record = Record(number, {each: text for each, text in values.items() if text}, headings, "class")
        errors += [record.problem(each, "Write text or a number.") for each, text in values.items() if text is None]
        records.append(record)
    if errors:
        raise InvalidFile(errors)
    return records


def _json_text(value: Any, field: str) -> str | None:
    # None: a value of the wrong type.
    if isinstance(value, list) and field == "lessons":
        return json.dumps(value, default=str)
    if isinstance(value, bool | dict | list) or (isinstance(value, Decimal) and field in TEXTS):
        return None
    return "" if value is None else str(value)


def sheet_records(sheet: Sheet) -> Iterator[Record]:
    """Rows with lessons only belong to the class above. Warns of each instructor that it takes from the row above."""
    _clear_continued(sheet.table, sheet.fields)
    last: Record | None = None
    for record in sheet.records(_says, alone=LESSON_FIELDS):
        if last and record.values.keys() <= LESSON_FIELDS:
            last.more.append(schedule_text(record.values))
            continue
        if last:
            yield last
        last = _completed(record, last, sheet.warnings, decimal_comma=sheet.table.decimal_comma)
    if last:
        yield last


def _clear_continued(cells: Table, fields: dict[int, str]) -> None:
    # The name of the class is merged with the row above: only the lesson stays.
    names = [(top, bottom) for top, column, bottom in cells.merged if fields.get(column) == "nameClass"]
    continued = {row for top, bottom in names for row in range(top + 1, bottom + 1)}
    for top, column, bottom in cells.merged:
        if fields.get(column) not in LESSON_FIELDS:
            for row in continued.intersection(range(top + 1, bottom + 1)):
                cells.rows[row][column] = ""


def _says(cell: str, field: str) -> bool:
    # A dash is a price of 0.
    if cell == "" or field in PRICES or field in REQUIRED:
        return cell != ""
    return says_something(cell, field) and not (field in CAN_FOLLOW and plain(cell) in LATER)


def schedule_text(values: dict[str, str]) -> str:
    ends = [MIDNIGHT.sub("", values[name]) for name in ("firstDay", "lastDay") if name in values]
    days = values.get("lessons") or " - ".join(ends)
    times = values.get("time") or " - ".join(values[name] for name in ("startTime", "endTime") if name in values)
    return " ".join(filter(None, [values.get("weekdays"), days, times]))


def _completed(record: Record, above: Record | None, warnings: list[Problem], *, decimal_comma: bool) -> Record:
    # The instructor of the row above, if the class names none, and a decimal point in its prices.
    if above and not any(name in record.values for name in INSTRUCTOR):
        record.values |= {name: above.values[name] for name in INSTRUCTOR if name in above.values}
        instructor = next((record.values[name] for name in INSTRUCTOR if name in record.values), "")
        warnings.append(record.problem("instructorEmail", f"{instructor} was taken from the row above."))
    for price in PRICES & record.values.keys() if decimal_comma else ():
        if match := DECIMAL_COMMA.fullmatch(plain(record.values[price])):
            before, dollars, cents, after = match.groups("")
            record.values[price] = f"{before}{re.sub('[. ]', '', dollars)}.{cents}{after}"
    return record

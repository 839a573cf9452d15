"""The classes of a season's file as text by field, before they are validated."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from classes.models import Lesson
from classes.season.columns import (
    COLUMNS,
    SCHEDULE,
    field_of,
    find_headings,
    letters,
    list_columns,
    read_headings,
    score,
)
from classes.season.rows import InvalidSeason, Problem, UnreadableFile
from classes.season.spreadsheet import decode, read_cells

INSTRUCTOR = ("instructorEmail", "instructorName")
TEXTS = ("nameClass", "instructorEmail", "instructorName", "image", "place")


@dataclass
class Record:
    """The filled cells of one class by field, and the headings of the fields."""

    row: int
    values: dict[str, str]
    headings: dict[str, str]
    unit: str = "row"

    def problem(self, field: str, message: str) -> Problem:
        return Problem(self.row, self.headings.get(field, field), message, self.unit)


def json_records(content: bytes) -> list[Record]:
    """Returns the objects of a JSON file. Raises UnreadableFile, InvalidSeason."""
    try:
        items = json.loads(decode(content), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"The file is not valid JSON: {error}.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InvalidSeason([Problem(None, "", 'A list of objects is required: [{"nameClass": "...", ...}, ...].')])
    records = []
    errors: list[Problem] = []
    for number, item in enumerate(items, start=1):
        fields = {name: field_of(name) for name in item}
        unknown = {name for name, field in fields.items() if field not in COLUMNS}
        errors += [Problem(number, name, "unknown column.", "class") for name in item if name in unknown]
        values = {
            field: _json_text(item[name], field) for name, field in fields.items() if field and name not in unknown
        }
        headings = {field: name for name, field in fields.items() if field}
        record = Record(number, {field: text for field, text in values.items() if text}, headings, "class")
        errors += [record.problem(field, "Write text or a number.") for field, text in values.items() if text is None]
        records.append(record)
    if errors:
        raise InvalidSeason([*errors, list_columns()])
    return records


def _json_text(value: Any, field: str) -> str | None:
    """Returns a value as a cell would show it, or None if it is of the wrong type."""
    if isinstance(value, list) and field == "lessons":
        return json.dumps(value, default=str)
    if isinstance(value, bool | dict | list) or (isinstance(value, Decimal) and field in TEXTS):
        return None
    return "" if value is None else str(value)


def sheet_records(content: bytes, warnings: list[Problem]) -> Iterator[Record]:
    """Yields the classes of a spreadsheet. Raises UnreadableFile, InvalidSeason.

    Adds a warning for each row that it takes for a title, and for each instructor that it takes from the row above.
    """
    rows, decimal_comma = read_cells(content, score)
    top = find_headings(rows)
    fields = read_headings(rows[top], top + 1)
    headings = {field: rows[top][index] for index, field in fields.items()}
    errors: list[Problem] = []
    last: Record | None = None
    for number, cells in enumerate(rows[top + 1 :], start=top + 2):
        errors += _without_heading(number, cells, rows[top])
        values = {fields[index]: cell for index, cell in enumerate(cells) if cell and index in fields}
        if not values or cells == rows[top]:
            continue
        record = Record(number, values, headings)
        if last and values.keys() <= {"lessons", *SCHEDULE}:
            _add_lessons(last, record)
        elif len(values) == 1:
            warnings.append(Problem(number, "", f'"{next(iter(values.values()))}" was taken for a title.'))
        else:
            if last:
                yield last
            last = _completed(record, last, warnings, decimal_comma=decimal_comma)
    if errors:
        raise InvalidSeason(errors)
    if last:
        yield last


def _without_heading(number: int, cells: list[str], top: list[str]) -> list[Problem]:
    """Refuses the first cell of a row that is in a column without a heading."""
    found = [index for index, cell in enumerate(cells) if cell and not "".join(top[index : index + 1])]
    message = "has a value, but no heading. In CSV, is a quote or a separator missing?"
    return [Problem(number, "", f"Column {letters(index)} {message}") for index in found[:1]]


def _add_lessons(record: Record, other: Record) -> None:
    """Adds the lessons of a row that has nothing else to the class above it."""
    lessons = [schedule_text(each.values) for each in (record, other)]
    if len(lessons[0].splitlines()) >= Lesson.MAX_PER_CLASS:
        raise InvalidSeason([other.problem("lessons", f"A class can have up to {Lesson.MAX_PER_CLASS} lessons.")])
    record.values = {name: value for name, value in record.values.items() if name not in SCHEDULE}
    record.values["lessons"] = "\n".join(filter(None, lessons))


def schedule_text(values: dict[str, str]) -> str:
    """Returns the columns with days and times as lessons."""
    days = values.get("lessons") or " - ".join(values[name] for name in ("firstDay", "lastDay") if name in values)
    times = values.get("time") or " - ".join(values[name] for name in ("startTime", "endTime") if name in values)
    return " ".join(filter(None, [values.get("weekdays"), days, times]))


def _completed(record: Record, above: Record | None, warnings: list[Problem], *, decimal_comma: bool) -> Record:
    """Completes a class: the instructor of the row above, if it names none, and a decimal point in its prices."""
    if above and not any(name in record.values for name in INSTRUCTOR):
        record.values |= {name: above.values[name] for name in INSTRUCTOR if name in above.values}
        email = record.values.get("instructorEmail", "")
        warnings.append(record.problem("instructorEmail", f"{email} was taken from the row above."))
    for name in ("price", "earlyPrice") if decimal_comma else ():
        price = record.values.get(name, "")
        if re.fullmatch(r"\$?\s*[\d.]*\d,\d{1,2}", price):
            record.values[name] = price.replace(".", "").replace(",", ".")
    return record

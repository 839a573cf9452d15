"""Text by field, before it is validated."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from classes.season.cell_marks import NO_VALUE
from classes.season.columns import (
    COLUMNS,
    REQUIRED,
    SCHEDULE,
    field_above,
    field_of,
    find_headings,
    letters,
    list_columns,
    read_headings,
    score,
)
from classes.season.dates import plain
from classes.season.rows import InvalidSeason, Problem, UnreadableFile, listed
from classes.season.spreadsheet import Table, decode, read_cells

INSTRUCTOR = ("instructorEmail", "instructorName")
TEXTS = ("nameClass", "instructorEmail", "instructorName", "image", "place")
PRICES = {"price", "earlyPrice"}
LESSON_COLUMNS = {"lessons", *SCHEDULE}
NOTHING = {"-", "--", "n/a", "none"}
"""What people write into a cell that may be blank."""
LATER = {"tbd", "tba", "to be announced", "to be determined", "dates to be announced"}
CAN_FOLLOW = {"description", "craft", "place", "bring", "image", *LESSON_COLUMNS}
"""What can be added to a class later. Without its ages or its season the class would be for anyone, or open."""
TOTAL = re.compile(r"(?:grand |sub-?)?totals?:?|sum:?|average:?")
NUMBER = re.compile(r"[$\s\d.,%-]+")
DECIMAL_COMMA = re.compile(r"(\D{0,5})(\d{1,3}(?:[. ]?\d{3})*)(?:,(\d{1,2}))?(\D{0,5})")
MIDNIGHT = re.compile(r"[ T]00:00(?::00)?$")
"""The time that some programs write after each day."""
ERROR = re.compile(r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!)|(?:Err|err):\d+")
"""What a spreadsheet shows in a cell that it cannot compute."""
PERCENTAGE = re.compile(r"-?[\d.,]+ ?%")
NO_PERCENTAGE = {*PRICES, "seats", "minSeats", "ageFrom", "ageTo", "ages", "earlyUntil", *LESSON_COLUMNS}
OTHER_SHEET = 'The sheet "{}" was not read. Does it have classes too? Please import it from a workbook of its own.'


@dataclass
class Record:
    """The filled cells of one class by field, and the headings of the fields. ``more``: lessons in the rows below."""

    row: int
    values: dict[str, str]
    headings: dict[str, str]
    unit: str = "row"
    more: list[str] = field(default_factory=list)

    @property
    def refused(self) -> dict[str, Problem]:
        """By field, the cells that say nothing, or nothing that their column could mean."""
        found = {each: _refusal(each, text) for each, text in self.values.items()}
        return {each: self.problem(each, message) for each, message in found.items() if message}

    def problem(self, field: str, message: str) -> Problem:
        return Problem(self.row, self.headings.get(field, field), message, self.unit)


def json_records(content: bytes) -> list[Record]:
    try:
        items = json.loads(decode(content), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"The file is not valid JSON: {error}.") from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InvalidSeason([Problem(None, "", 'A list of objects is required: [{"nameClass": "...", ...}, ...].')])
    records = []
    errors: list[Problem] = []
    for number, item in enumerate(items, start=1):
        named = {name: field_of(name) for name in item}
        fields = {name: each and field_above(each, str(item[name]), named.values()) for name, each in named.items()}
        unknown = {name for name, each in fields.items() if each not in COLUMNS}
        errors += [Problem(number, name, "unknown column.", "class") for name in item if name in unknown]
        values = {each: _json_text(item[name], each) for name, each in fields.items() if each and name not in unknown}
        headings = {each: name for name, each in fields.items() if each}
        record = Record(number, {each: text for each, text in values.items() if text}, headings, "class")
        errors += [record.problem(each, "Write text or a number.") for each, text in values.items() if text is None]
        records.append(record)
    if errors:
        raise InvalidSeason([*errors, list_columns()])
    return records


def _json_text(value: Any, field: str) -> str | None:
    # None: a value of the wrong type.
    if isinstance(value, list) and field == "lessons":
        return json.dumps(value, default=str)
    if isinstance(value, bool | dict | list) or (isinstance(value, Decimal) and field in TEXTS):
        return None
    return "" if value is None else str(value)


def sheet_records(content: bytes, warnings: list[Problem], errors: list[Problem]) -> Iterator[Record]:
    """Adds a warning for each sheet and row that it ignores.

    Also for each instructor that it takes from the row above; and an error for each column that it doesn't know, and
    for each row with a cell that is in no column.
    """
    cells = read_cells(content, score)
    warnings += [Problem(None, "", OTHER_SHEET.format(name)) for name in cells.other_sheets]
    rows = cells.rows
    top = find_headings(rows)
    fields, wrong = read_headings(rows, top)
    errors += wrong
    headings = {field: rows[top][index] for index, field in fields.items()}
    _clear_continued(cells, fields)
    read: list[int] = []
    last: Record | None = None
    for number, row in enumerate(rows[top + 1 :], start=top + 2):
        if row == rows[top]:
            continue
        values = {
            fields[index]: cell for index, cell in enumerate(row) if index in fields and _says(cell, fields[index])
        }
        if ignored := _total(row) or _title(row, values, last):
            warnings.append(Problem(number, "", ignored))
            continue
        errors += _without_heading(number, row, rows[top])
        read += [number] if values else []
        if last and values.keys() <= LESSON_COLUMNS:
            last.more.append(schedule_text(values))
        elif values:
            if last:
                yield last
            record = Record(number, values, headings)
            last = _completed(record, last, warnings, decimal_comma=cells.decimal_comma)
    if last:
        yield last
    warnings += _of_unseen(read, cells)


def _of_unseen(read: list[int], cells: Table) -> list[Problem]:
    """Warns of rows that were read although they are hidden or struck out."""
    kinds = {"hidden": cells.hidden, "struck-out": cells.struck}
    found = {kind: [row for row in read if row - 1 in set(rows)] for kind, rows in kinds.items()}
    return [
        Problem(
            rows[0],
            "",
            f"{len(rows)} {kind} {'row was' if len(rows) == 1 else 'rows were'} read: {listed(rows)}. "
            "Please delete what you don't want to import.",
        )
        for kind, rows in found.items()
        if rows
    ]


def _clear_continued(cells: Table, fields: dict[int, str]) -> None:
    # The name of the class is merged with the row above: only the lesson stays.
    names = [(top, bottom) for top, column, bottom in cells.merged if fields.get(column) == "nameClass"]
    continued = {row for top, bottom in names for row in range(top + 1, bottom + 1)}
    for top, column, bottom in cells.merged:
        if fields.get(column) not in LESSON_COLUMNS:
            for row in continued.intersection(range(top + 1, bottom + 1)):
                cells.rows[row][column] = ""


def _refusal(field: str, cell: str) -> str:
    if ERROR.fullmatch(cell):
        return f'"{cell}" is an error in the spreadsheet. Please correct the cell, or leave it blank.'
    if cell.startswith(NO_VALUE):
        formula = cell.removeprefix(NO_VALUE)
        return f'The formula "={formula}" has no value. Please open the file in a spreadsheet program and save it.'
    if field in NO_PERCENTAGE and PERCENTAGE.fullmatch(plain(cell)):
        return f'"{cell}" is a percentage. Please write a number.'
    return ""


def _says(cell: str, field: str) -> bool:
    # A dash is a price of 0.
    if cell == "" or field in PRICES or field in REQUIRED:
        return cell != ""
    return plain(cell) not in NOTHING and not (field in CAN_FOLLOW and plain(cell) in LATER)


def _total(row: list[str]) -> str:
    words = [cell for cell in row if cell and not NUMBER.fullmatch(cell)]
    return f'"{words[0]}" was taken for a total.' if len(words) == 1 and TOTAL.fullmatch(plain(words[0])) else ""


def _title(row: list[str], values: dict[str, str], above: Record | None) -> str:
    is_lesson = above is not None and values.keys() <= LESSON_COLUMNS
    # A single cell, which is no lesson of the class above.
    is_title = len(values) == 1 and sum(map(bool, row)) == 1 and not is_lesson
    return f'"{next(iter(values.values()))}" was taken for a title.' if is_title else ""


def _without_heading(number: int, cells: list[str], top: list[str]) -> list[Problem]:
    found = [index for index, cell in enumerate(cells) if cell and not "".join(top[index : index + 1])]
    message = "has a value, but no heading. In CSV, is a quote or a separator missing?"
    return [Problem(number, "", f"Column {letters(index)} {message}") for index in found[:1]]


def schedule_text(values: dict[str, str]) -> str:
    ends = [MIDNIGHT.sub("", values[name]) for name in ("firstDay", "lastDay") if name in values]
    days = values.get("lessons") or " - ".join(ends)
    times = values.get("time") or " - ".join(values[name] for name in ("startTime", "endTime") if name in values)
    return " ".join(filter(None, [values.get("weekdays"), days, times]))


def _completed(record: Record, above: Record | None, warnings: list[Problem], *, decimal_comma: bool) -> Record:
    # The instructor of the row above, if the class names none, and a decimal point in its prices.
    if above and not any(name in record.values for name in INSTRUCTOR):
        record.values |= {name: above.values[name] for name in INSTRUCTOR if name in above.values}
        email = record.values.get("instructorEmail", "")
        warnings.append(record.problem("instructorEmail", f"{email} was taken from the row above."))
    for price in PRICES & record.values.keys() if decimal_comma else ():
        if match := DECIMAL_COMMA.fullmatch(plain(record.values[price])):
            before, dollars, cents, after = match.groups("")
            record.values[price] = f"{before}{re.sub('[. ]', '', dollars)}.{cents}{after}"
    return record

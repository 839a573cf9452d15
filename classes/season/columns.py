"""The columns of a season's file: which row has the headings, and which field each of them names."""

import re
from collections.abc import Iterable

from classes.season.rows import InvalidSeason, Problem

TIMES = ("time", "startTime", "endTime")
SCHEDULE = ("weekdays", "firstDay", "lastDay", *TIMES)
"""Columns that describe lessons instead of ``lessons``, or with it."""

REQUIRED = ("nameClass", "instructorEmail", "price", "seats")
COLUMNS = (
    *("nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status", "description"),
    *("craft", "place", "bring", "ageFrom", "ageTo", "ages", "season", "lessons", *SCHEDULE),
    *("earlyPrice", "earlyUntil"),
)
TITLE_ROWS = 20
IGNORED = "ignored"

OTHER_NAMES = {
    "nameClass": "name, class, class name, name of class, class title, title, course, course name, workshop",
    "instructorEmail": "email, email address, instructor's email, instructor email address, email of instructor, "
    "teacher email",
    "instructorName": "instructor, name of instructor, instructor's name, teacher, teacher name, teacher's name",
    "price": "cost, fee, tuition, price usd, price in dollars, price in US dollars, class fee",
    "earlyPrice": "early bird price, early bird, early fee, early bird fee",
    "earlyUntil": "early bird until, early price until, early bird ends, early bird deadline",
    "seats": "capacity, spots, max, maximum, size, class size, max class size, max students, number of students, "
    "max seats, total seats, seats total, number of seats, no of seats, max enrollment, enrollment limit",
    "image": "picture, photo, image url, picture url, image address, picture address",
    "status": "state",
    "description": "about, details, class description",
    "craft": "category, kind, type",
    "place": "location, room, where, site",
    "bring": "what to bring, please bring, materials, supplies",
    "ageFrom": "from age, min age, minimum age, youngest, lowest age, age min",
    "ageTo": "to age, max age, maximum age, oldest, highest age, age max",
    "ages": "age, age range, age group",
    "season": "season name, season slug, term",
    "lessons": "lesson, lesson dates, schedule, dates, dates and times, sessions, when",
    "weekdays": "days, day, weekday, days of week, day of week, days of the week",
    "firstDay": "start date, first date, starts, starts on, begins, begin date, date, from, first lesson, start",
    "lastDay": "end date, last date, ends, ends on, to, until, last lesson, end",
    "time": "times, hours, time of day",
    "startTime": "starts at, time from, from time, begin time",
    "endTime": "ends at, time to, to time",
    IGNORED: "id, no, number, enrolled, enrolled students, free, free seats, created at",
}


def _key(heading: str) -> str:
    """Returns the heading without case, spaces and punctuation, and without a note in brackets."""
    # No bracket inside a note: each of many opening brackets would be compared with all that follows.
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\([^()]*\)", "", heading.lower().replace("#", "number")))


FIELDS = {_key(name): field for field, names in OTHER_NAMES.items() for name in [field, *names.split(", ")]}


def field_of(heading: str) -> str | None:
    """Returns the field that a heading names."""
    key = _key(heading)
    return IGNORED if key.startswith("created") else FIELDS.get(key)


def score(rows: list[list[str]]) -> int:
    """Returns the number of known headings in the row that has most of them."""
    return max((len(_known(row)) for row in rows), default=0)


def find_headings(rows: list[list[str]]) -> int:
    """Returns the index of the row with the headings: titles may be above it."""
    filled = [(number, row) for number, row in enumerate(rows) if any(row)][:TITLE_ROWS]
    if not filled:
        raise InvalidSeason([Problem(None, "", "The file is empty."), list_columns()])
    return max(filled, key=lambda each: len(_known(each[1])))[0]


def read_headings(cells: list[str], row: int) -> dict[int, str]:
    """Returns the field of each column that has one. Raises InvalidSeason."""
    fields = {index: field_of(cell) for index, cell in enumerate(cells) if cell}
    errors = [
        Problem(row, "", f'Unknown column "{cells[index]}" (column {letters(index)}).')
        for index, field in fields.items()
        if field is None
    ]
    known = [field for field in fields.values() if field and field != IGNORED]
    errors += [Problem(row, "", f'The column "{name}" is missing.') for name in REQUIRED if name not in known]
    for name in COLUMNS:
        if known.count(name) > 1:
            places = ", ".join(letters(index) for index, field in fields.items() if field == name)
            errors.append(Problem(row, "", f'The column "{name}" occurs twice (columns {places}).'))
    if errors:
        raise InvalidSeason([*errors, list_columns()])
    return {index: field for index, field in fields.items() if field and field != IGNORED}


def list_columns() -> Problem:
    optional = ", ".join(name for name in COLUMNS if name not in REQUIRED)
    return Problem(None, "", f"Required columns: {', '.join(REQUIRED)}. Optional columns: {optional}.")


def letters(index: int) -> str:
    """Returns a column's name in a spreadsheet: A for 0, AA for 26."""
    return (letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _known(row: Iterable[str]) -> set[str]:
    return {field for cell in row if cell and (field := field_of(cell))}

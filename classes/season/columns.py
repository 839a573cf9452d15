"""The columns of a season's file: which row has the headings, and which field each of them names."""

import re
from collections.abc import Collection, Iterable

from classes.season.dates import has_day
from classes.season.rows import InvalidSeason, Problem

TIMES = ("time", "startTime", "endTime")
SCHEDULE = ("weekdays", "firstDay", "lastDay", *TIMES)
"""Columns that describe lessons instead of ``lessons``, or with it."""

REQUIRED = ("nameClass", "instructorEmail", "price", "seats")
COLUMNS = (
    *("nameClass", "instructorEmail", "instructorName", "price", "seats", "image", "status", "description"),
    *("craft", "place", "bring", "ageFrom", "ageTo", "ages", "season", "lessons", *SCHEDULE),
    *("earlyPrice", "earlyUntil", "minSeats"),
)
TITLE_ROWS = 20
IGNORED = "ignored"
DAY_OR_TIME = {"start": ("firstDay", "startTime"), "end": ("lastDay", "endTime")}
"""Headings above days in one file and above times in another."""

OTHER_NAMES = {
    "nameClass": "name, class, class name, class title, title",
    "instructorEmail": "email, email instructor",
    "instructorName": "instructor, name instructor",
    "price": "cost, fee, tuition, price usd, price in dollars, price in US dollars, price per student, class fee",
    "earlyPrice": "early bird price, early bird, early fee, early bird fee",
    "earlyUntil": "early bird until, early price until, early bird ends, early bird deadline, "
    "last day of the early price",
    "seats": "capacity, spots, max, size, class size, max class size, max students, max number of students, "
    "number of students, max seats, "
    "total seats, seats total, number of seats, max enrollment, enrollment limit",
    "minSeats": "min, min students, min enrollment, min class size",
    "image": "picture, photo, image url, picture url",
    "status": "state",
    "description": "about, details, class description",
    "craft": "category, kind, type, craft name",
    "place": "location, room, where, site",
    "bring": "what to bring, please bring, materials, supplies",
    "ageFrom": "from age, min age, youngest, lowest age, age min",
    "ageTo": "to age, max age, oldest, highest age, age max",
    "ages": "age, age range, age group",
    "season": "season name, season slug, term",
    "lessons": "lesson, lesson dates, schedule, dates, dates and times, sessions, when",
    "weekdays": "days, day, weekday, days of week, day of week",
    "firstDay": "start date, first date, starts on, begin date, date, first lesson",
    "lastDay": "end date, last date, ends on, last lesson",
    "time": "times, hours, time of day",
    "startTime": "starts at, time from, from time, begin time",
    "endTime": "ends at, time to, to time",
    "start": "starts, begins, from",
    "end": "ends, to, until",
    IGNORED: "id, number, enrolled, enrolled students, free, free seats, created at, timestamp",
}
SAME = {"mail": "email", "teacher": "instructor", "teachers": "instructor", "instructors": "instructor"}
SAME |= dict.fromkeys(("classes", "course", "workshop", "program", "activity"), "class")
SAME |= {"emails": "email", "prices": "price", "maximum": "max", "minimum": "min", "no": "number"}
SAME |= dict.fromkeys(("student", "child", "children", "kid", "kids", "camper", "campers"), "students")
SAME |= dict.fromkeys(("participant", "participants"), "students")
SAME |= dict.fromkeys(("of", "the", "address", "lead"), "")
"""Words of headings that say the same as another, or nothing."""


def _key(heading: str) -> str:
    text = re.sub(
        r"\(.*?\)|['\u2019]s\b", "", heading[:100].lower().replace("#", " number ").replace("e-mail", "email")
    )
    return "".join(SAME.get(word, word) for word in re.findall(r"[a-z0-9]+", text))


FIELDS = {_key(name): field for field, names in OTHER_NAMES.items() for name in [field, *names.split(", ")]}


def field_of(heading: str) -> str | None:
    key = _key(heading)
    return IGNORED if key.startswith("created") else FIELDS.get(key)


def field_above(field: str, cell: str, fields: Collection[str | None]) -> str:
    """The column may be a day or a time, a name or an address."""
    if field == "instructorName" and "@" in cell and "instructorEmail" not in fields:
        return "instructorEmail"
    return DAY_OR_TIME[field][not has_day(cell)] if field in DAY_OR_TIME else field


def score(rows: list[list[str]]) -> int:
    return max((len(_known(row)) for row in rows), default=0)


def find_headings(rows: list[list[str]]) -> int:
    """Titles may be above the row with the headings."""
    filled = [(number, row) for number, row in enumerate(rows) if any(row)][:TITLE_ROWS]
    if not filled:
        raise InvalidSeason([Problem(None, "", "The file is empty."), list_columns()])
    return max(filled, key=lambda each: len(_known(each[1])))[0]


def read_headings(rows: list[list[str]], top: int) -> tuple[dict[int, str], list[Problem]]:
    """The field of each column that has one, and what is wrong with other columns.

    InvalidSeason if a required column is missing: then the table may be another one.
    """
    named = {index: field_of(cell) for index, cell in enumerate(rows[top]) if cell}
    below = {
        index: next((row[index] for row in rows[top + 1 :] if len(row) > index and row[index]), "") for index in named
    }
    fields = {index: field and field_above(field, below[index], named.values()) for index, field in named.items()}
    errors = [
        Problem(top + 1, "", f'Unknown column "{rows[top][index]}" (column {letters(index)}).')
        for index, field in fields.items()
        if field is None
    ]
    known = [field for field in fields.values() if field and field != IGNORED]
    missing = [Problem(top + 1, "", f'The column "{name}" is missing.') for name in REQUIRED if name not in known]
    for name in COLUMNS:
        if known.count(name) > 1:
            places = ", ".join(letters(index) for index, field in fields.items() if field == name)
            errors.append(Problem(top + 1, "", f'The column "{name}" occurs twice (columns {places}).'))
    if errors or missing:
        errors += [*missing, list_columns()]
    if missing:
        raise InvalidSeason(errors)
    return {index: field for index, field in fields.items() if field and field != IGNORED}, errors


def list_columns() -> Problem:
    optional = ", ".join(name for name in COLUMNS if name not in REQUIRED)
    return Problem(None, "", f"Required columns: {', '.join(REQUIRED)}. Optional columns: {optional}.")


def letters(index: int) -> str:
    """A for 0, AA for 26."""
    return (letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _known(row: Iterable[str]) -> set[str]:
    return {field for cell in row if cell and (field := field_of(cell))}

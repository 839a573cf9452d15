"""Reading a season of classes from the bytes of a spreadsheet or of JSON, and collecting the errors in its cells."""

import re
from collections.abc import Iterable
from typing import Any

from classes.models import Craft, Season
from classes.season.columns import SCHEDULE, TIMES
from classes.season.forms import TIME_OF_DAY, Choice, SeasonClassForm
from classes.season.records import Record, json_records, schedule_text, sheet_records
from classes.season.rows import InstructorRow, Problem, SeasonFile, SeasonRow, UnreadableFile
from classes.season.schedule import plain
from core.site_time import site_zone

MAX_BYTES = 20 * 1024 * 1024
MAX_CLASSES = 10_000
EARLIEST_HOUR = 6
"""A lesson that starts before is probably one in the afternoon, written without "pm"."""
AGES = re.compile(
    r"(?:ages? )?(\d+)(?: ?(?:-|to) ?(\d+))?(?: ?(?:years?|yrs?)\.?(?: old)?)?(?: ?\+| (?:and|&|or) (?:up|older|over))?"
)
FIELDS = {
    "nameClass": "name",
    "instructorEmail": "instructor_email",
    "instructorName": "instructor_name",
    "seats": "capacity",
    "ageFrom": "age_from",
    "ageTo": "age_to",
    "earlyPrice": "early_price",
    "earlyUntil": "early_until",
}
INSTRUCTOR = {"instructorEmail", "instructorName"}


def read_season(content: bytes, *, is_json: bool = False, season: Season | None = None) -> SeasonFile:
    """Returns the classes in the file, in its order. With ``season`` they are in that one, and no row may name another.

    Raises UnreadableFile, InvalidSeason.
    """
    if len(content) > MAX_BYTES:
        raise UnreadableFile(f"The file is larger than {MAX_BYTES // 1024 // 1024} MB; please split it.")
    warnings: list[Problem] = []
    records = json_records(content) if is_json else list(sheet_records(content, warnings))
    if len(records) > MAX_CLASSES:
        raise UnreadableFile(f"The file has more than {MAX_CLASSES:,} classes; please split it.")
    crafts, seasons = _by_name(Craft.objects.all()), _by_name([season] if season else Season.objects.all())
    rows: list[SeasonRow] = []
    instructors: list[InstructorRow] = []
    errors: list[Problem] = []
    for record in records:
        values = _with_ages(record.values) | {"lessons": schedule_text(record.values)}
        form = SeasonClassForm(values, crafts=crafts, seasons=seasons)
        errors += _problems(form, record)
        cleaned = form.cleaned_data | ({"season": season} if season else {})
        if cleaned.keys() >= INSTRUCTOR:
            instructors.append(InstructorRow(**_columns(record, {name: cleaned[name] for name in INSTRUCTOR})))
        if form.is_valid():
            rows.append(SeasonRow(**_columns(record, cleaned)))
    return SeasonFile(rows, instructors, errors, warnings + [warning for row in rows for warning in _at_night(row)])


def _by_name(choices: Iterable[Choice]) -> dict[str, Choice]:
    """Returns the crafts or the seasons by slug and by name."""
    return {key.casefold(): each for each in choices for key in (each.slug, each.name)}


def _problems(form: SeasonClassForm, record: Record) -> list[Problem]:
    """Returns one problem for each field with errors."""
    return [
        record.problem(
            _cell_of(field, record, of_time=errors[0].code == TIME_OF_DAY), " ".join(map(str, form.errors[field]))
        )
        for field, errors in form.errors.as_data().items()
    ]


def _with_ages(values: dict[str, str]) -> dict[str, str]:
    """Splits a column of ages: ``6-8``, ``6 to 8 years``, ``8+``, ``8 and up``."""
    ages = AGES.fullmatch(plain(values.get("ages", "")))
    if ages is None:
        return values | ({"ageFrom": values["ages"]} if "ages" in values else {})
    return values | {"ageFrom": ages[1]} | ({"ageTo": ages[2]} if ages[2] else {})


def _cell_of(field: str, record: Record, *, of_time: bool = False) -> str:
    """Returns the column of the file to which an error in a field belongs, or in the time of the lessons."""
    if field == "lessons":
        columns = (*(TIMES if of_time else ()), "lessons", *SCHEDULE)
        return next((name for name in columns if name in record.values), field)
    return "ages" if field in ("ageFrom", "ageTo") and "ages" in record.values else field


def _columns(record: Record, cleaned: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a row."""
    cells = {field: _cell_of(field, record) for field in cleaned}
    headings = {field: record.headings.get(cell, field) for field, cell in cells.items() if cell in record.values}
    values = {FIELDS.get(field, field): value for field, value in cleaned.items()}
    return {"row": record.row, "unit": record.unit, "headings": headings, **values}


def _at_night(row: SeasonRow) -> list[Problem]:
    starts = [lesson.starts_at.astimezone(site_zone()) for lesson in row.lessons]
    early = [f"{start:%H:%M}" for start in starts if start.hour < EARLIEST_HOUR]
    return [row.problem("lessons", f"A lesson begins at {each} at night. Is it pm?") for each in early[:1]]

import re
from collections.abc import Collection, Iterable
from typing import Any

from classes.models import Craft, Season
from classes.season.columns import SCHEDULE, TIMES
from classes.season.dates import plain, read_month_and_day
from classes.season.forms import TIME_OF_DAY, Choice, SeasonClassForm, choice_key
from classes.season.records import INSTRUCTOR, LESSON_COLUMNS, Record, json_records, schedule_text, sheet_records
from classes.season.rows import InstructorRow, Problem, SeasonFile, SeasonRow, UnreadableFile
from core.site_time import site_zone

MAX_BYTES = 20 * 1024 * 1024
MAX_CLASSES = 10_000
EARLIEST_HOUR = 6
"""A lesson that starts before is probably one in the afternoon, written without "pm"."""
AGES = re.compile(r"(?:(?:min|from|at least) )?(\d+)(?: ?- ?(\d+)| ?\+| (?:and|&|or) (?:up|older|over))?")
UP_TO = re.compile(r"(?:up - ?|max ?)(\d+)|(\d+) (?:and|&|or) (?:under|younger)")
ALL_AGES = ("", "all", "any", "everyone")
FIELDS = {
    "nameClass": "name",
    "instructorEmail": "instructor_email",
    "instructorName": "instructor_name",
    "seats": "capacity",
    "ageFrom": "age_from",
    "ageTo": "age_to",
    "earlyPrice": "early_price",
    "earlyUntil": "early_until",
    "minSeats": "min_seats",
}


def read_season(content: bytes, *, is_json: bool = False, season: Season | None = None) -> SeasonFile:
    """In the order of the file. With ``season`` all classes are in that one, and no row may name another."""
    if len(content) > MAX_BYTES:
        raise UnreadableFile(f"The file is larger than {MAX_BYTES // 1024 // 1024} MB; please split it.")
    warnings: list[Problem] = []
    errors: list[Problem] = []
    records = json_records(content) if is_json else list(sheet_records(content, warnings, errors))
    if len(records) > MAX_CLASSES:
        raise UnreadableFile(f"The file has more than {MAX_CLASSES:,} classes; please split it.")
    crafts, seasons = _by_name(Craft.objects.all()), _by_name([season] if season else Season.objects.all())
    rows: list[SeasonRow] = []
    instructors: list[InstructorRow] = []
    for record in records:
        lessons = "\n".join(filter(None, [schedule_text(record.values), *record.more]))
        values = _with_ages(record, warnings) | _instructor(record.values) | {"lessons": lessons}
        form = SeasonClassForm(values, crafts=crafts, seasons=seasons)
        refused = record.refused
        errors += [*refused.values(), *_problems(form, record, refused)]
        cleaned = form.cleaned_data | ({"season": season} if season else {})
        if cleaned.keys() >= set(INSTRUCTOR) and not refused.keys() & set(INSTRUCTOR):
            instructors.append(InstructorRow(**_columns(record, {name: cleaned[name] for name in INSTRUCTOR})))
        if form.is_valid():
            rows.append(SeasonRow(**_columns(record, cleaned)))
    return SeasonFile(rows, instructors, errors, warnings + [warning for row in rows for warning in _at_night(row)])


def _by_name(choices: Iterable[Choice]) -> dict[str, Choice]:
    return {choice_key(key): each for each in choices for key in (each.slug, each.name)}


def _problems(form: SeasonClassForm, record: Record, refused: Collection[str]) -> list[Problem]:
    # One for each other field with errors.
    cells = {
        field: _cell_of(field, record, of_time=errors[0].code == TIME_OF_DAY)
        for field, errors in form.errors.as_data().items()
    }
    return [
        record.problem(cell, " ".join(map(str, form.errors[field])))
        for field, cell in cells.items()
        if cell not in refused and not (field == "lessons" and LESSON_COLUMNS.intersection(refused))
    ]


def _with_ages(record: Record, warnings: list[Problem]) -> dict[str, str]:
    """Splits a column of ages: ``6-8``, ``6 to 8 years``, ``8+``, ``up to 8``. Of 6-8 some programs make June 8."""
    values, text = record.values, record.values.get("ages", "")
    ages = re.sub(r"(?<![a-z])(?:ages?|years?|yrs?|y/?o|old)\b\.?", "", plain(text))
    ages = " ".join(re.sub(r"\b(?:to|through|thru)\b", "-", ages).split())
    if ages in ALL_AGES:
        return values
    if match := AGES.fullmatch(ages):
        return values | {"ageFrom": match[1]} | ({"ageTo": match[2]} if match[2] else {})
    if match := UP_TO.fullmatch(ages):
        return values | {"ageTo": match[1] or match[2]}
    if days := read_month_and_day(text):
        youngest, oldest = sorted(days)
        warnings.append(record.problem("ages", f'"{text}" is a date. It was taken for {youngest} to {oldest}.'))
        return values | {"ageFrom": str(youngest), "ageTo": str(oldest)}
    return values | {"ageFrom": text}


def _instructor(values: dict[str, str]) -> dict[str, str]:
    # ``Ines Potter <ines@school.example>``, in one of the columns about the instructor.
    for column in INSTRUCTOR:
        name, _, address = values.get(column, "").rpartition("<")
        if "@" in address and address.endswith(">"):
            split = {"instructorName": name.strip('" '), "instructorEmail": address}
            return split | {other: values[other] for other in INSTRUCTOR if other in values and other != column}
    return {}


def _cell_of(field: str, record: Record, *, of_time: bool = False) -> str:
    # The column of the file to which an error in a field belongs, or in the time of the lessons.
    if field == "lessons":
        columns = (*(TIMES if of_time else ()), "lessons", *SCHEDULE)
        return next((name for name in columns if name in record.values), field)
    return "ages" if field in ("ageFrom", "ageTo") and "ages" in record.values else field


def _columns(record: Record, cleaned: dict[str, Any]) -> dict[str, Any]:
    cells = {field: _cell_of(field, record) for field in cleaned}
    headings = {field: record.headings.get(cell, field) for field, cell in cells.items() if cell in record.values}
    values = {FIELDS.get(field, field): value for field, value in cleaned.items()}
    return {"row": record.row, "unit": record.unit, "headings": headings, **values}


def _at_night(row: SeasonRow) -> list[Problem]:
    starts = [lesson.starts_at.astimezone(site_zone()) for lesson in row.lessons]
    early = [f"{start:%H:%M}" for start in starts if start.hour < EARLIEST_HOUR]
    return [row.problem("lessons", f"A lesson begins at {each} at night. Is it pm?") for each in early[:1]]

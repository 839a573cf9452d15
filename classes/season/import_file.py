import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.text import slugify

from accounts.models import Role, User
from classes.models import Craft, Season
from classes.season.fields import INSTRUCTOR, LESSON_FIELDS, SCHEDULE, TIMES, VOCABULARY
from classes.season.forms import MAX_NAME, TIME_OF_DAY, SeasonClassForm, SeasonOrCraft, choice_key
from classes.season.records import NUMBERS, json_records, schedule_text, sheet_records
from classes.season.rows import ATTRIBUTES, InstructorRow, SeasonFile, SeasonRow
from core.names import clean_name, fold, name_key
from core.sheets.columns import Column
from core.sheets.dates import Calendar, is_day_first, plain, read_month_and_day
from core.sheets.problems import Problem, UnreadableFile
from core.sheets.questions import ADD, NONE, Choice, Interview
from core.sheets.records import Record, open_sheet

MAX_BYTES = 20 * 1024 * 1024
MAX_CLASSES = 10_000
MAX_STAFF = 200
"""Instructors who can be chosen for a name."""
AGES = re.compile(r"(?:(?:min|from|at least) )?(\d+)(?: ?- ?(\d+)| ?\+| (?:and|&|or) (?:up|older|over))?")
UP_TO = re.compile(r"(?:up - ?|max ?)(\d+)|(\d+) (?:and|&|or) (?:under|younger)")
ALL_AGES = ("", "all", "any", "everyone")


def read_season(
    content: bytes, *, is_json: bool = False, season: Season | None = None, interview: Interview | None = None
) -> SeasonFile:
    """In the order of the file. With ``season`` all classes are in that one, and no row may name another."""
    if len(content) > MAX_BYTES:
        raise UnreadableFile(f"The file is larger than {MAX_BYTES // 1024 // 1024} MB; please split it.")
    interview = interview or Interview()
    warnings: list[Problem] = []
    errors: list[Problem] = []
    columns: Iterable[Column] = ()
    if is_json:
        records = json_records(content)
    else:
        sheet = open_sheet(content, VOCABULARY, interview)
        errors, warnings, columns = sheet.errors, sheet.warnings, sheet.columns
        records = [] if errors else list(sheet_records(sheet))
    if len(records) > MAX_CLASSES:
        raise UnreadableFile(f"The file has more than {MAX_CLASSES:,} classes; please split it.")
    reader = _Reader(season, interview, warnings, errors)
    reader.read(records)
    return SeasonFile(reader.rows, reader.instructors, errors, warnings, list(columns), interview)


def _by_name(choices: Iterable[SeasonOrCraft]) -> dict[str, SeasonOrCraft]:
    return {choice_key(key): each for each in choices for key in (each.slug, each.name)}


@dataclass
class _Reader:
    season: Season | None
    interview: Interview
    warnings: list[Problem]
    errors: list[Problem]
    rows: list[SeasonRow] = field(default_factory=list)
    instructors: list[InstructorRow] = field(default_factory=list)

    def read(self, records: list[Record]) -> None:
        for record in records:
            record.values |= _instructor(record.values)
        self.crafts = _by_name(Craft.objects.all())
        self.form = SeasonClassForm(
            crafts=self.crafts,
            seasons=_by_name([self.season] if self.season else Season.objects.all()),
            season=self.season,
            day_first=self._is_day_first(records),
        )
        self.addresses = _addresses(records)
        for record in records:
            self._read(record)

    def _read(self, record: Record) -> None:
        refused = record.refused(NUMBERS)
        lessons = "\n".join(filter(None, [schedule_text(record.values), *record.more]))
        values = _with_ages(record, self.warnings) | {"lessons": lessons}
        if "nameClass" not in refused:
            values["nameClass"] = self._name(record)
        if "craft" in values and "craft" not in refused:
            self._ask_for_craft(values["craft"], record)
        if not refused.keys() & set(INSTRUCTOR) and not self._knows_instructor(values, record):
            return
        cleaned = self.form.read(values)
        self.errors += [*refused.values(), *_problems(self.form, record, refused)]
        cleaned |= {"season": self.season} if self.season else {}
        if cleaned.keys() >= set(INSTRUCTOR) and not refused.keys() & set(INSTRUCTOR):
            self.instructors.append(InstructorRow(**_columns(record, {name: cleaned[name] for name in INSTRUCTOR})))
        if self.form.is_valid() and not refused:
            self.rows.append(SeasonRow(**_columns(record, cleaned)))

    def _name(self, record: Record) -> str:
        name = clean_name(record.values.get("nameClass", "")[:1000])
        if len(name) <= MAX_NAME:
            return name
        start = name[: MAX_NAME + 1]
        short = (start.rpartition(" ")[0] or start[:MAX_NAME]).rstrip(" ,;:&-")
        message = f'"{name}" is longer than {MAX_NAME} characters. It becomes "{short}".'
        self.warnings.append(record.problem("nameClass", message))
        return short

    def _is_day_first(self, records: Iterable[Record]) -> bool:
        if self.season is None:
            return False
        cells = [text for each in records for name, text in each.values.items() if name in LESSON_FIELDS]
        cells += [text for each in records for text in each.more]
        known = is_day_first(cells, Calendar(self.season.starts_on, self.season.ends_on))
        if known is None:
            choices = [Choice("month", "The month first: 7/6 is July 6"), Choice("day", "The day first: 7/6 is June 7")]
            known = self.interview.ask("date_order", "", "How are the dates written?", choices, []) == "day"
        return known

    def _ask_for_craft(self, name: str, record: Record) -> None:
        key = choice_key(name)
        if key in self.crafts and self.crafts[key].pk:
            return
        text, slug = clean_name(name)[:40].strip(), slugify(fold(name))[:40]
        known = {each.slug: each for each in self.crafts.values() if each.pk}
        choices = [Choice(each.slug, each.name) for each in known.values()]
        choices += [Choice(ADD, f'Add the craft "{text}"')] if slug else []
        choices.append(Choice(NONE, "No craft"))
        answer = self.interview.ask("craft", key, f'"{text}" is none of your crafts.', choices, [record.row])
        if answer == ADD:
            self.crafts.setdefault(key, Craft(name=text, slug=slug, position=len(known)))
        elif answer in known:
            self.crafts[key] = known[answer]

    def _knows_instructor(self, values: dict[str, str], record: Record) -> bool:
        """Adds the address to a name without one. Not if the class is left out."""
        name = values.get("instructorName", "")
        if "instructorEmail" in values or not name:
            return True
        known = self.addresses.get(name_key(name), {})
        if len(known) == 1:
            values["instructorEmail"] = next(iter(known))
            return True
        staff = known or self._staff
        choices = [Choice(email, f"{shown}, {email}") for email, shown in staff.items()]
        choices.append(Choice(NONE, "Leave these classes out"))
        text = f'Who is "{name}"? The file has no e-mail address of theirs.'
        answer = self.interview.ask("instructor", name, text, choices, [record.row])
        if answer is None or answer == NONE:
            return False
        values["instructorEmail"] = answer
        return True

    @cached_property
    def _staff(self) -> Mapping[str, str]:
        staff = User.objects.filter(role__in=[Role.INSTRUCTOR, Role.ADMIN], is_active=True).order_by("name")
        of_file = {email: name for each in self.addresses.values() for email, name in each.items()}
        return dict(staff.values_list("email", "name")[:MAX_STAFF]) | of_file


def _addresses(records: Iterable[Record]) -> dict[str, dict[str, str]]:
    # By the key of a name: the addresses beside it, with the name.
    found: dict[str, dict[str, str]] = {}
    for each in records:
        name, email = (each.values.get(field, "") for field in ("instructorName", "instructorEmail"))
        if name and "@" in email:
            found.setdefault(name_key(name), {})[User.objects.normalize_email(email)] = name
    return found


def _problems(form: SeasonClassForm, record: Record, refused: Collection[str]) -> list[Problem]:
    # One for each other field with errors.
    cells = {
        field: _cell_of(field, record, of_time=errors[0].code == TIME_OF_DAY)
        for field, errors in form.errors.as_data().items()
    }
    return [
        record.problem(cell, " ".join(map(str, form.errors[field])))
        for field, cell in cells.items()
        if cell not in refused and not (field == "lessons" and LESSON_FIELDS.intersection(refused))
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
    values = {ATTRIBUTES.get(field, field): value for field, value in cleaned.items()}
    return {"row": record.row, "unit": record.unit, "headings": headings, **values}

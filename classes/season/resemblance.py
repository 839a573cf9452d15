"""Which class of the site a row means, where it differs from it, and warnings about what resembles another."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from classes.models import ScheduledClass
from classes.season.rows import ATTRIBUTES, SeasonRow
from core.names import clean_name, name_key
from core.sheets.dates import plain
from core.sheets.problems import Problem, listed
from core.site_time import site_day, site_zone

WEEK = timedelta(days=7)
COMPARED = (
    *("price", "seats", "status", "image", "description", "craft", "place", "bring"),
    *("ageFrom", "ageTo", "earlyPrice", "earlyUntil", "minSeats"),
)


ClassKey = tuple[str, str]


@dataclass(frozen=True)
class Match:
    """``kind``: what the file says otherwise, ``time`` or ``spelling``; empty if nothing."""

    row: SeasonRow
    camp_class: ScheduledClass | None = None
    kind: str = ""

    @property
    def class_id(self) -> int:
        assert self.camp_class is not None
        return self.camp_class.pk


def class_key(instructor_email: str, name: str) -> ClassKey:
    """Without capitals, accents, hyphens and repeated spaces."""
    return instructor_email, " ".join(name_key(plain(name)).replace("-", " ").split())


def find_matches(rows: Iterable[SeasonRow], existing: Mapping[ClassKey, list[ScheduledClass]]) -> list[Match]:
    """In the order of the rows. No two rows mean the same class by its name and a time in the same week."""
    matches = [_match(row, existing.get(class_key(row.instructor_email, row.name), [])) for row in rows]
    taken = {match.camp_class.pk for match in matches if match.camp_class}
    return [match if match.camp_class else _moved(match.row, existing, taken) for match in matches]


def _match(row: SeasonRow, alike: Iterable[ScheduledClass]) -> Match:
    of_season = [each for each in alike if row.may_be_in_season_of(each)]
    found = [each for each in of_season if row.first_lesson in (None, each.first_start)]
    same = [each for each in found if clean_name(each.name) == clean_name(row.name)]
    return Match(row, same[0]) if same else Match(row, found[0], "spelling") if found else Match(row)


def _moved(row: SeasonRow, existing: Mapping[ClassKey, list[ScheduledClass]], taken: set[int]) -> Match:
    for each in existing.get(class_key(row.instructor_email, row.name), []):
        is_near = each.first_start is None or abs(each.first_start - (row.first_lesson or each.first_start)) < WEEK
        if row.season and each.season_id == row.season.pk and each.pk not in taken and is_near:
            taken.add(each.pk)
            return Match(row, each, "time")
    return Match(row)


def warn_of_classes(new: Iterable[SeasonRow], existing: Iterable[ScheduledClass]) -> list[Problem]:
    """Ignores the classes of other seasons, and those without a season that begin at another time."""
    names: dict[ClassKey, list[ScheduledClass]] = {}
    for camp_class in existing:
        names.setdefault(class_key(camp_class.instructor.email, camp_class.name), []).append(camp_class)
    alike = [(row, names.get(class_key(row.instructor_email, row.name), [])) for row in new]
    found = [(row, next((each for each in others if _is_near(row, each)), None)) for row, others in alike]
    return [
        row.problem("nameClass", f'it is new, but there is already "{other.name}"{_begins(other)}.')
        for row, other in found
        if other
    ]


def _is_near(row: SeasonRow, camp_class: ScheduledClass) -> bool:
    if row.season and camp_class.season_id is None:
        return camp_class.first_start == row.first_lesson
    return row.may_be_in_season_of(camp_class)


def _begins(camp_class: ScheduledClass) -> str:
    start = camp_class.first_start
    return f" from {start.astimezone(site_zone()):%Y-%m-%d %H:%M}" if start else " without lessons"


def warn_of_rows(new: Iterable[SeasonRow]) -> Iterator[Problem]:
    """A new class may be the one in a row above it, or one more lesson of it."""
    above: dict[object, SeasonRow] = {}
    for row in new:
        key = (class_key(row.instructor_email, row.name), row.season)
        other = above.get(key)
        if other and row.first_lesson == other.first_lesson:
            yield row.problem("nameClass", f'{other.unit} {other.row} has almost the same class, "{other.name}".')
        elif other and len(row.lessons) == len(other.lessons) == 1 and _within_a_week(row, other):
            message = f"it is a class of its own. If it is another lesson of the one in {other.unit} {other.row}, "
            yield row.problem("nameClass", f"{message}leave its name, instructor, price and seats blank.")
        above[key] = row


def _within_a_week(row: SeasonRow, other: SeasonRow) -> bool:
    return abs(row.lessons[0].starts_at - other.lessons[0].starts_at) < WEEK


def warn_of_days(new: Iterable[SeasonRow], now: datetime) -> list[Problem]:
    lessons = [(row, lesson) for row in new for lesson in row.lessons]
    kinds = {
        "in the past": [row for row, lesson in lessons if lesson.ends_at <= now],
        "outside the season": [
            row for row, lesson in lessons if row.season and not row.season.has(site_day(lesson.starts_at))
        ],
    }
    return [
        rows[0].problem(
            "lessons",
            f"{len(rows)} {'lesson is' if len(rows) == 1 else 'lessons are'} {where}, "
            f"see {rows[0].unit} {listed(row.row for row in rows)}. Please check the dates.",
        )
        for where, rows in kinds.items()
        if rows
    ]


def differences(row: SeasonRow, camp_class: ScheduledClass) -> list[Problem]:
    found = []
    for column in COMPARED:
        name = ATTRIBUTES.get(column, column)
        stored, said = getattr(camp_class, name), getattr(row, name)
        if column in row.headings and stored != said:
            found.append(row.problem(column, f'the class has "{_shown(stored)}", not "{_shown(said)}".'))
    stored_times = [(lesson.starts_at, lesson.ends_at) for lesson in camp_class.shown_lessons]
    said_times = sorted((lesson.starts_at, lesson.ends_at) for lesson in row.lessons)
    if said_times and stored_times != said_times:
        found.append(row.problem("lessons", f"the class has other lessons ({len(stored_times)})."))
    return found


def _shown(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:40]}..."

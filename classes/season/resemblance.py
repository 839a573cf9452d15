"""Warnings about a season's file: what is new but resembles what exists, and where a row differs from its class."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches

from accounts.models import Role, User
from classes.models import CampClass, ScheduledClass
from classes.season.rows import Problem, SeasonRow, listed
from core.names import name_key
from core.site_time import site_day, site_zone

CLOSE = 0.9
WEEK = timedelta(days=7)
MOST_COMPARED = 300
"""New instructors. The time grows with the square of their number."""
COMPARED = {
    "price": "price",
    "seats": "capacity",
    "status": "status",
    "image": "image",
    "description": "description",
    "craft": "craft",
    "place": "place",
    "bring": "bring",
    "ageFrom": "age_from",
    "ageTo": "age_to",
    "earlyPrice": "early_price",
    "earlyUntil": "early_until",
    "minSeats": "min_seats",
}


def warn_of_instructors(new: Mapping[str, str], rows: list[SeasonRow]) -> list[Problem]:
    if not new:
        return []
    if len(new) > MOST_COMPARED:
        return [Problem(None, "", f"{len(new):,} instructors are new. They were not compared with the existing ones.")]
    staff = User.objects.filter(role__in=[Role.INSTRUCTOR, Role.ADMIN], is_active=True)
    known = dict(staff.exclude(email__in=new).values_list("email", "name"))
    names = {_any_order(name): email for email, name in known.items() if name}
    first: dict[str, SeasonRow] = {}
    for row in rows:
        first.setdefault(row.instructor_email, row)
    # Of two new ones that resemble each other, the one with fewer classes is the typing error.
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.instructor_email] = counts.get(row.instructor_email, 0) + 1
    warnings = []
    for email in sorted(new, key=lambda each: (-counts[each], first[each].row)):
        name = _any_order(new[email])
        alike = [names[each] for each in get_close_matches(name, names, n=1, cutoff=CLOSE)]
        if other := next(iter(alike or get_close_matches(email, known, n=1, cutoff=CLOSE)), None):
            message = f"{email} ({new[email]}) is new, but resembles {other} ({known[other]}). Is it the same person?"
            warnings.append(first[email].problem("instructorEmail", message))
        known[email], names[name] = new[email], email
    return warnings


def _any_order(name: str) -> str:
    # "Potter, Iris" is Iris Potter.
    return " ".join(sorted(name_key(name).replace(",", " ").split()))


def warn_of_classes(new: Iterable[SeasonRow], existing: Iterable[ScheduledClass]) -> list[Problem]:
    """Ignores the classes of other seasons, and those without a season that begin at another time."""
    names: dict[tuple[str, str], list[ScheduledClass]] = {}
    for camp_class in existing:
        names.setdefault((camp_class.instructor.email, name_key(camp_class.name)), []).append(camp_class)
    alike = [(row, names.get((row.instructor_email, name_key(row.name)), [])) for row in new]
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
        key = (row.instructor_email, name_key(row.name), row.season)
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


def differences(row: SeasonRow, camp_class: CampClass) -> list[Problem]:
    found = []
    for column, name in COMPARED.items():
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

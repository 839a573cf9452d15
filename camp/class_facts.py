"""Formats the dates, place, ages, seats and price of a class for the server-rendered part of its pages.

The texts must equal those of ``ClassInformation.tsx``, ``LessonList.tsx`` and ``classFacts.ts``: otherwise the page
changes when React renders it. ``frontend/e2e/journeys/firstScreen.spec.ts`` compares them.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from core.site_time import site_zone

DASH = " \u2013 "
THIN_DASH = "\u2009\u2013\u2009"
"""A dash between thin spaces, as a browser formats a span of days (CLDR, English)."""


@dataclass(frozen=True)
class Fact:
    """A row of the list of facts. ``summary``: one line about all lessons; ``lessons``: one line for each lesson."""

    name: str
    value: str
    is_amount: bool = False
    summary: str = ""
    lessons: list[str] = field(default_factory=list)


def class_facts(camp_class: dict[str, Any], crafts: list[dict[str, Any]]) -> list[Fact]:
    """Returns the known facts of a class, in the order of the page.

    ``camp_class``: the response of ``GET /classes/{id}``; ``crafts``: that of ``GET /crafts``.
    """
    craft_names = {craft["slug"]: craft["name"] for craft in crafts}
    craft = camp_class["craft"]
    facts = [
        _when(camp_class),
        Fact("Where", camp_class["place"]),
        Fact("Ages", _ages(camp_class["ageFrom"], camp_class["ageTo"])),
        Fact("Craft", craft_names.get(craft, craft or "")),
    ]
    if camp_class["endedAt"] is None and camp_class["lessonsRemovedAt"] is None:
        seats = str(open_seats(camp_class) or "None. This class is sold out.")
        facts.append(Fact("Available seats", seats, is_amount=True))
    return [fact for fact in facts if fact.value]


def instructor_of(camp_class: dict[str, Any]) -> str:
    """Returns the name of the instructor, or else the e-mail address."""
    name: str = camp_class["instructorName"] or camp_class["instructorEmail"]
    return name


def open_seats(camp_class: dict[str, Any]) -> int:
    """Returns the number of seats that can be booked: the free ones that are not offered to the waitlist."""
    seats: int = camp_class["seats"] - camp_class["offered"]
    return max(0, seats)


def schedule_text(camp_class: dict[str, Any]) -> str:
    """Returns the known days, ages and place of a class in one line, as its card shows them."""
    days = ""
    if camp_class["firstDay"] is not None:
        first, last = _first_and_last_day(camp_class)
        days = _days(first, last) if first.year != last.year else _days_of_year(first, last)
    ages = _ages(camp_class["ageFrom"], camp_class["ageTo"])
    return " \u00b7 ".join(text for text in (days, ages, camp_class["place"]) if text)


def price_text(price: float) -> str:
    return f"${price:,.2f}" if price else "Free"


def _when(camp_class: dict[str, Any]) -> Fact:
    if camp_class["firstDay"] is None:
        removed = camp_class["lessonsRemovedAt"] is not None
        return Fact("When", "No dates right now." if removed else "Dates to be announced.")
    first, last = _first_and_last_day(camp_class)
    lessons = camp_class["lessons"]
    return Fact("When", _days(first, last), summary=_summary(lessons), lessons=[_lesson(each) for each in lessons])


def _first_and_last_day(camp_class: dict[str, Any]) -> tuple[date, date]:
    return date.fromisoformat(camp_class["firstDay"]), date.fromisoformat(camp_class["lastDay"])


def _days(first: date, last: date) -> str:
    """Formats a span of days without repeating its month or year, or one day if both are the same."""
    if first.year != last.year:
        return f"{first:%b} {first.day}, {first.year}{THIN_DASH}{last:%b} {last.day}, {last.year}"
    return f"{_days_of_year(first, last)}, {last.year}"


def _days_of_year(first: date, last: date) -> str:
    """Formats a span of days within one year, without the year."""
    start = f"{first:%b} {first.day}"
    if first == last:
        return start
    return f"{start}{THIN_DASH}{'' if first.month == last.month else f'{last:%b} '}{last.day}"


def _ages(youngest: int | None, oldest: int | None) -> str:
    if youngest is None:
        return "" if oldest is None else f"Up to age {oldest}"
    if oldest is None:
        return f"Ages {youngest} and up"
    return f"Age {youngest}" if youngest == oldest else f"Ages {youngest} to {oldest}"


def _summary(lessons: list[dict[str, Any]]) -> str:
    if len(lessons) == 1:
        return _lesson(lessons[0])
    times = {_times(lesson) for lesson in lessons}
    return f"{len(lessons)} lessons, {times.pop() if len(times) == 1 else 'at different times'}"


def _lesson(lesson: dict[str, Any]) -> str:
    start = _site_time(lesson["startsAt"])
    place = f", {lesson['place']}" if lesson["place"] else ""
    return f"{start:%a}, {start:%b} {start.day}, {_times(lesson)}{place}"


def _times(lesson: dict[str, Any]) -> str:
    start, end = (_site_time(lesson[name]) for name in ("startsAt", "endsAt"))
    return f"{_time_of_day(start)}{DASH}{_time_of_day(end)}"


def _time_of_day(time: datetime) -> str:
    return f"{time.hour % 12 or 12}:{time:%M %p}"


def _site_time(iso: str) -> datetime:
    return datetime.fromisoformat(iso).astimezone(site_zone())

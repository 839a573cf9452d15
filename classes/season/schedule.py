"""Lessons as people write them in a spreadsheet.

Each line (or part between semicolons) has days, or a first and a last day with weekdays, and their time:
``2027-07-05 09:00-12:00``, ``7/5, 7/7/2027 9am-12pm``, ``Mon-Fri 7/5/2027 to 7/16/2027, 9am - 12pm``.
"""

import json
import re
from collections.abc import Iterator
from datetime import date, time, timedelta
from itertools import chain, pairwise, product
from typing import Any

from classes.catalog.lesson_rows import InvalidTimes, LessonRow, lesson_times, overlaps
from classes.models import Lesson
from core.sheets.dates import (
    ANY_DAY,
    DATE,
    EXAMPLE,
    Calendar,
    InvalidSchedule,
    plain,
    read_date,
    read_weekdays,
    year_of,
)

LONGEST_WITHOUT_WEEKDAYS = 7
LONGEST = 366
HALF_A_YEAR = timedelta(days=183)
LONGEST_PART = 200
"""Characters of a line."""
NAMED = rf"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?[ ]({DATE})"
LAST = rf"({DATE}|\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ ]\d{{4}}(?![\d:])|(?![ ]?[\d:/apm])))"
DATES = re.compile(rf"(?<![\d/])({DATE})(?:[ ]?-[ ]?{LAST})?(?![\d/])", re.VERBOSE)
NAMED_DATES = re.compile(rf"{NAMED}[ ]?-[ ]?{NAMED}", re.VERBOSE)
"""In "Mon 7/5 to Fri 7/9" the weekdays say nothing more."""

TIME = r"(\d{1,2})(?:[:.](\d\d))?(?::\d\d)? ?([ap]m?\b)?"
TIMES = re.compile(rf"(?<![\d:.]){TIME} ?- ?{TIME}(?![\d:])")
ONE_DAY = re.compile(rf"({DATE}),?[ ]([\d:]+[ ]?(?:[ap]m)?)[ ]?-[ ]?\1,?[ ](?=\d)", re.VERBOSE)
"""A start and an end that name the same day."""
SILENT = re.compile(r"\b(?:from|at|on|every|each|weekly|and|noon)\b|[|,&+/.@*()\u2022]")
WEEK_OF = re.compile(r"\bweek (?:of|beginning|starting)\b")
JOINED = re.compile(r"(?:[ ,&+/]|and)*")


class InvalidTimeOfDay(InvalidSchedule):
    """The time in the text is wrong."""


def read_lessons(text: str, calendar: Calendar = ANY_DAY) -> list[LessonRow]:
    parts = _parts(text)
    # Each part is at least one lesson, and its patterns take time with the square of its length.
    if len(parts) > Lesson.MAX_PER_CLASS or any(len(part) > LONGEST_PART for part in parts):
        limits = f"A class can have up to {Lesson.MAX_PER_CLASS} lessons, and a line {LONGEST_PART} characters."
        raise InvalidSchedule(f"{limits} {EXAMPLE}")
    meetings = list(chain.from_iterable(_meetings(part, calendar) for part in parts))
    if len(meetings) > Lesson.MAX_PER_CLASS:
        raise InvalidSchedule(f"A class can have up to {Lesson.MAX_PER_CLASS} lessons, these are {len(meetings)}.")
    rows, errors = [], []
    for position, (day, start, end) in enumerate(meetings, start=1):
        try:
            rows.append(LessonRow(*lesson_times(day, start, end)))
        except InvalidTimes as error:
            errors.append(f"Lesson {position}: {error}")
    if errors := errors or overlaps(rows):
        raise InvalidSchedule(errors)
    return rows


def _parts(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        try:
            return [_part_of(item) for item in json.loads(text)]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidSchedule(EXAMPLE) from error
    return [part for part in re.split(r"[;\r\n]+", text) if part.strip()]


def _part_of(item: Any) -> str:
    return item if isinstance(item, str) else f"{item['date']} {item['from']}-{item['to']}"


def _meetings(part: str, calendar: Calendar) -> Iterator[tuple[date, time, time]]:
    # Day, start and end of each lesson in one part.
    text = NAMED_DATES.sub(r"\1 - \2", _with_plain_times(plain(part)))
    for group in _groups(ONE_DAY.sub(r"\1 \2 - ", text)):
        dates = list(DATES.finditer(group))
        rest = DATES.sub(" | ", group)
        times = list(TIMES.finditer(rest))
        if not (_belong_together(dates, group) and _belong_together(times, rest) and 1 in (len(dates), len(times))):
            raise InvalidSchedule(f'"{part.strip()}" needs one day or a first and a last day, and one time. {EXAMPLE}')
        for day, at in product(_all_days(dates, TIMES.sub(" ", rest), calendar), map(_times, times)):
            yield (day, *at)


def _all_days(dates: list[re.Match[str]], words: str, calendar: Calendar) -> list[date]:
    # ``words``: those around dates and times, which are weekdays and "week of".
    words, weeks = WEEK_OF.subn(" ", words)
    weekdays = read_weekdays(SILENT.sub(" ", words))
    if weeks and not weekdays:
        raise InvalidSchedule("Please say on which days of that week, such as Mon-Fri.")
    years = [year for found in dates if (year := year_of(found[0]))]
    days = [_days(found, weekdays, years[-1:], calendar, is_week=bool(weeks)) for found in dates]
    if any(other[0] <= one[-1] for one, other in pairwise(days)):
        raise InvalidSchedule("Please write the days in their order, each with its year.")
    return list(chain.from_iterable(days))


def _groups(text: str) -> list[str]:
    # Parts begin at a day that follows another day and its time.
    groups = [""]
    for piece in text.split(","):
        is_complete = DATES.search(groups[-1]) and TIMES.search(DATES.sub("|", groups[-1]))
        if is_complete and DATES.search(piece):
            groups.append(piece)
        else:
            groups[-1] += f",{piece}"
    return groups


def _belong_together(found: list[re.Match[str]], text: str) -> bool:
    # Nothing may stand between them. Single days may have their weekdays.
    gaps = [text[one.end() : other.start()] for one, other in pairwise(found)]
    are_days = all(match.re is DATES and match[2] is None for match in found)
    return bool(found) and (are_days or all(JOINED.fullmatch(gap) for gap in gaps))


def _with_plain_times(text: str) -> str:
    text = re.sub(r"(?<=\d)t(?=\d\d:)", " ", text)
    text = re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", text)
    text = re.sub(r"(?:\b12 ?)?\bnoon\b", "12pm", text)
    text = re.sub(r"(?:\b12 ?)?\bmidnight\b", "12am", text)
    return re.sub(r" (?:to|until|till|through|thru) ", " - ", text)


def _days(
    found: re.Match[str], weekdays: set[int], years: list[int], calendar: Calendar, *, is_week: bool
) -> list[date]:
    """From the first to the last; if there are weekdays, only the days on them."""
    first, last = found[1], found[2]
    year = year_of(last or "") or year_of(first) or next(iter(years), None)
    starts_on, ends_on = (read_date(text, like=first, year=year, calendar=calendar) for text in (first, last or first))
    if starts_on > ends_on + HALF_A_YEAR and year_of(first) is None:
        starts_on = read_date(first, year=starts_on.year - 1, calendar=calendar)  # Dec 28 - Jan 2, 2028
    if is_week and last is None:
        ends_on += timedelta(days=6)
    length = (ends_on - starts_on).days + 1
    if not 1 <= length <= LONGEST:
        raise InvalidSchedule(f"{starts_on} to {ends_on}: the last day must follow the first within a year.")
    if not weekdays and length > LONGEST_WITHOUT_WEEKDAYS:
        raise InvalidSchedule(f"{starts_on} to {ends_on}: please say on which weekdays, such as Mon-Fri.")
    every = [starts_on + timedelta(days=number) for number in range(length)]
    days = [day for day in every if not weekdays or day.weekday() in weekdays]
    if not days:
        raise InvalidSchedule(f"{starts_on} is a {starts_on:%A}; please correct the day or the weekday.")
    return days


def _times(match: re.Match[str]) -> tuple[time, time]:
    # One "pm" is enough, if the other time can only be before or after noon ("10-2pm"). Without any they are the hours
    # of a day camp: it starts from 7 in the morning to 6 in the afternoon.
    hour, minute, half, end_hour, end_minute, end_half = match.groups()
    if not half and not end_half:
        half = "a" if 7 <= int(hour) <= 11 else "p"
        halves = [(half, "a"), (half, "p")]
    else:
        halves = [(half or other, end_half or other) for other in (end_half or half, "a", "p")]
    found = [(_time(hour, minute, one), _time(end_hour, end_minute, two)) for one, two in halves]
    return next((times for times in found if times[0] < times[1]), found[0])


def _time(hour: str, minute: str | None, half: str) -> time:
    number = int(hour)
    if 1 <= number <= 12:
        number = number % 12 + (12 if half[0] == "p" else 0)
    try:
        return time(number, int(minute or 0))
    except ValueError as error:
        raise InvalidTimeOfDay(f'"{hour}:{minute or "00"}" is no time of day.') from error

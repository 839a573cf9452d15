"""Lessons as people write them in a spreadsheet.

Each line (or part between semicolons) has one day, or a first and a last day with weekdays, and one time:
``2027-07-05 09:00-12:00``, ``Mon-Fri 7/5/2027 to 7/16/2027, 9am - 12pm``.
"""

import json
import re
from datetime import date, time, timedelta
from itertools import chain
from typing import Any

from classes.catalog.lesson_rows import InvalidTimes, LessonRow, lesson_times, overlaps
from classes.models import Lesson

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
LETTERS = {"m": 0, "t": 1, "tu": 1, "w": 2, "th": 3, "r": 3, "f": 4, "sa": 5, "su": 6}
LONGEST_WITHOUT_WEEKDAYS = 7
LONGEST = 366
LONGEST_PART = 200
"""Characters of a line."""
EXAMPLE = (
    'Write lessons like "2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00" or "Mon-Fri 7/5/2027 - 7/16/2027 9am-12pm".'
)

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
DATE = rf"""(?:
    \d{{4}}(?:-\d{{1,2}}-|/\d{{1,2}}/)\d{{1,2}}
    | \d{{1,2}}/\d{{1,2}}(?:/\d{{4}}|/\d{{2}})?
    | {MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?[ ]\d{{4}}(?![\d:]))?
    | \d{{1,2}}[ -]{MONTH}(?:,?[ -](?:\d{{4}}|\d{{2}})(?![\d:]))?
)"""
NAMED = rf"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?[ ]({DATE})"
LAST = rf"({DATE}|\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ ]\d{{4}}(?![\d:])|(?![ ]?[\d:/apm])))"
DATES = re.compile(rf"(?<![\d/])({DATE})(?:[ ]?-[ ]?{LAST})?(?![\d/])", re.VERBOSE)
NAMED_DATES = re.compile(rf"{NAMED}[ ]?-[ ]?{NAMED}", re.VERBOSE)
"""In "Mon 7/5 to Fri 7/9" the weekdays say nothing more."""

TIME = r"(\d{1,2})(?::(\d\d))?(?::\d\d)? ?([ap]m?\b)?"
TIMES = re.compile(rf"(?<![\d:]){TIME} ?- ?{TIME}(?![\d:])")


class InvalidSchedule(ValueError):
    """The text is no schedule; its first argument is the list of what is wrong."""

    @property
    def messages(self) -> list[str]:
        return self.args[0] if isinstance(self.args[0], list) else [str(self.args[0])]


class InvalidTimeOfDay(InvalidSchedule):
    """The time in the text is wrong or unclear."""


def read_lessons(text: str) -> list[LessonRow]:
    """Returns the lessons that the text describes. Raises InvalidSchedule."""
    parts = _parts(text)
    # Each part is at least one lesson, and its patterns take time with the square of its length.
    if len(parts) > Lesson.MAX_PER_CLASS or any(len(part) > LONGEST_PART for part in parts):
        raise InvalidSchedule(f"These are too many lessons, or too long a line. {EXAMPLE}")
    meetings = list(chain.from_iterable(_meetings(part) for part in parts))
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


def read_day(text: str) -> date:
    """Returns the day that the text names, with its year. Raises InvalidSchedule."""
    day = plain(text)
    if not re.fullmatch(DATE, day, re.VERBOSE):
        raise InvalidSchedule(f'"{text}" is no date. Write it like 2027-07-05 or 7/5/2027.')
    return _date(day)


def plain(text: str) -> str:
    """Returns the text with plain dashes and spaces, in lower case."""
    return " ".join(text.translate(DASHES).lower().split())


def _parts(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        try:
            return [_part_of(item) for item in json.loads(text)]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidSchedule(EXAMPLE) from error
    return [part for part in re.split(r"[;\r\n]+", text) if part.strip()]


def _part_of(item: Any) -> str:
    return item if isinstance(item, str) else f"{item['date']} {item['from']}-{item['to']}"


def _meetings(part: str) -> list[tuple[date, time, time]]:
    """Returns day, start and end of each lesson in one part."""
    text = NAMED_DATES.sub(r"\1 - \2", _with_plain_times(plain(part)))
    dates = list(DATES.finditer(text))
    rest = DATES.sub(" | ", text)
    times = list(TIMES.finditer(rest))
    if len(dates) != 1 or len(times) != 1:
        raise InvalidSchedule(f'"{part.strip()}" needs one day or a first and a last day, and one time. {EXAMPLE}')
    words = re.sub(r"\b(?:from|at|on|every|each|and|noon)\b|[|,&+/.]", " ", TIMES.sub(" ", rest))
    start, end = _times(times[0])
    return [(day, start, end) for day in _days(dates[0][1], dates[0][2], _weekdays(words))]


def _with_plain_times(text: str) -> str:
    text = re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", text)
    text = re.sub(r"(?:\b12 ?)?\bnoon\b", "12pm", text)
    return re.sub(r" (?:to|until|till|through|thru) ", " - ", text)


def _days(first: str, last: str | None, weekdays: set[int]) -> list[date]:
    """Returns the days from the first to the last; if there are weekdays, only the days on them."""
    year = re.search(r"\d{4}|(?<=\d/)\d\d$", last or "") or re.search(r"\d{4}|(?<=\d/)\d\d$", first)
    starts_on, ends_on = (
        _date(text, like=first, year=int(year[0]) if year else None) for text in (first, last or first)
    )
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


def _date(text: str, *, like: str = "", year: int | None = None) -> date:
    """Reads a date. ``like`` has the month that a last day leaves out ("July 5-9, 2027"), ``year`` the year."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if re.match(r"\d{4}", text):
        parts = numbers
    elif "/" in text:
        parts = [*numbers[2:], *numbers[:2]]
    else:
        name = re.search("|".join(MONTHS), text) or re.search("|".join(MONTHS), like)
        parts = [*numbers[1:], MONTHS.index(name[0]) + 1 if name else 0, numbers[0]]
    if len(parts) == 2:
        if year is None:
            raise InvalidSchedule(f'"{text}": please add the year.')
        parts = [year, *parts]
    try:
        return date(parts[0] + (2000 if parts[0] < 100 else 0), *parts[1:])
    except ValueError as error:
        raise InvalidSchedule(f'"{text}" is no date. Write it like 2027-07-05 or 7/5/2027.') from error


def _times(match: re.Match[str]) -> tuple[time, time]:
    """Reads start and end. One "pm" is enough, if the other time can only be before or after noon ("10-2pm")."""
    hour, minute, half, end_hour, end_minute, end_half = match.groups()
    if not half and not end_half and not (minute and end_minute):
        raise InvalidTimeOfDay(f'"{match[0].strip()}": please write am or pm, or the minutes: 9am-12pm, 09:00-12:00.')
    others = (end_half or half, "a", "p") if half or end_half else ("",)
    halves = [(half or other, end_half or other) for other in others]
    found = [(_time(hour, minute, one), _time(end_hour, end_minute, two)) for one, two in halves]
    return next((times for times in found if times[0] < times[1]), found[0])


def _time(hour: str, minute: str | None, half: str) -> time:
    number = int(hour)
    if half and not 1 <= number <= 12:
        half = ""
    if half:
        number = number % 12 + (12 if half[0] == "p" else 0)
    try:
        return time(number, int(minute or 0))
    except ValueError as error:
        raise InvalidTimeOfDay(f'"{hour}:{minute or "00"}" is no time of day.') from error


def _weekdays(text: str) -> set[int]:
    """Reads weekdays: ``Mon-Fri``, ``Tuesdays Thursdays``, ``MWF``, ``daily``, ``weekdays``."""
    days: set[int] = set()
    for word in re.sub(r" ?- ?", "-", text.strip(" -")).split():
        if word in ("daily", "day", "days"):
            days |= set(range(7))
        elif word in ("weekday", "weekdays"):
            days |= set(range(5))
        elif word in ("weekend", "weekends"):
            days |= {5, 6}
        else:
            first, *last = [_weekday_letters(name) for name in word.split("-")]
            days |= {(first[0] + n) % 7 for n in range((last[0][0] - first[0]) % 7 + 1)} if last else set(first)
    return days


def _weekday_letters(word: str) -> list[int]:
    """Returns the weekdays of a name or of letters such as ``MWF``."""
    for number, name in enumerate(WEEKDAYS):
        if len(word) >= 3 and (name.startswith(word) or word in (f"{name}s", f"{name[:4]}s", f"{name[:3]}s")):
            return [number]
    letters = re.findall(r"th|tu|sa|su|[mtwrf]", word)
    if not letters or "".join(letters) != word:
        raise InvalidSchedule(f'"{word}" is no weekday. {EXAMPLE}')
    return [LETTERS[letter] for letter in letters]

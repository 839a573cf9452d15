"""Dates and weekdays as people write them in a spreadsheet."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from core.pasted import fold_pasted

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
LETTERS = {"m": 0, "mo": 0, "t": 1, "tu": 1, "w": 2, "we": 2, "th": 3, "r": 3, "f": 4, "fr": 4, "sa": 5, "su": 6}
MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
DATE = rf"""(?:
    \d{{4}}(?:-\d{{1,2}}-|/\d{{1,2}}/)\d{{1,2}}
    | \d{{1,2}}/\d{{1,2}}(?:/\d{{4}}|/\d{{2}})?
    | {MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?[ ]\d{{4}}(?![\d:]))?
    | \d{{1,2}}(?:st|nd|rd|th)?(?:[ -]|[ ]of[ ]){MONTH}(?:,?[ -](?:\d{{4}}|\d{{2}})(?![\d:]))?
)"""
NO_DATE = '"{}" is no date. Write it like 2027-07-31 or 7/31/2027.'
IN_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?(?![\d/])")
EXAMPLE = (
    'Write lessons like "2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00" or "Mon-Fri 7/5/2027 - 7/16/2027 9am-12pm".'
)


class InvalidSchedule(ValueError):
    """The first argument is the list of what is wrong."""

    @property
    def messages(self) -> list[str]:
        return self.args[0] if isinstance(self.args[0], list) else [str(self.args[0])]


@dataclass(frozen=True)
class Calendar:
    """How dates are read that leave something out. ``day_first``: 7/6/2027 is June 7. ``first``, ``last``: the days
    between which a date without a year is."""

    first: date | None = None
    last: date | None = None
    day_first: bool = False

    def year_of(self, month: int, day: int) -> int | None:
        """None if only the year of the date itself can say it."""
        if self.first is None or self.last is None:
            return None
        years = range(self.first.year, self.last.year + 1)
        return next((year for year in years if self.has(year, month, day)), self.first.year)

    def has(self, year: int, month: int, day: int) -> bool:
        try:
            found = date(year, month, day)
        except ValueError:
            return False
        return self.first is None or self.last is None or self.first <= found <= self.last


ANY_DAY = Calendar()


def is_day_first(texts: Iterable[str], calendar: Calendar) -> bool | None:
    """Whether numbers like 7/6 have the day first: what fits in the calendar. None if both or neither can be meant."""
    found = {match.groups() for text in texts for match in IN_NUMBERS.finditer(text)}
    only_first = only_last = is_open = False
    for one, two, year in found:
        month_first, day_first = (_fits(calendar, *pair, year) for pair in ((one, two), (two, one)))
        only_first |= month_first and not day_first
        only_last |= day_first and not month_first
        is_open |= month_first and day_first and int(one) != int(two)
    if only_first != only_last:
        return only_last
    return None if only_first or is_open else False


def _fits(calendar: Calendar, month: str, day: str, year: str | None) -> bool:
    number = _full_year(int(year)) if year else calendar.year_of(int(month), int(day))
    return number is not None and calendar.has(number, int(month), int(day))


def _full_year(year: int) -> int:
    return year + (2000 if year < 100 else 0)


def read_day(text: str, calendar: Calendar = ANY_DAY) -> date:
    day = plain(text)
    if not re.fullmatch(DATE, day, re.VERBOSE):
        raise InvalidSchedule(NO_DATE.format(text))
    return read_date(day, calendar=calendar)


def read_month_and_day(text: str) -> tuple[int, int] | None:
    try:
        day = read_date(plain(text), year=2000) if re.fullmatch(DATE, plain(text), re.VERBOSE) else None
    except InvalidSchedule:
        return None
    return (day.month, day.day) if day else None


def has_day(text: str) -> bool:
    return re.search(DATE, plain(text[:100]), re.VERBOSE) is not None


def plain(text: str) -> str:
    """With plain dashes and spaces, in lower case."""
    return fold_pasted(text).lower()


def year_of(text: str) -> int | None:
    year = re.search(r"(\d{4})|/\d{1,2}/(\d\d)$", text)
    return int(year[1] or year[2]) if year else None


def read_date(text: str, *, like: str = "", year: int | None = None, calendar: Calendar = ANY_DAY) -> date:
    """``like`` has the month that a last day leaves out ("July 5-9, 2027"), ``year`` the year."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if re.match(r"\d{4}", text):
        parts = numbers
    elif "/" in text:
        parts = [*numbers[2:], *(numbers[1::-1] if calendar.day_first else numbers[:2])]
    else:
        name = re.search("|".join(MONTHS), text) or re.search("|".join(MONTHS), like)
        month = MONTHS.index(name[0]) + 1 if name else 0
        if not name and (numbers_like := IN_NUMBERS.search(like)):  # 7/5-9
            month = int(numbers_like[2 if calendar.day_first else 1])
        parts = [*numbers[1:], month, numbers[0]]
    if len(parts) == 2:
        year = calendar.year_of(*parts) if year is None else year
        if year is None:
            raise InvalidSchedule(f'"{text}": please add the year.')
        parts = [year, *parts]
    try:
        return date(_full_year(parts[0]), *parts[1:])
    except ValueError as error:
        raise InvalidSchedule(NO_DATE.format(text)) from error


def read_weekdays(text: str) -> set[int]:
    """``Mon-Fri``, ``Tuesdays Thursdays``, ``MWF``, ``daily``, ``weekdays``."""
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
    for number, name in enumerate(WEEKDAYS):
        if len(word) >= 3 and (name.startswith(word) or word in (f"{name}s", f"{name[:4]}s", f"{name[:3]}s")):
            return [number]
    letters = re.findall(r"th|tu|sa|su|mo|we|fr|[mtwrf]", word)
    if not letters or "".join(letters) != word:
        raise InvalidSchedule(f'"{word}" is neither a day nor a time. {EXAMPLE}')
    return [LETTERS[letter] for letter in letters]

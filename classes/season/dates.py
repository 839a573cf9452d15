"""Dates and weekdays as people write them in a spreadsheet. In numbers the month comes first: 7/31/2027."""

import re
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
NO_DATE = '"{}" is no date. Write it like 2027-07-31 or 7/31/2027, the month first.'
EXAMPLE = (
    'Write lessons like "2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00" or "Mon-Fri 7/5/2027 - 7/16/2027 9am-12pm".'
)


class InvalidSchedule(ValueError):
    """The first argument is the list of what is wrong."""

    @property
    def messages(self) -> list[str]:
        return self.args[0] if isinstance(self.args[0], list) else [str(self.args[0])]


def read_day(text: str) -> date:
    day = plain(text)
    if not re.fullmatch(DATE, day, re.VERBOSE):
        raise InvalidSchedule(NO_DATE.format(text))
    return read_date(day)


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
    year = re.search(r"\d{4}|(?<=\d/)\d\d$", text)
    return int(year[0]) if year else None


def read_date(text: str, *, like: str = "", year: int | None = None) -> date:
    """``like`` has the month that a last day leaves out ("July 5-9, 2027"), ``year`` the year."""
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

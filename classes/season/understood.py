"""The classes of a file as they were understood, in the words of the site."""

from typing import NamedTuple

from classes.season.rows import SeasonRow
from core.site_time import site_zone
from mail.templatetags.email_formats import clock, money, short_day


class UnderstoodRow(NamedTuple):
    row: int
    name: str
    instructor: str
    days: str
    times: str
    ages: str
    price: str
    seats: int
    place: str


def understood(row: SeasonRow) -> UnderstoodRow:
    return UnderstoodRow(
        row=row.row,
        name=row.name,
        instructor=row.instructor_name or row.instructor_email,
        days=_days(row),
        times=_times(row),
        ages=_ages(row.age_from, row.age_to),
        price=money(row.price),
        seats=row.capacity,
        place=row.place,
    )


def _days(row: SeasonRow) -> str:
    days = sorted({lesson.starts_at.astimezone(site_zone()).date() for lesson in row.lessons})
    if len(days) < 2:
        return "".join(map(short_day, days))
    return f"{short_day(days[0])} \u2013 {short_day(days[-1])} ({len(days)} days)"


def _times(row: SeasonRow) -> str:
    hours = [(each.starts_at.astimezone(site_zone()), each.ends_at.astimezone(site_zone())) for each in row.lessons]
    return ", ".join(dict.fromkeys(f"{clock(start)} \u2013 {clock(end)}" for start, end in hours))


def _ages(youngest: int | None, oldest: int | None) -> str:
    if youngest is None:
        return "All ages" if oldest is None else f"Up to {oldest}"
    return f"{youngest}+" if oldest is None else f"{youngest} \u2013 {oldest}"

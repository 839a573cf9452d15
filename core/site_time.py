"""The camp's time zone. Users enter and read times of the wall clock there; the database stores instants in UTC."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

_ZONE_NAMES = {
    "America/New_York": "Eastern Time",
    "America/Chicago": "Central Time",
    "America/Denver": "Mountain Time",
    "America/Phoenix": "Arizona Time",
    "America/Los_Angeles": "Pacific Time",
    "America/Anchorage": "Alaska Time",
    "Pacific/Honolulu": "Hawaii Time",
}


class NoSuchTime(ValueError):
    """The wall clock does not show this time on this day."""


def site_zone() -> ZoneInfo:
    return ZoneInfo(settings.SITE_TIME_ZONE)


def site_zone_name() -> str:
    """As every page and e-mail shows it: ``Eastern Time``, elsewhere ``Berlin Time``."""
    name = settings.SITE_TIME_ZONE
    return _ZONE_NAMES.get(name, f"{name.rpartition('/')[2].replace('_', ' ')} Time")


def site_day(instant: datetime) -> date:
    """In the camp's time zone."""
    return instant.astimezone(site_zone()).date()


def day_text(day: date) -> str:
    """``Apr 30, 2027``."""
    return f"{day:%b} {day.day}, {day.year}"


def days_text(days: Sequence[date]) -> str:
    """``Jul 19 - 23, 2027 (5 days)``, with an en dash, of days in order; empty without days."""
    runs: list[list[date]] = []
    for day in days:
        if runs and day - runs[-1][-1] == timedelta(days=1):
            runs[-1].append(day)
        else:
            runs.append([day])
    text = "; ".join(span_text(run[0], run[-1]) for run in runs)
    return f"{text} ({len(days)} days)" if len(days) > 1 else text


def span_text(first: date, last: date) -> str:
    """``Jul 19 - 23, 2027``, with an en dash."""
    if first == last:
        return day_text(first)
    begin = f"{first:%b} {first.day}" if first.year == last.year else day_text(first)
    same_month = (first.year, first.month) == (last.year, last.month)
    return f"{begin} \u2013 {last.day}, {last.year}" if same_month else f"{begin} \u2013 {day_text(last)}"


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """The first instant (UTC) of a day in the camp's time zone, and of the day after it."""
    midnight = datetime.combine(day, time.min, site_zone())
    return midnight.astimezone(UTC), (midnight + timedelta(days=1)).astimezone(UTC)


def instant_of(day: date, wall_clock: time) -> datetime:
    """In UTC. Of a time that occurs twice, when daylight saving time ends, it is the first.

    Raises NoSuchTime for a time that is skipped, when daylight saving time begins, and for a day that has no equivalent
    in UTC (at the end of year 9999).
    """
    zone = site_zone()
    try:
        instant = datetime.combine(day, wall_clock.replace(fold=0), zone).astimezone(UTC)
        shown = instant.astimezone(zone)
    except OverflowError as error:
        raise NoSuchTime from error
    if (shown.date(), shown.time()) != (day, wall_clock):
        raise NoSuchTime
    return instant


def weeks_later(instant: datetime, weeks: int) -> datetime:
    """In UTC, at the same time on the camp's wall clock.

    If the clock skips that time, the result is later by the length of the skip. If the time occurs twice, it is the
    first one. Raises OverflowError after the year 9999.
    """
    return (instant.astimezone(site_zone()) + timedelta(weeks=weeks)).astimezone(UTC)

"""The lessons of a copied class keep their weekday and their time on the wall clock."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classes.models import Lesson, Season
from classes.season.copying import lessons_later, weeks_between
from core.site_time import NoSuchTime, instant_of, site_zone
from testing.factories import AUTUMN, SPRING

DAYS = st.dates(date(2025, 1, 1), date(2030, 12, 31)) | st.sampled_from(
    [change + timedelta(days=days) for change in (SPRING, AUTUMN) for days in (-364, -7, -1, 0, 1, 7)]
)
MINUTES = st.integers(0, 24 * 60 - 1)


def season(first_day):
    return Season(starts_on=first_day, ends_on=first_day)


def clock(minutes):
    return time(*divmod(minutes, 60))


def lesson_on(day, start, end):
    """Returns a lesson between two times of the wall clock. Raises NoSuchTime."""
    return Lesson(starts_at=instant_of(day, start), ends_at=instant_of(day, end))


def local(instant):
    return instant.astimezone(site_zone())


@given(DAYS, DAYS, st.integers(0, 60), MINUTES, MINUTES)
def test_they_keep_weekday_and_wall_clock(source, into, day, one, other):
    weeks = weeks_between(season(source), season(into))
    start, end = map(clock, sorted((one, other)))
    day = source + timedelta(days=day)
    later = day + timedelta(weeks=weeks)
    try:
        lesson, expected = lesson_on(day, start, end), lesson_on(later, start, end)
    except NoSuchTime:
        return
    if expected.ends_at <= expected.starts_at:
        return

    (row,) = lessons_later([lesson], weeks)

    assert (row.starts_at, row.ends_at) == (expected.starts_at, expected.ends_at)
    assert local(row.starts_at).weekday() == day.weekday()
    assert abs((into - source) - timedelta(weeks=weeks)) < timedelta(days=4)


@given(DAYS, st.integers(-300, 300), st.lists(MINUTES, min_size=2, max_size=8, unique=True))
def test_they_can_always_be_stored(day, weeks, minutes):
    """Each lesson ends after its start, and no two lessons of a class start together, even when the clocks change."""
    instants = sorted(datetime.combine(day, clock(each), site_zone()).astimezone(UTC) for each in minutes)
    lessons = [
        Lesson(starts_at=start, ends_at=end)
        for start, end in zip(instants[::2], instants[1::2], strict=False)
        if start < end
    ]

    rows = lessons_later(lessons, weeks)

    assert all(row.starts_at < row.ends_at for row in rows)
    assert len({row.starts_at for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("day", "start", "end", "later"),
    [
        # Skipped: the clocks go from 2:00 to 3:00.
        (SPRING, time(2, 30), time(4), ("03:30", "04:00")),
        (SPRING, time(1, 30), time(2, 30), ("01:30", "03:30")),
        # It would end before its start: it keeps its 30 minutes.
        (SPRING, time(2, 45), time(3, 15), ("03:45", "04:15")),
        # Occurs twice: the first.
        (AUTUMN, time(1, 30), time(1, 45), ("01:30", "01:45")),
        (AUTUMN, time(0, 30), time(2, 30), ("00:30", "02:30")),
    ],
)
def test_they_follow_the_clocks_in_the_night_of_a_change(day, start, end, later):
    lesson = lesson_on(day - timedelta(weeks=3), start, end)

    (row,) = lessons_later([lesson], 3)

    assert local(row.starts_at).date() == day
    assert (f"{local(row.starts_at):%H:%M}", f"{local(row.ends_at):%H:%M}") == later
    assert row.starts_at.utcoffset() == timedelta(0)

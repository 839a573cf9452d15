"""The camp's wall clock and UTC, also on the days on which daylight saving time begins and ends."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.site_time import NoSuchTime, days_text, instant_of, site_day, site_zone
from testing.factories import AUTUMN, SPRING


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "wall_clock", "instant"),
    [
        (date(2027, 7, 5), time(9), utc(2027, 7, 5, 13)),
        (date(2027, 1, 5), time(9), utc(2027, 1, 5, 14)),
        (date(2027, 7, 5), time(22), utc(2027, 7, 6, 2)),
        (SPRING, time(1, 59), utc(2027, 3, 14, 6, 59)),
        (SPRING, time(3), utc(2027, 3, 14, 7)),
        (AUTUMN, time(0, 59), utc(2027, 11, 7, 4, 59)),
        (AUTUMN, time(1, 30), utc(2027, 11, 7, 5, 30)),  # occurs twice; this is the first
        (AUTUMN, time(1, 30, fold=1), utc(2027, 11, 7, 5, 30)),
        (AUTUMN, time(2), utc(2027, 11, 7, 7)),
    ],
)
def test_it_converts_the_wall_clock_to_utc(day, wall_clock, instant):
    assert instant_of(day, wall_clock) == instant
    assert site_day(instant) == day


@pytest.mark.parametrize("wall_clock", [time(2), time(2, 30), time(2, 59)])
def test_it_refuses_a_time_that_the_clock_skips(wall_clock):
    with pytest.raises(NoSuchTime):
        instant_of(SPRING, wall_clock)


@pytest.mark.parametrize(
    ("zone", "day", "wall_clock"),
    [
        ("Europe/Berlin", date(2027, 3, 28), time(2, 30)),
        ("Pacific/Apia", date(2011, 12, 30), time(12)),  # Samoa skipped this day
        ("America/New_York", date.max, time(23)),
        ("Asia/Tokyo", date.min, time(1)),
    ],
)
def test_it_refuses_what_another_zone_skips_or_cannot_express(settings, zone, day, wall_clock):
    settings.SITE_TIME_ZONE = zone
    with pytest.raises(NoSuchTime):
        instant_of(day, wall_clock)


@given(
    st.dates(date(2026, 1, 1), date(2030, 12, 31))
    | st.sampled_from([SPRING, AUTUMN, SPRING - timedelta(days=1), AUTUMN + timedelta(days=1)]),
    st.times().map(lambda at: at.replace(second=0, microsecond=0)),
)
def test_it_shows_the_same_wall_clock_again(day, wall_clock):
    try:
        instant = instant_of(day, wall_clock)
    except NoSuchTime:
        assert (day.month, day.weekday(), wall_clock.hour) == (3, 6, 2)  # a Sunday in March, from 2:00 to 3:00
        return
    shown = instant.astimezone(site_zone())
    assert (shown.date(), shown.time(), shown.fold) == (day, wall_clock, 0)


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ([], ""),
        ([date(2027, 7, 5)], "Jul 5, 2027"),
        ([date(2027, 7, day) for day in range(19, 24)], "Jul 19 \u2013 23, 2027 (5 days)"),
        ([date(2027, 7, 5), date(2027, 7, 12), date(2027, 7, 13)], "Jul 5, 2027; Jul 12 \u2013 13, 2027 (3 days)"),
        ([date(2027, 7, 31), date(2027, 8, 1)], "Jul 31 \u2013 Aug 1, 2027 (2 days)"),
        ([date(2027, 12, 31), date(2028, 1, 1)], "Dec 31, 2027 \u2013 Jan 1, 2028 (2 days)"),
    ],
)
def test_it_joins_days_that_follow_each_other(days, text):
    assert days_text(days) == text

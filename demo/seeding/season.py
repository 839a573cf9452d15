"""The crafts and seasons of the demo, and what each class says about its time, place and students."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum

from classes.catalog.lesson_rows import LessonRow
from classes.models import Season, season_slug
from core.site_time import instant_of, site_day

CRAFTS = ("Clay", "Textiles", "Paper", "Printing", "Painting", "Wood", "Glass", "Nature")
FIRST_WEEK = (6, 15)
"""The month and the day; the season begins on the first Monday from then on."""

MORNING, AFTERNOON, FULL_DAY = (time(9), time(12)), (time(13, 30), time(16)), (time(9, 30), time(15, 30))
ALL_WEEK, THREE_DAYS, WEEKEND = (0, 1, 2, 3, 4), (0, 2, 4), (5, 6)
"""Weekdays; 0 is Monday."""


@dataclass(frozen=True)
class Plan:
    """``weeks`` are weeks of the season, from 1; 0 begins two days before today, and -3 three weeks before that."""

    craft: str
    place: str
    ages: tuple[int | None, int | None]
    bring: str = ""
    weeks: tuple[int, ...] = ()
    weekdays: tuple[int, ...] = ALL_WEEK
    hours: tuple[time, time] = MORNING

    def lessons(self, now: datetime) -> list[LessonRow]:
        """Returns the lessons, in the coming summer or around the present day."""
        begins, ends = self.hours
        return [LessonRow(instant_of(day, begins), instant_of(day, ends)) for day in self._days(site_day(now))]

    def _days(self, today: date) -> Iterator[date]:
        for week in self.weeks:
            in_season = _first_monday(today) + timedelta(weeks=week - 1)
            around_today = today - timedelta(days=2) + timedelta(weeks=week)
            for weekday in self.weekdays:
                yield (in_season if week > 0 else around_today) + timedelta(days=weekday)


def _first_monday(today: date) -> date:
    """Returns the first day of the coming season, which is at least two weeks away."""
    for year in (today.year, today.year + 1):
        start = date(year, *FIRST_WEEK)
        monday = start + timedelta(days=-start.weekday() % 7)
        if monday - today >= timedelta(weeks=2):
            break
    return monday


APRON = "An apron or an old shirt."
PLANS = {
    "Candles After Dark": Plan("nature", "Dining hall", (10, 15), "", (2,), (4,), (time(19), time(21, 30))),
    "Spray Paint Murals": Plan("painting", "Courtyard", (12, 16), APRON, (3,), ALL_WEEK, AFTERNOON),
    "Quilt a Memory": Plan("textiles", "Sewing room", (10, None), "Three shirts that you may cut.", (5,)),
    "Masks for the Summer Parade": Plan("paper", "Hall", (6, 10), APRON, (2,), ALL_WEEK, AFTERNOON),
    "Soft Wool, Hot Water": Plan("textiles", "Wash house", (7, 12), "A towel.", (6,), THREE_DAYS),
    "Stitch a Bouquet": Plan("textiles", "Sewing room", (9, 14), "", (8,), ALL_WEEK, AFTERNOON),
    "Marbled Papers": Plan("paper", "Paper workshop", (8, 13), APRON, (9,), THREE_DAYS, AFTERNOON),
    "Coiled Baskets from Grass": Plan("nature", "Meadow tent", (9, 14), "A sun hat.", (-4,)),
    "Bind Your Own Sketchbook": Plan("paper", "Paper workshop", (10, 16), "", (2,)),
    "Tiles from the Garden": Plan("clay", "Pottery", (6, 10), APRON, (4,), ALL_WEEK, AFTERNOON),
    "Screen Printing for Two Colors": Plan("printing", "Print shop", (11, 16), "A plain T-shirt.", (4,)),
    "Carve a Spoon": Plan("wood", "Wood workshop", (10, 16), "Closed shoes.", (0,)),
    "Woodburning: Ferns": Plan("wood", "Wood workshop", (11, 16), "", (-3,), ALL_WEEK, AFTERNOON),
    "Light through Glass": Plan("glass", "Glass studio", (12, 16), "Clean bottles.", (2,), ALL_WEEK, AFTERNOON),
    "Bead Strings and Stories": Plan("textiles", "Hall", (5, 9), "", (1,), THREE_DAYS, (time(9), time(10, 30))),
    "Brush, Ink and One Breath": Plan("painting", "Tea house", (9, None), "", (3,), THREE_DAYS),
    "Tin Can Herb Garden": Plan("nature", "Greenhouse", (5, 8), "An empty tin."),
    "Block Printing with Leaves": Plan("printing", "Print shop", (9, 14), APRON, (5,), ALL_WEEK, AFTERNOON),
    "A Mosaic for the Courtyard": Plan("glass", "Courtyard", (10, 16), "Closed shoes, a sun hat.", (3, 4)),
    "Dip Dye Day": Plan("textiles", "Wash house", (6, 12), "Clothes that may get stained.", (4,), (5,), FULL_DAY),
    "Indigo and Shibori": Plan("textiles", "Wash house", (10, None), "Rubber gloves.", (5,), WEEKEND, FULL_DAY),
    "A Thousand Cranes, Almost": Plan("paper", "Hall", (None, None)),
    "Paper Valleys": Plan("paper", "Paper workshop", (8, 12), "", (6,)),
    "Stained Glass Rose": Plan("glass", "Glass studio", (13, 17), "Long sleeves.", (5,)),
    "Weave a Wall Hanging": Plan("textiles", "Loom room", (8, 13), "", (4,), ALL_WEEK, AFTERNOON),
    "Tapestry: Sun over Hills": Plan("textiles", "Loom room", (11, 16), "", (2,), (1, 2, 3), FULL_DAY),
    "Wet Paint, Wide Hills": Plan("painting", "Orchard", (8, 14), "A sun hat and water.", (1, 2)),
    "Glaze Lab": Plan("clay", "Pottery", (10, 15), APRON, (5,)),
    "Throw Your First Bowl": Plan("clay", "Pottery", (8, 14), APRON, (4,)),
}
"""By the name of the class. Two are over, one is running, and two have no date yet."""


class Part(Enum):
    """The seasons of the demo. A class that is running belongs to none."""

    PAST = "past"
    SUMMER = "summer"
    LATE_SUMMER = "late summer"


LATE_WEEK = 8
"""The first week of the late summer, whose registration is not open yet."""
QUARTERS = ("Winter", "Spring", "Summer", "Fall")
WEEK = timedelta(weeks=1)


def part_of(plan: Plan) -> Part | None:
    """Returns the season of a class with this plan."""
    week = min(plan.weeks, default=1)
    if week <= 0:
        return Part.PAST if week else None
    return Part.LATE_SUMMER if week >= LATE_WEEK else Part.SUMMER


def seasons(now: datetime) -> dict[Part, Season]:
    """Returns the seasons: one that has ended, one that is open, and one that opens in six days."""
    today = site_day(now)
    monday, past = _first_monday(today), today - 6 * WEEK
    late = monday + (LATE_WEEK - 1) * WEEK
    opens_at = instant_of(today + timedelta(days=6), time(9))
    return {
        Part.PAST: _season(f"{QUARTERS[past.month % 12 // 3]} {past.year}", past, today - WEEK, now - 20 * WEEK),
        Part.SUMMER: _season(
            f"Summer {monday.year}", monday, late - timedelta(days=3), now - 9 * WEEK, sibling_percent=10
        ),
        Part.LATE_SUMMER: _season(
            f"Late Summer {late.year}", late, late + 2 * WEEK, opens_at, opens_at - timedelta(days=2)
        ),
    }


def _season(
    name: str,
    starts_on: date,
    ends_on: date,
    opens_at: datetime,
    returning_opens_at: datetime | None = None,
    sibling_percent: int = 0,
) -> Season:
    return Season(
        name=name,
        slug=season_slug(name),
        starts_on=starts_on,
        ends_on=ends_on,
        opens_at=opens_at,
        returning_opens_at=returning_opens_at,
        sibling_percent=sibling_percent,
    )

"""Lessons as they are sent or imported, and the rules that need no database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import pairwise

from classes.models import Lesson
from core.site_time import NoSuchTime, instant_of


class InvalidTimes(ValueError):
    """No lesson can have these times; the text says why."""


@dataclass(frozen=True)
class LessonRow:
    """``id`` names the lesson that it changes, if any. ``place`` None: unchanged, or none for a new lesson."""

    starts_at: datetime
    ends_at: datetime
    place: str | None = None
    id: int | None = None

    def equals(self, lesson: Lesson) -> bool:
        values = (lesson.starts_at, lesson.ends_at, lesson.place, lesson.canceled_at)
        return values == (self.starts_at, self.ends_at, self.place_of(lesson), None)

    def place_of(self, lesson: Lesson) -> str:
        return lesson.place if self.place is None else self.place


def lesson_times(day: date, start: time, end: time) -> tuple[datetime, datetime]:
    """From the camp's wall clock."""
    try:
        starts_at, ends_at = instant_of(day, start), instant_of(day, end)
    except NoSuchTime as error:
        raise InvalidTimes("the clocks go forward on this day, so this time doesn't exist.") from error
    if ends_at <= starts_at:
        raise InvalidTimes("it must end after it starts.")
    return starts_at, ends_at


def overlaps(rows: Sequence[LessonRow]) -> list[str]:
    in_order = sorted(enumerate(rows, start=1), key=lambda each: (each[1].starts_at, each[0]))
    return [
        f"Lesson {position}: it overlaps with lesson {earlier_position}."
        for (earlier_position, earlier), (position, lesson) in pairwise(in_order)
        if lesson.starts_at < earlier.ends_at
    ]

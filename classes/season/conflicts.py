"""Lessons of a season that take place at the same time with one instructor, or at one place."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from classes.models import Lesson, Season, Status
from core.names import fold

MAX_CONFLICTS = 2_000
"""If a whole season has the same place in every row, it has millions."""


@dataclass(frozen=True)
class Conflict:
    """Two lessons that overlap; the one that starts first is the first."""

    kind: str
    lesson_ids: tuple[int, int]
    class_ids: tuple[int, int]


class PlannedLesson(NamedTuple):
    id: int
    class_id: int
    instructor_id: int
    starts_at: datetime
    ends_at: datetime
    own_place: str
    class_place: str

    def shared(self) -> Iterator[tuple[str, object]]:
        """Yields what no other lesson may use at the same time. An unknown place is in nobody's way."""
        yield "instructor", self.instructor_id
        place = " ".join(fold(self.own_place or self.class_place).casefold().split())
        if place:
            yield "place", place


def season_conflicts(*, season: Season) -> list[Conflict]:
    """Returns the conflicts between the lessons of the classes that are not denied, the earliest first."""
    lessons = Lesson.objects.taking_place().filter(camp_class__season=season).exclude(camp_class__status=Status.DENIED)
    columns = ("pk", "camp_class", "camp_class__instructor", "starts_at", "ends_at", "place", "camp_class__place")
    rows = map(PlannedLesson._make, lessons.order_by("starts_at", "pk").values_list(*columns))
    return list(islice(_conflicts(rows), MAX_CONFLICTS))


def _conflicts(lessons: Iterator[PlannedLesson]) -> Iterator[Conflict]:
    running: dict[tuple[str, object], list[PlannedLesson]] = {}
    for lesson in lessons:
        for used in lesson.shared():
            others = [each for each in running.get(used, ()) if each.ends_at > lesson.starts_at]
            for other in others:
                yield Conflict(used[0], (other.id, lesson.id), (other.class_id, lesson.class_id))
            running[used] = [*others, lesson]

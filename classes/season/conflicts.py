"""Lessons of a season that take place at the same time with one instructor, or at one place."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from django.db.models import BigIntegerField
from django.db.models.functions import Cast, Extract

from classes.models import Lesson, Season, Status
from core.names import name_key

MAX_PER_KIND = 2_000
"""A season in which all classes have the same place can have millions of conflicts."""


@dataclass(frozen=True)
class Conflict:
    kind: str
    lesson_ids: tuple[int, int]
    class_ids: tuple[int, int]


class PlannedLesson(NamedTuple):
    """Start and end are seconds since 1970, because reading thousands of datetimes takes long."""

    id: int
    class_id: int
    instructor_id: int
    start: int
    end: int
    own_place: str
    class_place: str


def season_conflicts(*, season: Season) -> list[Conflict]:
    """Without denied classes. Lessons without a place have no conflict of places."""
    lessons = Lesson.objects.taking_place().filter(camp_class__season=season).exclude(camp_class__status=Status.DENIED)
    start, end = (Cast(Extract(name, "epoch"), BigIntegerField()) for name in ("starts_at", "ends_at"))
    columns = ("pk", "camp_class", "camp_class__instructor", start, end, "place", "camp_class__place")
    rows = [PlannedLesson(*row) for row in lessons.order_by("starts_at", "pk").values_list(*columns)]
    placed = [row for row in rows if _place_of(row)]
    return [
        *islice(_conflicts("instructor", rows, attrgetter("instructor_id")), MAX_PER_KIND),
        *islice(_conflicts("place", placed, _place_of), MAX_PER_KIND),
    ]


def _place_of(lesson: PlannedLesson) -> str:
    return _folded(lesson.own_place or lesson.class_place)


@lru_cache(maxsize=1024)
def _folded(place: str) -> str:
    return " ".join(name_key(place).split())


def _conflicts(
    kind: str, lessons: Iterable[PlannedLesson], shared: Callable[[PlannedLesson], Hashable]
) -> Iterator[Conflict]:
    # The lessons are in order.
    running: dict[Hashable, list[PlannedLesson]] = {}
    for lesson in lessons:
        others = [each for each in running.get(shared(lesson), ()) if each.end > lesson.start]
        for other in others:
            yield Conflict(kind, (other.id, lesson.id), (other.class_id, lesson.class_id))
        running[shared(lesson)] = [*others, lesson]

"""Lessons that take place at the same time with one instructor, or at one place."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from django.db.models import BigIntegerField, Q
from django.db.models.functions import Cast, Extract

from accounts.models import User
from classes.catalog.clashes import overlap
from classes.catalog.lesson_rows import LessonRow
from classes.models import Lesson, Season, Status
from core.names import name_key

MAX_PER_KIND = 2_000
"""A season in which all classes have the same place can have millions of conflicts."""
MAX_PLANNED = 100


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


@dataclass(frozen=True)
class PlannedConflict:
    """``position`` counts the planned lessons from 1; the rest is about the lesson of another class."""

    kind: str
    position: int
    name: str
    starts_at: datetime
    ends_at: datetime


def planned_conflicts(
    *, planner: User, lessons: Sequence[LessonRow], place: str, instructor_id: int, class_id: int | None
) -> list[PlannedConflict]:
    """Of lessons that are being planned for a class with this place and instructor; ``class_id`` if there is one.

    Other instructors' pending classes are for admins only. At most MAX_PLANNED.
    """
    if not lessons:
        return []
    near = Lesson.objects.taking_place().exclude(camp_class__status=Status.DENIED).exclude(camp_class=class_id)
    near = near.filter(
        starts_at__lt=max(each.ends_at for each in lessons), ends_at__gt=min(each.starts_at for each in lessons)
    )
    if not planner.is_admin:
        near = near.filter(Q(camp_class__status=Status.APPROVED) | Q(camp_class__instructor=planner))
    columns = ("camp_class__instructor", "place", "camp_class__place", "camp_class__name", "starts_at", "ends_at")
    others = list(near.order_by("starts_at", "pk").values_list(*columns))
    found = (
        PlannedConflict(kind, position, name, starts_at, ends_at)
        for position, lesson in enumerate(lessons, start=1)
        for other_instructor, own_place, class_place, name, starts_at, ends_at in others
        if overlap((lesson.starts_at, lesson.ends_at), (starts_at, ends_at))
        for kind, is_shared in (
            ("instructor", other_instructor == instructor_id),
            ("place", _folded(lesson.place or place) == _folded(own_place or class_place) != ""),
        )
        if is_shared
    )
    return list(islice(found, MAX_PLANNED))


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

"""Finds lessons of one participant that take place at the same time. They are a warning, never a refusal."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from classes.models import Enrollment, Lesson, Selection


@dataclass(frozen=True)
class Clash:
    """Another class of the participant. ``starts_at``: the first lesson of the chosen class at the same time."""

    class_id: int
    name: str
    starts_at: datetime


def own_classes(*, student_id: int, child_id: int | None, now: datetime) -> set[int]:
    """Returns the ids of the classes that the participant has booked, holds or has selected."""
    own = Q(student=student_id, child=child_id)
    seats = Enrollment.objects.taking_seats(now).filter(own).values_list("camp_class", flat=True)
    selected = Selection.objects.filter(own).values_list("camp_class", flat=True)
    return {*seats, *selected}


def find_clashes(*, camp_class_id: int, own_class_ids: Iterable[int]) -> list[Clash]:
    """Returns those of the participant's classes that have a lesson at the same time as this class."""
    class_ids = {*own_class_ids, camp_class_id}
    if len(class_ids) == 1:
        return []
    lessons = Lesson.objects.taking_place().filter(camp_class__in=class_ids).order_by("starts_at")
    clashes = dict[int, Clash]()
    rows = list(lessons.values_list("camp_class", "camp_class__name", "starts_at", "ends_at"))
    chosen = [(starts_at, ends_at) for class_id, _, starts_at, ends_at in rows if class_id == camp_class_id]
    for class_id, name, starts_at, ends_at in rows:
        if class_id != camp_class_id:
            same_time = [begin for begin, end in chosen if begin < ends_at and end > starts_at]
            if same_time:
                clashes.setdefault(class_id, Clash(class_id, name, same_time[0]))
    return sorted(clashes.values(), key=lambda clash: (clash.starts_at, clash.class_id))


def find_clashes_of_seats(*, seats: Iterable[Enrollment], now: datetime) -> list[Clash]:
    """Returns the clashes of all these seats, each other class once."""
    clashes = dict[int, Clash]()
    for seat in seats:
        own = own_classes(student_id=seat.student_id, child_id=seat.child_id, now=now)
        for clash in find_clashes(camp_class_id=seat.camp_class_id, own_class_ids=own):
            clashes.setdefault(clash.class_id, clash)
    return list(clashes.values())

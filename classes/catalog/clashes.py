"""Lessons of one participant at the same time are a warning, never a refusal."""

import heapq
from collections import ChainMap, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product

from django.db.models import Q

from classes.models import CampClass, Enrollment, Lesson, Selection
from classes.seats import sql
from classes.seats.requests import SeatRequest

MAX_NAMED = 3
"""How many clashes of a class are named to the family, so that the list grows with its classes, not their square."""
Times = tuple[datetime, datetime]


@dataclass(frozen=True)
class Clash:
    """Another class of the participant. ``starts_at``: the first lesson of the chosen class at the same time."""

    class_id: int
    name: str
    starts_at: datetime


def overlap(one: Times, other: Times) -> bool:
    """Whether two lessons, each from start to end, take place at the same time."""
    return one[0] < other[1] and other[0] < one[1]


def own_classes(*, student_id: int, now: datetime) -> defaultdict[int | None, set[int]]:
    """What each participant of the account has booked, holds or has selected."""
    seats = Enrollment.objects.taking_seats(now).filter(student=student_id).values_list("child", "camp_class")
    selected = Selection.objects.filter(student=student_id).values_list("child", "camp_class")
    found = defaultdict[int | None, set[int]](set)
    for child_id, class_id in seats.union(selected):
        found[child_id].add(class_id)
    return found


@dataclass(frozen=True)
class ClashesOfParticipant:
    """``child_id`` is None for the account holder."""

    class_id: int
    child_id: int | None
    clashes: list[Clash]


def clashes_of_family(*, student_id: int, now: datetime) -> list[ClashesOfParticipant]:
    """For each participant, each class in the public lists or of their own that clashes with one of their own.

    With the first ``MAX_NAMED`` of these.
    """
    own = own_classes(student_id=student_id, now=now)
    own_ids = {each for class_ids in own.values() for each in class_ids}
    own_rows = [row for row in sql.select_lessons(own_ids) if row[3] > now]
    if not own_rows:
        return []
    # By time, because many classes begin and end together.
    own_at = defaultdict[Times, dict[int, str]](dict)
    for class_id, name, begin, end in own_rows:
        own_at[begin, end][class_id] = name
    found = defaultdict[tuple[int, int | None], dict[int, Clash]](dict)
    for times, class_ids in _classes_at_the_time_of(own_at, own_ids).items():
        names = dict(ChainMap(*(each for own_times, each in own_at.items() if overlap(times, own_times))))
        for child_id, taken in own.items():
            # One more, because a class does not clash with itself.
            first = heapq.nsmallest(MAX_NAMED + 1, taken & names.keys())
            for class_id, own_id in product(class_ids, first):
                if own_id != class_id:
                    found[class_id, child_id].setdefault(own_id, Clash(own_id, names[own_id], times[0]))
    return [
        ClashesOfParticipant(*each, sorted(clashes.values(), key=_order)[:MAX_NAMED]) for each, clashes in found.items()
    ]


def _classes_at_the_time_of(own_at: Iterable[Times], own_ids: set[int]) -> dict[Times, list[int]]:
    # By time, the earliest first.
    same_time = Q()
    for begin, end in own_at:
        same_time |= Q(starts_at__lt=end, ends_at__gt=begin)
    shown = Q(camp_class__in=CampClass.objects.listed()) | Q(camp_class__in=own_ids)
    lessons = Lesson.objects.taking_place().filter(shown, same_time).order_by("starts_at")
    classes_at = defaultdict[Times, list[int]](list)
    for class_id, begin, end in lessons.values_list("camp_class_id", "starts_at", "ends_at"):
        classes_at[begin, end].append(class_id)
    return classes_at


def find_clashes(*, camp_class_id: int, own_class_ids: Iterable[int]) -> list[Clash]:
    (clashes,) = _find([(camp_class_id, {*own_class_ids})])
    return clashes


def find_clashes_of_seats(*, seats: Sequence[Enrollment], now: datetime) -> list[Clash]:
    """The seats are of one account."""
    own = own_classes(student_id=seats[0].student_id, now=now)
    found = _find([(seat.camp_class_id, own[seat.child_id]) for seat in seats])
    clashes = {each.class_id: each for clashes in reversed(found) for each in clashes}
    return sorted(clashes.values(), key=_order)


def find_clashes_of_requests(*, student_id: int, requests: Sequence[SeatRequest], now: datetime) -> list[list[Clash]]:
    """Of each requested seat, also with those that are named before it."""
    own = own_classes(student_id=student_id, now=now)
    chosen = []
    for each in requests:
        chosen.append((each.camp_class_id, {*own[each.child_id]}))
        own[each.child_id].add(each.camp_class_id)
    return _find(chosen)


def _find(chosen: Sequence[tuple[int, set[int]]]) -> list[list[Clash]]:
    """``chosen``: ids of classes, each with the ids of its participant's classes."""
    class_ids = {each for class_id, own in chosen for each in (class_id, *own)}
    if len(class_ids) == 1:
        return [[] for _ in chosen]
    rows = sql.select_lessons(class_ids)
    found = []
    for chosen_id, own in chosen:
        clashes = dict[int, Clash]()
        times = [(begin, end) for class_id, _, begin, end in rows if class_id == chosen_id]
        for class_id, name, starts_at, ends_at in rows:
            if class_id in own and class_id != chosen_id:
                same_time = [begin for begin, end in times if overlap((begin, end), (starts_at, ends_at))]
                if same_time:
                    clashes.setdefault(class_id, Clash(class_id, name, same_time[0]))
        found.append(sorted(clashes.values(), key=_order))
    return found


def _order(clash: Clash) -> tuple[datetime, int]:
    return clash.starts_at, clash.class_id

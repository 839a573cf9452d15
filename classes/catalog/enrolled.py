"""The classes in which a student and their children are enrolled."""

from collections.abc import Sequence
from copy import copy
from functools import cache

from accounts.models import User
from classes.models import CampClass, CampClassQuerySet, Enrollment, shown_classes

SeatsByClass = dict[int, list[Enrollment]]


def own_seats(*, student: User) -> SeatsByClass:
    """Returns the confirmed seats by the id of their class: the latest seat and its class first."""
    latest_first = student.enrollments.confirmed().order_by("-confirmed_at", "-camp_class", "-pk")
    seats: SeatsByClass = {}
    for seat in latest_first.select_related("child"):
        seats.setdefault(seat.camp_class_id, []).append(seat)
    return seats


def enrolled_classes(*, seats: Sequence[list[Enrollment]]) -> list[CampClass]:
    """Returns the class of each of these seats, as a copy with ``seat``."""
    ids = [of_class[0].camp_class_id for of_class in seats]
    classes = _classes().in_bulk(ids)
    return [_with_seat(classes[seat.camp_class_id], seat) for of_class in seats for seat in of_class]


@cache
def _classes() -> CampClassQuerySet:
    return shown_classes().with_lesson_rows().with_next_class()


def _with_seat(camp_class: CampClass, seat: Enrollment) -> CampClass:
    own = copy(camp_class)
    own.seat = seat
    return own

import math
from collections.abc import Sequence
from copy import copy
from functools import cache

from accounts.models import User
from classes.models import CampClassQuerySet, EnrolledClass, EnrolledSeat, Enrollment

LATEST_FIRST = (
    Enrollment.objects.confirmed()
    .order_by("-confirmed_at", "-camp_class_id", "-pk")
    .values_list("camp_class_id", "pk", "confirmed_at", "child_id", "child__name")
)


def own_seats(*, student: User) -> dict[int, list[EnrolledSeat]]:
    """By class, the latest first."""
    seats: dict[int, list[EnrolledSeat]] = {}
    for row in LATEST_FIRST.filter(student=student):
        seat = EnrolledSeat(*row)
        seats.setdefault(seat.camp_class_id, []).append(seat)
    return seats


def enrolled_classes(*, seats: Sequence[list[EnrolledSeat]]) -> list[EnrolledClass]:
    """A class comes once for each seat: children in the order in which they were added, then the student."""
    classes = _classes().in_bulk([of_class[0].camp_class_id for of_class in seats])
    of_classes = (sorted(of_class, key=lambda seat: seat.child_id or math.inf) for of_class in seats)
    return [_with_seat(classes[seat.camp_class_id], seat) for of_class in of_classes for seat in of_class]


@cache
def _classes() -> CampClassQuerySet[EnrolledClass]:
    classes: CampClassQuerySet[EnrolledClass] = CampClassQuerySet(EnrolledClass)
    return classes.with_all_shown().with_lesson_rows().with_next_class()


def _with_seat(camp_class: EnrolledClass, seat: EnrolledSeat) -> EnrolledClass:
    own = copy(camp_class) if hasattr(camp_class, "seat") else camp_class
    own.seat = seat
    return own

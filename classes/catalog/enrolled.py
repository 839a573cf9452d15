from collections.abc import Sequence
from copy import copy
from datetime import datetime
from functools import cache
from typing import NamedTuple

from accounts.models import User
from classes.models import CampClass, CampClassQuerySet, Enrollment, shown_classes


class Seat(NamedTuple):
    """Columns are faster to read than model instances."""

    camp_class_id: int
    pk: int
    confirmed_at: datetime | None
    child_id: int | None
    child_name: str | None


LATEST_FIRST = (
    Enrollment.objects.confirmed()
    .order_by("-confirmed_at", "-camp_class_id", "-pk")
    .values_list("camp_class_id", "pk", "confirmed_at", "child_id", "child__name")
)


def own_seats(*, student: User) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {}
    for row in LATEST_FIRST.filter(student=student):
        seat = Seat(*row)
        seats.setdefault(seat.camp_class_id, []).append(seat)
    return seats


def enrolled_classes(*, seats: Sequence[list[Seat]]) -> list[CampClass]:
    """Adds ``seat``. A class with several seats comes once for each."""
    classes = _classes().in_bulk([of_class[0].camp_class_id for of_class in seats])
    return [_with_seat(classes[seat.camp_class_id], seat) for of_class in seats for seat in of_class]


@cache
def _classes() -> CampClassQuerySet:
    return shown_classes().with_lesson_rows().with_next_class()


def _with_seat(camp_class: CampClass, seat: Seat) -> CampClass:
    own = copy(camp_class) if hasattr(camp_class, "seat") else camp_class
    own.seat = seat
    return own

"""Types of what queries add to classes, for those who read them.

To change a class, read it from ``CampClass.objects``: the history doesn't record what is saved as another type.
"""

from datetime import datetime, time, timedelta
from functools import cache
from typing import Any, NamedTuple

from classes.models.camp_class import CampClass
from classes.models.camp_class_queryset import CampClassQuerySet

TOO_FEW_BEFORE = timedelta(days=14)
"""How long before the first lesson the seats of a class are compared with its minimum."""


class ScheduledClass(CampClass):
    """With what its lessons say that are not canceled: see ``schedule_per_class()``."""

    class Meta:
        proxy = True

    first_start: datetime | None
    last_start: datetime | None
    lesson_count: int
    weekdays: list[int]
    earliest_time: time | None
    latest_time: time | None


class ShownClass(ScheduledClass):
    """As lists, pages and reports show it.

    ``enrolled`` is the number of confirmed seats, ``offered`` that of live offers and reservations, ``waiting`` that of
    entries that wait.
    """

    class Meta:
        proxy = True

    instructor_name: str
    instructor_email: str
    instructor_bio: str
    instructor_photo: str
    enrolled: int
    offered: int
    waiting: int

    @property
    def unsold_seats(self) -> int:
        """For display only: never decides whether a seat is sold."""
        return max(0, self.capacity - self.enrolled)

    def is_below_minimum(self, now: datetime) -> bool:
        """Whether it is approved, begins soon, and will probably not take place."""
        if not self.is_approved or self.first_start is None or self.min_seats is None:
            return False
        return now < self.first_start <= now + TOO_FEW_BEFORE and self.enrolled < self.min_seats


class EnrolledSeat(NamedTuple):
    """Columns are faster to read than model instances."""

    camp_class_id: int
    pk: int
    confirmed_at: datetime | None
    child_id: int | None
    child_name: str | None


class EnrolledClass(ShownClass):
    """With a confirmed seat of one participant.

    ``lesson_rows`` are JSON, ``next_class_id`` is that of the newest listed class that was copied from this one.
    """

    class Meta:
        proxy = True

    seat: EnrolledSeat
    lesson_rows: list[list[Any]]
    next_class_id: int | None


def scheduled_classes() -> CampClassQuerySet[ScheduledClass]:
    classes: CampClassQuerySet[ScheduledClass] = CampClassQuerySet(ScheduledClass)
    return classes.with_schedule()


def shown_classes() -> CampClassQuerySet[ShownClass]:
    return _shown_classes().all()


@cache
def _shown_classes() -> CampClassQuerySet[ShownClass]:
    # Built only once. Only copies are evaluated: this query would keep its rows.
    classes: CampClassQuerySet[ShownClass] = CampClassQuerySet(ShownClass)
    return classes.with_all_shown()

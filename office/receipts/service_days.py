from typing import Any

from django.db.models import F, Q, QuerySet

from classes.models.enrollment import EnrollmentQuerySet


def lessons_of_seats(seats: EnrollmentQuerySet) -> QuerySet[Any]:
    """Once for each lesson, with ``lesson_start``, the earliest first.

    Canceled lessons do not count, nor those that ended before the seat was confirmed or began after it was released.
    """
    was_seated = Q(released_at=None) | Q(released_at__gt=F("camp_class__lessons__starts_at"))
    return (
        seats.filter(
            was_seated,
            camp_class__lessons__isnull=False,
            camp_class__lessons__canceled_at=None,
            camp_class__lessons__ends_at__gt=F("confirmed_at"),
        )
        .annotate(lesson_start=F("camp_class__lessons__starts_at"))
        .order_by("lesson_start", "pk")
    )

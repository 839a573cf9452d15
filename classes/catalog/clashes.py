"""Finds lessons of one participant that take place at the same time. They are a warning, never a refusal."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, OuterRef, Q, Subquery

from classes.models import Enrollment, Lesson, Selection


@dataclass(frozen=True)
class Clash:
    """Another class of the participant. ``starts_at``: the first lesson of the chosen class at the same time."""

    class_id: int
    name: str
    starts_at: datetime


def find_clashes(*, student_id: int, child_id: int | None, camp_class_id: int, now: datetime) -> list[Clash]:
    """Returns the classes at the same time that the participant has booked, holds or has selected."""
    participant = Q(student=student_id, child=child_id)
    seats = Enrollment.objects.taking_seats(now).filter(participant).values("camp_class")
    selected = Selection.objects.filter(participant).values("camp_class")
    others = Lesson.objects.taking_place().filter(Q(camp_class__in=seats) | Q(camp_class__in=selected))
    own = Lesson.objects.taking_place().filter(camp_class=camp_class_id)
    same_time = own.filter(starts_at__lt=OuterRef("ends_at"), ends_at__gt=OuterRef("starts_at")).order_by("starts_at")
    found = (
        others.exclude(camp_class=camp_class_id)
        .annotate(at=Subquery(same_time.values("starts_at")[:1]))
        .filter(at__isnull=False)
        .values_list("camp_class", "camp_class__name")
        .annotate(first=Min("at"))
    )
    return [Clash(*row) for row in found.order_by("first", "camp_class")]

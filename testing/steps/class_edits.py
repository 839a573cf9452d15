"""Edits of a class: by its instructor with the API, and by an admin with the form in the Django admin."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from classes.models import CampClass, Lesson, shown_classes
from core.site_time import site_zone
from testing.clients.api import as_

NO_LESSONS = {"lessons-TOTAL_FORMS": 0, "lessons-INITIAL_FORMS": 0}
"""What the form in the Django admin sends of its list of lessons, which is read-only."""


def class_form(camp_class: CampClass, **changes: Any) -> dict[str, Any]:
    """Returns the form of the class in the Django admin with its current values and these changes."""
    names = ("name", "description", "image", "price", "early_price", "early_until", "capacity", "place", "bring")
    values = {name: "" if (value := getattr(camp_class, name)) is None else value for name in names}
    return values | {"instructor": camp_class.instructor_id} | NO_LESSONS | changes


def edit_class(camp_class: CampClass, status: int = 200, **changes: Any) -> Any:
    """Sends the form of the class with its current values and these changes; lessons only if they are given."""
    current = shown_classes().get(pk=camp_class.pk)
    body = {
        "nameClass": current.name,
        "image": current.image,
        "price": float(current.price),
        "seats": current.capacity - current.enrolled,
        "enroll": current.enrolled,
    }
    return as_(current.instructor).put(f"/classes/{current.pk}", body | changes, status)


def lesson_row(starts_at: datetime, hours: float = 3, **values: Any) -> dict[str, Any]:
    """Returns a lesson as the form sends it. It is moved or shortened to end on the day on which it starts."""
    start = starts_at.astimezone(site_zone())
    start = min(start, start.replace(hour=23, minute=0))
    end = min(start + timedelta(hours=hours), start.replace(hour=23, minute=59))
    return {"date": str(start.date()), "from": f"{start:%H:%M}", "to": f"{end:%H:%M}"} | values


def edit_lessons(camp_class: CampClass, starts: Sequence[datetime], **changes: Any) -> Any:
    """Replaces the lessons by lessons of three hours with these starts. The first lesson stays the first, and so on."""
    lessons = Lesson.objects.taking_place().filter(camp_class=camp_class).order_by("starts_at")
    named = [{"_id": str(lesson.pk)} for lesson in lessons] + [{}] * len(starts)
    rows = [lesson_row(start, **name) for start, name in zip(sorted(starts), named, strict=False)]
    return edit_class(camp_class, lessons=rows, **changes)

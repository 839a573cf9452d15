"""Events of presence for tests, as devices send them."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import Child
from care.models import Contact, PresenceEvent
from classes.models import Enrollment, Lesson
from testing.factories import make_contact


def event(lesson: Lesson, enrollment: Enrollment, kind: str = "ARRIVED", **fields: Any) -> dict[str, Any]:
    """Returns an event at the start of the lesson; ``fields`` override its values."""
    ids = {"_id": str(uuid4()), "lessonId": str(lesson.pk), "enrollmentId": str(enrollment.pk)}
    at: datetime = fields.pop("at", lesson.starts_at)
    return {**ids, "kind": kind, "at": at.isoformat(), **fields}


def sent(*events: dict[str, Any]) -> dict[str, Any]:
    return {"events": list(events)}


def make_collector(child: Child, name: str = "Ben", **fields: Any) -> Contact:
    """Creates a contact who may collect this child; ``fields`` override its values."""
    return make_contact(child, name, **{"relation": "uncle", "phone": "555 0100", "may_pick_up": True} | fields)


def make_absence(lesson: Lesson, enrollment: Enrollment) -> PresenceEvent:
    """Creates the announcement of the guardian that the participant can't come."""
    values = {"lesson": lesson, "enrollment": enrollment, "by": enrollment.student, "kind": PresenceEvent.Kind.ABSENT}
    return PresenceEvent.objects.create(uuid=uuid4(), at=timezone.now(), received_at=timezone.now(), **values)

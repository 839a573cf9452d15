from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

from accounts.models import User
from care.models import Contact, PresenceEvent
from care.paperwork.contacts import contacts_by_child
from care.paperwork.missing import missing_for
from care.paperwork.reading import is_readable, record_reads
from care.paperwork.sheets import sheets_by_child
from care.presence.attendance import events_by_seat, without_names
from care.presence.fold import Presence, presence_after
from classes.models import Enrollment, Lesson, Status
from core.database.folding import name_order


@dataclass(frozen=True)
class TodayRow:
    """``allergies`` None: not known, or not readable for this reader. ``is_readable`` False: the sheet is damaged."""

    enrollment: Enrollment
    age: int | None
    is_registered: bool
    events: Sequence[PresenceEvent]
    presence: Presence
    guardian: User | None = None
    allergies: str | None = None
    is_readable: bool = True
    contacts: Sequence[Contact] = ()
    barred: Sequence[Contact] = ()
    missing: Sequence[str] = ()


@dataclass(frozen=True)
class TodayLesson:
    lesson: Lesson
    rows: list[TodayRow]


@transaction.atomic
def lessons_of_day(*, reader: User, day: date, now: datetime) -> list[TodayLesson]:
    """The earliest first, and only what the reader may see. Records about which children the reader has read."""
    lessons = list(_lessons(reader, now).on_day(day).order_by("starts_at", name_order("camp_class__name"), "pk"))
    events = events_by_seat(lessons)
    seats = _seats(lessons, recorded={enrollment_id for _, enrollment_id in events})
    readable = {lesson.camp_class_id: lesson.camp_class for lesson in lessons if _is_readable(lesson, reader, now)}
    children = {
        class_id: [seat.child_id for seat in seats if seat.camp_class_id == class_id and seat.child_id]
        for class_id in readable
    }
    care = _Care(sorted({child_id for each in children.values() for child_id in each}), now)
    read = [(readable[class_id], ids) for class_id, ids in children.items()]
    record_reads(reader=reader, read=read, now=now)
    return [
        TodayLesson(
            lesson,
            [
                _row(seat, day, events[lesson.pk, seat.pk], care if lesson.camp_class_id in readable else None)
                for seat in seats
                if seat.camp_class_id == lesson.camp_class_id
                and (seat.state == Enrollment.State.CONFIRMED or (lesson.pk, seat.pk) in events)
            ],
        )
        for lesson in lessons
    ]


def _lessons(reader: User, now: datetime) -> Any:
    of_class = Lesson.objects.taking_place().filter(camp_class=OuterRef("camp_class"))
    return (
        Lesson.objects.taking_place()
        .seen_by(reader, now)
        .filter(camp_class__status=Status.APPROVED)
        .select_related("camp_class__instructor", "substitute")
        .annotate(
            first_start=Subquery(of_class.order_by("starts_at").values("starts_at")[:1]),
            last_end=Subquery(of_class.order_by("-ends_at").values("ends_at")[:1]),
        )
    )


def _is_readable(lesson: Any, reader: User, now: datetime) -> bool:
    return reader.is_admin or is_readable(lesson.first_start, lesson.last_end, now)


def _seats(lessons: Sequence[Lesson], recorded: Collection[int]) -> list[Enrollment]:
    here = Enrollment.objects.filter(camp_class__in={lesson.camp_class_id for lesson in lessons})
    # Those too that were canceled after something was recorded.
    seats = here.filter(Q(state=Enrollment.State.CONFIRMED) | Q(pk__in=recorded)).with_participant()
    return list(seats.order_by(name_order("participant_name"), "pk"))


class _Care:
    def __init__(self, child_ids: list[int], now: datetime) -> None:
        self.sheets, self.contacts = sheets_by_child(child_ids), contacts_by_child(child_ids)
        self.missing = missing_for(child_ids, now)

    def of(self, seat: Enrollment) -> dict[str, Any]:
        child_id = seat.child_id or 0
        contacts, sheet = self.contacts.get(child_id, []), self.sheets.get(child_id)
        texts = sheet.readable_texts if sheet else None
        return {
            "allergies": texts["allergies"] if texts else None,
            "is_readable": sheet is None or texts is not None,
            "contacts": [contact for contact in contacts if not contact.barred],
            "barred": [contact for contact in contacts if contact.barred],
            "missing": self.missing.get(child_id, []),
            "guardian": seat.student,
        }


def _row(seat: Enrollment, day: date, events: Sequence[PresenceEvent], care: _Care | None) -> TodayRow:
    if care is None:
        without_names(events)
    values = care.of(seat) if care and seat.child else {}
    age = seat.child.age_on(day) if seat.child else None
    is_registered = seat.state == Enrollment.State.CONFIRMED
    return TodayRow(seat, age, is_registered, events, presence_after(events), **values)

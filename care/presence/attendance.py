from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from care.models import PresenceEvent
from care.paperwork.reading import may_read, record_reads
from care.presence.absences import own_absence
from care.presence.fold import Presence, Stay, presence_after
from classes.models import Enrollment, Lesson, ScheduledClass
from core.csv_export import csv_text
from core.database.folding import name_order
from core.site_time import day_bounds, site_day

HEADINGS = ("Lesson", "Name", "State", "Arrived", "Left", "With")
FAMILY_DAYS = timedelta(days=30)


@dataclass(frozen=True)
class Attendance:
    """``enrollment`` is a row of ``with_participant()``."""

    lesson: Lesson
    enrollment: Enrollment
    presence: Presence
    events: Sequence[PresenceEvent] = ()
    absence: PresenceEvent | None = None
    """The announcement that the guardian may take back."""


def events_by_seat(
    lessons: Iterable[Lesson], seats: Iterable[Enrollment] | None = None
) -> dict[tuple[int, int], list[PresenceEvent]]:
    """By the ids of lesson and enrollment. Without ``seats``, those of all participants."""
    events: dict[tuple[int, int], list[PresenceEvent]] = defaultdict(list)
    recorded = PresenceEvent.objects.filter(lesson__in=[lesson.pk for lesson in lessons])
    if seats is not None:
        recorded = recorded.filter(enrollment__in=[seat.pk for seat in seats])
    for event in recorded.order_by("at", "uuid"):
        events[event.lesson_id, event.enrollment_id].append(event)
    return events


def without_names(events: Iterable[PresenceEvent]) -> None:
    for event in events:
        event.with_name = ""


@transaction.atomic
def class_attendance(*, reader: User, camp_class: ScheduledClass, now: datetime) -> list[Attendance]:
    """Who was at the lessons that have begun, by lesson and name.

    A participant without a seat any more is in the lessons for which something was recorded. Who collected a child is
    readable as long as its care sheet, and recorded as read.
    """
    _, tomorrow = day_bounds(site_day(now))
    lessons = list(camp_class.lessons.taking_place().filter(starts_at__lt=tomorrow).order_by("starts_at"))
    events = events_by_seat(lessons)
    if not may_read(reader=reader, camp_class=camp_class, now=now):
        without_names(event for each in events.values() for event in each)
    recorded = {enrollment_id for _, enrollment_id in events}
    seats = camp_class.enrollments.filter(Q(state=Enrollment.State.CONFIRMED) | Q(pk__in=recorded))
    in_order = list(seats.with_participant().order_by(name_order("participant_name"), "pk"))
    rows = [
        Attendance(lesson, seat, presence_after(recorded_here), recorded_here)
        for lesson in lessons
        for seat in in_order
        if seat.state == Enrollment.State.CONFIRMED or (lesson.pk, seat.pk) in events
        for recorded_here in [events[lesson.pk, seat.pk]]
    ]
    collected = (row for row in rows if any(event.with_name for event in row.events))
    children = {row.enrollment.child_id for row in collected if row.enrollment.child_id}
    record_reads(reader=reader, read={camp_class.pk: sorted(children)}, now=now)
    return rows


def attendance_csv(rows: Iterable[Attendance]) -> str:
    cells = (
        (
            row.lesson.starts_at,
            row.enrollment.participant_name,
            "left" if stay.left_at else row.presence.state,
            stay.arrived_at,
            stay.left_at,
            stay.with_name,
        )
        for row in rows
        for stay in row.presence.stays or (Stay(),)
    )
    return csv_text(HEADINGS, cells)


def family_attendance(*, guardian: User, now: datetime) -> list[Attendance]:
    """Of the last 30 days, also of shared children."""
    seats = Enrollment.objects.all().seen_by(guardian).confirmed().with_participant()
    seats = seats.select_related("camp_class").order_by("pk")
    return attendance_of(list(seats), guardian=guardian, now=now, days=FAMILY_DAYS)


def attendance_of(seats: Sequence[Enrollment], *, guardian: User, now: datetime, days: timedelta) -> list[Attendance]:
    """Lessons of the last days and of today, the latest first. The seats have their classes."""
    _, tomorrow = day_bounds(site_day(now))
    classes = {seat.camp_class_id: seat.camp_class for seat in seats}
    since = Lesson.objects.taking_place().filter(starts_at__gt=now - days, starts_at__lt=tomorrow)
    lessons = list(since.filter(camp_class__in=classes).order_by("-starts_at", "pk"))
    events = events_by_seat(lessons, seats)
    for lesson in lessons:
        lesson.camp_class = classes[lesson.camp_class_id]
    return [
        Attendance(lesson, seat, presence_after(recorded), recorded, absence)
        for lesson in lessons
        for seat in seats
        if seat.camp_class_id == lesson.camp_class_id
        for recorded in [events[lesson.pk, seat.pk]]
        for absence in [own_absence(recorded, guardian) if lesson.ends_at > now else None]
    ]

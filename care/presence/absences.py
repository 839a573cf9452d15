from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from accounts.locking import lock_with_owners
from accounts.models import User
from care.models import PresenceEvent
from care.presence.events import WrongDay
from care.presence.fold import presence_after
from classes.models import Enrollment, Lesson
from core.errors import DomainError, NotFound, first_or_not_found
from core.site_time import site_day

MAX_ANNOUNCED = 10
"""Absences of a participant from a lesson, with those that were taken back. Each stays on the list of the day."""


class NotToday(WrongDay):
    message = "This lesson isn't today, or it's over already."


class TooManyAbsences(DomainError):
    code = "too_many_absences"
    message = "You've changed this many times today. Please call the school."


class AlreadyRecorded(DomainError):
    code = "already_recorded"
    message = "The school has recorded something else meanwhile. Please call the school."


def own_absence(events: Sequence[PresenceEvent], guardian: User) -> PresenceEvent | None:
    """``events``: all of one participant in one lesson. None also if more than an absence has been recorded."""
    undone = {event.undoes for event in events}
    announced = PresenceEvent.Kind.ABSENT, guardian.pk
    absence = next((each for each in events if (each.kind, each.by_id) == announced and each.uuid not in undone), None)
    others = [event for event in events if event is not absence]
    return absence if presence_after(others).state == "expected" else None


@transaction.atomic
def announce_absence(*, guardian: User, lesson_id: int, enrollment_id: int, now: datetime) -> UUID:
    seat = _lock_seat(guardian, enrollment_id)
    if seat.state != Enrollment.State.CONFIRMED:
        raise NotFound
    lesson = Lesson.objects.taking_place().filter(pk=lesson_id).first()
    if lesson is None or seat.camp_class_id != lesson.camp_class_id:
        raise NotFound
    _check_day(lesson, now)
    own = PresenceEvent.objects.filter(lesson=lesson, enrollment=seat)
    undone = own.filter(kind=PresenceEvent.Kind.UNDO).values("undoes")
    announced = own.filter(kind=PresenceEvent.Kind.ABSENT).exclude(uuid__in=undone).first()
    if announced is None:
        if own.filter(kind=PresenceEvent.Kind.ABSENT, by=guardian).count() >= MAX_ANNOUNCED:
            raise TooManyAbsences
        values = {"lesson": lesson, "enrollment": seat, "kind": PresenceEvent.Kind.ABSENT, "by": guardian}
        announced = PresenceEvent.objects.create(uuid=uuid4(), at=now, received_at=now, **values)
    return announced.uuid


@transaction.atomic
def take_back_absence(*, guardian: User, event_id: UUID, now: datetime) -> None:
    """Does nothing if the absence is undone already."""
    absences = PresenceEvent.objects.filter(kind=PresenceEvent.Kind.ABSENT, by=guardian)
    absence = first_or_not_found(absences.filter(pk=event_id, lesson__canceled_at=None).select_related("lesson"))
    _lock_seat(guardian, absence.enrollment_id)
    _check_day(absence.lesson, now)
    events = list(PresenceEvent.objects.filter(lesson=absence.lesson_id, enrollment=absence.enrollment_id))
    if any(event.undoes == event_id for event in events):
        return
    if own_absence(events, guardian) != absence:
        raise AlreadyRecorded
    values = {"lesson": absence.lesson, "enrollment_id": absence.enrollment_id, "kind": PresenceEvent.Kind.UNDO}
    PresenceEvent.objects.create(uuid=uuid4(), at=now, received_at=now, by=guardian, undoes=event_id, **values)


def _lock_seat(guardian: User, enrollment_id: int) -> Enrollment:
    seats = Enrollment.objects.filter(pk=enrollment_id).select_related("student")
    seat = first_or_not_found(seats.seen_by(guardian))
    lock_with_owners(guardian, [seat.student])
    return first_or_not_found(seats.seen_by(guardian))


def _check_day(lesson: Lesson, now: datetime) -> None:
    if site_day(lesson.starts_at) != site_day(now) or lesson.ends_at <= now:
        raise NotToday

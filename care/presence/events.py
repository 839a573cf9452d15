"""Recording presence: the events that the devices of instructors send, again if need be."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, QuerySet

from accounts.guardians import told_about
from accounts.locking import lock_account
from accounts.models import User
from care.models import Contact, PresenceEvent
from care.paperwork.contacts import contacts_by_child
from classes.models import Enrollment, Lesson
from core.errors import DomainError
from core.names import is_same_person
from core.site_time import day_bounds, site_day
from mail import alerts
from mail.guardians import put_to_guardian
from mail.models import Alert, OutboxEmail
from mail.outbox import put

MAX_EMAILS_A_DAY = 10
"""To one guardian about children who left with somebody else."""
MAX_EVENTS = 50
"""Of one participant in one lesson: the phones at the door get all of them every half a minute."""


class NotAuthorized(DomainError):
    code = "not_authorized"
    message = "This person isn't on the list of those who may collect the child."


class Barred(DomainError):
    """No reason helps."""

    code = "barred"
    message = "This person must not collect the child."


class NotEnrolled(DomainError):
    """There is no such seat in this lesson, its participant was deleted, or the lesson is not the user's."""

    code = "not_enrolled"
    message = "This participant has no seat in this lesson."


class WrongDay(DomainError):
    code = "wrong_day"
    message = "There's no such lesson on this day."


class ConflictingId(DomainError):
    code = "conflicting_id"
    message = "Something else was recorded with this id."


class TooManyEvents(DomainError):
    code = "too_many_events"
    message = f"More than {MAX_EVENTS} things were recorded about this participant in this lesson."


@dataclass(frozen=True)
class NewEvent:
    """LEFT: either with a contact on the list, or with a name and a reason."""

    uuid: UUID
    lesson_id: int
    enrollment_id: int
    kind: str
    at: datetime
    contact_id: int | None = None
    with_name: str = ""
    reason: str = ""
    undoes: UUID | None = None

    def equals(self, stored: PresenceEvent) -> bool:
        names = ("lesson_id", "enrollment_id", "kind", "at", "reason", "undoes")
        if any(getattr(self, name) != getattr(stored, name) for name in names):
            return False
        if self.contact_id is None:
            return stored.contact_id is None and stored.with_name == self.with_name
        # The contact may have been deleted since.
        return stored.contact_id in (None, self.contact_id)


class Refused(NamedTuple):
    uuid: UUID
    code: str


def record_events(*, by: User, events: Sequence[NewEvent], now: datetime) -> list[Refused]:
    """Each event by itself. Returns those that are refused; one that is stored already is accepted again.

    A guardian learns at once if their child left with somebody who is not on the list.
    """
    try:
        return _record_events(by, events, now)
    except IntegrityError:
        # A concurrent request of another account has stored one of these ids first; the second attempt finds it.
        return _record_events(by, events, now)


@transaction.atomic
def _record_events(by: User, events: Sequence[NewEvent], now: datetime) -> list[Refused]:
    lock_account(by)
    lessons = Lesson.objects.led_by(by).taking_place().select_related("camp_class")
    record = _Record(events, lessons, by=by, now=now)
    refused = []
    for event in events:
        try:
            record.add(event)
        except DomainError as refusal:
            refused.append(Refused(event.uuid, refusal.code))
    record.save()
    return refused


class _Record:
    def __init__(self, events: Sequence[NewEvent], lessons: QuerySet[Lesson], *, by: User, now: datetime) -> None:
        self.by, self.now = by, now
        self.stored = PresenceEvent.objects.in_bulk({event.uuid for event in events})
        self.lessons = lessons.in_bulk({event.lesson_id for event in events})
        seats = Enrollment.objects.filter(confirmed_at__isnull=False, student__deleted_at=None, child__deleted_at=None)
        self.seats = seats.select_related("student", "child").in_bulk({event.enrollment_id for event in events})
        left = [event.enrollment_id for event in events if event.kind == PresenceEvent.Kind.LEFT]
        children = [seat.child_id for seat in self.seats.values() if seat.pk in left and seat.child_id]
        self.contacts = contacts_by_child(children) if children else {}
        self.counts = _counts(self.lessons, self.seats)
        self.added: list[PresenceEvent] = []

    def add(self, event: NewEvent) -> None:
        stored = self.stored.get(event.uuid)
        if stored is not None:
            if not event.equals(stored):
                raise ConflictingId
            return
        lesson, seat = self.lessons.get(event.lesson_id), self.seats.get(event.enrollment_id)
        if lesson is None or seat is None or not _has_seat(seat, lesson):
            raise NotEnrolled
        if site_day(lesson.starts_at) != site_day(event.at) or site_day(lesson.starts_at) > site_day(self.now):
            raise WrongDay
        if self.counts[lesson.pk, seat.pk] >= MAX_EVENTS:
            raise TooManyEvents
        values = {name: getattr(event, name) for name in ("uuid", "kind", "at", "reason", "undoes")}
        row = PresenceEvent(lesson=lesson, enrollment=seat, by=self.by, received_at=self.now, **values)
        if event.kind == PresenceEvent.Kind.LEFT:
            row.contact = self._contact(event, seat, lesson)
            row.with_name = row.contact.name if row.contact else event.with_name
        self.counts[lesson.pk, seat.pk] += 1
        self.stored[event.uuid] = row
        self.added.append(row)

    def _contact(self, event: NewEvent, seat: Enrollment, lesson: Lesson) -> Contact | None:
        contacts = self.contacts.get(seat.child_id or 0, ())
        contact = next((each for each in contacts if each.pk == event.contact_id), None)
        is_on_list = contact is not None and contact.may_pick_up
        is_guardian = event.contact_id is None and event.with_name == seat.student.name and not event.reason
        name = contact.name if contact else event.with_name
        # The guardian and the contacts who may collect the child may have the name of somebody who must not. But what
        # one guardian forbids, another one can't allow.
        barred = next(
            (
                each
                for each in contacts
                if each.barred
                and is_same_person(each.name, name)
                and not (is_guardian or (contact and is_on_list and contact.author_id == each.author_id))
            ),
            None,
        )
        if barred:
            _put_barred_alert(barred, seat, lesson, self.now)
            raise Barred
        if not (is_on_list or is_guardian or event.reason) and seat.child_id:
            raise NotAuthorized
        return contact

    def save(self) -> None:
        PresenceEvent.objects.bulk_create(self.added)
        for row in self.added:
            is_on_list = row.contact is not None and row.contact.may_pick_up
            if row.reason and row.enrollment.child_id and not is_on_list:
                _tell_guardians(row, self.now)


def empty_old_names(*, now: datetime) -> int:
    """Nobody needs since ``CARE_KEEP_DAYS`` who collected these children. Returns the number of events."""
    old = PresenceEvent.objects.to_empty(now - timedelta(days=settings.CARE_KEEP_DAYS))
    return old.update(contact=None, with_name="", reason="")


def _counts(lessons: Iterable[int], seats: Iterable[int]) -> Counter[tuple[int, int]]:
    stored = PresenceEvent.objects.filter(lesson__in=lessons, enrollment__in=seats).order_by()
    rows = stored.values_list("lesson", "enrollment").annotate(number=Count("pk"))
    return Counter({(lesson_id, seat_id): number for lesson_id, seat_id, number in rows})


def _has_seat(seat: Enrollment, lesson: Lesson) -> bool:
    # A child whose seat is canceled on the day may be here, and must be able to leave.
    midnight, _ = day_bounds(site_day(lesson.starts_at))
    return seat.camp_class_id == lesson.camp_class_id and (seat.released_at is None or seat.released_at >= midnight)


def _put_barred_alert(contact: Contact, seat: Enrollment, lesson: Lesson, now: datetime) -> None:
    # One alert for each lesson, child and person, however often a device tries.
    about = f"{lesson.pk}/{seat.pk}/{contact.pk}"
    facts = {"class": lesson.camp_class.name, "path": f"/dashboard/families/{seat.student_id}"}
    alerts.put(Alert.Kind.BARRED, about=about, facts=facts, now=now)


def _tell_guardians(row: PresenceEvent, now: datetime) -> None:
    """At most ``MAX_EMAILS_A_DAY`` to each: nobody can flood a family."""
    seat, kind = row.enrollment, OutboxEmail.Kind.COLLECTED_BY_OTHER
    second = told_about([seat.child_id]).get(seat.child_id or 0, [])
    today = OutboxEmail.objects.filter(kind=kind, created_at__gt=now - timedelta(days=1))
    earlier = today.filter(recipient__in=[seat.student_id, *(each.user_id for each in second)]).order_by()
    told: Counter[int | None] = Counter(earlier.values_list("recipient", flat=True))
    facts = {
        "child": seat.child.name if seat.child else "",
        "class": row.lesson.camp_class.name,
        "left_at": row.at.isoformat(),
        "collector": row.with_name,
        "reason": row.reason,
        "staff": row.by.name,
    }
    if told[seat.student_id] < MAX_EMAILS_A_DAY:
        put(kind, recipient_id=seat.student_id, about=row.uuid, facts=facts, now=now)
    for each in second:
        if told[each.user_id] < MAX_EMAILS_A_DAY:
            put_to_guardian(kind, each, about=row.uuid, facts=facts, now=now)

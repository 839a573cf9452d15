from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.guardians import told_about
from accounts.models import Child, User
from accounts.models.child import age_on
from care.models import ContactChild, PresenceEvent
from care.models.care_sheet import readable_texts
from care.paperwork.missing import missing_of
from care.paperwork.reading import READ_AFTER, READ_BEFORE, is_readable, record_reads
from care.presence.fold import Presence, presence_after
from classes.models import Enrollment, Lesson, Status
from core.database.folding import name_order


class LessonOfDay(NamedTuple):
    """``first_start`` and ``last_end`` are those of its class."""

    pk: int
    class_id: int
    class_name: str
    class_place: str
    own_place: str
    starts_at: datetime
    ends_at: datetime
    instructor_id: int
    instructor_name: str
    substitute_id: int | None
    substitute_name: str | None
    first_start: datetime
    last_end: datetime

    @property
    def place(self) -> str:
        return self.own_place or self.class_place


class TodayEvent(NamedTuple):
    uuid: UUID
    kind: str
    at: datetime
    with_name: str
    undoes: UUID | None


class TodayContact(NamedTuple):
    pk: int
    name: str
    relation: str
    phone: str
    emergency: bool
    may_pick_up: bool
    barred: bool


class TodaySeat(NamedTuple):
    pk: int
    class_id: int
    state: str
    child_id: int | None
    name: str
    born_on: date | None
    guardian_name: str
    guardian_phone: str
    sheet_id: int | None
    secret: str | None


@dataclass(frozen=True)
class TodayRow:
    """``texts`` None: not known, or not readable for this reader. ``is_readable`` False: the sheet is damaged."""

    seat: TodaySeat
    age: int | None
    is_registered: bool
    events: Sequence[TodayEvent]
    presence: Presence
    guardian_name: str | None = None
    guardian_phone: str | None = None
    second_guardians: Sequence[User] = ()
    texts: Mapping[str, str] | None = None
    is_readable: bool = True
    contacts: Sequence[TodayContact] = ()
    barred: Sequence[TodayContact] = ()
    missing: Sequence[str] = ()


@dataclass(frozen=True)
class TodayLesson:
    lesson: LessonOfDay
    rows: list[TodayRow]


@dataclass(frozen=True)
class Today:
    """``until``: when the reader may read more or less of it; None if no day is known."""

    lessons: list[TodayLesson]
    until: datetime | None


@transaction.atomic
def read_today(*, reader: User, day: date, now: datetime) -> Today:
    """The earliest first, and only what the reader may see. Records about which children the reader has read."""
    lessons = _lessons(reader, day, now)
    events = _events(lessons)
    seats = _seats(lessons, recorded={enrollment_id for _, enrollment_id in events})
    by_class: dict[int, list[TodaySeat]] = defaultdict(list)
    for seat in seats:
        by_class[seat.class_id].append(seat)
    readable = {lesson.class_id for lesson in lessons if _is_readable(lesson, reader, now)}
    children: dict[int | None, list[int]] = {
        class_id: [seat.child_id for seat in by_class[class_id] if seat.child_id] for class_id in readable
    }
    care = _Care(readable, now)
    record_reads(reader=reader, read=children, now=now)
    shown = [
        TodayLesson(
            lesson,
            [
                _row(seat, day, events.get((lesson.pk, seat.pk), ()), care if lesson.class_id in readable else None)
                for seat in by_class[lesson.class_id]
                if seat.state == Enrollment.State.CONFIRMED or (lesson.pk, seat.pk) in events
            ],
        )
        for lesson in lessons
    ]
    return Today(shown, min(_changes(lessons, now), default=None))


def _lessons(reader: User, day: date, now: datetime) -> list[LessonOfDay]:
    of_class = Lesson.objects.taking_place().filter(camp_class=OuterRef("camp_class"))
    seen = Lesson.objects.taking_place().seen_by(reader, now).filter(camp_class__status=Status.APPROVED)
    rows = seen.on_day(day).order_by("starts_at", name_order("camp_class__name"), "pk")
    columns = rows.values_list(
        *("pk", "camp_class", "camp_class__name", "camp_class__place", "place", "starts_at", "ends_at"),
        *("camp_class__instructor", "camp_class__instructor__name", "substitute", "substitute__name"),
        Subquery(of_class.order_by("starts_at").values("starts_at")[:1]),
        Subquery(of_class.order_by("-ends_at").values("ends_at")[:1]),
    )
    return [LessonOfDay(*row) for row in columns]


def _is_readable(lesson: LessonOfDay, reader: User, now: datetime) -> bool:
    return reader.is_admin or is_readable(lesson.first_start, lesson.last_end, now)


def _changes(lessons: Iterable[LessonOfDay], now: datetime) -> Iterable[datetime]:
    # The times at which ``is_readable`` changes.
    for lesson in lessons:
        for time in (lesson.first_start - READ_BEFORE, lesson.last_end + READ_AFTER):
            if time >= now:
                yield time


def _events(lessons: Sequence[LessonOfDay]) -> dict[tuple[int, int], list[TodayEvent]]:
    # By the ids of lesson and enrollment.
    found: dict[tuple[int, int], list[TodayEvent]] = defaultdict(list)
    rows = PresenceEvent.objects.filter(lesson__in=[lesson.pk for lesson in lessons]).order_by("at", "uuid")
    for lesson_id, enrollment_id, *values in rows.values_list("lesson", "enrollment", *TodayEvent._fields):
        found[lesson_id, enrollment_id].append(TodayEvent(*values))
    return found


def _seats(lessons: Sequence[LessonOfDay], recorded: Collection[int]) -> list[TodaySeat]:
    here = Enrollment.objects.filter(camp_class__in={lesson.class_id for lesson in lessons})
    # Those too that were canceled after something was recorded.
    seats = here.filter(Q(state=Enrollment.State.CONFIRMED) | Q(pk__in=recorded))
    named = seats.annotate(shown_name=Coalesce("child__name", "student__name"))
    rows = named.order_by(name_order("shown_name"), "pk").values_list(
        *("pk", "camp_class", "state", "child", "shown_name", "child__born_on"),
        *("student__name", "student__phone", "child__care_sheet", "child__care_sheet__secret"),
    )
    return [TodaySeat(*row) for row in rows]


class _Care:
    def __init__(self, class_ids: Collection[int], now: datetime) -> None:
        # A subquery, because Django and PostgreSQL handle each id of a long list by itself.
        child_ids = Enrollment.objects.filter(camp_class__in=class_ids).values("child")
        self.missing = missing_of(Child.objects.filter(pk__in=child_ids), now)
        self.contacts: dict[int, list[TodayContact]] = defaultdict(list)
        links = ContactChild.objects.filter(child__in=child_ids).order_by("contact")
        columns = (F(f"contact__{name}") for name in TodayContact._fields)
        for child_id, *values in links.values_list("child", *columns):
            self.contacts[child_id].append(TodayContact(*values))
        self.told = told_about(child_ids)

    def of(self, seat: TodaySeat) -> dict[str, Any]:
        child_id = seat.child_id or 0
        contacts = self.contacts.get(child_id, [])
        texts = None
        if seat.sheet_id is not None:
            texts = readable_texts(sheet_id=seat.sheet_id, child_id=child_id, secret=seat.secret or "")
        return {
            "texts": texts,
            "is_readable": seat.sheet_id is None or texts is not None,
            "contacts": [contact for contact in contacts if not contact.barred],
            "barred": [contact for contact in contacts if contact.barred],
            "missing": self.missing.get(child_id, []),
            "guardian_name": seat.guardian_name,
            "guardian_phone": seat.guardian_phone,
            "second_guardians": [each.user for each in self.told.get(child_id, ()) if each.user],
        }


def _row(seat: TodaySeat, day: date, events: Sequence[TodayEvent], care: _Care | None) -> TodayRow:
    if care is None:
        events = [event._replace(with_name="") for event in events]
    values = care.of(seat) if care and seat.child_id else {}
    is_registered = seat.state == Enrollment.State.CONFIRMED
    return TodayRow(seat, age_on(day, born_on=seat.born_on), is_registered, events, presence_after(events), **values)

"""Calendars of lessons (iCalendar, RFC 5545): one event for each lesson, in UTC and without e-mail addresses."""

import hashlib
import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from icalendar import STATUS, Calendar, Event, vDuration, vText

from accounts.locking import lock_account
from accounts.models import User
from classes.emails import child_fact
from classes.models import CampClass, Enrollment, Lesson, Status

TOKEN_BYTES = 32
REFRESH_INTERVAL = timedelta(hours=4)
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
ESCAPED = {ord("\\"): r"\\", ord(";"): r"\;", ord(","): r"\,", ord("\n"): r"\n"}
"""How iCalendar writes these characters in a text (RFC 5545, 3.3.11)."""


def calendar_token(*, user: User) -> str:
    return user.calendar_token or _store_token(user, renew=False)


def renew_calendar_token(*, user: User) -> str:
    return _store_token(user, renew=True)


@transaction.atomic
def _store_token(user: User, *, renew: bool) -> str:
    row = lock_account(user)
    if row.calendar_token and not renew:  # a concurrent request created it
        return row.calendar_token
    token = secrets.token_hex(TOKEN_BYTES)
    User.objects.filter(pk=row.pk).update(calendar_token=token)
    return token


def user_calendar(*, user: User, now: datetime) -> bytes:
    """Lessons of the classes in which the user or a child that they see is enrolled, or which the user teaches.

    The lessons of an enrollment that was canceled, or of a class that was withdrawn, are shown as canceled for as long
    as canceled lessons are.
    """
    since = now - Lesson.SHOWN_AFTER_CANCELLATION
    enrollments = (
        Enrollment.objects.filter(Q(state=Enrollment.State.CONFIRMED) | Q(released_at__gt=since))
        .seen_by(user)
        .exclude(confirmed_at=None)
        .select_related("child", "camp_class__instructor")
        .order_by("pk")
    )
    shown = Q(status=Status.APPROVED) | Q(withdrawn_at__gt=since)
    taught = CampClass.objects.taught_by(user).filter(shown).select_related("instructor").order_by("pk")
    lessons = defaultdict[int, list[Lesson]](list)
    class_ids = {each.camp_class_id for each in enrollments} | {each.pk for each in taught}
    for lesson in Lesson.objects.in_calendars(now).filter(camp_class__in=class_ids).order_by("starts_at"):
        lessons[lesson.camp_class_id].append(lesson)
    events = [event for each in enrollments for event in _enrolled_events(each, lessons[each.camp_class_id], now)]
    events += [event for each in taught for event in _class_events(each, lessons[each.pk], now)]
    return _calendar(f"user-{user.pk}", events)


def class_calendar(*, camp_class: CampClass, lessons: Iterable[Lesson], now: datetime) -> bytes:
    return _calendar(f"class-{camp_class.pk}", _class_events(camp_class, lessons, now))


def booking_calendar(*, name: str, enrollments: Iterable[Enrollment], now: datetime) -> bytes | None:
    """None if no lesson takes place.

    ``name`` identifies the calendar. The events have the same UIDs as in ``user_calendar``, so that a calendar app does
    not show them twice.
    """
    events = [event for each in enrollments for event in _enrolled_events(each, each.camp_class.shown_lessons, now)]
    return _calendar(name, events) if events else None


def _enrolled_events(enrollment: Enrollment, lessons: Iterable[Lesson], now: datetime) -> Iterator[Event]:
    camp_class, ended = enrollment.camp_class, enrollment.state == Enrollment.State.RELEASED
    # A child is named, so that siblings can be told apart.
    child = child_fact(enrollment.child)
    for lesson in lessons:
        uid = f"lesson-{lesson.pk}-enrollment-{enrollment.pk}"
        yield _event(uid, lesson, camp_class, now, canceled=ended, child=child)


def _class_events(camp_class: CampClass, lessons: Iterable[Lesson], now: datetime) -> Iterator[Event]:
    for lesson in lessons:
        yield _event(f"lesson-{lesson.pk}", lesson, camp_class, now, canceled=camp_class.is_withdrawn)


def _event(uid: str, lesson: Lesson, camp_class: CampClass, now: datetime, *, canceled: bool, child: str = "") -> Event:
    """The sequence number is one higher if the seat or the class was ``canceled``."""
    is_canceled = canceled or lesson.canceled_at is not None
    return Event.new(
        uid=_global(uid),
        sequence=lesson.revision + canceled,
        stamp=now,
        start=lesson.starts_at,
        end=lesson.ends_at,
        status=STATUS.CANCELLED if is_canceled else STATUS.CONFIRMED,
        summary=_text(f"{camp_class.name} ({child})" if child else camp_class.name),
        location=_text(lesson.place or camp_class.place) or None,
        description=_text(_description(camp_class)),
        url=f"{settings.SITE_URL}/all-classes/{camp_class.pk}",
    )


def _description(camp_class: CampClass) -> str:
    lines = (f"With {camp_class.instructor.name}.", f"Please bring: {camp_class.bring}" if camp_class.bring else "")
    return "\n".join(filter(None, lines))


def _calendar(uid: str, events: Iterable[Event]) -> bytes:
    calendar = Calendar.new(
        prodid="-//Craft Camp//Lessons//EN",
        uid=_global(uid),
        subcomponents=list(events),
    )
    # The names with x are those of older programs.
    for name in ("name", "x-wr-calname"):
        calendar.add(name, _text(settings.SITE_NAME))  # Calendar.new() would not escape it
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH_INTERVAL))
    content: bytes = calendar.to_ical()
    return content


def fingerprint(calendar: bytes) -> str:
    # Without the time at which the calendar was written.
    return hashlib.sha256(re.sub(rb"DTSTAMP:[0-9TZ]+", b"", calendar)).hexdigest()


def _global(uid: str) -> str:
    # The host makes the id unique among all calendars.
    return f"{uid}@{urlsplit(settings.SITE_URL).netloc}"


class Text(vText):
    """icalendar itself would write a backslash before an N as a line break."""

    def to_ical(self) -> bytes:
        return self.translate(ESCAPED).encode()


def _text(value: str) -> Text:
    # iCalendar cannot express control characters. Every kind of line break becomes the one that it writes: programs end
    # a line at the others too.
    return Text("\n".join(CONTROL_CHARACTERS.sub(" ", line) for line in value.splitlines()))

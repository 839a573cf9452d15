"""Lessons are read when the e-mail is sent, so that it shows their current times."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch

from classes.catalog.calendar import booking_calendar
from classes.emails import schedule_values
from classes.models import CampClass, Enrollment, EnrollmentQuerySet
from mail.facts import template_values
from mail.rendering import Details


def booking_details(facts: Mapping[str, Any], now: datetime) -> Details:
    """The lines by date, each with its coming lessons, and a calendar file; without seats that were canceled since."""
    lines = template_values(facts["lines"])
    booked = _seats().confirmed().filter(pk__in=[line["enrollment"] for line in lines])
    enrollments = list(booked.order_by("pk"))
    schedules = {each.pk: schedule_values(each.camp_class, now) for each in enrollments}
    lines = [line | {"schedule": schedules.get(line["enrollment"])} for line in lines]
    return _details({"lines": sorted(lines, key=_start)}, f"order-{facts['order']}", enrollments, now)


def moved_details(facts: Mapping[str, Any], now: datetime) -> Details:
    """The calendar file cancels the former lessons and adds the new ones."""
    enrollments = _seats().in_bulk([facts["former_enrollment"], facts["enrollment"]])
    first = _next_start(enrollments[facts["enrollment"]].camp_class, now)
    return _details({"first": first}, f"move-{facts['enrollment']}", enrollments.values(), now)


def shared_seat_details(facts: Mapping[str, Any], now: datetime) -> Details:
    """For a second guardian; the last of the seats is the present one."""
    enrollments = [_seats().get(pk=each) for each in facts["enrollments"]]
    present = enrollments[-1]
    has_seat = present.state == Enrollment.State.CONFIRMED
    first = _next_start(present.camp_class, now) if has_seat else None
    return _details({"first": first}, f"seat-{present.pk}", enrollments, now)


def _seats() -> EnrollmentQuerySet:
    classes = CampClass.objects.select_related("instructor").with_lessons()
    return Enrollment.objects.select_related("child").prefetch_related(Prefetch("camp_class", queryset=classes))


def _details(context: Mapping[str, Any], calendar_name: str, seats: Iterable[Enrollment], now: datetime) -> Details:
    calendar = booking_calendar(name=calendar_name, enrollments=seats, now=now)
    return Details(context, [("lessons.ics", calendar, "text/calendar")] if calendar else [])


def _start(line: Mapping[str, Any]) -> datetime:
    schedule = line["schedule"] or {}
    start: datetime = schedule.get("starts") or datetime.max.replace(tzinfo=UTC)  # without coming lessons: last
    return start


def _next_start(camp_class: CampClass, now: datetime) -> datetime | None:
    return next((lesson.starts_at for lesson in camp_class.shown_lessons if lesson.starts_at > now), None)

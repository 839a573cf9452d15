"""Compares the schedule that students booked with the present one, and opens full refunds (docs/adr/0019)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Case, DateTimeField, Q, Value, When
from django.db.models.functions import Greatest

from classes.models import CampClass, FormerSchedule
from core.site_time import site_day

FULL_REFUND_AFTER_CHANGE = timedelta(days=7)
NEAR = timedelta(minutes=30)
"""A lesson that starts and ends at most this much earlier or later, on the same day, changes no plans."""


class ScheduledLesson(NamedTuple):
    """``place`` is the place of the class if the lesson has none; it may be empty."""

    starts_at: datetime
    ends_at: datetime
    place: str

    def is_as_booked(self, booked: "ScheduledLesson") -> bool:
        """Day and place are as booked, and the times nearly so. A booking may have had no place."""
        moved = max(abs(self.starts_at - booked.starts_at), abs(self.ends_at - booked.ends_at))
        same_day = site_day(self.starts_at) == site_day(booked.starts_at)
        same_place = not booked.place or self.place.casefold().split() == booked.place.casefold().split()
        return same_day and moved <= NEAR and same_place


Schedule = Sequence[ScheduledLesson]
"""The lessons of a class, the earliest first."""


def is_as_booked(present: Schedule, booked: Schedule) -> bool:
    """No lesson was added, canceled, moved far, or given another place since the booking."""
    return len(present) == len(booked) and all(map(ScheduledLesson.is_as_booked, present, booked))


def open_full_refunds(*, camp_class: CampClass, before: Schedule, after: Schedule, now: datetime) -> None:
    """For a week, for each student who booked another schedule. The class is locked.

    A student who let such a week pass has accepted the schedule of that time, unless the class had no lessons. If a
    class gets lessons again, the refund opens too, because its students may have made other plans. A new place does not
    change lessons that have started.
    """
    assert connection.in_atomic_block
    started = [each for each in before if each.starts_at <= now]
    after = [*started, *(each for each in after if each.starts_at > now)]
    seats = camp_class.enrollments.that_know_the_schedule(now)
    if after == before or not seats.exists():
        return
    booked = {each.pk: schedule_in(each) for each in FormerSchedule.objects.filter(enrollments__in=seats).distinct()}
    other = [pk for pk, schedule in booked.items() if before and not is_as_booked(before, schedule)]
    accepted = seats.filter(Q(booked_schedule=None) | Q(booked_schedule__in=other, full_refund_until__lt=now))
    if accepted.exists():
        former = _store(camp_class, before)
        booked[former.pk] = before
        first_start = Value(before[0].starts_at if before else None, DateTimeField())
        # A refund that is open because the school has moved the seat to this class stays open.
        still_open = Case(When(full_refund_until__gte=now, then="full_refund_until"), default=None)
        accepted.update(
            booked_schedule=former, booked_start=Greatest("booked_start", first_start), full_refund_until=still_open
        )
    if not after:  # The class had dates meanwhile, so students who booked it without dates know some.
        seats.filter(booked_start=None).update(booked_start=before[0].starts_at)
    different = [pk for pk, schedule in booked.items() if not before or not is_as_booked(after, schedule)]
    seats.filter(booked_schedule__in=different).update(full_refund_until=now + FULL_REFUND_AFTER_CHANGE)


def _store(camp_class: CampClass, schedule: Schedule) -> FormerSchedule:
    lessons = [[each.starts_at.isoformat(), each.ends_at.isoformat(), each.place] for each in schedule]
    return FormerSchedule.objects.create(camp_class=camp_class, lessons=lessons)


def schedule_in(former: FormerSchedule) -> Schedule:
    return [
        ScheduledLesson(datetime.fromisoformat(starts), datetime.fromisoformat(ends), place)
        for starts, ends, place in former.lessons
    ]

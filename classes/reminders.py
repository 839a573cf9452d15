"""Reminders, which students get three days before the first lesson of a class."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from classes.models import CampClass, Enrollment
from mail import outbox
from mail.models import OutboxEmail

REMIND_BEFORE = timedelta(days=3)


def put_due_reminders(*, now: datetime) -> int:
    """Queues a reminder for each seat in a class that starts within three days. Returns the number of new reminders.

    A seat that was booked within these days gets none, because the booking e-mail has just named the first lesson.
    """
    count = 0
    for camp_class in _starting_soon(now):
        with transaction.atomic():
            for enrollment in _without_reminder(camp_class):
                _put(enrollment, camp_class, now)
                count += 1
    return count


def _starting_soon(now: datetime) -> QuerySet[CampClass]:
    """Returns the approved classes whose first lesson starts within three days, with ``first_start``."""
    classes = CampClass.objects.listed().with_schedule()
    return classes.filter(Q(first_start__gt=now, first_start__lte=now + REMIND_BEFORE))


def _without_reminder(camp_class: CampClass) -> list[Enrollment]:
    reminders = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.REMINDER, recipient=OuterRef("student"))
    assert camp_class.first_start is not None
    seats = camp_class.enrollments.confirmed().filter(
        confirmed_at__lte=camp_class.first_start - REMIND_BEFORE, student__wants_reminders=True
    )
    unreminded = seats.alias(about=Cast("pk", CharField())).exclude(Exists(reminders.filter(about=OuterRef("about"))))
    return list(unreminded.select_related("child"))


def _put(enrollment: Enrollment, camp_class: CampClass, now: datetime) -> None:
    assert camp_class.first_start is not None
    facts = {
        "class": camp_class.name,
        "classId": camp_class.pk,
        "child": outbox.first_name(enrollment.child.name) if enrollment.child else "",
        "starts": camp_class.first_start.isoformat(),
        "place": camp_class.place,
        "bring": camp_class.bring,
    }
    outbox.put(
        OutboxEmail.Kind.REMINDER,
        recipient_id=enrollment.student_id,
        about=enrollment.pk,
        facts=facts,
        now=now,
        valid_until=camp_class.first_start,
    )

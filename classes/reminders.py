"""Reminders, which students get three days before the first lesson of a class."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from classes.batch import for_each_class
from classes.emails import participant_facts
from classes.models import CampClass, Enrollment
from classes.seats import sql
from mail import outbox
from mail.models import OutboxEmail

REMIND_BEFORE = timedelta(days=3)


def put_due_reminders(*, now: datetime) -> int:
    """Queues a reminder for each seat in a class that starts within three days. Returns the number of new reminders.

    A seat that was booked within these days gets none, because the booking e-mail has just named the first lesson.
    """
    class_ids = _starting_soon(now).values_list("pk", flat=True)
    return sum(for_each_class(class_ids, lambda class_id: _put_of_class(class_id, now), "the reminders"))


def delete_queued_reminders(*, camp_class_id: int, enrollment_id: int | None = None) -> None:
    """Deletes the queued reminders of a class, or only the one for an enrollment. The caller has locked the class.

    ``put_due_reminders`` then queues new ones if they are still due.
    """
    outbox.delete_queued(OutboxEmail.Kind.REMINDER, prefix=_cause(camp_class_id, enrollment_id))


def _cause(camp_class_id: int, enrollment_id: int | None) -> str:
    """Returns the beginning of ``OutboxEmail.about`` of a reminder; the start of the first lesson is its end."""
    return f"{camp_class_id}/" if enrollment_id is None else f"{camp_class_id}/{enrollment_id}/"


@transaction.atomic
def _put_of_class(class_id: int, now: datetime) -> int:
    # Under the lock, no lesson is moved and no seat is released between the query and the commit.
    sql.select_classes_for_update([class_id])
    camp_class = _starting_soon(now).filter(pk=class_id).first()
    if camp_class is None:
        return 0
    enrollments = _without_reminder(camp_class)
    for enrollment in enrollments:
        _put(enrollment, camp_class, now)
    return len(enrollments)


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
    start = Value(f"/{camp_class.first_start.isoformat()}")
    about = Concat(Value(_cause(camp_class.pk, None)), Cast("pk", CharField()), start)
    unreminded = seats.alias(about=about).exclude(Exists(reminders.filter(about=OuterRef("about"))))
    return list(unreminded.select_related("child"))


def _put(enrollment: Enrollment, camp_class: CampClass, now: datetime) -> None:
    assert camp_class.first_start is not None
    start = camp_class.first_start.isoformat()
    facts = {"starts": start, "place": camp_class.place, "bring": camp_class.bring}
    outbox.put(
        OutboxEmail.Kind.REMINDER,
        recipient_id=enrollment.student_id,
        about=_cause(camp_class.pk, enrollment.pk) + start,
        facts=participant_facts(camp_class, enrollment.child) | facts,
        now=now,
        valid_until=camp_class.first_start,
    )

"""Tells the students of a class what has changed: in their calendars, by e-mail, and by a full refund."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import F

from accounts.guardians import told_about
from classes.catalog.schedules import Schedule, ScheduledLesson, open_full_refunds
from classes.emails import child_fact, class_facts, delete_queued_reminders
from classes.models import CampClass
from mail import outbox
from mail.models import OutboxEmail


@dataclass(frozen=True)
class Announced:
    """What the students of a class know of it. ``facts`` are those of an e-mail; times are UTC."""

    facts: dict[str, Any]
    schedule: Schedule

    @property
    def in_events(self) -> tuple[object, ...]:
        return tuple(self.facts[name] for name in ("name", "place", "bring", "instructor"))

    def is_over(self, now: datetime) -> bool:
        return bool(self.schedule) and max(lesson.ends_at for lesson in self.schedule) <= now


def announced(camp_class: CampClass) -> Announced:
    """Reads the locked class. Pass the result to ``tell_changes`` after the change."""
    lessons = camp_class.lessons.taking_place().order_by("starts_at")
    return Announced(
        facts={
            "name": camp_class.name,
            "place": camp_class.place,
            "bring": camp_class.bring,
            "ages": camp_class.ages_text,
            "instructor": camp_class.instructor_id,
            "lessons": [
                {
                    "starts": each.starts_at.isoformat(),
                    "ends": each.ends_at.isoformat(),
                    "place": each.place if each.place != camp_class.place else "",
                }
                for each in lessons
            ],
        },
        schedule=[ScheduledLesson(each.starts_at, each.ends_at, each.place or camp_class.place) for each in lessons],
    )


def tell_changes(*, camp_class: CampClass, before: Announced, now: datetime) -> None:
    """The students of the locked class get one e-mail about what differs from ``before``.

    After a handover both instructors get an e-mail too. Two lessons that exchange their times are no difference. The
    students of a class that is over get no e-mail.
    """
    after = announced(camp_class)
    if after.in_events != before.in_events:
        camp_class.lessons.taking_place().update(revision=F("revision") + 1)
    open_full_refunds(camp_class=camp_class, before=before.schedule, after=after.schedule, now=now)
    if after.facts["instructor"] != before.facts["instructor"]:
        _tell_instructors(camp_class, former_id=before.facts["instructor"], now=now)
    is_over = before.is_over(now) and after.is_over(now)
    if not is_over and after.facts != before.facts:
        delete_queued_reminders(camp_class_id=camp_class.pk)
        _put_emails(camp_class, before, after, now)


def _tell_instructors(camp_class: CampClass, *, former_id: int, now: datetime) -> None:
    # If the class comes back within minutes, the merged e-mail is not sent.
    for instructor_id, teaches in ((former_id, False), (camp_class.instructor_id, True)):
        outbox.put_or_merge(
            OutboxEmail.Kind.CLASS_HANDED_OVER,
            recipient_id=instructor_id,
            topic=camp_class.pk,
            facts=class_facts(camp_class) | {"before": not teaches, "after": teaches},
            kept=("before",),
            now=now,
        )


def _put_emails(camp_class: CampClass, before: Announced, after: Announced, now: datetime) -> None:
    """One e-mail for each account, and for each second guardian of a child; changes within minutes become one."""
    facts = class_facts(camp_class) | {"before": before.facts, "after": after.facts}
    seats = camp_class.enrollments.confirmed().select_related("child").order_by("student", "pk")
    told = told_about([seat.child_id for seat in seats])
    for seat in seats:
        for each in told.get(seat.child_id or 0, ()):
            outbox.put_or_merge(
                OutboxEmail.Kind.CLASS_CHANGED,
                recipient_id=each.user_id or 0,
                topic=f"{camp_class.pk}/{each.pk}",
                facts=facts | {"guardian": True, "children": [child_fact(seat.child)], "refund_until": None},
                kept=("before",),
                now=now,
                guardianship_id=each.pk,
            )
    for student_id, own in groupby(seats, key=attrgetter("student_id")):
        enrollments = list(own)
        ends = [enrollment.full_refund_until for enrollment in enrollments]
        until = None if None in ends else min(end for end in ends if end)
        own_facts: dict[str, Any] = {
            "children": [child_fact(each.child) for each in enrollments],
            "refund_until": until.isoformat() if until and until > now else None,
            "price": str(sum((enrollment.price for enrollment in enrollments), Decimal(0))),
        }
        outbox.put_or_merge(
            OutboxEmail.Kind.CLASS_CHANGED,
            recipient_id=student_id,
            topic=camp_class.pk,
            facts=facts | own_facts,
            kept=("before",),
            now=now,
        )

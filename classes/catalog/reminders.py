"""Reminders, which students get before the first lesson of a class and before the opening of a season."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.guardians import told_about
from accounts.models import Guardianship, Role, User
from classes.batch import for_each_class
from classes.emails import participant_facts, reminder_cause
from classes.models import (
    CampClass,
    Enrollment,
    ScheduledClass,
    Season,
    Selection,
    is_returning_family,
    scheduled_classes,
)
from classes.seats import sql
from core.site_time import site_day
from mail import outbox
from mail.guardians import put_to_guardian
from mail.models import OutboxEmail

REMIND_BEFORE = timedelta(days=3)
"""How long before the first lesson."""
TELL_OPENING_BEFORE = timedelta(days=2)


def put_due_reminders(*, now: datetime) -> int:
    """Returns the number of new reminders for classes that start within three days.

    A seat that was booked within these days gets none, because the booking e-mail has just named the first lesson.
    """
    class_ids = _starting_soon(now).values_list("pk", flat=True)
    return sum(for_each_class(class_ids, lambda class_id: _put_of_class(class_id, now), "the reminders"))


@transaction.atomic
def _put_of_class(class_id: int, now: datetime) -> int:
    # Under the lock, no lesson is moved and no seat is released between the query and the commit.
    sql.select_classes_for_update([class_id])
    camp_class = _starting_soon(now).filter(pk=class_id).first()
    if camp_class is None:
        return 0
    seats = _seats_to_remind(camp_class)
    told = told_about([seat.child_id for seat in seats])
    known = set(
        OutboxEmail.objects.filter(
            kind=OutboxEmail.Kind.REMINDER, about__in=[_cause(seat, camp_class) for seat in seats]
        ).values_list("about", "recipient")
    )
    number = 0
    for seat in seats:
        if seat.student.wants_reminders and (_cause(seat, camp_class), seat.student_id) not in known:
            _put(seat, camp_class, None, now)
            number += 1
        for each in told.get(seat.child_id or 0, ()):
            if each.user and each.user.wants_reminders and (_cause(seat, camp_class), each.user_id) not in known:
                _put(seat, camp_class, each, now)
                number += 1
    return number


def _starting_soon(now: datetime) -> QuerySet[ScheduledClass]:
    return scheduled_classes().listed().filter(Q(first_start__gt=now, first_start__lte=now + REMIND_BEFORE))


def _seats_to_remind(camp_class: ScheduledClass) -> list[Enrollment]:
    assert camp_class.first_start is not None
    booked_before = camp_class.enrollments.confirmed().filter(confirmed_at__lte=camp_class.first_start - REMIND_BEFORE)
    return list(booked_before.select_related("student", "child").order_by("pk"))


def _cause(seat: Enrollment, camp_class: ScheduledClass) -> str:
    assert camp_class.first_start is not None
    return reminder_cause(camp_class.pk, seat.pk) + camp_class.first_start.isoformat()


def _put(seat: Enrollment, camp_class: ScheduledClass, guardianship: Guardianship | None, now: datetime) -> None:
    """To the student, or to this second guardian of the child."""
    start = camp_class.first_start
    assert start is not None
    facts = {"starts": start.isoformat(), "place": camp_class.place, "bring": camp_class.bring}
    content: dict[str, Any] = {
        "about": _cause(seat, camp_class),
        "facts": participant_facts(camp_class, seat.child) | facts,
        "now": now,
        "valid_until": start,
    }
    if guardianship is None:
        outbox.put(OutboxEmail.Kind.REMINDER, recipient_id=seat.student_id, **content)
    else:
        put_to_guardian(OutboxEmail.Kind.REMINDER, guardianship, **content)


def put_due_openings(*, now: datetime) -> int:
    """An account gets one e-mail about each season. Returns the number of new e-mails."""
    opening = Season.objects.opening_between(now, now + TELL_OPENING_BEFORE)
    return sum(_put_openings_of_season(season_id, now) for season_id in list(opening.values_list("pk", flat=True)))


def delete_queued_openings(season: Season) -> None:
    """For a season that is being changed; ``put_due_openings`` puts the e-mails again."""
    outbox.delete_queued(OutboxEmail.Kind.SEASON_OPENS, prefix=_cause_of_season(season))


def _cause_of_season(season: Season) -> str:
    return f"{season.pk}/"


@transaction.atomic
def _put_openings_of_season(season_id: int, now: datetime) -> int:
    # Under the lock, the season is not changed between the query and the commit.
    season = Season.objects.select_for_update(no_key=True).filter(pk=season_id).first()
    return sum(_put_openings(season, returning, now) for returning in (True, False)) if season else 0


def _put_openings(season: Season, returning: bool, now: datetime) -> int:
    opens_at = season.opening.opens_for(is_returning=returning)
    if opens_at is None or not now < opens_at <= now + TELL_OPENING_BEFORE:
        return 0
    accounts = _accounts_to_tell(season, now, to_returning=returning).values_list("pk", flat=True)
    is_earlier = opens_at != season.opens_at
    facts = {"season": season.name, "season_id": season.pk, "opens": opens_at.isoformat(), "returning": is_earlier}
    by_account = {account: facts | {"account": account} for account in accounts}
    kind, about = OutboxEmail.Kind.SEASON_OPENS, _cause_of_season(season)
    outbox.put_all(kind, about=about, facts=by_account, now=now, valid_until=opens_at)
    return len(by_account)


def _accounts_to_tell(season: Season, now: datetime, *, to_returning: bool) -> QuerySet[User]:
    # Students who have selected a class of the season, have a seat in a season that began earlier, or were imported as
    # returning and have logged in; without the accounts that have the e-mail already. A season without a class in the
    # public lists has none.
    listed = CampClass.objects.listed().filter(season=season)
    selected = Selection.objects.filter(camp_class__in=listed).values("student")
    former = Enrollment.objects.confirmed().filter(camp_class__season__starts_on__lt=season.starts_on).values("student")
    imported = User.objects.bound().filter(returning_until__gte=site_day(now)).values("pk")
    emails = OutboxEmail.objects.filter(kind=OutboxEmail.Kind.SEASON_OPENS, about=_cause_of_season(season))
    students = User.objects.filter(role=Role.STUDENT, is_active=True, wants_reminders=True)
    chosen = students.filter(Exists(listed), pk__in=selected.union(former, imported))
    untold = chosen.exclude(Exists(emails.filter(recipient=OuterRef("pk"))))
    condition = is_returning_family(site_day(now))
    return untold.filter(condition if to_returning else ~condition)

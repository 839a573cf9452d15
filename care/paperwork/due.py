"""The e-mails name what is missing, and nothing about health."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Child, User
from care.paperwork.missing import AGREEMENTS, PAPER, missing_of, with_missing
from classes.catalog.seasons import lock_season
from classes.emails import class_facts
from classes.models import Enrollment, EnrollmentQuerySet, Lesson, ScheduledClass, Season, scheduled_classes
from core.database.folding import name_order
from core.errors import NotFound
from core.names import NO_EMAIL
from core.site_time import site_day
from mail import outbox
from mail.facts import one_line
from mail.models import OutboxEmail
from mail.rendering import Details

ASK_DAYS_BEFORE = (2, 7, 21)
"""An e-mail asks so many days before the first lesson."""
BY_NAME = ("name_order", "pk")
MAX_IDS = 200
IN_WORDS = {
    "phone": "your phone number",
    "contact": "an emergency contact",
    "pickup": "who may pick up your child",
    "sheet": "the care sheet",
    AGREEMENTS: "an agreement to sign",
    PAPER: "a paper to show at the office",
}

Kind = OutboxEmail.Kind


class ChildSeat(NamedTuple):
    child_id: int
    child_name: str
    class_id: int
    class_name: str
    guardian_id: int
    guardian_name: str
    email: str
    phone: str
    wants_reminders: bool


@dataclass(frozen=True)
class ChildPaperwork:
    """``seats``: in classes that are not over."""

    seats: list[ChildSeat]
    missing: list[str]


@dataclass(frozen=True)
class AskingPreview:
    """``unreached``: also the guardians who want no reminders."""

    recipients: int
    unreached: list[User]
    sent: int = 0


def lacking_in_season(*, season_id: int, now: datetime, text: str = "", part: str = "") -> list[Any]:
    """The children with a seat ahead in the season who lack something, each with ``missing``; in ``BY_NAME``.

    ``part``: only the children who lack it. Each word of ``text`` begins a word in the name of the child or of its
    guardian, or in the e-mail address.
    """
    if not Season.objects.filter(pk=season_id).exists():
        raise NotFound
    children = Child.objects.filter(pk__in=_ahead(_seats_in(season_id)).values("child"))
    for word in text.split():
        children = children.matching(word)
    found = with_missing(children.only("pk").annotate(name_order=name_order("name")).order_by(*BY_NAME), now)
    return [child for child in found if child.missing and (not part or part in child.missing)]


def paperwork_in_season(*, season_id: int, children: Iterable[Any]) -> list[ChildPaperwork]:
    """Of children with ``missing``."""
    missing = {child.pk: child.missing for child in children}
    seats = _ahead(_seats_in(season_id))
    # Django handles each id of a long list by itself.
    return _of_children(seats.filter(child__in=missing) if len(missing) <= MAX_IDS else seats, missing)


def paperwork_of_lessons(*, until: datetime, now: datetime) -> list[ChildPaperwork]:
    """Of the children with a lesson that isn't over and begins by then; ``seats`` are those of these lessons."""
    lessons = Lesson.objects.taking_place().filter(starts_at__lte=until, ends_at__gt=now)
    return _lacking(Enrollment.objects.confirmed().filter(camp_class__in=lessons.values("camp_class")), now)


@transaction.atomic
def ask_for_paperwork(*, season_id: int, now: datetime) -> int:
    """Queues at most one e-mail a day to each guardian. Returns the number of new e-mails."""
    season = lock_season(season_id)
    facts = {"season": season.name, "season_id": season.pk}
    to_ask = _guardians_to_ask(_guardians_lacking(season_id, now), now)
    by_account = {each: facts | {"account": each} for each in to_ask}
    return outbox.put_all(Kind.CARE_DUE, about=_asked_on(now), facts=by_account, now=now)


def preview_asking(*, season_id: int, now: datetime) -> AskingPreview:
    lacking = _guardians_lacking(season_id, now)
    unreached = list(outbox.unreached(list(lacking), by_reminder=True))
    to_ask = _guardians_to_ask(lacking, now)
    return AskingPreview(sum(not lacking[each].email.endswith(NO_EMAIL) for each in to_ask), unreached)


def _guardians_lacking(season_id: int, now: datetime) -> dict[int, ChildSeat]:
    children = lacking_in_season(season_id=season_id, now=now)
    lacking = paperwork_in_season(season_id=season_id, children=children)
    return {each.seats[0].guardian_id: each.seats[0] for each in lacking}


def _guardians_to_ask(lacking: Mapping[int, ChildSeat], now: datetime) -> set[int]:
    asked = OutboxEmail.objects.filter(kind=Kind.CARE_DUE, about=_asked_on(now)).values_list("recipient", flat=True)
    return {guardian_id for guardian_id, each in lacking.items() if each.wants_reminders} - set(asked)


def _asked_on(now: datetime) -> str:
    return f"asked/{site_day(now)}"


def put_due_care_emails(*, now: datetime) -> None:
    """For classes that start within three weeks."""
    soon = Q(first_start__gt=now, first_start__lte=now + _days(ASK_DAYS_BEFORE[-1]))
    starting = {each.pk: each for each in scheduled_classes().listed().filter(soon)}
    guardians: dict[int, set[int]] = defaultdict(set)
    for each in _lacking(Enrollment.objects.confirmed().filter(camp_class__in=starting), now):
        for seat in each.seats:
            if seat.wants_reminders:
                guardians[seat.class_id].add(seat.guardian_id)
    for class_id, accounts in guardians.items():
        _put(starting[class_id], accounts, now)


@transaction.atomic
def _put(camp_class: ScheduledClass, accounts: Iterable[int], now: datetime) -> None:
    start = camp_class.first_start
    assert start is not None
    days = next(days for days in ASK_DAYS_BEFORE if start <= now + _days(days))
    facts = class_facts(camp_class) | {"starts": start.isoformat()}
    outbox.put_all(
        Kind.CARE_DUE,
        about=f"{camp_class.pk}/{days}",
        facts={account: facts | {"account": account} for account in accounts},
        now=now,
        valid_until=start,
    )


def _lacking(seats: EnrollmentQuerySet, now: datetime) -> list[ChildPaperwork]:
    # By child.
    ahead = _ahead(seats)
    missing = missing_of(Child.objects.filter(pk__in=ahead.values("child")).order_by("pk"), now)
    return _of_children(ahead, {child_id: parts for child_id, parts in missing.items() if parts})


def _seats_in(season_id: int) -> EnrollmentQuerySet:
    return Enrollment.objects.confirmed().filter(camp_class__season=season_id)


def _ahead(seats: EnrollmentQuerySet) -> EnrollmentQuerySet:
    return seats.filter(camp_class__ended_at=None, child__isnull=False)


def _of_children(seats: EnrollmentQuerySet, missing: Mapping[int, list[str]]) -> list[ChildPaperwork]:
    by_child: dict[int, list[ChildSeat]] = defaultdict(list)
    # Values, because a season has thousands of seats.
    rows = seats.order_by("pk").values_list(
        *("child", "child__name", "camp_class", "camp_class__name", "student", "student__name"),
        *("student__email", "student__phone", "student__wants_reminders"),
    )
    for row in rows:
        if row[0] in missing:
            by_child[row[0]].append(ChildSeat(*row))
    return [ChildPaperwork(by_child[child_id], parts) for child_id, parts in missing.items() if child_id in by_child]


def _days(number: int) -> timedelta:
    return timedelta(days=number)


def still_lacks(email: OutboxEmail) -> bool:
    """A child of the recipient still has a seat there, and still lacks paperwork."""
    return bool(email.facts and _lines(email.facts, timezone.now()))


def missing_paperwork(facts: Mapping[str, Any], now: datetime) -> Details:
    return Details({"lines": _lines(facts, now)})


def booked_without_paperwork(facts: Mapping[str, Any], now: datetime) -> Details:
    """The names of the booked children who lack paperwork."""
    if not settings.CARE:
        return Details()
    booked = Enrollment.objects.confirmed().filter(pk__in=[line["enrollment"] for line in facts["lines"]])
    return Details({"lacking": [one_line(each.seats[0].child_name) for each in _lacking(booked, now)]})


def _lines(facts: Mapping[str, Any], now: datetime) -> list[dict[str, Any]]:
    if not settings.CARE:
        return []
    where = {"camp_class": facts["class_id"]} if "class_id" in facts else {"camp_class__season": facts["season_id"]}
    seats = Enrollment.objects.confirmed().filter(student=facts["account"], **where)
    return [
        {
            "child": one_line(each.seats[0].child_name),
            "missing": list(
                dict.fromkeys(IN_WORDS[PAPER if part.startswith(PAPER) else part] for part in each.missing)
            ),
        }
        for each in _lacking(seats, now)
    ]

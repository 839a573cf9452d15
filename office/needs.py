"""What waits for the office. Each line leads to exactly its rows, by the filters in its address."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import QuerySet

from care.paperwork.due import ChildPaperwork, paperwork_of_lessons
from classes.alerts import classes_below_minimum
from classes.models import CampClass, Status, WaitlistEntry
from core.models import SiteProblem
from core.names import NO_EMAIL
from core.site_time import day_bounds, site_day
from mail.models import OutboxEmail
from payments.desk.owed import OwedItem, list_owed

PAPERWORK_BEFORE = timedelta(days=7)
"""The paperwork of the children that have a lesson in these days."""
FAILED_SINCE = timedelta(days=7)
DASHBOARD = "/dashboard"


class NeedKind(StrEnum):
    REVIEW = "review"
    OWED = "owed"
    DISPUTE = "dispute"
    RESERVATION = "reservation"
    PAPERWORK = "paperwork"
    BELOW_MINIMUM = "below_minimum"
    OFFER = "offer"
    EMAIL_FAILED = "email_failed"
    SITE_CHECK = "site_check"


@dataclass(frozen=True)
class Need:
    """``amount``: dollars; None where no money waits."""

    kind: NeedKind
    count: int
    href: str
    amount: Decimal | None = None


class Morning:
    """What several kinds read."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    @cached_property
    def owed(self) -> list[OwedItem]:
        return list_owed(now=self.now)


def list_needs(*, now: datetime) -> list[Need]:
    """In a constant number of queries; without the kinds of which nothing waits."""
    morning = Morning(now)
    return [need for find in NEEDS if (need := find(morning)).count]


def families_in_need(kind: NeedKind, now: datetime) -> tuple[set[int], set[int]]:
    """The accounts and the children behind ``PAPERWORK`` or ``OFFER``."""
    rows: list[tuple[int, int | None]]
    if kind == NeedKind.OFFER:
        rows = list(_offers_without_email(now).values_list("student", "child"))
    else:
        rows = [(child.seats[0].guardian_id, child.seats[0].child_id) for child in _lacking_paperwork(now)]
    return {account for account, _ in rows}, {child for _, child in rows if child is not None}


def _review(morning: Morning) -> Need:
    pending = CampClass.objects.filter(status=Status.PENDING)
    href = f"{DASHBOARD}/manage-classes?{urlencode({'status': Status.PENDING.value})}"
    return Need(NeedKind.REVIEW, pending.count(), href)


def _owed(morning: Morning) -> Need:
    kinds = OwedItem.Kind.OWED, OwedItem.Kind.FAILED, OwedItem.Kind.UNASSIGNED
    return _of_money(NeedKind.OWED, morning, *kinds)


def _dispute(morning: Morning) -> Need:
    return _of_money(NeedKind.DISPUTE, morning, OwedItem.Kind.DISPUTED)


def _reservation(morning: Morning) -> Need:
    return _of_money(NeedKind.RESERVATION, morning, OwedItem.Kind.RESERVATION)


def _of_money(need: NeedKind, morning: Morning, *kinds: OwedItem.Kind) -> Need:
    items = [each for each in morning.owed if each.kind in kinds]
    href = f"{DASHBOARD}/money?{urlencode([('kind', kind.value) for kind in kinds])}"
    return Need(need, len(items), href, sum((each.amount for each in items), Decimal(0)))


def _paperwork(morning: Morning) -> Need:
    return _of_families(NeedKind.PAPERWORK, len(_lacking_paperwork(morning.now)))


def _lacking_paperwork(now: datetime) -> list[ChildPaperwork]:
    return paperwork_of_lessons(until=now + PAPERWORK_BEFORE, now=now)


def _below_minimum(morning: Morning) -> Need:
    href = f"{DASHBOARD}/manage-classes?show={NeedKind.BELOW_MINIMUM}"
    return Need(NeedKind.BELOW_MINIMUM, len(classes_below_minimum(morning.now)), href)


def _offer(morning: Morning) -> Need:
    families, _ = families_in_need(NeedKind.OFFER, morning.now)
    return _of_families(NeedKind.OFFER, len(families))


def _offers_without_email(now: datetime) -> QuerySet[WaitlistEntry]:
    live = WaitlistEntry.objects.offered().filter(offer__held_until__gt=now)
    return live.filter(student__email__endswith=NO_EMAIL)


def _of_families(kind: NeedKind, count: int) -> Need:
    return Need(kind, count, f"{DASHBOARD}/all-users?needs={kind}")


def _email_failed(morning: Morning) -> Need:
    since, _ = day_bounds(site_day(morning.now - FAILED_SINCE))
    failed = OutboxEmail.objects.failed().filter(created_at__gte=since)
    query = urlencode({"state__exact": OutboxEmail.State.FAILED.value, "created_at__gte": since.isoformat()})
    return Need(NeedKind.EMAIL_FAILED, failed.count(), f"/admin/mail/outboxemail/?{query}")


def _site_check(morning: Morning) -> Need:
    told = SiteProblem.objects.exclude(told_at=None)
    return Need(NeedKind.SITE_CHECK, told.count(), f"{DASHBOARD}/settings/check")


NEEDS: tuple[Callable[[Morning], Need], ...] = (
    _review,
    _owed,
    _dispute,
    _reservation,
    _paperwork,
    _below_minimum,
    _offer,
    _email_failed,
    _site_check,
)

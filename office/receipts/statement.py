from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from classes.models import Enrollment
from core.models import School
from core.names import name_key
from core.site_time import day_bounds, site_day
from office.receipts.receipt import GIVEN_BACK, charged, returned
from office.receipts.service_days import lessons_of_seats
from payments.models import LedgerEntry

PAID: dict[str, str] = {
    LedgerEntry.Method.CARD: "Paid by card",
    LedgerEntry.Method.CASH: "Paid in cash",
    LedgerEntry.Method.CHECK: "Paid by check",
    LedgerEntry.Method.TRANSFER: "Paid by bank transfer",
}
PAID_OR_BACK = (LedgerEntry.Kind.CHARGE, *GIVEN_BACK)


@dataclass
class ClassDays:
    """``days`` of the year, each once."""

    class_id: int
    name: str
    days: list[date] = field(default_factory=list)

    def add(self, day: date) -> None:
        if day not in self.days[-1:]:
            self.days.append(day)


class Sums:
    """In dollars."""

    entries: list[LedgerEntry]

    @property
    def paid(self) -> Decimal:
        return charged(self.entries)

    @property
    def refunded(self) -> Decimal:
        return returned(self.entries)


@dataclass
class ParticipantYear(Sums):
    """``child_id`` is None for the account holder."""

    child_id: int | None
    name: str
    entries: list[LedgerEntry] = field(default_factory=list)
    days: dict[int, ClassDays] = field(default_factory=dict)

    @property
    def classes(self) -> list[ClassDays]:
        return list(self.days.values())


@dataclass(frozen=True)
class Statement(Sums):
    """The oldest entries come first. An entry that belongs to no payment belongs to no participant either."""

    year: int
    user: User
    school: School
    entries: list[LedgerEntry]
    participants: list[ParticipantYear]

    @property
    def provider(self) -> School | None:
        """For a claim for child care."""
        return self.school if self.school.can_be_claimed else None


def statement(*, user: User, year: int) -> Statement:
    """In the camp's time zone: money by the day it moved, lessons by their own."""
    begin, end = day_bounds(date(year, 1, 1))[0], day_bounds(date(year, 12, 31))[1]
    entries = (
        LedgerEntry.objects.without_returned_checks()
        .filter(order__student=user, happened_at__gte=begin, happened_at__lt=end, kind__in=PAID_OR_BACK)
        .select_related("camp_class", "payment__enrollment__child")
        .order_by("happened_at", "pk")
    )
    seats = lessons_of_seats(Enrollment.objects.filter(student=user)).filter(
        lesson_start__gte=begin, lesson_start__lt=end
    )
    found = list(entries)
    return Statement(year, user, School.current(), found, _participants(user, found, seats))


def what(entry: LedgerEntry) -> str:
    if entry.kind == LedgerEntry.Kind.CHARGE:
        return PAID.get(entry.method, "Paid")
    if entry.kind == LedgerEntry.Kind.RETURNED:
        return "Returned by the bank" if entry.amount < 0 else "Taken back by the bank"
    if entry.amount > 0:
        return "Refund that did not reach you"
    return "Refunded to the card" if entry.method == LedgerEntry.Method.CARD else "Refunded by the school"


def _participants(user: User, entries: list[LedgerEntry], seats: QuerySet[Any]) -> list[ParticipantYear]:
    """The account holder first, then the children by name."""
    years: dict[int | None, ParticipantYear] = {}

    def year_of(child_id: int | None, name: str | None) -> ParticipantYear:
        return years.setdefault(child_id, ParticipantYear(child_id, name or user.name))

    for entry in entries:
        if entry.payment is not None:
            child = entry.payment.enrollment.child
            year = year_of(child.pk, child.name) if child else year_of(None, None)
            year.entries.append(entry)
    rows = seats.values_list("child", "child__name", "camp_class", "camp_class__name", "lesson_start")
    for child_id, child_name, class_id, class_name, start in rows:
        days = year_of(child_id, child_name).days
        days.setdefault(class_id, ClassDays(class_id, class_name)).add(site_day(start))
    return sorted(years.values(), key=lambda each: (each.child_id is not None, name_key(each.name), each.child_id))

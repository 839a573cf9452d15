import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, Sum

from classes.models import CampClass, CampClassQuerySet, Enrollment, Lesson, WaitlistEntry, count_per_class
from core.csv_export import csv_text
from payments.models import LedgerEntry, Payment, Refund

Kind, State = LedgerEntry.Kind, Payment.State
NOTHING = Decimal(0)
CENT = Decimal("0.01")
HEADINGS = (
    *("Class", "Instructor", "Seats", "Capacity", "Waiting", "List (USD)", "Discount (USD)", "Charged (USD)"),
    *(
        "Refunded (USD)",
        "Kept (USD)",
        "Earned (USD)",
        "Not yet earned (USD)",
        "Lessons held",
        "Lessons",
        "Class number",
    ),
)


class ReportedClass(NamedTuple):
    """Columns are faster to read than model instances. ``enrolled`` and ``waiting`` are as of a ``ShownClass``."""

    pk: int
    name: str
    instructor_name: str
    season: str | None
    capacity: int
    enrolled: int
    waiting: int


class Lessons(NamedTuple):
    """Those of a class that are not canceled."""

    total: int = 0
    held: int = 0
    first_start: datetime | None = None


@dataclass(frozen=True)
class ClassReport:
    """In dollars. Money that was moved to another class belongs to that class."""

    camp_class: ReportedClass
    lessons: Lessons
    discount: Decimal
    charged: Decimal
    refunded: Decimal
    earned: Decimal

    @property
    def list_sum(self) -> Decimal:
        return self.charged + self.discount

    @property
    def kept(self) -> Decimal:
        return self.charged - self.refunded

    @property
    def not_yet_earned(self) -> Decimal:
        return self.kept - self.earned


def class_reports(*, season: str | None, class_id: int | None = None, now: datetime) -> list[ClassReport]:
    """For each class that was ever approved in this season (see ``of_season``), by its first lesson."""
    reported = CampClass.objects.of_season(season)
    if class_id is not None:
        reported = reported.filter(pk=class_id)
    lessons = _lessons(reported, now)
    sums, payments = _sums(reported), _sums_of_payments(reported)
    reports = [
        _report(each, lessons.get(each.pk, Lessons()), sums.get(each.pk, {}) | payments.get(each.pk, {}))
        for each in _classes(reported)
    ]
    return sorted(reports, key=_by_first_lesson)


def _classes(reported: CampClassQuerySet[CampClass]) -> Iterator[ReportedClass]:
    seats, entries = Enrollment.objects.confirmed(), WaitlistEntry.objects.waiting()
    counts = {"enrolled": count_per_class(seats), "waiting": count_per_class(entries)}
    columns = ("pk", "name", "instructor__name", "season__slug", "capacity", *counts)
    rows = reported.ever_approved().annotate(**counts).order_by("pk").values_list(*columns)
    return itertools.starmap(ReportedClass, rows)


def _lessons(classes: CampClassQuerySet[CampClass], now: datetime) -> dict[int, Lessons]:
    lessons = Lesson.objects.taking_place().filter(camp_class__in=classes.values("pk")).order_by()
    held = Count("pk", filter=Q(ends_at__lte=now))
    rows = lessons.values_list("camp_class").annotate(total=Count("pk"), held=held, first_start=Min("starts_at"))
    return {class_id: Lessons(*values) for class_id, *values in rows}


def _by_first_lesson(report: ClassReport) -> tuple[bool, datetime | None, int]:
    first_start = report.lessons.first_start
    return first_start is None, first_start, report.camp_class.pk


def class_reports_csv(reports: Iterable[ClassReport]) -> str:
    return csv_text(HEADINGS, map(_cells, reports))


def _sums(classes: CampClassQuerySet[CampClass]) -> dict[int, Any]:
    """``seated`` is paid for seats, ``owed`` belongs to payments that are refunded."""
    returned = Q(kind__in=[Kind.REFUND, Kind.RETURNED])

    def total(condition: Q) -> Sum:
        return Sum("amount", filter=condition, default=NOTHING)

    entries = LedgerEntry.objects.without_returned_checks().filter(camp_class__in=classes.values("pk"))
    rows = entries.values("camp_class").annotate(
        charged=total(~returned),
        refunded=total(returned),
        seated=total(Q(payment__state__in=Payment.SEATED)),
        owed=total(Q(payment__state=State.REFUND_PENDING)),
    )
    return {row["camp_class"]: row for row in rows}


def _sums_of_payments(classes: CampClassQuerySet[CampClass]) -> dict[int, Any]:
    # ``discounts`` are also those of refunded payments.
    never_charged = Refund.objects.filter(reason__in=[Refund.Reason.AMOUNT_CHANGED, Refund.Reason.CHECK_RETURNED])
    paid = Payment.objects.history().filter(camp_class__in=classes.values("pk"))
    charged = paid.exclude(Exists(never_charged.filter(payment=OuterRef("pk"))))
    owed = Refund.objects.owed().filter(payment__in=paid.seated()).order_by()
    parts = dict(owed.values_list("payment__camp_class").annotate(Sum("amount")))
    return {
        class_id: {"discounts": discounts, "parts": parts.get(class_id, NOTHING)}
        for class_id, discounts in charged.values_list("camp_class").annotate(Sum("discount"))
    }


def _report(camp_class: ReportedClass, lessons: Lessons, sums: dict[str, Any]) -> ClassReport:
    names = ("charged", "refunded", "seated", "owed", "discounts", "parts")
    charged, refunded, seated, owed, discounts, parts = (sums.get(name, NOTHING) for name in names)
    # What the school keeps of a canceled seat is earned at once, the price of a seat with each lesson that is held.
    share = Decimal(lessons.held) / lessons.total if lessons.total else NOTHING
    earned = charged + refunded - seated - owed + ((seated - parts) * share).quantize(CENT)
    return ClassReport(camp_class, lessons, discounts, charged, -refunded, earned)


def _cells(report: ClassReport) -> list[object]:
    camp_class = report.camp_class
    return [
        *(camp_class.name, camp_class.instructor_name, camp_class.enrolled, camp_class.capacity, camp_class.waiting),
        *(report.list_sum, report.discount, report.charged, report.refunded),
        *(report.kept, report.earned, report.not_yet_earned),
        *(report.lessons.held, report.lessons.total, camp_class.pk),
    ]

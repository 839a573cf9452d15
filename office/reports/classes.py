from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from classes.models import CampClass, CampClassQuerySet, Lesson, ShownClass, shown_classes
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


@dataclass(frozen=True)
class ClassReport:
    """In dollars. Money that was moved to another class belongs to that class."""

    camp_class: ShownClass
    lessons_held: int
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


def class_reports(*, season: str | None, now: datetime) -> list[ClassReport]:
    """For each class that was ever approved in this season (see ``of_season``), by its first lesson."""
    of_season = CampClass.objects.of_season(season)
    held = Lesson.objects.taking_place().filter(camp_class__in=of_season.values("pk"), ends_at__lte=now)
    lessons_held = dict(held.values_list("camp_class").annotate(Count("pk")))
    sums, payments = _sums(of_season), _sums_of_payments(of_season)
    classes = shown_classes().of_season(season).ever_approved()
    by_first_lesson = classes.select_related("instructor").order_by(F("first_start").asc(nulls_last=True), "pk")
    return [
        _report(each, lessons_held.get(each.pk, 0), sums.get(each.pk, {}) | payments.get(each.pk, {}))
        for each in by_first_lesson
    ]


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


def _report(camp_class: ShownClass, lessons_held: int, sums: dict[str, Any]) -> ClassReport:
    names = ("charged", "refunded", "seated", "owed", "discounts", "parts")
    charged, refunded, seated, owed, discounts, parts = (sums.get(name, NOTHING) for name in names)
    # What the school keeps of a canceled seat is earned at once, the price of a seat with each lesson that is held.
    share = Decimal(lessons_held) / camp_class.lesson_count if camp_class.lesson_count else NOTHING
    earned = charged + refunded - seated - owed + ((seated - parts) * share).quantize(CENT)
    return ClassReport(camp_class, lessons_held, discounts, charged, -refunded, earned)


def _cells(report: ClassReport) -> list[object]:
    camp_class = report.camp_class
    return [
        *(camp_class.name, camp_class.instructor.name, camp_class.enrolled, camp_class.capacity, camp_class.waiting),
        *(report.list_sum, report.discount, report.charged, report.refunded),
        *(report.kept, report.earned, report.not_yet_earned),
        *(report.lessons_held, camp_class.lesson_count, camp_class.pk),
    ]

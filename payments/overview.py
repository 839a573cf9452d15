"""The statistics on the admin's first page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, F, Min, Q, Sum
from django.db.models.functions import Greatest, TruncWeek

from accounts.models import Role, User
from classes.models import CampClass, Enrollment, Status
from core.csv_export import csv_text
from core.errors import InvalidInput
from core.site_time import site_day, site_zone
from payments.models import Order, Payment, PaymentQuerySet

WEEKS = 12
"""How far back the weeks go if no first day is given."""

TOP_CLASSES = 5
WEEK_HEADINGS = ("Week of", "Sales", "Income (USD)")


class DaysReversed(InvalidInput):
    """The first day is after the last, which is today by default."""

    def __init__(self) -> None:
        super().__init__(fields={"firstDay": ["The first day can't be after the last."]})


@dataclass(frozen=True)
class Week:
    """One week's sales. ``week`` is its Monday; ``income`` is in dollars, minus refunds."""

    week: date
    income: Decimal
    sales: int


@dataclass(frozen=True)
class ClassSales:
    """One class's sales; ``income`` is in dollars, minus refunds."""

    class_id: int
    name: str
    income: Decimal
    sales: int


@dataclass(frozen=True)
class Overview:
    students: int
    instructors: int
    classes: dict[str, int]
    seats: dict[str, int]
    income: Decimal
    first_day: date
    last_day: date
    weeks: list[Week]
    top_classes: list[ClassSales]


def overview(*, now: datetime, first_day: date | None = None, last_day: date | None = None) -> Overview:
    """Returns all statistics, in seven queries.

    ``weeks`` and ``top_classes`` cover the days from ``first_day`` to ``last_day`` in the camp's time zone: by default
    the last twelve weeks, but no week before the first sale. The share that the school keeps of a canceled seat counts
    as income, but not as a sale. Partial refunds that name no payment reduce only the total income. Raises
    DaysReversed.
    """
    people = User.objects.filter(is_active=True).aggregate(
        students=Count("pk", filter=Q(role=Role.STUDENT)), instructors=Count("pk", filter=Q(role=Role.INSTRUCTOR))
    )
    by_status = CampClass.objects.values_list("status").annotate(Count("pk"), Sum("capacity"))
    classes = dict.fromkeys(Status.values, 0) | {status: count for status, count, _ in by_status}
    capacity = sum(seats for status, _, seats in by_status if status == Status.APPROVED)
    sold = Enrollment.objects.confirmed().filter(camp_class__status=Status.APPROVED).count()
    sales = Payment.objects.earning().aggregate(income=_income(), first=Min("paid_at"))
    unassigned = Order.objects.aggregate(sum=Sum("unassigned_refund", default=Decimal(0)))
    first_day, last_day = _days(first_day, last_day or site_day(now), sales["first"])
    earning = _earning_between(first_day, last_day)
    return Overview(
        **people,
        classes=classes,
        seats={"sold": sold, "capacity": capacity},
        income=sales["income"] - unassigned["sum"],
        first_day=first_day,
        last_day=last_day,
        weeks=_weeks(earning, first_day, last_day),
        top_classes=_top_classes(earning),
    )


def weeks_csv(weeks: Iterable[Week]) -> str:
    """Returns the weeks as CSV."""
    return csv_text(WEEK_HEADINGS, ((week.week, week.sales, week.income) for week in weeks))


def _days(first_day: date | None, last_day: date, first_sale: datetime | None) -> tuple[date, date]:
    first_day = first_day or _default_first_day(last_day, first_sale)
    if first_day > last_day:
        raise DaysReversed
    return first_day, last_day


def _default_first_day(last_day: date, first_sale: datetime | None) -> date:
    earliest = _monday(last_day) - timedelta(weeks=WEEKS - 1)
    if first_sale is None:
        return earliest
    return min(max(earliest, _monday(site_day(first_sale))), last_day)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _earning_between(first_day: date, last_day: date) -> PaymentQuerySet:
    begin = datetime.combine(first_day, time(), site_zone())
    end = datetime.combine(last_day + timedelta(days=1), time(), site_zone())
    return Payment.objects.earning().filter(paid_at__gte=begin, paid_at__lt=end)


def _income() -> Sum:
    """Sums the prices minus the refunds, sent or owed. ``Greatest`` ignores ``refund_due`` if it is null."""
    return Sum(F("price") - Greatest("refunded_amount", "refund_due"), default=Decimal(0))


def _sales() -> Count:
    return Count("state", filter=Q(state__in=Payment.SEATED))


def _weeks(earning: PaymentQuerySet, first_day: date, last_day: date) -> list[Week]:
    """Returns the weeks of these days, oldest first, including weeks without sales."""
    count = (_monday(last_day) - _monday(first_day)).days // 7 + 1
    mondays = [_monday(first_day) + timedelta(weeks=number) for number in range(count)]
    rows = (
        earning.annotate(week=TruncWeek("paid_at", tzinfo=site_zone()))
        .values("week")
        .annotate(income=_income(), sales=_sales())
    )
    found = {row["week"].date(): row for row in rows}
    return [
        Week(monday, found[monday]["income"], found[monday]["sales"])
        if monday in found
        else Week(monday, Decimal(0), 0)
        for monday in mondays
    ]


def _top_classes(earning: PaymentQuerySet) -> list[ClassSales]:
    """Returns the classes with the highest income, under their current names."""
    rows = earning.values("camp_class", "camp_class__name").annotate(income=_income(), sales=_sales())
    return [
        ClassSales(row["camp_class"], row["camp_class__name"], row["income"], row["sales"])
        for row in rows.order_by("-income", "camp_class")[:TOP_CLASSES]
    ]

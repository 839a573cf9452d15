"""The statistics on the admin's first page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.db.models.functions import TruncWeek

from accounts.models import Role, User
from classes.models import CampClass, Enrollment, Status
from core.csv_export import csv_text
from core.errors import InvalidInput
from core.site_time import site_day, site_zone
from payments.models import LedgerEntry, Payment, PaymentQuerySet

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
    """The sales and the income of one week. ``week`` is its Monday; ``income`` is in dollars, minus refunds."""

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
    """Returns all statistics, in nine queries.

    ``weeks`` and ``top_classes`` cover the days from ``first_day`` to ``last_day`` in the camp's time zone: by default
    the last twelve weeks, but no week before the first sale, even if it was canceled. Income is the sum of the entries
    of these days, so a later refund changes only the week in which it is paid. A sale is a seat that was not canceled,
    by the day of its payment. Raises DaysReversed.
    """
    people = User.objects.filter(is_active=True).aggregate(
        students=Count("pk", filter=Q(role=Role.STUDENT)), instructors=Count("pk", filter=Q(role=Role.INSTRUCTOR))
    )
    by_status = CampClass.objects.values_list("status").annotate(Count("pk"), Sum("capacity"))
    classes = dict.fromkeys(Status.values, 0) | {status: count for status, count, _ in by_status}
    capacity = sum(seats for status, _, seats in by_status if status == Status.APPROVED)
    sold = Enrollment.objects.confirmed().filter(camp_class__status=Status.APPROVED).count()
    books = LedgerEntry.objects.aggregate(income=_income(), first=Min("happened_at"))
    first_sale = Payment.objects.seated().aggregate(first=Min("paid_at"))["first"]
    begin = min((each for each in (books["first"], first_sale) if each is not None), default=None)
    first_day, last_day = _days(first_day, last_day or site_day(now), begin)
    times = _times(first_day, last_day)
    entries = LedgerEntry.objects.filter(happened_at__range=times)
    sales = Payment.objects.seated().filter(paid_at__range=times)
    return Overview(
        **people,
        classes=classes,
        seats={"sold": sold, "capacity": capacity},
        income=books["income"],
        first_day=first_day,
        last_day=last_day,
        weeks=_weeks(entries, sales, first_day, last_day),
        top_classes=_top_classes(entries, sales),
    )


def weeks_csv(weeks: Iterable[Week]) -> str:
    """Returns the weeks as CSV."""
    return csv_text(WEEK_HEADINGS, ((week.week, week.sales, week.income) for week in weeks))


def _days(first_day: date | None, last_day: date, begin: datetime | None) -> tuple[date, date]:
    first_day = first_day or _default_first_day(last_day, begin)
    if first_day > last_day:
        raise DaysReversed
    return first_day, last_day


def _default_first_day(last_day: date, begin: datetime | None) -> date:
    earliest = _monday(last_day) - timedelta(weeks=WEEKS - 1)
    if begin is None:
        return earliest
    return min(max(earliest, _monday(site_day(begin))), last_day)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _times(first_day: date, last_day: date) -> tuple[datetime, datetime]:
    """Returns the first and the last instant of these days in the camp's time zone."""
    return datetime.combine(first_day, time.min, site_zone()), datetime.combine(last_day, time.max, site_zone())


def _income() -> Sum:
    return Sum("amount", default=Decimal(0))


def _weeks(entries: QuerySet[LedgerEntry], sales: PaymentQuerySet, first_day: date, last_day: date) -> list[Week]:
    """Returns the weeks of these days, oldest first, including weeks without sales."""
    count = (_monday(last_day) - _monday(first_day)).days // 7 + 1
    mondays = [_monday(first_day) + timedelta(weeks=number) for number in range(count)]
    by_week = entries.values_list(TruncWeek("happened_at", tzinfo=site_zone()))
    income = {week.date(): amount for week, amount in by_week.annotate(_income())}
    sales_by_week = sales.values_list(TruncWeek("paid_at", tzinfo=site_zone()))
    sold = {week.date(): number for week, number in sales_by_week.annotate(Count("pk"))}
    return [Week(monday, income.get(monday, Decimal(0)), sold.get(monday, 0)) for monday in mondays]


def _top_classes(entries: QuerySet[LedgerEntry], sales: PaymentQuerySet) -> list[ClassSales]:
    """Returns the classes with the highest income, under their current names."""
    by_class = entries.exclude(camp_class=None).values_list("camp_class", "camp_class__name")
    top = list(by_class.annotate(income=_income()).order_by("-income", "camp_class")[:TOP_CLASSES])
    of_these = sales.filter(camp_class__in=[class_id for class_id, _, _ in top])
    sold = dict(of_these.values_list("camp_class").annotate(Count("pk")))
    return [ClassSales(class_id, name, income, sold.get(class_id, 0)) for class_id, name, income in top]

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, DateField, Func, Min, Sum
from django.db.models.functions import TruncWeek

from accounts.models import Role, User
from classes.models import CampClass, Enrollment, Status, count_per_class
from core.csv_export import csv_text
from core.errors import InvalidInput
from core.site_time import site_day, site_zone
from payments.models import LedgerEntry, Payment

WEEKS = 12
"""How far back the weeks go if no first day is given."""

TOP_CLASSES = 5
WEEK_HEADINGS = ("Week of", "Sales", "Income (USD)")
INCOME = Sum("amount", default=Decimal(0))


def _monday_of(instant: str) -> TruncWeek:
    return TruncWeek(instant, output_field=DateField(), tzinfo=site_zone())


# Django needs longer to build these queries than PostgreSQL to execute them, so they are built once. Only copies of
# them are evaluated, because a query keeps its rows.
USERS_BY_ROLE = User.objects.filter(is_active=True).values_list("role").annotate(Count("pk"))
SEATS_SOLD = Sum(count_per_class(Enrollment.objects.confirmed()))
BOOKS = LedgerEntry.objects.values_list(Func("amount", function="SUM"), Func("happened_at", function="MIN"))
CLASSES_BY_STATUS = CampClass.objects.values_list("status").annotate(Count("pk"), Sum("capacity"), sold=SEATS_SOLD)
INCOME_BY_WEEK = LedgerEntry.objects.values_list(_monday_of("happened_at")).annotate(INCOME)
SALES_BY_WEEK = Payment.objects.seated().values_list(_monday_of("paid_at")).annotate(Count("pk"))
INCOME_BY_CLASS = LedgerEntry.objects.exclude(camp_class=None).values_list("camp_class", "camp_class__name")
HIGHEST_INCOME = INCOME_BY_CLASS.annotate(income=INCOME).order_by("-income", "camp_class")
SALES_BY_CLASS = Payment.objects.seated().values_list("camp_class").annotate(Count("pk"))


class DaysReversed(InvalidInput):
    """The first day is after the last, which is today by default."""

    def __init__(self) -> None:
        super().__init__(fields={"first_day": ["The first day can't be after the last."]})


@dataclass(frozen=True)
class Week:
    """``week`` is the Monday; ``income`` is in dollars, minus refunds."""

    week: date
    income: Decimal
    sales: int


@dataclass(frozen=True)
class ClassSales:
    """``income`` is in dollars, minus refunds."""

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
    """Takes seven queries; eight while the school is young.

    ``weeks`` and ``top_classes`` cover the days from ``first_day`` to ``last_day`` in the camp's time zone: by default
    the last twelve weeks, but no week before the first sale, even if it was canceled. Income is the sum of the entries
    of these days, so a later refund changes only the week in which it is paid. A sale is a seat that was not canceled,
    by the day of its payment.
    """
    people = dict(USERS_BY_ROLE.all())
    by_status = {status: numbers for status, *numbers in CLASSES_BY_STATUS.all()}
    _, capacity, sold = by_status.get(Status.APPROVED, (0, 0, 0))
    ((income, first_entry),) = BOOKS.all()
    last_day = last_day or site_day(now)
    first_day = first_day or _default_first_day(last_day, first_entry)
    if first_day > last_day:
        raise DaysReversed
    return Overview(
        students=people.get(Role.STUDENT, 0),
        instructors=people.get(Role.INSTRUCTOR, 0),
        classes=dict.fromkeys(Status.values, 0) | {status: count for status, (count, *_) in by_status.items()},
        seats={"sold": sold, "capacity": capacity},
        income=income or Decimal(0),
        first_day=first_day,
        last_day=last_day,
        weeks=_weeks(first_day, last_day),
        top_classes=_top_classes(first_day, last_day),
    )


def weeks_csv(weeks: Iterable[Week]) -> str:
    return csv_text(WEEK_HEADINGS, ((week.week, week.sales, week.income) for week in weeks))


def _default_first_day(last_day: date, first_entry: datetime | None) -> date:
    earliest = _monday(last_day) - timedelta(weeks=WEEKS - 1)
    if first_entry is not None and site_day(first_entry) <= earliest:
        return earliest
    # Only a sale of free seats can be earlier than the first entry.
    first_sale = Payment.objects.seated().aggregate(first=Min("paid_at"))["first"]
    begin = min((each for each in (first_entry, first_sale) if each is not None), default=None)
    if begin is None:
        return earliest
    return min(max(earliest, _monday(site_day(begin))), last_day)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _times(first_day: date, last_day: date) -> tuple[datetime, datetime]:
    return datetime.combine(first_day, time.min, site_zone()), datetime.combine(last_day, time.max, site_zone())


def _weeks(first_day: date, last_day: date) -> list[Week]:
    count, times = (_monday(last_day) - _monday(first_day)).days // 7 + 1, _times(first_day, last_day)
    mondays = [_monday(first_day) + timedelta(weeks=number) for number in range(count)]
    income = dict(INCOME_BY_WEEK.filter(happened_at__range=times))
    sold = dict(SALES_BY_WEEK.filter(paid_at__range=times))
    return [Week(monday, income.get(monday, Decimal(0)), sold.get(monday, 0)) for monday in mondays]


def _top_classes(first_day: date, last_day: date) -> list[ClassSales]:
    # Under their current names.
    times = _times(first_day, last_day)
    top = list(HIGHEST_INCOME.filter(happened_at__range=times)[:TOP_CLASSES])
    of_these = SALES_BY_CLASS.filter(paid_at__range=times, camp_class__in=[class_id for class_id, _, _ in top])
    sold = dict(of_these)
    return [ClassSales(class_id, name, income, sold.get(class_id, 0)) for class_id, name, income in top]

"""The figures of the admin's first page, each in one query however many rows there are."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import TruncWeek

from accounts.models import Role, User
from classes.models import CampClass, Enrollment, Status
from payments.models import Payment, PaymentQuerySet

WEEKS = 12


@dataclass(frozen=True)
class Week:
    """One week's income: ``week`` is its Monday (UTC), ``income`` in dollars with refunds taken off."""

    week: date
    income: Decimal
    sales: int


@dataclass(frozen=True)
class Overview:
    students: int
    instructors: int
    classes: dict[str, int]
    seats: dict[str, int]
    income: Decimal
    weeks: list[Week]


def overview(*, now: datetime) -> Overview:
    """Everything the overview shows; five queries."""
    people = User.objects.filter(is_active=True).aggregate(
        students=Count("pk", filter=Q(role=Role.STUDENT)), instructors=Count("pk", filter=Q(role=Role.INSTRUCTOR))
    )
    classes = CampClass.objects.aggregate(
        **{status: Count("pk", filter=Q(status=status)) for status in Status.values},
        capacity=Sum("capacity", filter=Q(status=Status.APPROVED), default=0),
    )
    capacity = classes.pop("capacity")
    sold = Enrollment.objects.confirmed().filter(camp_class__status=Status.APPROVED).count()
    return Overview(
        **people,
        classes=classes,
        seats={"sold": sold, "capacity": capacity},
        income=_paid().aggregate(income=Sum(F("price") - F("refunded_amount"), default=Decimal(0)))["income"],
        weeks=_weeks(now),
    )


def _paid() -> PaymentQuerySet:
    """Payments whose money came in and has not been promised back."""
    return Payment.objects.filter(state__in=Payment.SEATED)


def _weeks(now: datetime) -> list[Week]:
    """The last twelve weeks, oldest first, those without a sale included."""
    this_monday = now.date() - timedelta(days=now.weekday())
    mondays = [this_monday - timedelta(weeks=ago) for ago in range(WEEKS - 1, -1, -1)]
    begin = datetime.combine(mondays[0], time(), UTC)
    rows = (
        _paid()
        .filter(paid_at__gte=begin)
        .annotate(week=TruncWeek("paid_at"))
        .values("week")
        .annotate(income=Sum(F("price") - F("refunded_amount")), sales=Count("*"))
    )
    found = {row["week"].date(): row for row in rows}
    return [
        Week(monday, found[monday]["income"], found[monday]["sales"])
        if monday in found
        else Week(monday, Decimal(0), 0)
        for monday in mondays
    ]

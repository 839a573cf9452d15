from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Case, F, Min, Q, QuerySet, Sum, Value, When

from core.csv_export import csv_rows, csv_text
from core.names import shown_email
from core.site_time import day_bounds
from payments.models import LedgerEntry, Order

Kind, Method = LedgerEntry.Kind, LedgerEntry.Method
ORDER = ("happened_at", "id")
CHUNK = 2000
COLUMNS = {
    "Date": "happened_at",
    "Kind": "kind",
    "Method": "method",
    "Amount (USD)": "amount",
    "Class": "camp_class__name",
    "Family": "order__student__name",
    "E-mail": "order__student__email",
    "Intent": "order__intent_id",
    "Refund": "refund_id",
    "Reference": "other_reference",
    "Recorded by": "recorded_by__name",
    "Class number": "camp_class_id",
    "Payment": "payment_id",
    "Order": "order_id",
    "Entry": "id",
}
"""The columns of the CSV."""
IS_REFUND_AT_STRIPE = Q(kind=Kind.REFUND, method=Method.CARD)
EMPTY = Value("")
SUMS = {"charged": Kind.CHARGE, "refunded": Kind.REFUND, "returned": Kind.RETURNED}
BY_TIME_TAKEN = ("taken_at", "id")


def books(*, first_day: date, last_day: date) -> QuerySet[LedgerEntry, dict[str, Any]]:
    """In the camp's time zone, each as a dictionary of ``COLUMNS`` and the family's id."""
    entries = LedgerEntry.objects.filter(**_between(first_day, last_day))
    rows: QuerySet[LedgerEntry, dict[str, Any]] = entries.annotate(
        refund_id=Case(When(IS_REFUND_AT_STRIPE, then=F("reference")), default=EMPTY),
        other_reference=Case(When(IS_REFUND_AT_STRIPE, then=EMPTY), default=F("reference")),
    ).values(*COLUMNS.values(), "order__student_id")
    return rows


def totals_by_method(*, first_day: date, last_day: date) -> list[dict[str, Any]]:
    """Without moves between classes, by which no money is paid."""
    entries = LedgerEntry.objects.filter(**_between(first_day, last_day)).exclude(kind=Kind.MOVE)
    sums = {name: Sum("amount", filter=Q(kind=kind), default=Decimal(0)) for name, kind in SUMS.items()}
    rows = entries.values("method").annotate(**sums, total=Sum("amount"))
    return sorted(map(dict, rows), key=lambda row: Method.values.index(row["method"]))


def checks(*, first_day: date, last_day: date) -> QuerySet[Order]:
    """The orders that families have paid by check in these days, also if the bank returned the check later."""
    taken = {f"entries__{name}": value for name, value in _between(first_day, last_day).items()}
    orders = Order.objects.filter(entries__kind=Kind.CHARGE, entries__method=Method.CHECK, **taken)
    return orders.select_related("student").annotate(
        taken_at=Min("entries__happened_at"), sum=Sum("entries__amount"), reference=Min("entries__reference")
    )


def _between(first_day: date, last_day: date) -> dict[str, datetime]:
    return {"happened_at__gte": day_bounds(first_day)[0], "happened_at__lt": day_bounds(last_day)[1]}


def books_csv(entries: QuerySet[LedgerEntry, dict[str, Any]]) -> Iterator[str]:
    """A part at a time: nothing ever holds all entries."""
    yield csv_text(COLUMNS, ())
    rows = list(entries.order_by(*ORDER)[:CHUNK])
    # Each part is read by a query of its own, so that a slow client keeps no transaction open.
    while rows:
        yield csv_rows(map(_cells, rows))
        last = rows[-1]["happened_at"]
        behind = Q(happened_at__gt=last) | Q(happened_at=last, id__gt=rows[-1]["id"])
        rows = list(entries.filter(behind, happened_at__gte=last).order_by(*ORDER)[:CHUNK])


def _cells(entry: Mapping[str, Any]) -> list[Any]:
    texts = {
        "kind": LedgerEntry.Kind(entry["kind"]).label,
        "method": LedgerEntry.Method(entry["method"]).label,
        "order__student__email": shown_email(entry["order__student__email"]),
    }
    return [texts.get(column, entry[column]) for column in COLUMNS.values()]

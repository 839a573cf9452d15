from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When

from core.csv_export import csv_rows, csv_text
from core.names import shown_email
from core.site_time import day_bounds
from payments.models import LedgerEntry

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
IS_REFUND_AT_STRIPE = Q(kind=LedgerEntry.Kind.REFUND, method=LedgerEntry.Method.CARD)
EMPTY = Value("")


def books(*, first_day: date, last_day: date) -> QuerySet[LedgerEntry, dict[str, Any]]:
    """In the camp's time zone, each as a dictionary of ``COLUMNS``."""
    begin, end = day_bounds(first_day)[0], day_bounds(last_day)[1]
    entries = LedgerEntry.objects.filter(happened_at__gte=begin, happened_at__lt=end)
    rows: QuerySet[LedgerEntry, dict[str, Any]] = entries.annotate(
        refund_id=Case(When(IS_REFUND_AT_STRIPE, then=F("reference")), default=EMPTY),
        other_reference=Case(When(IS_REFUND_AT_STRIPE, then=EMPTY), default=F("reference")),
    ).values(*COLUMNS.values())
    return rows


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

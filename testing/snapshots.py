"""Reads rows as plain values, so that tests can compare the database before and after a request."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model

from accounts.models import User
from classes.models import Enrollment, Selection, WaitlistEntry
from mail.models import OutboxEmail
from payments.models import LedgerEntry, Move, Order, Payment, Refund

NOT_COMPARED = {
    "auth",  # made by the migrations
    "axes",  # counts refused logins
    "contenttypes",  # made by the migrations
    "core.RequestCount",  # counts refused requests too
    "sessions",  # of the Django admin: a request prolongs it
}


def column_values(rows: Iterable[Model]) -> dict[Any, dict[str, Any]]:
    """Returns the columns of each row by its primary key, so that two results can be compared in any order."""
    return {row.pk: {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} for row in rows}


def all_users() -> list[dict[str, Any]]:
    return list(User.objects.order_by("pk").values())


def payments_snapshot() -> tuple[Any, ...]:
    """Returns all rows of orders and payments with their changes, and of seats, selections, waitlists and e-mails."""
    return (
        list(Order.objects.order_by("pk").values()),
        list(Payment.objects.order_by("pk").values()),
        list(LedgerEntry.objects.order_by("pk").values()),
        list(Move.objects.order_by("pk").values()),
        list(Refund.objects.order_by("pk").values()),
        list(Enrollment.objects.order_by("pk").values()),
        list(Selection.objects.order_by("pk").values()),
        list(WaitlistEntry.objects.order_by("pk").values()),
        list(OutboxEmail.objects.order_by("pk").values()),
    )


def database_snapshot(*ignored: str) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows of all models with their versions, apart from ``NOT_COMPARED`` and the ignored models."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy and {*NOT_COMPARED, *ignored}.isdisjoint({model._meta.app_label, model._meta.label})
    }


@contextmanager
def nothing_changes(*ignored: str) -> Iterator[None]:
    """Fails if the block changes what ``database_snapshot`` returns."""
    before = database_snapshot(*ignored)
    yield
    assert database_snapshot(*ignored) == before


def tables_with(word: str) -> list[str]:
    """Returns the tables in which any column of any row contains this text."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        found = []
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text LIKE %s', [f"%{word}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found

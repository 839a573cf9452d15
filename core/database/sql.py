"""Executes hand-written SQL with named parameters (``%(student_id)s``).

The ORM compiles a query each time it runs, which takes several times as long as PostgreSQL needs to execute it. The
statements that run while a class row is locked are therefore written by hand, and a few others of a sale that the ORM
could only express as several. docs/adr/0015 names all files with SQL; all other queries use the ORM.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DatabaseError, connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)
Other = TypeVar("Other", bound=Model)


def columns(model: type[Model], table: str = "") -> str:
    """Separated by commas, in the order that ``fetch_all`` expects."""
    prefix = f"{table}." if table else ""
    return ", ".join(f'{prefix}"{field.column}"' for field in model._meta.concrete_fields)


@cache
def _names(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def fetch_rows(sql: str, **parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def fetch_all(model: type[Row], sql: str, **parameters: Any) -> list[Row]:
    """The statement must return ``columns(model)``."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [model.from_db(connection.alias, _names(model), row) for row in cursor.fetchall()]


def fetch_pairs(models: tuple[type[Row], type[Other]], sql: str, **parameters: Any) -> list[tuple[Row, Other]]:
    """The statement must return the ``columns`` of both models."""
    first, second = models
    names, other_names = _names(first), _names(second)
    return [
        (
            first.from_db(connection.alias, names, row[: len(names)]),
            second.from_db(connection.alias, other_names, row[len(names) :]),
        )
        for row in fetch_rows(sql, **parameters)
    ]


def fetch_with_values(model: type[Row], sql: str, **parameters: Any) -> list[tuple[Row, tuple[Any, ...]]]:
    """The statement must return ``columns(model)``, and then other values."""
    names = _names(model)
    return [
        (model.from_db(connection.alias, names, row[: len(names)]), row[len(names) :])
        for row in fetch_rows(sql, **parameters)
    ]


def fetch_one(model: type[Row], sql: str, **parameters: Any) -> Row | None:
    return next(iter(fetch_all(model, sql, **parameters)), None)


def records(rows: Sequence[Mapping[str, object]]) -> str:
    """For ``jsonb_to_recordset``. Decimals, times and UUIDs become strings, which PostgreSQL converts."""
    # One parameter is faster than one for each value.
    return json.dumps(rows, default=str)


def change(sql: str, *, rows: int, **parameters: Any) -> None:
    """Raises DatabaseError unless exactly this number of rows changes."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        if cursor.rowcount != rows:
            raise DatabaseError(f"{cursor.rowcount} rows were changed instead of {rows}.")

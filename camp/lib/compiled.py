"""Statements of the ORM that are turned into SQL once, and then sent again and again with other values.

Django builds and compiles a statement anew each time, which takes it several times as long as PostgreSQL needs to
answer. While a class is locked, everyone else who wants a seat in it waits for that: there it is worth it, and nowhere
else. The rules stay where they are: a compiled query is made from the same QuerySet methods as any other.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connection
from django.db.models import AutoField, Expression, Field, Model, QuerySet

Kind = TypeVar("Kind", bound=Model)


class Slot(Expression):
    """Where a value is put each time that the query is sent."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", (self,)


class Compiled(Generic[Kind]):
    """A query whose values are named, each with the kind of field that it is compared with.

    ``build`` is called once, with a slot for each; so it must not decide anything by a value.
    """

    def __init__(self, build: Callable[..., QuerySet[Kind, Any]], **fields: "Field[Any, Any]") -> None:
        self._build, self._fields = build, fields

    @cached_property
    def _compiled(self) -> tuple[type[Kind], str, Sequence[Any]]:
        query = self._build(**{name: Slot(name, field) for name, field in self._fields.items()})
        sql, values = query.query.get_compiler(connection=connection).as_sql()
        return query.model, sql, values

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The answer of a query that names its columns (``values_list``)."""
        _, sql, slots = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[each.name] if isinstance(each, Slot) else each for each in slots])
            answer: list[tuple[Any, ...]] = cursor.fetchall()
        return answer

    def objects(self, **values: Any) -> list[Kind]:
        """The answer of a query that names no columns."""
        model = self._compiled[0]
        columns = [field.attname for field in model._meta.concrete_fields]
        return [model.from_db(connection.alias, columns, row) for row in self.rows(**values)]

    def first(self, **values: Any) -> Kind | None:
        """The first object of the answer."""
        return next(iter(self.objects(**values)), None)


def insert(row: Kind) -> Kind:
    """Store a new row, as ``save()`` does it for a model that nobody listens to (no signals are sent)."""
    sql, fields = _insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields])
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias
    return row


def update(row: Model, *names: str) -> None:
    """Store these fields of a row that is there, as ``save(update_fields=names)`` does; no signals are sent.

    Raises DatabaseError where the row is gone.
    """
    sql, fields = _change(type(row), names)
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row._meta.label} {row.pk} is gone: nothing was stored.")


@cache
def _insertion(model: type[Model]) -> "tuple[str, list[Field[Any, Any]]]":
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    columns, places = ", ".join(_quoted(field) for field in fields), ", ".join("%s" for _ in fields)
    table, key = connection.ops.quote_name(model._meta.db_table), _quoted(model._meta.pk)
    return f"INSERT INTO {table} ({columns}) VALUES ({places}) RETURNING {key}", fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> "tuple[str, list[Field[Any, Any]]]":
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    assert len(fields) == len(names), f"{model} has not all of {names}"
    table = connection.ops.quote_name(model._meta.db_table)
    changes = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    return f"UPDATE {table} SET {changes} WHERE {_quoted(model._meta.pk)} = %s", fields


def _quoted(field: Any) -> str:
    return connection.ops.quote_name(field.column)

"""List endpoints: newest first, with filters and cursor pagination."""

import json
from typing import Any

from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, no_such
from standins.stripe.parameters import integer, nested, text
from standins.stripe.store import Object

LIST_PARAMS = ("limit", "starting_after", "created")
_DEFAULT_LIMIT, _MAX_LIMIT = 10, 100
_OPERATORS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


class Query:
    """Builds a WHERE clause. Terms must be constants; values are bound."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.terms: list[str] = []
        self.values: list[Any] = []

    def add(self, term: str, *values: Any) -> None:
        """Adds a condition."""
        self.terms.append(term)
        self.values.extend(values)

    @property
    def where(self) -> str:
        """The WHERE clause."""
        return f"WHERE {' AND '.join(self.terms)}" if self.terms else ""


def list_objects(call: Call, kind: str, *filters: str) -> Object:
    """Returns a list object of one object type; `filters` are the parameters that select by a related object.

    Raises StripeError for invalid parameters.
    """
    call.allow_params(*filters, *LIST_PARAMS)
    query = Query("objects")
    query.add("kind = ?", kind)
    for name in filters:
        if object_id := text(call.params, name):
            query.add(f"{name} = ?", object_id)
    rows, has_more = fetch_page(call, query)
    return list_object(f"/v1/{kind}s", [json.loads(row[-1]) for row in rows], has_more)


def fetch_page(call: Call, query: Query) -> tuple[list[Any], bool]:
    """Returns the rows of the requested page, newest first, and whether there are more.

    Raises StripeError for an invalid limit, time or cursor.
    """
    _filter_by_created(call, query)
    _start_after(call, query)
    limit = _limit(call)
    rows = call.store.db.execute(
        f"SELECT * FROM {query.table} {query.where} ORDER BY seq DESC LIMIT ?",
        (*query.values, limit + 1),
    ).fetchall()
    return rows[:limit], len(rows) > limit


def list_object(url: str, data: list[Object], has_more: bool) -> Object:
    """Returns a list object."""
    return {"object": "list", "data": data, "has_more": has_more, "url": url}


def _limit(call: Call) -> int:
    limit = integer(call.params, "limit")
    if limit is None:
        return _DEFAULT_LIMIT
    if not 1 <= limit <= _MAX_LIMIT:
        raise invalid_parameter(f"Invalid limit: must be between 1 and {_MAX_LIMIT}", "limit")
    return limit


def _filter_by_created(call: Call, query: Query) -> None:
    bounds = nested(call.params, "created") or {}
    for name in bounds:
        if name not in _OPERATORS:
            raise invalid_parameter(f"Invalid comparison: {name}", f"created[{name}]")
        query.add(f"created {_OPERATORS[name]} ?", integer(bounds, name))


def _start_after(call: Call, query: Query) -> None:
    cursor = text(call.params, "starting_after")
    if cursor is None:
        return
    row = call.store.db.execute(f"SELECT seq FROM {query.table} WHERE id = ?", (cursor,)).fetchone()
    if row is None:
        raise no_such("object", cursor, "starting_after", status=400)
    query.add("seq < ?", row[0])

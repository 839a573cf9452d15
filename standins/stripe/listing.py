"""Lists: newest first, filtered, one page at a time."""

from typing import Any

from standins.stripe.calls import Call
from standins.stripe.errors import invalid_parameter, no_such
from standins.stripe.parameters import integer, text

Object = dict[str, Any]

PAGING = ("limit", "starting_after", "ending_before", "created")
_DEFAULT_LIMIT, _MAX_LIMIT = 10, 100
_COMPARE = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


class Filter:
    """A WHERE clause under construction; only fixed words enter the SQL, values are bound."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.terms: list[str] = []
        self.values: list[Any] = []

    def add(self, term: str, *values: Any) -> None:
        """Narrow the list further."""
        self.terms.append(term)
        self.values.extend(values)

    @property
    def where(self) -> str:
        """The clause."""
        return f"WHERE {' AND '.join(self.terms)}" if self.terms else ""


def page(call: Call, chosen: Filter) -> tuple[list[Any], bool]:
    """Return the rows of the page asked for, newest first, and whether there are more.

    Raises StripeError for a limit, a time or a cursor that makes no sense.
    """
    _by_created(call, chosen)
    limit = _limit(call)
    backwards = text(call.params, "ending_before") is not None
    _by_cursor(call, chosen, "starting_after", "<")
    _by_cursor(call, chosen, "ending_before", ">")
    order = "ASC" if backwards else "DESC"
    rows = call.store.db.execute(
        f"SELECT * FROM {chosen.table} {chosen.where} ORDER BY seq {order} LIMIT ?",
        (*chosen.values, limit + 1),
    ).fetchall()
    shown = rows[:limit]
    return (shown[::-1] if backwards else shown), len(rows) > limit


def answer(url: str, data: list[Object], more: bool) -> Object:
    """Return a list object."""
    return {"object": "list", "data": data, "has_more": more, "url": url}


def _limit(call: Call) -> int:
    limit = integer(call.params, "limit")
    if limit is None:
        return _DEFAULT_LIMIT
    if not 1 <= limit <= _MAX_LIMIT:
        raise invalid_parameter(f"Invalid limit: must be between 1 and {_MAX_LIMIT}", "limit")
    return limit


def _by_created(call: Call, chosen: Filter) -> None:
    created = call.params.get("created")
    if isinstance(created, str):
        chosen.add("created = ?", integer(call.params, "created"))
    bounds = created if isinstance(created, dict) else {}
    for name in bounds:
        if name not in _COMPARE:
            raise invalid_parameter(f"Invalid comparison: {name}", f"created[{name}]")
        chosen.add(f"created {_COMPARE[name]} ?", integer(bounds, name))


def _by_cursor(call: Call, chosen: Filter, name: str, comparison: str) -> None:
    cursor = text(call.params, name)
    if cursor is None:
        return
    row = call.store.db.execute(
        f"SELECT seq FROM {chosen.table} WHERE id = ?",
        (cursor,),
    ).fetchone()
    if row is None:
        raise no_such("object", cursor, name, status=400)
    chosen.add(f"seq {comparison} ?", row[0])

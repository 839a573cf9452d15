"""Keyset paging of lists that are documented as plain arrays.

``?limit=`` (1 to 200) cuts, ``?after=`` (the id of the last row seen) goes on; ``X-Total-Count`` tells the length.
A keyset costs the same on the last page as on the first, and a row inserted meanwhile shifts nothing.
"""

from typing import Any, TypeVar

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Model, Q, QuerySet
from rest_framework import exceptions
from rest_framework.request import Request

LONGEST_PAGE = 200

Row = TypeVar("Row", bound=Model)


def page_of(request: Request, rows: QuerySet[Row], order: tuple[str, ...]) -> tuple[list[Row], int]:
    """The rows that the request asks for, in ``order`` (unique in total), and how many there are in all.

    Raises ValidationError (400) where ``limit`` or ``after`` is nonsense.
    """
    ordered = rows.order_by(*order)
    limit, after = _limit(request), request.query_params.get("after")
    if limit is None and after is None:
        everything = list(ordered)
        return everything, len(everything)
    total = rows.order_by().count()
    if after is not None:
        ordered = ordered.filter(_beyond(_anchor(rows, after, order), order))
    return list(ordered[:limit] if limit else ordered), total


def _limit(request: Request) -> int | None:
    text = request.query_params.get("limit")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 3 and 1 <= int(text) <= LONGEST_PAGE):
        raise exceptions.ValidationError({"limit": [f"A whole number from 1 to {LONGEST_PAGE} is required."]})
    return int(text)


def _anchor(rows: QuerySet[Any], after: str, order: tuple[str, ...]) -> tuple[Any, ...]:
    try:
        found = rows.filter(pk=after).values_list(*(name.lstrip("-") for name in order)).first()
    except (ValueError, DjangoValidationError):
        found = None
    if found is None:
        raise exceptions.ValidationError({"after": ["There is no such row to go on from."]})
    return tuple(found)


def _beyond(anchor: tuple[Any, ...], order: tuple[str, ...]) -> Q:
    """Rows that come after the anchor: greater in the first column that differs (smaller where it descends)."""
    beyond, equal = Q(), Q()
    for name, value in zip(order, anchor, strict=True):
        column = name.lstrip("-")
        beyond |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    return beyond

"""Keyset pagination of lists that are plain JSON arrays.

A keyset costs the same on the last page as on the first, and rows inserted between two requests shift nothing.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Q, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

MAX_LIMIT = 200
UUID_LENGTH = 36
"""No id is longer."""
UNKNOWN_ROW = {"after": ["No row of this list has this id."]}


class KeysetPagination(BasePagination):
    """``?limit=`` limits the rows, ``?after=`` continues after a row; ``X-Total-Count`` is the length of the list.

    Without ``limit`` and ``after`` the response is the whole list, and no query counts it. A view sets ``ordering``
    (unique in total) if the list is not newest first.
    """

    ordering: ClassVar[tuple[str, ...]] = ("-id",)
    openapi_parameters: ClassVar[list[OpenApiParameter]] = [
        OpenApiParameter(
            "limit",
            {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT},
            description=f"Maximum number of rows, 1 to {MAX_LIMIT}.",
        ),
        OpenApiParameter(
            "after",
            {"type": "string", "minLength": 1, "maxLength": UUID_LENGTH},
            description="Id of the last row received; the list continues behind it.",
        ),
        OpenApiParameter(
            "X-Total-Count",
            OpenApiTypes.INT,
            OpenApiParameter.HEADER,
            response=[200],
            description="Number of rows in the whole list.",
        ),
    ]

    def paginate_queryset(  # type: ignore[override]  # lists are QuerySets
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        order = getattr(view, "ordering", self.ordering)
        rows = queryset.order_by(*order)
        limit, after = _limit(request), request.query_params.get("after")
        if limit is None and after is None:
            page = list(rows)
            self.total = len(page)
            return page
        self.total = queryset.order_by().count()
        if after is not None:
            rows = rows.filter(_behind(_keyset(queryset, after, order), order))
        return list(rows[:limit])

    def get_paginated_response(self, data: Any) -> Response:
        return Response(data, headers={"X-Total-Count": str(self.total)})


def page_of_rows(rows: Sequence[tuple[str, Any]], request: Request) -> list[Any]:
    """As the pagination class, for a whole list of pairs of id and row."""
    limit, after = _limit(request), request.query_params.get("after")
    start = 0
    if after is not None:
        start = next((number for number, (id, _) in enumerate(rows, start=1) if id == after), 0)
        if not start:
            raise exceptions.ValidationError(UNKNOWN_ROW)
    return [row for _, row in rows[start : start + limit if limit else None]]


def _limit(request: Request) -> int | None:
    text = request.query_params.get("limit")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 3 and 1 <= int(text) <= MAX_LIMIT):
        raise exceptions.ValidationError({"limit": [f"A whole number from 1 to {MAX_LIMIT} is required."]})
    return int(text)


def _keyset(rows: QuerySet[Any], after: str, order: tuple[str, ...]) -> tuple[Any, ...]:
    try:
        found = rows.filter(pk=after).values_list(*(name.lstrip("-") for name in order)).first()
    except (ValueError, DjangoValidationError):
        found = None
    if found is None:
        raise exceptions.ValidationError(UNKNOWN_ROW)
    return tuple(found)


def _behind(keyset: tuple[Any, ...], order: tuple[str, ...]) -> Q:
    # Greater in the first column that differs, or smaller if it descends.
    behind, equal = Q(), Q()
    for name, value in zip(order, keyset, strict=True):
        column = name.lstrip("-")
        behind |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    return behind

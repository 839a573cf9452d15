"""Keyset pagination of lists that are plain JSON arrays.

A keyset costs the same on the last page as on the first, and rows that come or go between two requests shift nothing.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from cryptography.fernet import Fernet, InvalidToken
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.path_converters import ID_PATTERN

Row = TypeVar("Row")
MAX_LIMIT = 200
AFTER_LENGTH = 2000
UNKNOWN_ROW = {"after": ["No row of this list has this id."]}
Keyset = Sequence[Any]
"""The values of a row in the columns of the order, as JSON has them; the last is its id."""


class KeysetPagination(BasePagination):
    """``?limit=`` limits the rows, ``?after=`` continues after a row; ``X-Total-Count`` is the length of the list.

    ``X-Next-After`` is the encrypted keyset of the last row. With it the next page is found although that row is gone.
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
            {"type": "string", "minLength": 1, "maxLength": AFTER_LENGTH},
            description="`X-Next-After` of the page before, or the id of its last row; the list continues behind it.",
        ),
        OpenApiParameter(
            "X-Total-Count",
            OpenApiTypes.INT,
            OpenApiParameter.HEADER,
            response=[200],
            description="Number of rows in the whole list.",
        ),
        OpenApiParameter(
            "X-Next-After",
            OpenApiTypes.STR,
            OpenApiParameter.HEADER,
            response=[200],
            description="The `after` of the next page, also if the last row leaves the list. Only with a full page.",
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
            total = len(page)
        else:
            total = queryset.order_by().count()
            if after is not None:
                find = partial(_find, queryset, after, order)
                rows = rows.filter(_behind(_keyset(request, after, order, find), order))
            page = list(rows[:limit])
        last = keyset_of(page[-1], order) if len(page) == limit else None
        self.headers = _headers(request, order, total, last)
        return page

    def get_paginated_response(self, data: Any) -> Response:
        return Response(data, headers=self.headers)


def page_of_rows(
    rows: Sequence[tuple[Keyset, Row]], order: tuple[str, ...], request: Request
) -> tuple[list[Row], dict[str, str]]:
    """As the pagination class, for a whole list in this order. Returns the page, and the headers of the response."""
    limit, after = _limit(request), request.query_params.get("after")
    page = rows
    if after is not None:
        find = partial(next, (keyset for keyset, _ in rows if str(keyset[-1]) == after), None)
        keyset = _keyset(request, after, order, find)
        page = [row for row in rows if _is_behind(row[0], keyset, order)]
    page = page[:limit]
    last = page[-1][0] if len(page) == limit else None
    return [row for _, row in page], _headers(request, order, len(rows), last)


def keyset_of(row: Any, order: tuple[str, ...]) -> Keyset:
    """Of a model instance, or of a dictionary of columns."""
    columns = [name.lstrip("-") for name in order]
    values = [row[name] if isinstance(row, dict) else getattr(row, name) for name in columns]
    return [value if isinstance(value, int) else str(value) for value in values]


def _limit(request: Request) -> int | None:
    text = request.query_params.get("limit")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 3 and 1 <= int(text) <= MAX_LIMIT):
        raise exceptions.ValidationError({"limit": [f"A whole number from 1 to {MAX_LIMIT} is required."]})
    return int(text)


def _headers(request: Request, order: tuple[str, ...], total: int, last: Keyset | None) -> dict[str, str]:
    headers = {"X-Total-Count": str(total)}
    if last is not None:
        headers["X-Next-After"] = _cipher(request, order).encrypt(json.dumps(last).encode()).decode()
    return headers


def _cipher(request: Request, order: tuple[str, ...]) -> Fernet:
    # Only the site can make a keyset of this list in this order. Its values may be some that the reader must not see.
    key = salted_hmac("core.api.pagination", f"{request.path} {order}", algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))


def _keyset(request: Request, after: str, order: tuple[str, ...], find: Callable[[], Keyset | None]) -> Keyset:
    try:
        keyset: Keyset = json.loads(_cipher(request, order).decrypt(after.encode()))
        return keyset
    except InvalidToken:
        pass
    if len(order) == 1 and re.fullmatch(ID_PATTERN, after):
        return [int(after)]
    found = find()
    if found is None:
        raise exceptions.ValidationError(UNKNOWN_ROW)
    return found


def _find(rows: QuerySet[Any], id: str, order: tuple[str, ...]) -> Keyset | None:
    try:
        return rows.filter(pk=id).values_list(*(name.lstrip("-") for name in order)).first()
    except (ValueError, DjangoValidationError):
        return None


def _behind(keyset: Keyset, order: tuple[str, ...]) -> Q:
    # Greater in the first column that differs, or smaller if it descends.
    behind, equal = Q(), Q()
    for name, value in zip(order, keyset, strict=True):
        column = name.lstrip("-")
        behind |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    return behind


def _is_behind(keyset: Keyset, other: Keyset, order: tuple[str, ...]) -> bool:
    for name, value, before in zip(order, keyset, other, strict=True):
        if value != before:
            return bool((value < before) if name.startswith("-") else (value > before))
    return False

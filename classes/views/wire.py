"""What the calls have in common: input checked, lists cut into pages."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from camp.lib.paging import page_of

NEWEST_FIRST = ("-id",)


def checked(serializer: BaseSerializer) -> dict[str, Any]:
    """The validated input. Raises ValidationError (400)."""
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def listed(
    request: Request,
    rows: QuerySet[Any],
    output: type[BaseSerializer],
    order: tuple[str, ...] = NEWEST_FIRST,
    context: dict[str, Any] | None = None,
) -> Response:
    """The page of the rows that was asked for, and how many there are in all."""
    page, total = page_of(request, rows, order)
    return Response(output(page, many=True, context=context or {}).data, headers={"X-Total-Count": str(total)})

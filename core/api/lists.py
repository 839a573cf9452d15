from typing import Any

from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import output


class ListView(ListAPIView):
    """Lists the rows of ``get_queryset()``, page by page, as ``serializer_class`` represents them."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        serializer_class = self.get_serializer_class()
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([output(serializer_class, row) for row in page or ()])

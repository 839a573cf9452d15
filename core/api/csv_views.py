from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class CSVRenderer(BaseRenderer):
    """Takes a text that is CSV already."""

    media_type = "text/csv"
    format = "csv"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return str(data).encode()


class JSONOrCSVView(APIView):
    """CSV to ``?format=csv``, else JSON. Errors and OPTIONS are JSON in any case."""

    renderer_classes = [JSONRenderer, CSVRenderer]

    def wants_csv(self) -> bool:
        return self.request.accepted_renderer.format == CSVRenderer.format

    def options(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # type: ignore[override]  # DRF's request
        self._respond_in_json()
        return super().options(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        self._respond_in_json()
        return super().handle_exception(exc)

    def _respond_in_json(self) -> None:
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type


def csv_response(name: str, text: str) -> Response:
    return Response(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

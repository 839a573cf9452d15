import threading
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

_generated: dict[type, bytes] = {}
_generating = threading.Lock()


@extend_schema(exclude=True)
class DescriptionView(SpectacularAPIView):
    """In the format that the client accepts, or that ``?format=`` names."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        with _generating:
            if type(renderer) not in _generated:
                schema = self.generator_class(urlconf=self.urlconf).get_schema(public=True)  # type: ignore[no-untyped-call]
                _generated[type(renderer)] = renderer.render(schema, renderer_context={})
        return HttpResponse(_generated[type(renderer)], content_type=renderer.media_type)

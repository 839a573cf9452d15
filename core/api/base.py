import json
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from django.conf import settings
from rest_framework import exceptions, permissions, serializers
from rest_framework.metadata import SimpleMetadata
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from core.api.representation import representation
from core.errors import BodyTooLarge, InvalidInput

if TYPE_CHECKING:  # Django REST framework's views import this module while they load
    from rest_framework.views import APIView


class DenyAll(permissions.BasePermission):
    """The default: a view without a permission class of its own denies every request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False


class StrictJSONParser(JSONParser):
    """Limits size and depth, and accepts only valid UTF-8 without NaN or Infinity."""

    max_bytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        body = stream.read(self.max_bytes + 1)
        if len(body) > self.max_bytes:
            raise BodyTooLarge
        try:
            return json.loads(body.decode(), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError("The body is not valid JSON.") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


class IndentedJSONRenderer(JSONRenderer):
    """For files that people read."""

    def get_indent(self, accepted_media_type: str, renderer_context: Any) -> int | None:
        return 2


class FallbackContentNegotiation(DefaultContentNegotiation):
    """Responds in the first format if none matches the ``Accept`` header, instead of with 406.

    A browser in which an API route is opened by hand accepts only HTML.
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        default = next(iter(renderers))
        try:
            selected: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        except exceptions.NotAcceptable:
            return default, default.media_type
        return selected

    def filter_renderers(self, renderers: Iterable[BaseRenderer], name: str) -> list[BaseRenderer]:
        known = [each for each in renderers if each.format == name]
        # DRF responds with 404 to an unknown ``?format=``.
        if not known:
            raise InvalidInput(fields={"format": ["This format isn't available."]})
        return known


class ViewMetadata(SimpleMetadata):
    """Without ``actions``: a list view's serializer describes its rows, not its input."""

    def determine_actions(self, request: Request, view: "APIView") -> dict[str, Any]:
        return {}


def validated(serializer_class: type[serializers.Serializer], data: Any) -> dict[str, Any]:
    if data is None:
        raise exceptions.ValidationError({"non_field_errors": ["No data provided"]})
    values: dict[str, Any] = _built_once(serializer_class).run_validation(data)
    return values


def output(serializer_class: type[serializers.BaseSerializer], instance: Any) -> dict[str, Any]:
    return representation(serializer_class)(instance)  # type: ignore[arg-type]  # mypy looks at the hash of instances


@cache
def _built_once(serializer_class: type[serializers.Serializer]) -> serializers.Serializer:
    # Building the fields takes longer than using them.
    return serializer_class()

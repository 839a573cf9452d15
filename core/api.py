"""Base classes of the API: parser, renderer, fields of prices and pictures, input validation and the one error shape.

Every error response is ``{"code", "message"}``, with ``fields`` if inputs are invalid, and ``lines`` if some of several
requested rows are refused.
"""

import json
import logging
import math
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions, permissions, serializers
from rest_framework.metadata import SimpleMetadata
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import BodyTooLarge, DomainError, InvalidInput, NotFound, ProviderUnavailable
from core.http import METHOD_NOT_ALLOWED
from core.metrics import PROVIDER_ERRORS
from core.money import HIGHEST_PRICE
from core.names import without_bidi_controls
from core.picture_urls import validate_picture_url, with_host, without_host
from core.throttling import TooManyRequests, throttle_failed_authentication

if TYPE_CHECKING:  # Django REST framework's views import this module while they load
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

DATABASE_RETRY_SECONDS = 3


class DenyAll(permissions.BasePermission):
    """The default permission: a view without a permission class of its own denies every request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False


class StrictJSONParser(JSONParser):
    """Parses JSON of limited size and depth, in valid UTF-8 and without NaN or Infinity."""

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
    """Renders indented JSON, for files that people read."""

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
        """Returns the renderers for ``?format=``. Raises InvalidInput for another one, where DRF responds with 404."""
        known = [each for each in renderers if each.format == name]
        if not known:
            raise InvalidInput(fields={"format": ["This format isn't available."]})
        return known


class ViewMetadata(SimpleMetadata):
    """Describes a view to OPTIONS without ``actions``: a list view's serializer describes its rows, not its input."""

    def determine_actions(self, request: Request, view: "APIView") -> dict[str, Any]:
        return {}


class NameField(serializers.CharField):
    """A name, without bidi controls."""

    def to_internal_value(self, data: Any) -> str:
        return without_bidi_controls(super().to_internal_value(data))


class PriceField(serializers.DecimalField):
    """US dollars from 0 to ``HIGHEST_PRICE`` with at most two decimals, as a JSON number (45.5)."""

    bounds: dict[str, Any] = {"max_digits": 7, "min_value": Decimal(0), "max_value": HIGHEST_PRICE}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(decimal_places=2, coerce_to_string=False, **self.bounds, **kwargs)

    def to_representation(self, value: Any) -> float:  # type: ignore[override]
        return float(value)


class SumField(PriceField):
    """A sum of prices, of any size."""

    bounds = {"max_digits": None}


class PictureUrlField(serializers.CharField):
    """An https URL, or the URL of one of this site's own pictures. Input may omit the host, output always has it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[validate_picture_url], **{"help_text": "An absolute URL."} | kwargs)

    def to_internal_value(self, data: Any) -> str:
        return without_host(super().to_internal_value(data))

    def to_representation(self, value: Any) -> str:
        return with_host(super().to_representation(value))


def validated(serializer_class: type[serializers.Serializer], data: Any) -> dict[str, Any]:
    """Validates ``data`` and returns the validated values. Raises ValidationError (400)."""
    if data is None:
        raise exceptions.ValidationError({"non_field_errors": ["No data provided"]})
    values: dict[str, Any] = _built_once(serializer_class).run_validation(data)
    return values


def output(serializer_class: type[serializers.Serializer], instance: Any) -> dict[str, Any]:
    """Returns the instance as the serializer represents it."""
    represented: dict[str, Any] = _built_once(serializer_class).to_representation(instance)
    return represented


@cache
def _built_once(serializer_class: type[serializers.Serializer]) -> serializers.Serializer:
    """Returns a serializer without data: building its fields takes longer than using them."""
    return serializer_class()


def handle_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Returns the error response for an exception, or None (a 500) if the exception is a bug."""
    if isinstance(exc, exceptions.AuthenticationFailed | exceptions.NotAuthenticated):
        exc = _count_failed_authentication(exc, context)
    if isinstance(exc, exceptions.Throttled):
        exc = TooManyRequests(retry_after=math.ceil(getattr(exc, "wait", None) or 0))
    if isinstance(exc, ProviderUnavailable):
        PROVIDER_ERRORS.labels(type(exc).__name__.removesuffix("Unavailable")).inc()
        # The name of the cause only: a message can contain personal data.
        logger.warning("%s: %s", type(exc).__name__, type(exc.__cause__).__name__)
    if isinstance(exc, RequestDataTooBig):
        exc = BodyTooLarge()
    if isinstance(exc, DomainError):
        return _error_response(exc.code, exc.message, exc.status, exc.fields, exc.retry_after, exc.lines)
    if isinstance(exc, OperationalError | InterfaceError):
        # Lock timeout or lost database. Logs the SQLSTATE only: a driver's message can contain personal data.
        logger.warning("database unavailable: %s", getattr(exc.__cause__, "sqlstate", None) or type(exc).__name__)
        message = "The site is very busy right now. Nothing was changed."
        return _error_response("database_unavailable", message, 503, None, DATABASE_RETRY_SECONDS)
    return _framework_error_response(exc)


def _count_failed_authentication(exc: Exception, context: dict[str, Any]) -> Exception:
    """Returns the exception to report: ``exc``, or the error that counting the failure raised."""
    try:
        throttle_failed_authentication(context["request"], context["view"])
    except (TooManyRequests, OperationalError, InterfaceError) as error:
        return error
    return exc


def _framework_error_response(exc: Exception) -> Response | None:
    if isinstance(exc, Http404):
        return _error_response(NotFound.code, NotFound.message, 404)
    if isinstance(exc, DjangoPermissionDenied):
        exc = exceptions.PermissionDenied()
    if isinstance(exc, exceptions.ValidationError):
        return _validation_error_response(exc)
    if not isinstance(exc, exceptions.APIException):
        return None
    code: str = getattr(exc.detail, "code", exc.default_code)
    code = {"permission_denied": "forbidden", "authentication_failed": "bad_token"}.get(code, code)
    message = METHOD_NOT_ALLOWED if isinstance(exc, exceptions.MethodNotAllowed) else str(exc.detail)
    response = _error_response(code, message, exc.status_code)
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    return response


def _validation_error_response(exc: exceptions.ValidationError) -> Response:
    fields = _flatten(exc.detail)
    general = fields.pop("non_field_errors", [])
    message = general[0] if general else InvalidInput.message
    return _error_response(InvalidInput.code, message, exc.status_code, fields or None)


def _flatten(detail: Any) -> dict[str, list[str]]:
    """Returns DRF's nested error detail as ``{"field": ["message", ...]}``; nested names are joined by dots."""
    if isinstance(detail, dict):
        flat: dict[str, list[str]] = {}
        for name, inner in detail.items():
            for key, messages in _flatten(inner).items():
                flat[f"{name}.{key}" if key != "non_field_errors" else str(name)] = messages
        return flat
    if isinstance(detail, list):
        return {"non_field_errors": [str(item) for item in detail]}
    return {"non_field_errors": [str(detail)]}


def _error_response(
    code: str,
    message: str,
    status: int,
    fields: dict[str, list[str]] | None = None,
    retry_after: int | None = None,
    lines: list[dict[str, Any]] | None = None,
) -> Response:
    body: dict[str, Any] = {"code": code, "message": message}
    if fields:
        body["fields"] = fields
    if lines:
        body["lines"] = lines
    response = Response(body, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response

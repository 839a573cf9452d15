"""The API's one error shape, one parser and default deny.

Every refusal is ``{"code", "message"}``, with ``fields`` where inputs are to blame.
"""

import json
import logging
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions, permissions, serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from camp.lib.errors import DomainError, NotFound, ProviderUnavailable
from camp.lib.figures import PROVIDER_ERRORS

if TYPE_CHECKING:  # Django REST framework's views import this module while they load
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

BODY_LIMIT = 256 * 1024
"""Bytes of JSON that any call accepts; the longest text that we store has 2,000 characters."""

DATABASE_RETRY_SECONDS = 3


class DenyAll(permissions.BasePermission):
    """The default: a view that does not say who may use it is closed."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False


class BodyTooLarge(exceptions.APIException):
    """The body is larger than any call needs."""

    status_code = 413
    default_code = "too_large"
    default_detail = "What was sent is too large."


class StrictJSONParser(JSONParser):
    """JSON that cannot hurt: bounded in size and depth, valid UTF-8, no NaN."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        body = stream.read(BODY_LIMIT + 1)
        if len(body) > BODY_LIMIT:
            raise BodyTooLarge
        try:
            return json.loads(body.decode(), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError("The body is not valid JSON.") from error


class ReadableJSONRenderer(JSONRenderer):
    """JSON for people to read: a file that somebody takes along."""

    def get_indent(self, accepted_media_type: str, renderer_context: Any) -> int | None:
        return 2


class Obliging(DefaultContentNegotiation):
    """An answer in its usual form also for who asked for none of those that there are.

    A browser that is sent to a call by hand wants a page first; what there is tells it more than a refusal.
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        usual = next(iter(renderers))
        try:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        except exceptions.NotAcceptable:
            return usual, usual.media_type
        return chosen


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def object_id(value: str) -> int:
    """The id in a path as a number. Raises NotFound for what is no id of ours at all."""
    if not re.fullmatch(r"[0-9]{1,18}", value, re.ASCII):
        raise NotFound
    return int(value)


class PriceField(serializers.DecimalField):
    """Dollars with at most two decimals; a JSON number on the wire (45.5)."""

    most_digits: int | None = 7

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=self.most_digits, decimal_places=2, coerce_to_string=False, **kwargs)

    def to_representation(self, value: Any) -> float:  # type: ignore[override]
        return float(value)


class SumField(PriceField):
    """What prices add up to; there is no highest sum."""

    most_digits = None


def handle_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn any refusal into the one error shape; None (a 500) only for what is really a fault of ours."""
    if isinstance(exc, ProviderUnavailable):
        PROVIDER_ERRORS.labels(type(exc).__name__.removesuffix("Unavailable")).inc()
    if isinstance(exc, DomainError):
        return _answer(exc.code, exc.message, exc.status, exc.fields, exc.retry_after)
    if isinstance(exc, OperationalError | InterfaceError):
        # A lock not had in time, or the database away: sqlstate only, a driver's message can hold what was sent.
        logger.warning("database unavailable: %s", getattr(exc.__cause__, "sqlstate", None) or type(exc).__name__)
        message = "The site is very busy or catching its breath. Nothing was changed; please try again in a moment."
        return _answer("database_unavailable", message, 503, None, DATABASE_RETRY_SECONDS)
    if isinstance(exc, RequestDataTooBig):
        exc = BodyTooLarge()
    if isinstance(exc, Http404):
        return _answer(NotFound.code, NotFound.message, 404)
    if isinstance(exc, DjangoPermissionDenied):
        exc = exceptions.PermissionDenied()
    if isinstance(exc, exceptions.APIException):
        return _answer_to_api_exception(exc)
    return None


def _answer_to_api_exception(exc: exceptions.APIException) -> Response:
    if isinstance(exc, exceptions.ValidationError):
        fields = _flatten(exc.detail)
        general = fields.pop("non_field_errors", [])
        message = general[0] if general else "Some of what was sent is not right; see the fields."
        return _answer("invalid", message, exc.status_code, fields or None)
    wait = getattr(exc, "wait", None)
    code: str = getattr(exc.detail, "code", exc.default_code)
    code = {"permission_denied": "forbidden", "authentication_failed": "bad_token"}.get(code, code)
    response = _answer(code, str(exc.detail), exc.status_code, None, round(wait) if wait else None)
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    return response


def _flatten(detail: Any) -> dict[str, list[str]]:
    """DRF's nested error detail as ``{"field": ["message", ...]}``; nested names are joined by dots."""
    if isinstance(detail, dict):
        flat: dict[str, list[str]] = {}
        for name, inner in detail.items():
            for key, messages in _flatten(inner).items():
                flat[f"{name}.{key}" if key != "non_field_errors" else str(name)] = messages
        return flat
    if isinstance(detail, list):
        return {"non_field_errors": [str(item) for item in detail]}
    return {"non_field_errors": [str(detail)]}


def _answer(
    code: str,
    message: str,
    status: int,
    fields: dict[str, list[str]] | None = None,
    retry_after: int | None = None,
) -> Response:
    body: dict[str, Any] = {"code": code, "message": message}
    if fields:
        body["fields"] = fields
    response = Response(body, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response

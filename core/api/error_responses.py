"""The exception handler of the API, which turns every exception into the one error shape.

Every error response is ``{"code", "message"}``, with ``fields`` if inputs are invalid, ``retryAt`` if the request may
be allowed later, ``lines`` if some of several requested rows are refused, and the details of some errors.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from core.api.refusals import as_json
from core.api.serializers import wire_name
from core.api.throttling import TooManyRequests, throttle_failed_authentication
from core.database.failures import NotConnected
from core.errors import BodyTooLarge, DomainError, InvalidInput, NotFound, ProviderUnavailable
from core.http import METHOD_NOT_ALLOWED
from core.observability.metrics import PROVIDER_ERRORS

logger = logging.getLogger(__name__)

DATABASE_RETRY_SECONDS = 3
MAX_FIELDS, MAX_MESSAGES, MAX_TEXT_LENGTH = 50, 100, 500
"""Of one response: a body can have hundreds of invalid values, and a message can quote one of any length."""


def handle_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Returns None (a 500) for an exception that is a bug."""
    if isinstance(exc, exceptions.AuthenticationFailed | exceptions.NotAuthenticated):
        exc = _count_failed_authentication(exc, context)
    if isinstance(exc, exceptions.Throttled):
        exc = TooManyRequests(retry_after=math.ceil(getattr(exc, "wait", None) or 0))
    if isinstance(exc, ProviderUnavailable):
        PROVIDER_ERRORS.labels(type(exc).__name__.removesuffix("Unavailable")).inc()
        # The names of the exceptions only: a message can contain personal data.
        causes = [type(each).__name__ for each in (exc, exc.__cause__) if each is not None]
        logger.warning("provider unavailable: %s", " from ".join(causes))
    if isinstance(exc, RequestDataTooBig):
        exc = BodyTooLarge()
    if isinstance(exc, TooManyFieldsSent):
        exc = InvalidInput("This address isn't valid.")
    if isinstance(exc, DomainError):
        response = _error_response(
            exc.code, exc.message, exc.status, exc.fields, exc.retry_after, exc.retry_at, exc.lines
        )
        response.data |= as_json(exc.details or {})
        return response
    if isinstance(exc, OperationalError | InterfaceError):
        # Lock timeout or lost database. Logs the SQLSTATE only: a message about a row can contain personal data.
        reason = exc if isinstance(exc, NotConnected) else getattr(exc.__cause__, "sqlstate", None)
        logger.warning("database unavailable: %s", reason or type(exc).__name__)
        message = "The site is very busy right now. Nothing was changed."
        return _error_response("database_unavailable", message, 503, None, DATABASE_RETRY_SECONDS)
    return _framework_error_response(exc)


def _count_failed_authentication(exc: Exception, context: dict[str, Any]) -> Exception:
    try:
        throttle_failed_authentication(context["request"], context["view"])
    except (TooManyRequests, OperationalError, InterfaceError) as error:
        # Counting the failure has raised this error, which is reported instead.
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


def _sendable(text: str) -> str:
    short = text if len(text) <= MAX_TEXT_LENGTH else f"{text[: MAX_TEXT_LENGTH - 1]}…"
    # JSON can contain surrogates, a message can quote them, and UTF-8 cannot express them.
    return short.encode(errors="replace").decode()


def _flatten(detail: Any) -> dict[str, list[str]]:
    # DRF's nested error detail becomes ``{"field": ["message", ...]}``; nested names are joined by dots.
    if isinstance(detail, dict):
        flat: dict[str, list[str]] = {}
        for name, inner in detail.items():
            for key, messages in _flatten(inner).items():
                flat[f"{name}.{key}" if key != "non_field_errors" else str(name)] = messages
        return flat
    if isinstance(detail, list):
        return {"non_field_errors": [str(item) for item in detail]}
    return {"non_field_errors": [str(detail)]}


def _wire_path(name: str) -> str:
    # ``lessons.2.startsAt`` for ``lessons.2.starts_at``.
    return ".".join(map(wire_name, name.split(".")))


def _error_response(
    code: str,
    message: str,
    status: int,
    fields: dict[str, list[str]] | None = None,
    retry_after: int | None = None,
    retry_at: datetime | None = None,
    lines: Sequence[Mapping[str, Any]] | None = None,
) -> Response:
    body: dict[str, Any] = {"code": code, "message": _sendable(message)}
    if fields:
        body["fields"] = {
            _sendable(_wire_path(name)): [_sendable(each) for each in messages[:MAX_MESSAGES]]
            for name, messages in islice(fields.items(), MAX_FIELDS)
        }
    if retry_at:
        body["retryAt"] = retry_at
    if lines:
        body["lines"] = as_json(lines)
    response = Response(body, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response

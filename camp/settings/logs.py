"""Logging: one line of JSON per request and per event; readable lines in the demo.

A line contains routes and ids, never a URL, a name, an e-mail, a token or a card number. All lines of one request have
its id, which the response contains too (``X-Request-ID``), so that a user who reports a problem can name it.
"""

import logging
import re
import time
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import LazyObject

from core.http import GetResponse
from core.observability.redaction import redact

REFUSED_BY_DJANGO = ("DisallowedHost", "TooManyFieldsSent", "TooManyFilesSent", "RequestDataTooBig")
PRIORITIES = {"critical": 2, "error": 3, "exception": 3, "warning": 4, "debug": 7}
"""The priorities of syslog; all other levels have 6."""
REQUESTS = "camp.requests"
ROUTE = "camp.route"
"""The key of the WSGI environment under which middleware stores the route, for ``camp.server.metrics``."""

LEVELS: dict[str, Any] = {
    "django": {"handlers": []},
    "django.request": {"level": "ERROR"},
    # A wrong Host header, or too many parameters or too much data, gets 400: the request's own line shows it.
    **{f"django.security.{name}": {"level": "CRITICAL"} for name in REFUSED_BY_DJANGO},
    "stripe": {"level": "WARNING"},
    # Of each repetition of a request; what did not respond is said once.
    "urllib3": {"level": "ERROR"},
    "axes": {"level": "ERROR"},
}


def configuration(*, readable: bool, priority: bool = False) -> dict[str, Any]:
    """JSON, or readable lines without request lines (the web server prints those).

    ``priority``: each line begins with the journal's priority, which systemd removes (``man sd-daemon``).
    """
    last: list[Any] = [structlog.processors.JSONRenderer(), *([_with_priority] if priority else [])]
    if readable:
        last = [structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, sort_keys=True)]
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _remove_path,
    ]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": common,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _redact_event,
            *last,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": LEVELS | {REQUESTS: {"level": "WARNING" if readable else "INFO"}},
    }


def request_log(get_response: GetResponse) -> GetResponse:
    """The outermost middleware. Also adds the request's id to all lines that are logged during it."""
    logger = logging.getLogger(REQUESTS)

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        request_id = uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = request_id
            request.META[ROUTE] = route_of(request)
            logger.info("request", extra=_request_fields(request, response, start))
        finally:
            structlog.contextvars.clear_contextvars()
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """The matched URL pattern contains no personal data, unlike the path."""
    if request.resolver_match is not None:
        return f"/{request.resolver_match.route}"
    return settings.STATIC_URL if request.path_info.startswith(settings.STATIC_URL) else "-"


def _request_fields(request: HttpRequest, response: HttpResponse, start: float) -> dict[str, Any]:
    return {
        "method": request.method,
        "route": request.META[ROUTE],
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - start) * 1000, 1),
        "user": _user_id(request),
    }


def _user_id(request: HttpRequest) -> Any:
    # Does not load the user for the log.
    user = request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = request.__dict__.get("_cached_user")
    return getattr(user, "pk", None)


def _remove_path(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    # A path can contain an e-mail; the request's line has the route.
    if event.get("logger", "").startswith("django."):
        event["event"] = ADDRESS.sub(r"\1", event["event"].partition(": /")[0])
    for name in ("request", "server_time", "message"):
        event.pop(name, None)
    return event


ADDRESS = re.compile(r"(?<=://)([^/\s]*)/\S*")
"""The path and query of a full address: a failed CSRF check quotes the Referer."""


def _with_priority(_logger: Any, level: str, line: str) -> str:
    # A line break would begin a line without priority; JSON has none.
    return f"<{PRIORITIES.get(level, 6)}>{line}"


def _redact_event(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    return {name: redact(value) for name, value in event.items()}

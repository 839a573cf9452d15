"""What the site says about itself: one line of JSON for each request and each event, readable lines in the demo.

A line names routes and ids, never an address, a person, a token or a card. Lines that belong to one request carry its
id, which the answer carries too (``X-Request-ID``), so that somebody who reports trouble can name it.
"""

import logging
import time
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import LazyObject

from camp.lib.discretion import discreet
from camp.lib.http import GetResponse

REQUESTS = "camp.requests"
ROUTE = "camp.route"
"""Where the route is left in the WSGI environment, for whoever counts in front of Django."""


def configuration(*, readable: bool) -> dict[str, Any]:
    """Django's LOGGING: JSON, or lines for people, who have the web server's own line for each request."""
    last: list[Any] = [structlog.processors.JSONRenderer()]
    if readable:
        last = [structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, sort_keys=True)]
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _name_no_path,
    ]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": common,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _be_discreet,
            *last,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": []},
            "django.request": {"level": "ERROR"},
            # Whoever asks for another host than ours is answered 400, which the request's own line says.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "stripe": {"level": "WARNING"},
            "axes": {"level": "ERROR"},
            REQUESTS: {"level": "WARNING" if readable else "INFO"},
        },
    }


def request_log(get_response: GetResponse) -> GetResponse:
    """Middleware, the outermost: a line for each request, and an id on all lines that are written meanwhile."""
    logger = logging.getLogger(REQUESTS)

    def middleware(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        request_id = uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = request_id
            request.META[ROUTE] = route_of(request)
            logger.info("request", extra=_described(request, response, begin))
        finally:
            structlog.contextvars.clear_contextvars()
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """The route that answered, as it stands in the map of addresses: without what a path can hold of somebody."""
    if request.resolver_match is not None:
        return f"/{request.resolver_match.route}"
    return settings.STATIC_URL if request.path_info.startswith(settings.STATIC_URL) else "-"


def _described(request: HttpRequest, response: HttpResponse, begin: float) -> dict[str, Any]:
    return {
        "method": request.method,
        "route": request.META[ROUTE],
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - begin) * 1000, 1),
        "user": _user_id(request),
    }


def _user_id(request: HttpRequest) -> Any:
    """Who asked, if the answer needed to know; nobody is looked up for the log."""
    user = request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = request.__dict__.get("_cached_user")
    return getattr(user, "pk", None)


def _name_no_path(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Django's own lines quote the path, which can hold an e-mail address; the request's line has the route."""
    if event.get("logger", "").startswith("django."):
        event["event"] = event["event"].partition(": /")[0]
    for name in ("request", "server_time"):
        event.pop(name, None)
    return event


def _be_discreet(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    return {name: discreet(value) for name, value in event.items()}

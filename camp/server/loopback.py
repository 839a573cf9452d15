"""The demo responds to clients on its own machine only, because its passwords are published."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from core.http import GetResponse, error_response

FORWARDING_HEADERS = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"),
    *("HTTP_FORWARDED", "HTTP_X_REAL_IP"),
)
"""Headers that a proxy adds, by their names in the WSGI environment."""


def is_local(environ: Mapping[str, Any]) -> bool:
    """``environ`` is of WSGI. False for a request through a proxy."""
    if any(name in environ for name in FORWARDING_HEADERS):
        return False
    try:
        return ipaddress.ip_address(environ.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def loopback_only(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_local(request.META):
            return error_response("demo_only", "The demo only works on the computer it runs on.", 403)
        return get_response(request)

    return middleware

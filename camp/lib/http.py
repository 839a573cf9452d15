"""What happens to a request before Django's own machinery looks at it."""

import ipaddress
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

if TYPE_CHECKING:  # the settings import this module while they load, and the framework reads them
    from rest_framework.request import Request

GetResponse = Callable[[HttpRequest], HttpResponse]

HOUSEHOLD_BITS = 64
UNKNOWN = "0.0.0.0"  # noqa: S104 (nobody's address, and nothing is bound to it)


def refusal(code: str, message: str, status: int, retry_after: int | None = None) -> JsonResponse:
    """The one error shape, for places that Django REST framework does not reach."""
    response = JsonResponse({"code": code, "message": message}, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def wants_html(request: HttpRequest) -> bool:
    """Whether a browser is asking for a page (and not a program for data)."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")


def address_of(request: "HttpRequest | Request") -> str:
    """From which address a request comes; of an IPv6 address its network's, since a household has all of it.

    Behind proxies each adds who asked it at the end of ``X-Forwarded-For``. Only as many are believed as
    ``TRUSTED_PROXY_HOPS`` says: what stands before that, anybody can have written.
    """
    hops = settings.TRUSTED_PROXY_HOPS
    chain = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    chain.append(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(chain[max(0, len(chain) - 1 - hops)])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        household = ipaddress.ip_network((address, HOUSEHOLD_BITS), strict=False).network_address
        return str(address.ipv4_mapped or household)
    return str(address)


def no_null_bytes(get_response: GetResponse) -> GetResponse:
    """Middleware: PostgreSQL cannot store or compare a null byte, and no address of ours has one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "%00" in query or "\0" in query:
            return refusal("invalid", "An address cannot contain a null byte.", 400)
        return get_response(request)

    return middleware


def rules_for_browsers(get_response: GetResponse) -> GetResponse:
    """Middleware: what no other site may take, which abilities of a browser are in use, and that what somebody is
    answered as themselves is kept nowhere (what all are answered has an ETag)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if "HTTP_AUTHORIZATION" in request.META and "ETag" not in response.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def loopback_only(get_response: GetResponse) -> GetResponse:
    """Middleware of the demo: it runs on published passwords, so nobody but this machine may reach it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR", "")
        try:
            local = ipaddress.ip_address(peer).is_loopback
        except ValueError:
            local = False
        if not local:
            return refusal("demo_only", "The demo answers this machine alone.", 403)
        return get_response(request)

    return middleware

"""Helpers for plain Django requests, and middleware for headers, malformed URLs and the time zone of staff pages."""

import ipaddress
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any

from csp.constants import HEADER as POLICY_HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from core.site_time import site_zone

if TYPE_CHECKING:  # importing it at runtime would load the settings too early
    from rest_framework.request import Request

GetResponse = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponseBase]

IPV6_NETWORK_BITS = 64
WIDE_IPV6_NETWORK_BITS = 48
METHOD_NOT_ALLOWED = "This address doesn't accept this kind of request."
UNKNOWN = "0.0.0.0"  # noqa: S104 (a placeholder; nothing binds to it)


def error_response(code: str, message: str, status: int, retry_after: int | None = None) -> JsonResponse:
    """The one error shape, for code outside Django REST framework."""
    response = JsonResponse({"code": code, "message": message}, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def read_only(view: View) -> View:
    """All other methods than GET and HEAD get 405 in the one error shape."""

    # Nothing changes, so there is no need for the CSRF check, whose refusal would be a 403 in HTML.
    @csrf_exempt
    @wraps(view)
    def read_only_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        response = error_response("method_not_allowed", METHOD_NOT_ALLOWED, 405)
        response.headers["Allow"] = "GET, HEAD"
        return response

    return read_only_view


def wants_html(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")


def client_address(request: "HttpRequest | Request") -> str:
    return address_in(request.META)


def address_in(environ: Mapping[str, Any]) -> str:
    """For IPv6 the /64 network, because one household uses all of it.

    Each proxy appends its peer's address to ``X-Forwarded-For``. Only the last ``TRUSTED_PROXY_HOPS`` entries are
    trusted: a client can send any entries before them.
    """
    hops = settings.TRUSTED_PROXY_HOPS
    chain = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    chain.append(environ.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(chain[max(0, len(chain) - 1 - hops)])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        network = ipaddress.ip_network((address, IPV6_NETWORK_BITS), strict=False).network_address
        return str(address.ipv4_mapped or network)
    return str(address)


def wide_network(address: str) -> str | None:
    """The /48 network of an IPv6 address, which one customer of a host can have; None for IPv4."""
    if ":" not in address:
        return None
    return str(ipaddress.ip_network((address, WIDE_IPV6_NETWORK_BITS), strict=False))


def refuse_null_bytes(get_response: GetResponse) -> GetResponse:
    """PostgreSQL can neither store nor compare a null byte."""

    def middleware(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "%00" in query or "\0" in query:
            return error_response("invalid", "This address isn't valid.", 400)
        return get_response(request)

    return middleware


def site_time_for_staff(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/admin/"):
            return get_response(request)
        with timezone.override(site_zone()):
            return get_response(request)

    return middleware


def security_headers(get_response: GetResponse) -> GetResponse:
    """Responses to a user get ``no-store``. Those that are the same for all users have an ETag and may be stored."""
    pictures = (settings.MEDIA_URL, f"{settings.STATIC_URL}pictures/")

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        # Pictures are public, and clients on other origins show them too.
        resource_policy = "cross-origin" if request.path_info.startswith(pictures) else "same-origin"
        response.headers.setdefault("Cross-Origin-Resource-Policy", resource_policy)
        if "HTTP_AUTHORIZATION" in request.META and "ETag" not in response.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


class JSONCompression(GZipMiddleware):
    """Compresses the JSON that is answered to a bearer token, where no proxy does.

    The length of such an answer tells a page of another site nothing (BREACH): no browser adds the token to a request
    of that page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        if is_json and response.status_code == 200 and "HTTP_AUTHORIZATION" in request.META:
            return super().process_response(request, response)
        return response


class PolicyMiddleware(CSPMiddleware):
    """Sets the Content-Security-Policy of the settings, which is built once. No view has another one."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(POLICY_HEADER, self._policy)
        return response

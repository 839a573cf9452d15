"""WSGI middleware that serves public lists and page shells from the response cache, before Django runs.

It handles only GET and HEAD without query, ``Authorization``, ``Origin`` or cookie, for allowed hosts and paths that
Django has responded to with 200, and returns Django's own body and headers. All other requests are passed on.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from camp.wsgi_call import Application, CompleteResponse, Environ, StartResponse, call
from core import cache_invalidation
from core.cached_response import EncodedResponse, Headers, encode_response
from core.http import is_local
from core.response_cache import response_cache

FOUND = "camp.cached_response"
"""The key of the WSGI environment for a response that ``find`` has found."""
PUBLIC_LISTS = ("/classes", "/popularClasses", "/instructors", "/crafts")


class PageCache:
    """Wraps Django's WSGI application. ``paths`` are those whose responses are cached."""

    def __init__(self, django: Application, paths: Iterable[str]) -> None:
        self._django = django
        self.paths = frozenset(paths)

    def find(self, environ: Environ) -> bool:
        """Returns whether the response is in the cache, and keeps it for the call that follows. Does not wait."""
        if self._is_cacheable(environ):
            environ[FOUND] = response_cache.get(_key(environ))
        return environ.get(FOUND) is not None

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        response = environ.get(FOUND)
        if response is None:
            if not self._is_cacheable(environ):
                return self._django(environ, start_response)
            response = self._get_or_build(environ)
        if isinstance(response, EncodedResponse):
            return _send(response, environ, start_response)
        start_response(response.status, response.headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [response.body]

    def _get_or_build(self, environ: Environ) -> EncodedResponse | CompleteResponse:
        cache_invalidation.listen()
        return response_cache.get_or_build(
            _key(environ),
            lambda: self._build(environ),
            cacheable=lambda built: isinstance(built, EncodedResponse),
        )

    def _is_cacheable(self, environ: Environ) -> bool:
        return (
            environ["PATH_INFO"] in self.paths
            and environ["REQUEST_METHOD"] in ("GET", "HEAD")
            and not environ.get("QUERY_STRING")
            and "HTTP_AUTHORIZATION" not in environ
            and "HTTP_ORIGIN" not in environ
            and "HTTP_COOKIE" not in environ
            and _is_allowed_host(environ.get("HTTP_HOST", ""), *settings.ALLOWED_HOSTS)
            and (not settings.DEMO or is_local(environ))
        )

    def _build(self, environ: Environ) -> EncodedResponse | CompleteResponse:
        """Returns Django's response, encoded if it is a 200 without cookies."""
        response = call(self._django, {**environ, "REQUEST_METHOD": "GET"})
        if response.status.startswith("200") and not _has_cookie(response.headers):
            return encode_response(response.headers, response.body)
        return response


def _key(environ: Environ) -> tuple[str, bool]:
    """Returns the path, and whether the request is secure, on which the headers depend.

    Nothing else that a client can choose is part of the key: it could displace all entries. No response depends on
    the host, because all absolute URLs begin with ``SITE_URL``.
    """
    return environ["PATH_INFO"], _is_secure(environ)


@lru_cache(maxsize=256)
def _is_allowed_host(host: str, *allowed: str) -> bool:
    """Decides like ``HttpRequest.get_host``."""
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, allowed)


def _is_secure(environ: Environ) -> bool:
    """Decides like ``HttpRequest.is_secure``."""
    name, secure_value = settings.SECURE_PROXY_SSL_HEADER or ("", "")
    forwarded = environ.get(name)
    if forwarded is None:
        return bool(environ["wsgi.url_scheme"] == "https")
    return bool(forwarded.split(",", 1)[0].strip() == secure_value)


def _has_cookie(headers: Headers) -> bool:
    return any(name.lower() == "set-cookie" for name, _ in headers)


def _send(encoded: EncodedResponse, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    status, headers, body = encoded.select(
        environ.get("HTTP_ACCEPT_ENCODING", ""), environ.get("HTTP_IF_NONE_MATCH", "")
    )
    start_response("200 OK" if status == 200 else "304 Not Modified", headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

"""WSGI middleware that serves public lists and classes, page shells and calendars from the cache, before Django runs.

It handles only GET and HEAD, for allowed hosts and paths that Django has responded to with 200, and returns Django's
own body and headers. A calendar does not depend on its query, a page shell only on its kind; a public list is the same
for every user, except ``OTHER_FOR_ADMINS``. Nothing else that a client sends (a query without a meaning, a cookie, a
token) may make it cost more. All other requests are passed on.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qsl

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from accounts.api.authentication import may_be_admin
from camp.server.encoded_response import EncodedResponse, Headers, encode_response
from camp.server.loopback import is_local
from camp.server.wsgi_call import Application, CompleteResponse, Environ, StartResponse, call
from core.cache import invalidation
from core.cache.responses import response_cache

FOUND = "camp.cached_response"
"""The key of the WSGI environment for a response that ``find`` has found."""
OTHER_FOR_ADMINS = ("/classes", "/seasons")
PUBLIC_LISTS = (*OTHER_FOR_ADMINS, "/popularClasses", "/instructors", "/crafts")
PAGES_OF_ROWS = re.compile(r"/all-(?:classes|instructors)/[1-9][0-9]{0,17}")
"""The pages of the classes and instructors that exist, with one spelling of each id."""
CLASSES = re.compile(r"/classes/[1-9][0-9]{0,17}")
CALENDARS = re.compile(r"/classes/[1-9][0-9]{0,17}/calendar\.ics")
PARAMETERS = re.compile(r"(?:^|&)(?:limit|after|format|season)\b|%", re.IGNORECASE)
"""The parameters of a list, also if their names are written in percent codes."""
Key = tuple[str, bool, str, str]


class PageCache:
    """``lists`` and ``pages`` are the paths whose responses are cached.

    With lists, the class that a page shows is cached too. With pages, those of classes and instructors and the
    calendars of classes are.
    """

    def __init__(self, django: Application, lists: Iterable[str], pages: Iterable[str]) -> None:
        self._django = django
        self._lists, self._pages = frozenset(lists), frozenset(pages)
        self.paths = self._lists | self._pages

    def find(self, environ: Environ) -> bool:
        """Does not wait. Keeps the response for the call that follows."""
        if self._is_cacheable(environ, wait=False):
            environ[FOUND] = response_cache.get(_key(environ))
        return environ.get(FOUND) is not None

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        response = environ.get(FOUND)
        if response is None:
            if not self._is_cacheable(environ, wait=True):
                return self._django(environ, start_response)
            response = self._response_for(environ)
        if isinstance(response, EncodedResponse):
            return _send(response, environ, start_response)
        start_response(response.status, response.headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [response.body]

    def _response_for(self, environ: Environ) -> EncodedResponse | CompleteResponse:
        invalidation.listen()
        key = _key(environ)
        return response_cache.get_or_build(
            key,
            lambda: self._build(key, environ),
            cacheable=lambda built: isinstance(built, EncodedResponse),
        )

    def _is_cacheable(self, environ: Environ, *, wait: bool) -> bool:
        return (
            self._has_one_response(environ["PATH_INFO"], environ.get("QUERY_STRING", ""))
            and environ["REQUEST_METHOD"] in ("GET", "HEAD")
            and _is_allowed_host(environ.get("HTTP_HOST", ""), *settings.ALLOWED_HOSTS)
            and (not settings.DEMO or is_local(environ))
            and _is_public(environ, wait)
        )

    def _has_one_response(self, path: str, query: str) -> bool:
        if "%00" in query or "\0" in query:
            return False  # refused, see core.http
        if path in self._lists or (self._lists and CLASSES.fullmatch(path)):
            return not PARAMETERS.search(query)
        is_of_a_row = PAGES_OF_ROWS.fullmatch(path) or CALENDARS.fullmatch(path)
        return path in self._pages or bool(self._pages and is_of_a_row)

    def _build(self, key: Key, environ: Environ) -> EncodedResponse | CompleteResponse:
        _, _, origin, query = key
        request = {**environ, "REQUEST_METHOD": "GET", "HTTP_ORIGIN": origin, "QUERY_STRING": query}
        for name in ("HTTP_AUTHORIZATION", "HTTP_COOKIE"):
            request.pop(name, None)
        response = call(self._django, request)
        if response.status.startswith("200") and not _has_cookie(response.headers):
            return encode_response(response.headers, response.body)
        return response


def _key(environ: Environ) -> Key:
    # The key contains no other value that a client can choose, because a client could then displace all entries. No
    # response depends on the host, because all absolute URLs begin with ``SITE_URL``.
    origin = environ.get("HTTP_ORIGIN", "")
    path, allowed = environ["PATH_INFO"], origin if origin in settings.CORS_ALLOWED_ORIGINS else ""
    has_no_query = path in PUBLIC_LISTS or CLASSES.fullmatch(path) or CALENDARS.fullmatch(path)
    query = "" if has_no_query else _kind_of(environ.get("QUERY_STRING", ""))
    return path, _is_secure(environ), allowed, query


def _kind_of(query: str) -> str:
    # There are three kinds: no query, one that only searches, and one that does anything else.
    names = {name for name, _ in parse_qsl(query, keep_blank_values=True)}
    return "" if not names else "q=a" if names == {"q"} else "x=a"


def _is_public(environ: Environ, wait: bool) -> bool:
    # The response is the one to an anonymous request, apart from the CORS headers.
    authorization = environ.get("HTTP_AUTHORIZATION")
    is_same_for_admins = environ["PATH_INFO"] not in OTHER_FOR_ADMINS
    return authorization is None or is_same_for_admins or not may_be_admin(authorization, wait=wait)


@lru_cache(maxsize=256)
def _is_allowed_host(host: str, *allowed: str) -> bool:
    # As ``HttpRequest.get_host`` decides.
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, allowed)


def _is_secure(environ: Environ) -> bool:
    # As ``HttpRequest.is_secure`` decides.
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

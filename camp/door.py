"""A small door in front of Django: public lists and page shells leave as ready bytes, before most machinery is entered.

It takes only exact GET and HEAD, without query, ``Authorization``, ``Origin`` or cookie, on a host and path that
Django itself has just answered 200, and gives what Django gave: the same body, the same headers. All else is passed on.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import brotli
from django.conf import settings

from camp.lib.freshness import listen, ready

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

PUBLIC_LISTS = ("/classes", "/popularClasses", "/instructors")
NOT_REPEATED = {"content-length", "etag", "date", "set-cookie", "x-request-id"}
SMALLEST_WORTH_COMPRESSING = 500
BROTLI_QUALITY = 5
REFUSED = re.compile(r"q\s*=\s*0(\.0*)?")


@dataclass(frozen=True)
class Prepared:
    """One answer in every encoding, with its headers."""

    etag: str
    headers: Headers
    bodies: dict[str, bytes]


class Door:
    """WSGI application around Django's. ``pages`` are the paths of the client's routes that have no parameters."""

    def __init__(self, django: Application, pages: Iterable[str]) -> None:
        self._django = django
        self._paths = {*PUBLIC_LISTS, *pages}

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not self._may_take(environ):
            return self._django(environ, start_response)
        listen()
        key = _key(environ)
        prepared = ready.get(key)
        if prepared is None:
            prepared = self._prepare(key, environ, start_response)
            if not isinstance(prepared, Prepared):
                return prepared
        return _answer(prepared, environ, start_response)

    def _may_take(self, environ: Environ) -> bool:
        return (
            environ["PATH_INFO"] in self._paths
            and environ["REQUEST_METHOD"] in ("GET", "HEAD")
            and not environ.get("QUERY_STRING")
            and "HTTP_AUTHORIZATION" not in environ
            and "HTTP_ORIGIN" not in environ
            and "HTTP_COOKIE" not in environ
            and (not settings.DEMO or environ.get("REMOTE_ADDR", "").startswith("127."))
        )

    def _prepare(self, key: Any, environ: Environ, start_response: StartResponse) -> Prepared | Iterable[bytes]:
        """Let Django answer, and keep the answer if it is a plain 200; otherwise what Django answered is passed on."""
        generation = ready.generation
        told: dict[str, Any] = {}

        def listen_in(status: str, headers: Headers, *_: Any) -> None:
            told.update(status=status, headers=headers)

        answer = self._django({**environ, "REQUEST_METHOD": "GET"}, listen_in)
        try:
            body = b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close:
                close()
        if not told["status"].startswith("200") or _has_cookie(told["headers"]):
            start_response(told["status"], told["headers"])
            return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
        prepared = _prepared(told["headers"], body)
        ready.keep(key, prepared, generation=generation)
        return prepared


def _key(environ: Environ) -> tuple[str, ...]:
    """What an answer may depend on beside the path. Only what Django has answered 200 is kept under it."""
    proxy_header = settings.SECURE_PROXY_SSL_HEADER[0] if settings.SECURE_PROXY_SSL_HEADER else ""
    return (
        environ["PATH_INFO"],
        environ.get("HTTP_HOST", ""),
        environ.get("wsgi.url_scheme", ""),
        environ.get(proxy_header, ""),
    )


def _has_cookie(headers: Headers) -> bool:
    return any(name.lower() == "set-cookie" for name, _ in headers)


def _prepared(headers: Headers, body: bytes) -> Prepared:
    kept = [(name, value) for name, value in headers if name.lower() not in NOT_REPEATED]
    bodies = {"": body}
    if len(body) >= SMALLEST_WORTH_COMPRESSING:
        bodies["br"] = brotli.compress(body, quality=BROTLI_QUALITY)
        bodies["gzip"] = gzip.compress(body, 6, mtime=0)
    return Prepared(hashlib.sha256(body).hexdigest()[:20], _with_vary(kept), bodies)


def _with_vary(headers: Headers) -> Headers:
    vary = [value for name, value in headers if name.lower() == "vary"]
    names = [part.strip() for value in vary for part in value.split(",") if part.strip()]
    if "accept-encoding" not in {name.lower() for name in names}:
        names.append("Accept-Encoding")
    return [(name, value) for name, value in headers if name.lower() != "vary"] + [("Vary", ", ".join(names))]


def _answer(prepared: Prepared, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    encoding = _best(environ.get("HTTP_ACCEPT_ENCODING", ""), prepared.bodies)
    etag = f'"{prepared.etag}{encoding and "-" + encoding}"'
    headers = [*prepared.headers, ("ETag", etag)]
    if _matches(environ.get("HTTP_IF_NONE_MATCH", ""), etag):
        start_response("304 Not Modified", [header for header in headers if header[0].lower() != "content-type"])
        return []
    body = prepared.bodies[encoding]
    headers.append(("Content-Length", str(len(body))))
    if encoding:
        headers.append(("Content-Encoding", encoding))
    start_response("200 OK", headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def _best(accepted: str, bodies: dict[str, bytes]) -> str:
    """The smallest encoding that the client takes; plain where it refuses or says nothing."""
    offers = (part.partition(";") for part in accepted.lower().split(","))
    taken = {name.strip() for name, _, weight in offers if not REFUSED.fullmatch(weight.strip())}
    return next((encoding for encoding in ("br", "gzip") if encoding in taken and encoding in bodies), "")


def _matches(sent: str, etag: str) -> bool:
    """Whether the client has this very answer (RFC 9110, 13.1.2: weak comparison)."""
    return sent.strip() == "*" or etag in {part.strip().removeprefix("W/") for part in sent.split(",")}

"""A small door in front of Django: public lists and page shells leave as ready bytes, before most machinery is entered.

It takes only exact GET and HEAD, without query, ``Authorization``, ``Origin`` or cookie, on a host and path that
Django itself has just answered 200, and gives what Django gave: the same body, the same headers. All else is passed on.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings

from camp.lib import freshness
from camp.lib.freshness import ready
from camp.lib.prepared import Headers, Prepared, prepare

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

PUBLIC_LISTS = ("/classes", "/popularClasses", "/instructors")


class Door:
    """WSGI application around Django's. ``pages`` are the paths of the client's routes that have no parameters."""

    def __init__(self, django: Application, pages: Iterable[str]) -> None:
        self._django = django
        self._paths = {*PUBLIC_LISTS, *pages}

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not self._may_take(environ):
            return self._django(environ, start_response)
        freshness.listen()
        key = _key(environ)
        prepared = ready.get(key)
        if prepared is None:
            with ready.one_at_a_time():
                prepared = ready.get(key) or self._prepare(key, environ, start_response)
        return _answer(prepared, environ, start_response) if isinstance(prepared, Prepared) else prepared

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
        prepared = prepare(told["headers"], body)
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


def _answer(prepared: Prepared, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    status, headers, body = prepared.answer(
        environ.get("HTTP_ACCEPT_ENCODING", ""), environ.get("HTTP_IF_NONE_MATCH", "")
    )
    start_response("200 OK" if status == 200 else "304 Not Modified", headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

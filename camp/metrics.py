"""The figures at /metrics, and counting each request in front of Django and its door."""

import hmac
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from camp.lib.http import refusal
from camp.logs import ROUTE

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def share_between_processes() -> None:
    """Let all workers of one web server count together; to be called before anything is counted.

    Where no folder is named, it is one for this server process, whose child each worker is. Raises
    ImproperlyConfigured for a folder that is somebody else's.
    """
    if not settings.METRICS_TOKEN:
        return
    folder = Path(os.environ.setdefault(FOLDER, f"{tempfile.gettempdir()}/camp-figures-{os.getppid()}"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise ImproperlyConfigured(f"{FOLDER}: {folder} belongs to somebody else.")


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures for who bears METRICS_TOKEN; where none is set there is no such address."""
    if not settings.METRICS_TOKEN:
        return refusal("not_found", "There is nothing at this address.", 404)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode()):
        response: HttpResponse = refusal("bad_token", "The figures are for who has the token.", 401)
        response.headers["WWW-Authenticate"] = "Bearer"
        return response
    return HttpResponse(_figures(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _figures() -> bytes:
    from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, multiprocess

    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class Counted:
    """WSGI application around the site's: counts each answer by route and status, those of the door too.

    ``ready`` are the paths that the door answers itself, which are routes as well. No other path becomes a label:
    paths hold e-mail addresses, and there is no end of them.
    """

    def __init__(self, site: Application, ready: Iterable[str]) -> None:
        from camp.lib.figures import REQUESTS, SECONDS

        self._site = site
        self._ready = frozenset(ready)
        self._requests, self._seconds = REQUESTS, SECONDS

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        begin = time.perf_counter()
        told: list[str] = ["500"]

        def listen_in(status: str, *rest: Any) -> Any:
            told[0] = status[:3]
            return start_response(status, *rest)

        try:
            return self._site(environ, listen_in)
        finally:
            path = environ["PATH_INFO"]
            route = environ.get(ROUTE) or (path if path in self._ready else "-")
            method = environ["REQUEST_METHOD"]
            self._requests.labels(method if method in METHODS else "-", route, told[0]).inc()
            self._seconds.labels(route).observe(time.perf_counter() - begin)


METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

"""Prometheus metrics at /metrics, and a WSGI application that counts each request.

Functions import prometheus_client when they run, because the folder of the metrics must be set before it loads.
"""

import hmac
import os
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from camp.server.wsgi_call import Application, Environ, StartResponse
from camp.settings.logs import ROUTE
from core.http import error_response, read_only

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def share_between_processes() -> None:
    """For all workers of one web server. Must be called before anything is counted.

    Without PROMETHEUS_MULTIPROC_DIR the folder is named after the parent process, which all workers share. With it,
    prometheus_client needs the folder, also if METRICS_TOKEN is not set. Raises ImproperlyConfigured if the folder
    belongs to another system user.
    """
    if not settings.METRICS_TOKEN and FOLDER not in os.environ:
        return
    folder = Path(os.environ.setdefault(FOLDER, f"{tempfile.gettempdir()}/camp-metrics-{os.getppid()}"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise ImproperlyConfigured(f"{FOLDER}: {folder} belongs to another user.")


@read_only
def metrics(request: HttpRequest) -> HttpResponse:
    """METRICS_TOKEN is the bearer token; 404 if none is configured."""
    if not settings.METRICS_TOKEN:
        return error_response("not_found", "Sorry, we can't find that page.", 404)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode()):
        response: HttpResponse = error_response("bad_token", "A valid metrics token is required.", 401)
        response.headers["WWW-Authenticate"] = "Bearer"
        return response
    return HttpResponse(_metrics_text() + _database_text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _metrics_text() -> bytes:
    from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, multiprocess

    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _database_text() -> bytes:
    """Nothing while the database is down."""
    from prometheus_client import CollectorRegistry, Gauge, generate_latest

    from camp.operations.machine import disks
    from camp.operations.worker_tasks import seconds_since_start, seconds_since_success
    from classes.models import WaitlistEntry
    from core.models import SiteProblem
    from mail.models import OutboxEmail

    now = timezone.now()
    try:
        ages, successes = seconds_since_start(now), seconds_since_success(now)
        waiting, stuck = WaitlistEntry.objects.waiting().count(), OutboxEmail.objects.stuck(now).count()
        problems = SiteProblem.objects.exclude(told_at=None).count()
    except DatabaseError:
        return b""
    registry = CollectorRegistry()
    age = Gauge("camp_worker_age_seconds", "Seconds since a worker started this task.", ["task"], registry=registry)
    for task, seconds in ages.items():
        age.labels(task).set(seconds)
    success = Gauge("camp_task_success_age_seconds", "Seconds since this task succeeded.", ["task"], registry=registry)
    for task, seconds in successes.items():
        success.labels(task).set(seconds)
    Gauge("camp_emails_stuck", "E-mails that should have been sent ten minutes ago.", registry=registry).set(stuck)
    Gauge("camp_waiting", "Participants on waitlists who have no offer.", registry=registry).set(waiting)
    Gauge("camp_site_problems", "Parts of the site that do not work.", registry=registry).set(problems)
    space = Gauge("camp_disk_free_ratio", "The free share of a disk.", ["folder"], registry=registry)
    for folder, free, total in disks():
        space.labels(str(folder)).set(free / total)
    return generate_latest(registry)


class RequestMetrics:
    """WSGI application around the site: counts each response by route and status, also those from the page cache.

    ``cached_paths``: the paths that the page cache serves; each is also a route. No other path becomes a label, because
    paths contain e-mail addresses and are unlimited in number.
    """

    def __init__(self, site: Application, cached_paths: Iterable[str]) -> None:
        from core.observability.metrics import REQUESTS, SECONDS

        self._site = site
        self._cached_paths = frozenset(cached_paths)
        self._requests, self._seconds = REQUESTS, SECONDS

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        start = time.perf_counter()
        status_code = "500"

        def start_counted(status: str, *rest: Any) -> Any:
            nonlocal status_code
            status_code = status[:3]
            return start_response(status, *rest)

        try:
            return self._site(environ, start_counted)
        finally:
            path = environ["PATH_INFO"]
            route = environ.get(ROUTE) or (path if path in self._cached_paths else "-")
            method = environ["REQUEST_METHOD"]
            self._requests.labels(method if method in METHODS else "-", route, status_code).inc()
            self._seconds.labels(route).observe(time.perf_counter() - start)

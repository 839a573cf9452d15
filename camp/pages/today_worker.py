"""The service worker with which the client's page Today works without a network. See docs/adr/0035."""

import hashlib
import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static

from camp.pages.bundle import bundle
from camp.pages.shell import public_config
from core.http import read_only

SHELL = "/dashboard/today"
ROUTE = "dashboard/today-worker.js"
"""Beside the page, so that the browser allows the page's own path as its scope, and no wider one."""


@read_only
def today_worker(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it each time."""
    if not settings.CARE:
        raise Http404
    files = [static(path) for path in bundle()["offline"]]
    version = hashlib.sha256(json.dumps([files, public_config()]).encode()).hexdigest()[:12]
    context = {"files": json.dumps(files), "shell": SHELL, "version": version}
    response = render(request, "today_worker.js", context, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response

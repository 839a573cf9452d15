"""The logins of the Django admin: by password, with one spelling per name, or by a recent login on the site.

django-axes blocks a name from an address after a few failures; the limit here is over all names from one address. A
password is checked by one request at a time in each process, because a check takes 0.3 s of CPU time in a thread that
serves everybody. No limit is over all addresses: a few of them would close the staff pages for all admins.
"""

import threading
import time
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib import admin, auth
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from accounts.models import User, UserManager
from accounts.recent_login import IdTokenFieldInvalid, RecentLoginRequired, require_recent_login
from core.api.throttling import TooManyRequests, count_request
from core.http import client_address

MAX_NAME = 254
"""No account has a longer name, and django-axes cannot store more than 255 characters."""

_password_check = threading.Lock()


def login_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name under which django-axes counts failures: as the login finds the account, not as it was typed."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return UserManager.normalize_email((name or "")[:MAX_NAME])[:MAX_NAME]


def login(request: HttpRequest) -> HttpResponseBase:
    """429 after too many tries, 503 while another password is checked."""
    if request.method != "POST":
        return admin.site.login(request)
    try:
        _count_try(request)
    except TooManyRequests as refusal:
        return _wait_page(request, refusal.message, 429, refusal.retry_after or 0)
    if not _password_check.acquire(blocking=False):
        return _wait_page(request, "Somebody else is logging in right now. Please try again in a few seconds.", 503, 2)
    try:
        return admin.site.login(request)
    finally:
        _password_check.release()


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """For a name that django-axes blocks."""
    minutes = settings.AXES_COOLOFF_TIME // timedelta(minutes=1)
    message = f"This password was wrong too often. Please try again in {minutes} minutes."
    return _wait_page(request, message, 429, 60 * minutes)


def _wait_page(request: HttpRequest, message: str, status: int, retry_after: int) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": "Please wait", "message": message}
    response = render(request, "admin/wait.html", context, status=status)
    response.headers["Retry-After"] = str(retry_after)
    return response


def log_in_from_site(*, request: HttpRequest, user: User, id_token: str, now: datetime) -> None:
    """For an admin who has logged in to the site within five minutes. A refusal counts as a failed login."""
    _count_try(request)
    credentials = {"username": user.email}
    if not AxesProxyHandler.is_allowed(request, credentials):
        raise TooManyRequests(retry_after=int(settings.AXES_COOLOFF_TIME.total_seconds()))
    try:
        require_recent_login(user=user, id_token=id_token, to="open the staff pages", now=now)
    except (IdTokenFieldInvalid, RecentLoginRequired):
        user_login_failed.send(__name__, credentials=credentials, request=request)
        request.axes_locked_out = False  # type: ignore[attr-defined]  # its middleware would replace this response
        raise
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def _count_try(request: HttpRequest) -> None:
    count_request(scope="admin-login", address=client_address(request), kind="login", now=time.time())

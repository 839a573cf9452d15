"""The logins of the Django admin: by password, with one spelling per name, or by a recent login on the site.

The number of tries is limited.

django-axes blocks a name from an address after a few failures; the limits here are over all names: from one address,
and from all addresses together, because each check of a password takes 0.3 s.
"""

import time
import unicodedata
from datetime import datetime
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib import admin, auth
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User, UserManager
from accounts.recent_login import IdTokenFieldInvalid, RecentLoginRequired, require_recent_login
from core.api.throttling import TooManyRequests, count_request
from core.http import client_address, error_response

MAX_NAME = 254
"""No account has a longer name, and django-axes cannot store more than 255 characters."""


def login_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Returns the name under which django-axes counts failures: as the login finds the account, not as it was typed."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return UserManager.normalize_email(unicodedata.normalize("NFKC", (name or "")[:MAX_NAME]))[:MAX_NAME]


def login(request: HttpRequest) -> HttpResponseBase:
    """The login view of the Django admin; 429 after too many tries from one address, or from all addresses together."""
    if request.method == "POST":
        try:
            _count_try(request)
        except TooManyRequests as refusal:
            return error_response(refusal.code, refusal.message, refusal.status, refusal.retry_after)
    return admin.site.login(request)


def log_in_from_site(*, request: HttpRequest, user: User, id_token: str, now: datetime) -> None:
    """Starts a session in the Django admin for an admin who has logged in to the site within five minutes.

    A refusal counts as a failed login. Raises TooManyRequests, and what ``require_recent_login`` raises.
    """
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
    now, address = time.time(), client_address(request)
    count_request(scope="admin-login", address=address, kind="login", now=now)
    count_request(scope="admin-logins-everywhere", address="all addresses", kind="login", now=now)

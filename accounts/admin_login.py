"""The password login of the Django admin: one spelling per name, and a limited number of tries.

django-axes blocks a name from an address after a few failures; the limits here are over all names: from one address,
and from all addresses together, because each check of a password takes 0.3 s.
"""

import time
import unicodedata
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase

from accounts.models import UserManager
from core.api.throttling import TooManyRequests, count_request
from core.http import client_address, error_response

MAX_NAME = 254
"""No account has a longer name, and django-axes cannot store more than 255 characters."""


def login_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Returns the name under which django-axes counts failures: as the login finds the account, not as it was typed."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return UserManager.normalize_email(unicodedata.normalize("NFKC", name or ""))[:MAX_NAME]


def login(request: HttpRequest) -> HttpResponseBase:
    """The login view of the Django admin; 429 after too many tries from one address, or from all addresses together."""
    if request.method == "POST":
        now, address = time.time(), client_address(request)
        try:
            count_request(scope="admin-login", address=address, kind="login", now=now)
            count_request(scope="admin-logins-everywhere", address="all addresses", kind="login", now=now)
        except TooManyRequests as refusal:
            return error_response(refusal.code, refusal.message, refusal.status, refusal.retry_after)
    return admin.site.login(request)

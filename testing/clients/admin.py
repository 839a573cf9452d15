"""A client of the Django admin."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.test import Client  # noqa: TID251
from django.urls import reverse

from accounts.models import User


class AdminClient(Client):
    """A client that CSRF checks apply to, and that sends the token of its CSRF cookie with each request."""

    def __init__(self, user: User | None = None) -> None:
        super().__init__(enforce_csrf_checks=True)
        self.cookies[settings.CSRF_COOKIE_NAME] = "c" * 32
        if user is not None:
            self.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def generic(self, *args: Any, **extra: Any) -> Any:
        token = self.cookies[settings.CSRF_COOKIE_NAME].value
        return super().generic(*args, **extra | {"HTTP_X_CSRFTOKEN": token})

    def act_on_users(self, action: str, users: Sequence[User], **more: str) -> str:
        """Runs an action of the list of users and returns the page that follows."""
        body = {"action": action, "_selected_action": [user.pk for user in users]} | more
        return self.post(reverse("admin:accounts_user_changelist"), body, follow=True).content.decode()

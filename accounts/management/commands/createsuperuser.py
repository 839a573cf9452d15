"""As Django's command, but refuses a weak password, and a call without a terminal."""

import os
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from accounts.models import User

PASSWORD, EMAIL = "DJANGO_SUPERUSER_PASSWORD", "DJANGO_SUPERUSER_EMAIL"


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if not options["interactive"]:
            _check_password(os.environ.get(PASSWORD, ""), options.get("email") or os.environ.get(EMAIL, ""))
        elif not self.stdin.isatty():
            raise CommandError(
                f"There is no terminal to ask for a password. Use --no-input, with {EMAIL} and {PASSWORD}."
            )
        return super().handle(*args, **options)


def _check_password(password: str, email: str) -> None:
    if not password:
        raise CommandError(f"Set {PASSWORD}: without a password nobody can log in.")
    try:
        validate_password(password, User(email=email))
    except ValidationError as error:
        raise CommandError(f"{PASSWORD}: {' '.join(error.messages)}") from None

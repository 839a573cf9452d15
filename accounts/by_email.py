"""Whom a command means."""

from django.core.management.base import CommandError

from accounts.models import User, UserManager

NOBODY = 3


def person_of(email: str) -> User:
    """Who has an account with this address. Raises CommandError, exit code 3, where nobody has."""
    address = UserManager.normalize_email(email)
    person = User.objects.known().filter(email=address).first()
    if person is None:
        raise CommandError(f"Nobody has an account with the address {address}.", returncode=NOBODY)
    return person

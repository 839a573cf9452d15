"""Account lookup for management commands."""

from django.core.management.base import CommandError

from accounts.models import User, UserManager

NO_SUCH_ACCOUNT = 3
"""Exit code of a command whose e-mail argument matches no account."""


def get_user_by_email(email: str) -> User:
    """Returns the account with this e-mail address. Raises CommandError with exit code 3 if there is none."""
    address = UserManager.normalize_email(email)
    user = User.objects.not_deleted().filter(email=address).first()
    if user is None:
        raise CommandError(f"No account has the email address {address}.", returncode=NO_SUCH_ACCOUNT)
    return user

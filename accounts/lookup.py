from django.core.management.base import CommandError

from accounts.models import User, UserManager

NO_SUCH_ACCOUNT = 3
"""Exit code of a command whose argument matches no account."""


def get_account(name: str) -> User:
    """``name`` is an e-mail address or a number. Raises CommandError with exit code 3 if there is no such account.

    An account that the desk has created may have no address. Its number is in the address of the family's page.
    """
    accounts = User.objects.not_deleted()
    known = accounts.filter(pk=name) if name.isdecimal() else accounts.filter(email=UserManager.normalize_email(name))
    user = known.first()
    if user is None:
        raise CommandError(f"There is no account {name}.", returncode=NO_SUCH_ACCOUNT)
    return user

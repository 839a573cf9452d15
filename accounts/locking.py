from collections.abc import Collection

from django.db import connection

from accounts.models import User
from core.database.sql import columns, fetch_one
from core.errors import DomainError, NotFound


class AccountInactive(DomainError):
    """The account was deleted or deactivated after the request was authenticated."""

    code = "bad_token"
    status = 401
    message = "Your session has ended. Please log in again."


class FamilyDisabled(DomainError):
    """As AccountInactive, for staff who act for the account."""

    code = "account_disabled"
    message = "This account has been disabled, so nothing can be booked for it."


_SELECT_FOR_UPDATE = f"""SELECT {columns(User)} FROM accounts_user
    WHERE id = %(id)s AND is_active FOR NO KEY UPDATE"""  # noqa: S608


def lock_account(user: User) -> User:
    """Locks the row until the transaction ends, so that a concurrent deletion cannot interleave.

    Returns the row as it is now. Call it before any write on behalf of the user.
    """
    assert connection.in_atomic_block
    row = fetch_one(User, _SELECT_FOR_UPDATE, id=user.pk)
    if row is None:
        raise AccountInactive
    return row


def lock_with_owners(user: User, owners: Collection[User]) -> None:
    """As ``lock_account``, for a user who may be a second guardian of children of the ``owners``.

    The order is that of the primary keys, because two families may share children with each other.
    """
    for each in sorted({user, *owners}, key=lambda account: account.pk):
        if each == user:
            lock_account(user)
        else:
            fetch_one(User, _SELECT_FOR_UPDATE, id=each.pk)


def lock_family(user_id: int) -> User:
    """As ``lock_account``, for staff who act for the account. A deleted account is NotFound."""
    try:
        return lock_account(User(pk=user_id))
    except AccountInactive as error:
        if User.objects.not_deleted().filter(pk=user_id).exists():
            raise FamilyDisabled from error
        raise NotFound from error

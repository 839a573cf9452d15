"""Whoever acts is still somebody: held fast while what they do is written."""

from django.db import connection
from django.db.models import BigIntegerField, QuerySet

from accounts.models import User
from camp.lib.compiled import Compiled
from camp.lib.errors import DomainError


class AccountGone(DomainError):
    """Between the look at the token and the deed the account was deleted, or shut."""

    code = "bad_token"
    status = 401
    message = "Your session has ended. Please log in again."


def _active(pk: int) -> QuerySet[User]:
    return User.objects.select_for_update(no_key=True).filter(pk=pk, is_active=True)


# Compiled, because classes are locked after it, and whoever wants a seat in one waits.
_ACTIVE = Compiled(_active, pk=BigIntegerField())


def lock_account(user: User) -> User:
    """This person's row as it is now, locked until the transaction ends. Raises AccountGone.

    Whatever is written in somebody's name locks them first: an account that is being deleted in another tab is either
    deleted together with it, or has gone before.
    """
    assert connection.in_atomic_block
    row = _ACTIVE.first(pk=user.pk)
    if row is None:
        raise AccountGone
    return row

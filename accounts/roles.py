"""Role changes, with the invariant that at least one active admin always exists.

Every change of a role and every deactivation or deletion of an account (API, commands, Django admin) goes through this
module. It locks the rows of all admins in primary-key order, so that two admins who demote each other at the same time
are serialized and the second change is refused.
"""

import logging
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q

from accounts.models import Role, User
from core.errors import DomainError, NotFound

logger = logging.getLogger(__name__)


class LastAdmin(DomainError):
    """The change would leave no active admin."""

    code = "last_admin"
    message = "This is the only admin. Please make someone else an admin first."


class AdminNeedsVerifiedEmail(DomainError):
    """An account with an unverified e-mail address cannot become an admin."""

    code = "email_not_verified"
    message = "Only someone with a verified email address can be an admin. Ask them to verify it and log in again."


def make_admin(*, user_id: int) -> int:
    """Makes the user an admin. Returns 1, or 0 if they already were. Raises NotFound, AdminNeedsVerifiedEmail."""
    return _set_role(user_id, Role.ADMIN)


def make_instructor(*, user_id: int) -> int:
    """Makes the user an instructor. Returns 1, or 0 if they already were. Raises NotFound, LastAdmin."""
    return _set_role(user_id, Role.INSTRUCTOR)


def make_student(*, user_id: int) -> int:
    """Makes the user a student. Returns 1, or 0 if they already were. Raises NotFound, LastAdmin."""
    return _set_role(user_id, Role.STUDENT)


@transaction.atomic
def _set_role(user_id: int, role: Role) -> int:
    user = lock_for_change(user_id=user_id, role=role)
    if user.role == role:
        return 0
    user.role = role
    user.save(update_fields=["role"])
    logger.info("user %s is now %s", user.pk, role)
    return 1


def lock_for_change(*, user_id: int, role: str, is_active: bool | None = None) -> User:
    """Locks the account row and checks that it may get this role and status (``is_active`` None: unchanged).

    Call it in the transaction that writes the change. Raises NotFound, LastAdmin, AdminNeedsVerifiedEmail.
    """
    rows = lock_with_admins(user_id)
    user = _existing(rows, user_id)
    stays_active = user.is_active if is_active is None else is_active
    if role != Role.ADMIN or not stays_active:
        _check_admin_remains(rows, without=user_id)
    if role == Role.ADMIN and not user.is_admin and not user.email_verified:
        raise AdminNeedsVerifiedEmail
    return user


def lock_for_deletion(*, user_id: int) -> User:
    """Locks the account row and checks that the account may be deleted.

    Call it in the transaction that deletes the account. Raises NotFound (also for a deleted account), LastAdmin.
    """
    rows = lock_with_admins(user_id)
    user = _existing(rows, user_id)
    _check_admin_remains(rows, without=user_id)
    return user


def log_out_everywhere(*, user_ids: Collection[int]) -> int:
    """Revokes every site token of these accounts. Returns the number of accounts."""
    return User.objects.filter(pk__in=user_ids).update(token_version=F("token_version") + 1)


def lock_with_admins(user_id: int) -> dict[int, User]:
    rows = User.objects.filter(Q(pk=user_id) | Q(role=Role.ADMIN, is_active=True))
    return {user.pk: user for user in rows.order_by("pk").select_for_update(no_key=True)}


def _existing(rows: dict[int, User], user_id: int) -> User:
    user = rows.get(user_id)
    if user is None or user.deleted_at is not None:
        raise NotFound("We couldn't find this person.")
    return user


def _check_admin_remains(rows: dict[int, User], *, without: int) -> None:
    """Raises LastAdmin if this user is the only active admin."""
    admins = {user.pk for user in rows.values() if user.is_active and user.is_admin}
    if admins == {without}:
        raise LastAdmin

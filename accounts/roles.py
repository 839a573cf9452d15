"""Role changes, with the invariant that at least one active admin always exists.

Every change of a role and every deactivation or deletion of an account (API, commands, Django admin) goes through this
module. It locks the rows of all admins in primary-key order, so that two admins who demote each other at the same time
are serialized and the second change is refused.
"""

import logging
from collections.abc import Collection
from copy import copy
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.dispatch import Signal

from accounts.models import Role, User
from core.errors import DomainError, NotFound

logger = logging.getLogger(__name__)


class LastAdmin(DomainError):
    code = "last_admin"
    message = "This is the only admin. Please make someone else an admin first."


class AdminNeedsVerifiedEmail(DomainError):
    code = "email_not_verified"
    message = "Only someone with a verified email address can be an admin. Ask them to verify it and log in again."


class RoleNeeded(DomainError):
    """Base of what a receiver of ``role_ending`` raises if the instructor still teaches."""


role_ending = Signal()
"""Sent before an instructor loses the role or is deactivated, with the locked ``user`` and ``now``."""

access_changed = Signal()
"""Sent when the role or status of an account has changed, in that transaction, with ``user`` and ``now``."""


@transaction.atomic
def set_role(*, user_id: int, role: Role, keep_classes: bool = False, now: datetime) -> int:
    before = lock_for_change(user_id=user_id, role=role, keep_classes=keep_classes, now=now)
    if before.role == role:
        return 0
    user = copy(before)
    user.role = role
    save_change(user=user, before=before, fields=["role"], now=now)
    logger.info("user %s is now %s", user.pk, role)
    return 1


def lock_for_change(
    *, user_id: int, role: str, is_active: bool | None = None, keep_classes: bool = False, now: datetime
) -> User:
    """Locks and returns the row as it is, and checks the change (``is_active`` None: unchanged).

    ``keep_classes``: an instructor who loses the role keeps the coming classes. Call it in the transaction that writes
    the change with ``save_change``. Raises also what a receiver of ``role_ending`` raises.
    """
    rows = lock_with_admins(user_id)
    user = _existing(rows, user_id)
    stays_active = user.is_active if is_active is None else is_active
    if role != Role.ADMIN or not stays_active:
        _check_admin_remains(rows, without=user_id)
    if role == Role.ADMIN and not user.is_admin and not user.email_verified:
        raise AdminNeedsVerifiedEmail
    is_deactivated = user.is_active and not stays_active
    if user.is_instructor and (role != Role.INSTRUCTOR or is_deactivated) and not keep_classes:
        role_ending.send(User, user=user, now=now)
    return user


def save_change(*, user: User, before: User, fields: Collection[str], now: datetime) -> None:
    """``before`` is what ``lock_for_change`` returned."""
    fields = set(fields)
    if (before.is_active and not user.is_active) or (before.is_staff and not user.is_staff):
        # Otherwise its tokens and sessions would be valid again if the change is undone.
        user.token_version = before.token_version + 1
        fields.add("token_version")
    user.save(update_fields=fields)
    if fields & {"role", "is_active"}:
        access_changed.send(User, user=user, now=now)


def lock_for_deletion(*, user_id: int) -> User:
    """Call it in the transaction that deletes the account. A deleted account is NotFound."""
    rows = lock_with_admins(user_id)
    user = _existing(rows, user_id)
    _check_admin_remains(rows, without=user_id)
    return user


def log_out_everywhere(*, user_ids: Collection[int]) -> int:
    """Ends site tokens and sessions in the Django admin. Returns the number of accounts."""
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
    admins = {user.pk for user in rows.values() if user.is_active and user.is_admin}
    if admins == {without}:
        raise LastAdmin

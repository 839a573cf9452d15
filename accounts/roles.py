"""Who is admin, instructor or student; and that there is always an admin.

Every road to a change of role (API, command, Django admin) and every one on which an admin can vanish (deactivated,
deleted) passes here. The rows of all admins are locked in the same order first, so that two admins who demote each
other at the same moment come one after the other, and the second is refused.
"""

import logging
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q

from accounts.models import Role, User
from camp.lib.errors import DomainError, NotFound

logger = logging.getLogger(__name__)


class LastAdmin(DomainError):
    """Nobody would be left who may give roles."""

    code = "last_admin"
    message = "This is the last admin. Make somebody else an admin first."


class AdminNeedsVerifiedEmail(DomainError):
    """Whoever owns an unverified address is not known; an admin must be."""

    code = "email_not_verified"
    message = "Only somebody with a verified e-mail address can be an admin. Ask them to verify it and to log in again."


def make_admin(*, user_id: int) -> int:
    """Make this person an admin; 0 where they were already. Raises NotFound, AdminNeedsVerifiedEmail."""
    return _change(user_id, Role.ADMIN)


def make_instructor(*, user_id: int) -> int:
    """Make this person an instructor; 0 where they were already. Raises NotFound, LastAdmin."""
    return _change(user_id, Role.INSTRUCTOR)


def make_student(*, user_id: int) -> int:
    """Make this person a student; 0 where they were already. Raises NotFound, LastAdmin."""
    return _change(user_id, Role.STUDENT)


@transaction.atomic
def _change(user_id: int, role: Role) -> int:
    user = allow_change(user_id=user_id, role=role)
    if user.role == role:
        return 0
    user.role = role
    user.save(update_fields=["role"])
    logger.info("user %s is now %s", user.pk, role)
    return 1


def allow_change(*, user_id: int, role: str, is_active: bool | None = None) -> User:
    """Lock this person's row and check that it may become so (``is_active`` None: as it is).

    Call it in the transaction that writes the change. Raises NotFound, LastAdmin, AdminNeedsVerifiedEmail.
    """
    rows = _lock_with_admins({user_id})
    user = _known(rows, user_id)
    stays_active = user.is_active if is_active is None else is_active
    if role != Role.ADMIN or not stays_active:
        _refuse_without(rows, {user_id})
    if role == Role.ADMIN and not user.is_admin and not user.email_verified:
        raise AdminNeedsVerifiedEmail
    return user


def allow_removal(*, user_id: int) -> User:
    """Lock this person's row and check that the account may be deleted, in the transaction that does it.

    Raises NotFound (also where it is deleted already), LastAdmin.
    """
    rows = _lock_with_admins({user_id})
    user = _known(rows, user_id)
    _refuse_without(rows, {user_id})
    return user


def log_out_everywhere(*, user_ids: Collection[int]) -> int:
    """End every token that these accounts hold; how many accounts there were."""
    return User.objects.filter(pk__in=user_ids).update(token_version=F("token_version") + 1)


def _lock_with_admins(user_ids: Collection[int]) -> dict[int, User]:
    concerned = Q(pk__in=user_ids) | Q(role=Role.ADMIN, is_active=True)
    return {user.pk: user for user in User.objects.filter(concerned).order_by("pk").select_for_update(no_key=True)}


def _known(rows: dict[int, User], user_id: int) -> User:
    user = rows.get(user_id)
    if user is None or user.erased_at is not None:
        raise NotFound("There is no such person.")
    return user


def _refuse_without(rows: dict[int, User], leaving: Collection[int]) -> None:
    """Raise LastAdmin where these are admins now and no other would be left."""
    admins = {user.pk for user in rows.values() if user.is_active and user.is_admin}
    if admins & set(leaving) and not admins - set(leaving):
        raise LastAdmin

"""The profile of an account: name and photo are completed after registration, everything can change later."""

from datetime import datetime

from django.db import transaction
from django.dispatch import Signal

from accounts.firebase import Identity
from accounts.locking import lock_account
from accounts.login import log_in, require_same_email
from accounts.models import User
from core.models import set_values

profile_completed = Signal()
"""Sent when a profile is completed for the first time, in that transaction, with ``user`` and ``now``."""


def register_profile(*, bearer: User | Identity, email: str, name: str, photo: str, now: datetime) -> tuple[User, bool]:
    """``bearer``: an Identity may not have an account yet. True: the profile was completed for the first time.

    The first time, the given values replace those from the identity provider; later they only fill empty fields.
    """
    require_same_email(own=bearer.email, given=email)
    account = bearer if isinstance(bearer, User) else log_in(identity=bearer, now=now)
    return _complete(account, name, photo, now)


@transaction.atomic
def _complete(account: User, name: str, photo: str, now: datetime) -> tuple[User, bool]:
    user = lock_account(account)
    before = user.name, user.photo
    first_time = user.profile_completed_at is None
    if first_time:
        user.name, user.photo = name or user.name, photo or user.photo
        user.profile_completed_at = now
    else:
        user.name, user.photo = user.name or name, user.photo or photo
    if first_time or (user.name, user.photo) != before:
        user.save(update_fields=["name", "photo", "profile_completed_at"])
    if first_time:
        profile_completed.send(User, user=user, now=now)
    return user, first_time


@transaction.atomic
def change_profile(*, user: User, **changes: str | bool) -> int:
    """``changes``: fields of User. Returns 1 if the account changed, else 0."""
    row = lock_account(user)
    changed = set_values(row, changes)
    if changed:
        row.save(update_fields=changed)
    return 1 if changed else 0

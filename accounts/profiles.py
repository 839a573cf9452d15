"""Name and photo: completed once after registration, changed at will later."""

from datetime import datetime

from django.db import transaction

from accounts.acting import lock_account
from accounts.firebase import Identity
from accounts.models import User
from accounts.signing_in import refuse_another_email, sign_in


@transaction.atomic
def register_profile(*, bearer: User | Identity, email: str, name: str, photo: str, now: datetime) -> tuple[User, bool]:
    """Complete the bearer's profile; whether this was the first time for the account.

    The first time what was typed stands, later it only fills what is empty. Raises AnotherEmail, and for an identity
    whatever ``sign_in`` raises.
    """
    refuse_another_email(own=bearer.email, named=email)
    user = lock_account(bearer if isinstance(bearer, User) else sign_in(identity=bearer, now=now))
    first_time = user.profile_completed_at is None
    if first_time:
        user.name, user.photo = name or user.name, photo or user.photo
        user.profile_completed_at = now
    else:
        user.name, user.photo = user.name or name, user.photo or photo
    user.save(update_fields=["name", "photo", "profile_completed_at"])
    return user, first_time


@transaction.atomic
def change_profile(*, user: User, **changes: str) -> int:
    """Set ``name`` and ``photo``, whichever is given; 0 where they were so already, else 1."""
    row = lock_account(user)
    changed = [field for field in ("name", "photo") if changes.get(field, getattr(row, field)) != getattr(row, field)]
    for field in changed:
        setattr(row, field, changes[field])
    if changed:
        row.save(update_fields=changed)
    return 1 if changed else 0

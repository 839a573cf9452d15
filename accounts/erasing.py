"""Making a person nameless: the row that the books refer to stays, and says nothing about anybody.

The identity at the provider is deleted after the commit, and again every night until that has succeeded. Its uid stays
on the nameless row for a day longer: an ID token outlives its identity by up to an hour, and must not open the account
anew.
"""

import logging
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Q, Value
from django.db.models.functions import Concat, Left, Substr

from accounts import firebase
from accounts.models import NAMELESS, Role, User

logger = logging.getLogger(__name__)

UID_KEPT = timedelta(days=1)
LONGEST_REPR = 200


@dataclass
class Finished:
    """What became of identities whose account was deleted."""

    deleted: int = 0
    forgotten: int = 0
    failed: int = 0


def new_nameless_email(user: User) -> str:
    """An address that is nobody's; not to be guessed, so that nobody can have registered it beforehand."""
    return f"deleted-{user.pk}-{secrets.token_hex(8)}@deleted.invalid"


def addresses_of(user: User) -> set[str]:
    """Every e-mail address that this account ever had here."""
    return {user.email, *User.history.filter(id=user.pk).values_list("email", flat=True)}


def make_nameless(*, user: User, email: str, now: datetime) -> None:
    """Take everything that says who this was off the locked row, its history and the office's log."""
    assert connection.in_atomic_block
    addresses = addresses_of(user)
    user.email, user.name, user.photo, user.role = email, NAMELESS, "", Role.STUDENT
    user.is_active = user.email_verified = False
    user.email_first_verified_at = user.profile_completed_at = user.last_login = None
    user.token_version += 1
    user.erased_at = now
    user.set_unusable_password()
    user.save()
    User.history.filter(id=user.pk).update(email=email, name=NAMELESS, photo="", firebase_uid=None)
    _scrub_the_offices_log(user, addresses)
    logger.info("user %s was made nameless", user.pk)


def _scrub_the_offices_log(user: User, addresses: Collection[str]) -> None:
    """The Django admin writes down how a row was called: a person by the address, a seat or a choice beginning with it.

    Failed log-ins there are counted by address.
    """
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User, for_concrete_model=False), object_id=str(user.pk)
    )
    about.update(object_repr=user.email)
    for address in addresses:
        called = Q(object_repr__startswith=f"{address} ") | Q(object_repr__startswith=f"{address}:")
        rest = Concat(Value(user.email), Substr("object_repr", len(address) + 1))
        LogEntry.objects.filter(called).update(object_repr=Left(rest, LONGEST_REPR))
        AccessAttempt.objects.filter(username__iexact=address).delete()


def try_to_delete_identity(*, user_id: int, now: datetime) -> bool:
    """Delete a nameless person's identity at the provider; whether it is gone. What fails is left for the night."""
    waiting = User.objects.filter(pk=user_id, erased_at__isnull=False, identity_deleted_at=None)
    uid = waiting.values_list("firebase_uid", flat=True).first()
    if uid is None:
        return True
    try:
        firebase.delete_identity(uid)
    except firebase.IdentityProviderUnavailable:
        logger.warning("the identity of user %s could not be deleted yet", user_id)
        return False
    waiting.update(identity_deleted_at=now)
    return True


def identity_is_gone(*, user_id: int) -> bool:
    """Whether there is nothing left at the identity provider of this nameless person."""
    waiting = User.objects.filter(pk=user_id, firebase_uid__isnull=False, identity_deleted_at=None)
    return not waiting.exists()


def finish_deleting_identities(*, now: datetime) -> Finished:
    """Try again what failed, and forget the uids of those that have been gone for a day."""
    done = Finished()
    nameless = User.objects.filter(erased_at__isnull=False, firebase_uid__isnull=False)
    done.forgotten = nameless.filter(identity_deleted_at__lt=now - UID_KEPT).update(firebase_uid=None)
    for user_id in list(nameless.filter(identity_deleted_at=None).values_list("pk", flat=True)):
        if try_to_delete_identity(user_id=user_id, now=now):
            done.deleted += 1
        else:
            done.failed += 1
    return done

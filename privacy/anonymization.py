"""Anonymization of a deleted account: its row, its history, the admin log, and the identity at the provider.

The row stays, because payments and enrollments refer to it. The identity at the provider is deleted after the commit,
and again by every ``manage.py tidy`` until that succeeds. The row keeps the uid for one more day: an ID token stays
valid for up to an hour after its identity was deleted, and must not recreate the account.
"""

import logging
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import InterfaceError, OperationalError, connection
from django.db.models import Model, Q, QuerySet, Value
from django.db.models.functions import Concat, Left, Substr

from accounts import firebase
from accounts.models import Child, Role, User
from accounts.personal_data import ACCOUNT, CHILDREN
from core.personal_data import PersonalRows

logger = logging.getLogger(__name__)

UID_RETENTION = timedelta(days=1)
MAX_REPR_LENGTH = 200
"""The length of ``LogEntry.object_repr``."""


@dataclass
class IdentityCleanup:
    """How many identities were deleted at the provider or could not be, and how many uids were removed here."""

    deleted: int = 0
    failed: int = 0
    uids_removed: int = 0


def new_placeholder_email(user: User) -> str:
    """Random, so that it cannot be registered in advance."""
    return f"deleted-{user.pk}-{secrets.token_hex(8)}@deleted.invalid"


def all_emails_of(user: User) -> set[str]:
    return {user.email, *User.history.filter(id=user.pk).values_list("email", flat=True)}


def anonymize_user(*, user: User, email: str, now: datetime) -> None:
    """Also the admin log; revokes all tokens. ``user`` is the locked row."""
    assert connection.in_atomic_block
    former_emails = all_emails_of(user)
    _replace_values(ACCOUNT, user)
    user.email, user.role = email, Role.STUDENT
    user.is_active = user.email_verified = False
    user.token_version += 1
    user.deleted_at = now
    user.set_unusable_password()
    user.save()
    user.vouchers.update(canceled_at=now)
    User.history.filter(id=user.pk).update(email=email)
    _anonymize_admin_log(user, former_emails)
    _delete_failed_logins(former_emails)
    logger.info("user %s was anonymized", user.pk)


def anonymize_children(*, children: QuerySet[Child], now: datetime) -> None:
    """The caller has locked their guardian's account."""
    assert connection.in_atomic_block
    for child in children.filter(deleted_at=None):
        _replace_values(CHILDREN, child)
        child.deleted_at = now
        child.save()
        logger.info("child %s was anonymized", child.pk)


def _replace_values(rows: PersonalRows, row: Model) -> None:
    for name, value in rows.replaced.items():
        setattr(row, name, value)


def _anonymize_admin_log(user: User, former_emails: Collection[str]) -> None:
    # The admin log stores ``str()`` of the rows that were changed. An account is logged as its e-mail address;
    # selections, enrollments and waitlist entries begin with the student's.
    users = ContentType.objects.get_for_model(User, for_concrete_model=False)
    LogEntry.objects.filter(content_type=users, object_id=str(user.pk)).update(object_repr=user.email)
    for former in former_emails:
        entries = LogEntry.objects.filter(
            Q(object_repr__startswith=f"{former} ") | Q(object_repr__startswith=f"{former}:")
        )
        replaced = Concat(Value(user.email), Substr("object_repr", len(former) + 1))
        entries.update(object_repr=Left(replaced, MAX_REPR_LENGTH))


def _delete_failed_logins(emails: Collection[str]) -> None:
    # They are counted by e-mail address.
    for email in emails:
        AccessAttempt.objects.filter(username__iexact=email).delete()


def try_to_delete_identity(*, user_id: int, now: datetime) -> bool:
    """False if the provider or the database does not respond. The account is deleted all the same."""
    pending = User.objects.filter(pk=user_id, deleted_at__isnull=False, identity_deleted_at=None)
    try:
        uid = pending.values_list("firebase_uid", flat=True).first()
        if uid is not None:
            firebase.delete_identity(uid)
            pending.update(identity_deleted_at=now)
    except (firebase.IdentityProviderUnavailable, OperationalError, InterfaceError):
        logger.warning("the identity of user %s could not be deleted yet", user_id)
        return False
    return True


def has_identity_at_provider(*, user_id: int) -> bool:
    """True for an identity that outlives its deleted account."""
    return User.objects.filter(pk=user_id, firebase_uid__isnull=False, identity_deleted_at=None).exists()


def delete_remaining_identities(*, now: datetime) -> IdentityCleanup:
    """Retries the deletions that failed, and removes uids a day after the deletion of their identities."""
    cleanup = IdentityCleanup()
    deleted = User.objects.filter(deleted_at__isnull=False, firebase_uid__isnull=False)
    cleanup.uids_removed = deleted.filter(identity_deleted_at__lt=now - UID_RETENTION).update(firebase_uid=None)
    for user_id in list(deleted.filter(identity_deleted_at=None).values_list("pk", flat=True)):
        if try_to_delete_identity(user_id=user_id, now=now):
            cleanup.deleted += 1
        else:
            cleanup.failed += 1
    return cleanup

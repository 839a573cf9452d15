"""Login: finds, binds or creates the account of a verified identity, and issues a site token for it."""

import logging
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.firebase import Identity
from accounts.models import User, UserManager
from accounts.tokens import issue_token
from core.errors import DomainError

logger = logging.getLogger(__name__)


class EmailMismatch(DomainError):
    """The e-mail address in the request differs from the one in the token."""

    code = "another_email"
    status = 403
    message = "You're logged in with a different email address."


class EmailNotVerified(DomainError):
    """Taking over this account requires a verified e-mail address."""

    code = "email_not_verified"
    status = 403
    message = (
        "Please verify your email address first: open the link in the email we sent you, then log in again. "
        "We can send you a new one."
    )


class AccountDisabled(DomainError):
    """An admin has deactivated the account."""

    code = "account_disabled"
    status = 403
    message = "This account has been disabled. Please contact the school."


class AccountDeleted(DomainError):
    """The account of this identity was deleted; an ID token that is still valid must not recreate it."""

    code = "account_deleted"
    status = 403
    message = "This account has been deleted. You can register again; if that doesn't work yet, try tomorrow."


def exchange(*, identity: Identity, email: str, now: datetime) -> str:
    """Returns a site token for the account of this identity; creates the account if there is none.

    Raises EmailMismatch, EmailNotVerified, AccountDisabled, AccountDeleted.
    """
    require_same_email(own=identity.email, given=email)
    user = log_in(identity=identity, now=now)
    logger.info("user %s has logged in", user.pk)
    return issue_token(user=user)


def require_same_email(*, own: str, given: str) -> None:
    """Raises EmailMismatch unless both addresses are equal, ignoring case."""
    if UserManager.normalize_email(given) != own:
        raise EmailMismatch


def log_in(*, identity: Identity, now: datetime) -> User:
    """Finds, binds or creates the account of this identity, and updates it from the identity.

    Raises EmailNotVerified, AccountDisabled, AccountDeleted; in that case nothing is changed.
    """
    try:
        return _log_in(identity, now)
    except IntegrityError:
        # A concurrent request of the same user inserted the row first; the second attempt finds it.
        return _log_in(identity, now)


@transaction.atomic
def _log_in(identity: Identity, now: datetime) -> User:
    user = _find_by_email(identity) or _find_by_uid(identity) or User(email=identity.email, firebase_uid=identity.uid)
    _refuse_deleted(user)
    if not user.is_active:
        raise AccountDisabled
    before = _tracked_values(user)
    user.email = identity.email
    if user.firebase_uid != identity.uid:
        _bind_identity(user, identity)
    _update_from_identity(user, identity, now)
    if user.pk is None or _tracked_values(user) != before:
        user.save()
    else:
        # A login without changes adds no history record.
        User.objects.filter(pk=user.pk).update(last_login=now)
    return user


def _tracked_values(user: User) -> dict[str, object]:
    """Returns the values of the fields that the history records."""
    return {field.attname: getattr(user, field.attname) for field in User.history.model.tracked_fields}


def _find_by_email(identity: Identity) -> User | None:
    return User.objects.select_for_update(no_key=True).filter(email=identity.email).first()


def _find_by_uid(identity: Identity) -> User | None:
    """Finds the account of an identity whose e-mail changed at the provider. Raises if the new one is unverified."""
    user = User.objects.select_for_update(no_key=True).filter(firebase_uid=identity.uid).first()
    if user is None:
        return None
    _refuse_deleted(user)
    if not identity.email_verified:
        raise EmailNotVerified
    logger.info("user %s changed their e-mail address at the identity provider", user.pk)
    return user


def _bind_identity(user: User, identity: Identity) -> None:
    """Binds an account that an admin created, or that another identity with the same address had."""
    if not identity.email_verified:
        raise EmailNotVerified
    if user.firebase_uid is not None:
        logger.warning("user %s: bound to another identity with the same, verified e-mail address", user.pk)
        user.token_version += 1
    for former in User.objects.select_for_update(no_key=True).filter(firebase_uid=identity.uid):
        _refuse_deleted(former)
        logger.warning("user %s: unbound, as its identity now has the e-mail address of another account", former.pk)
        former.firebase_uid = None
        former.token_version += 1
        former.save(update_fields=["firebase_uid", "token_version"])
    user.firebase_uid = identity.uid


def _refuse_deleted(user: User) -> None:
    if user.deleted_at is not None:
        raise AccountDeleted


def _update_from_identity(user: User, identity: Identity, now: datetime) -> None:
    """Copies the claims of the identity to a locked or new row."""
    if identity.email_verified and user.email_first_verified_at is None:
        # Tokens issued before may belong to a person who does not own the address: revoke them.
        if not user.email_verified:
            user.token_version += 1
        user.email_first_verified_at = now
    user.email_verified = identity.email_verified
    user.name = user.name or identity.name
    user.photo = user.photo or identity.photo
    user.last_login = now

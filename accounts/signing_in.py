"""Exchanging the identity provider's word for the site's: which account an identity is, and a token for it."""

import logging
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.firebase import Identity
from accounts.models import User, UserManager
from accounts.tokens import issue_token
from camp.lib.errors import DomainError

logger = logging.getLogger(__name__)


class AnotherEmail(DomainError):
    """The e-mail that was named is not the bearer's own."""

    code = "another_email"
    status = 403
    message = "This e-mail address is not the one that you are logged in with."


class EmailNotVerified(DomainError):
    """The account waits for somebody who has shown that the address is theirs."""

    code = "email_not_verified"
    status = 403
    message = (
        "Please verify your e-mail address first: open the link in the mail that we sent you, then log in again. "
        "We can send it once more."
    )


class AccountDisabled(DomainError):
    """Staff have shut this account."""

    code = "account_disabled"
    status = 403
    message = "This account has been disabled. Please contact the school."


class AccountDeleted(DomainError):
    """The identity's account was deleted; a token that outlived it must not make it anew."""

    code = "account_deleted"
    status = 403
    message = "This account has been deleted. To come back, register again; if that is refused, try again tomorrow."


def exchange(*, identity: Identity, email: str, now: datetime) -> str:
    """A site token for the account of this identity, which is opened at first sight.

    Raises AnotherEmail, EmailNotVerified, AccountDisabled, AccountDeleted.
    """
    refuse_another_email(own=identity.email, named=email)
    user = sign_in(identity=identity, now=now)
    logger.info("user %s has logged in", user.pk)
    return issue_token(user=user)


def refuse_another_email(*, own: str, named: str) -> None:
    """Raise AnotherEmail unless both are the same address, whatever the case."""
    if UserManager.normalize_email(named) != own:
        raise AnotherEmail


def sign_in(*, identity: Identity, now: datetime) -> User:
    """The account of this identity: found, bound or opened, and brought up to what the provider says.

    Raises EmailNotVerified, AccountDisabled, AccountDeleted; nothing is changed then.
    """
    try:
        return _sign_in(identity, now)
    except IntegrityError:
        # The same person came through another door at the same time and was first; their row is there now.
        return _sign_in(identity, now)


@transaction.atomic
def _sign_in(identity: Identity, now: datetime) -> User:
    user = _known_by_email(identity) or _known_by_uid(identity) or User(email=identity.email, firebase_uid=identity.uid)
    _refuse_deleted(user)
    if not user.is_active:
        raise AccountDisabled
    as_it_was = _version_of(user)
    user.email = identity.email
    if user.firebase_uid != identity.uid:
        _bind(user, identity)
    _bring_up_to_date(user, identity, now)
    if user.pk is None or _version_of(user) != as_it_was:
        user.save()
    else:
        # A log-in alone is no new version of the person.
        User.objects.filter(pk=user.pk).update(last_login=now)
    return user


def _version_of(user: User) -> dict[str, object]:
    """What the history keeps of a person."""
    return {field.attname: getattr(user, field.attname) for field in User.history.model.tracked_fields}


def _known_by_email(identity: Identity) -> User | None:
    return User.objects.select_for_update(no_key=True).filter(email=identity.email).first()


def _known_by_uid(identity: Identity) -> User | None:
    """The account of somebody who has changed their address at the provider; it follows once that is verified."""
    user = User.objects.select_for_update(no_key=True).filter(firebase_uid=identity.uid).first()
    if user is None:
        return None
    _refuse_deleted(user)
    if not identity.email_verified:
        raise EmailNotVerified
    logger.info("user %s: another e-mail address at the identity provider", user.pk)
    return user


def _bind(user: User, identity: Identity) -> None:
    """Give an account to an identity that it was not bound to: staff made it, or the address changed hands."""
    if not identity.email_verified:
        raise EmailNotVerified
    if user.firebase_uid is not None:
        logger.warning("user %s: bound to another identity with the same, verified e-mail address", user.pk)
        user.token_version += 1
    for former in User.objects.select_for_update(no_key=True).filter(firebase_uid=identity.uid):
        _refuse_deleted(former)
        logger.warning("user %s: its identity now has another account's e-mail address", former.pk)
        former.firebase_uid = None
        former.token_version += 1
        former.save(update_fields=["firebase_uid", "token_version"])
    user.firebase_uid = identity.uid


def _refuse_deleted(user: User) -> None:
    if user.erased_at is not None:
        raise AccountDeleted


def _bring_up_to_date(user: User, identity: Identity, now: datetime) -> None:
    """What the provider says, on a row that is locked or new."""
    if identity.email_verified and user.email_first_verified_at is None:
        # Whoever began something with this address before it was verified may have been somebody else.
        if not user.email_verified:
            user.token_version += 1
        user.email_first_verified_at = now
    user.email_verified = identity.email_verified
    user.name = user.name or identity.name
    user.photo = user.photo or identity.photo
    user.last_login = now

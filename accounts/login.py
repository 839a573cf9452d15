"""Login: finds, binds or creates the account of a verified identity, and issues a site token for it.

The uid of the identity decides which account it is; the e-mail address follows (docs/adr/0003).
"""

import logging
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.dispatch import Signal

from accounts import firebase
from accounts.firebase import Identity
from accounts.models import User, UserManager
from accounts.tokens import issue_token
from core.errors import DomainError

logger = logging.getLogger(__name__)

identity_bound = Signal()
"""Sent when an existing account is bound to another identity, in that transaction, with ``user`` and ``now``."""


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


class EmailInUse(DomainError):
    """Another account has the e-mail address, and this identity can't take it over.

    ``bound_to``: the uid of that account, if it would be free without its identity.
    """

    code = "email_in_use"
    status = 403
    message = (
        "This email address belongs to an account with another login. If it's your account, please log in the way you "
        "did before. If that doesn't work, or the account isn't yours, please contact the school."
    )

    def __init__(self, *, bound_to: str | None = None) -> None:
        self.bound_to = bound_to
        super().__init__()


class AccountDisabled(DomainError):
    code = "account_disabled"
    status = 403
    message = "This account has been disabled. Please contact the school."


class AccountDeleted(DomainError):
    """The account of this identity was deleted; an ID token that is still valid must not recreate it."""

    code = "account_deleted"
    status = 403
    message = "This account has been deleted. You can register again; if that doesn't work yet, try tomorrow."


def exchange(*, identity: Identity, email: str, now: datetime) -> str:
    """Returns a site token; creates the account if there is none."""
    require_same_email(own=identity.email, given=email)
    user = log_in(identity=identity, now=now)
    logger.info("user %s has logged in", user.pk)
    return issue_token(user=user)


def require_same_email(*, own: str, given: str) -> None:
    """Ignores case."""
    if UserManager.normalize_email(given) != own:
        raise EmailMismatch


def log_in(*, identity: Identity, now: datetime) -> User:
    """Finds, binds or creates the account of this identity, and updates it from the identity.

    Do not call it in a transaction: it may ask the provider whether another identity still exists. A refusal changes
    nothing.
    """
    try:
        return _log_in_or_retry(identity, now)
    except EmailInUse as refusal:
        if refusal.bound_to is None or firebase.identity_exists(refusal.bound_to):
            raise
        return _log_in_or_retry(identity, now, gone=refusal.bound_to)


@transaction.atomic
def unbind(*, user_id: int) -> None:
    """The next login with the account's address, if verified, gets the account."""
    user = User.objects.bound().select_for_update(no_key=True).filter(pk=user_id).first()
    if user is None:  # separated or deleted meanwhile
        return
    user.firebase_uid = None
    user.token_version += 1
    user.save(update_fields=["firebase_uid", "token_version"])
    logger.warning("user %s: separated from its identity", user.pk)


def _log_in_or_retry(identity: Identity, now: datetime, gone: str | None = None) -> User:
    try:
        return _log_in(identity, now, gone)
    except IntegrityError:
        # A concurrent request inserted or changed a row first; the second attempt finds it.
        return _log_in(identity, now, gone)


@transaction.atomic
def _log_in(identity: Identity, now: datetime, gone: str | None = None) -> User:
    """``gone``: the uid of an identity that no longer exists at the provider."""
    own, holder = _lock_accounts(identity)
    user = own or holder or User(email=identity.email, firebase_uid=identity.uid)
    if user.deleted_at is not None:
        raise AccountDeleted
    is_new_binding = own is None and holder is not None
    if is_new_binding:
        _refuse_binding(user, identity, gone)
    if not user.is_active:
        raise AccountDisabled
    before = _tracked_values(user)
    if is_new_binding:
        _bind(user, identity)
    elif user.email != identity.email:
        _take_address(user, holder, identity, gone)
    _update_from_identity(user, identity, now)
    if user.pk is None or _tracked_values(user) != before:
        user.save()
    else:
        # A login without changes adds no history record.
        User.objects.filter(pk=user.pk).update(last_login=now)
    if is_new_binding:
        identity_bound.send(User, user=user, now=now)
    return user


def _tracked_values(user: User) -> dict[str, object]:
    # The history records these fields.
    return {field.attname: getattr(user, field.attname) for field in User.history.model.tracked_fields}


def _lock_accounts(identity: Identity) -> tuple[User | None, User | None]:
    # The account that is bound to the identity, and the one that has its e-mail address.
    rows = User.objects.filter(Q(firebase_uid=identity.uid) | Q(email=identity.email))
    found = list(rows.order_by("pk").select_for_update(no_key=True))
    own = next((each for each in found if each.firebase_uid == identity.uid), None)
    return own, next((each for each in found if each.email == identity.email), None)


def _refuse_binding(user: User, identity: Identity, gone: str | None) -> None:
    if not identity.email_verified:
        raise EmailNotVerified
    if user.firebase_uid not in (None, gone):
        raise EmailInUse(bound_to=user.firebase_uid)


def _bind(user: User, identity: Identity) -> None:
    logger.warning("user %s: bound to a new identity with the same, verified e-mail address", user.pk)
    user.firebase_uid = identity.uid
    # Its former owner may have site tokens and the calendar's address.
    user.token_version += 1
    user.calendar_token = None


def _take_address(user: User, holder: User | None, identity: Identity, gone: str | None) -> None:
    if not identity.email_verified:
        raise EmailNotVerified
    # An account that has the address must be empty, and goes.
    if holder is not None:
        if holder.firebase_uid not in (None, gone):
            raise EmailInUse(bound_to=holder.firebase_uid)
        _delete_empty(holder)
    logger.info("user %s changed their e-mail address at the identity provider", user.pk)
    user.email = identity.email


def _delete_empty(user: User) -> None:
    """Deletes an account that was never used, with its history. Raises EmailInUse if there is anything to lose."""
    if not (user.is_active and user.is_student) or LogEntry.objects.filter(user=user).exists():
        raise EmailInUse
    user_id = user.pk
    try:
        user.delete()
    except ProtectedError as error:  # a child, a seat, a payment, a class
        raise EmailInUse from error
    User.history.filter(id=user_id).delete()
    logged = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user_id))
    logged.update(object_repr=f"user {user_id}")  # it was the address
    logger.warning("user %s: deleted, because another account got its e-mail address", user_id)


def _update_from_identity(user: User, identity: Identity, now: datetime) -> None:
    if identity.email_verified and user.email_first_verified_at is None:
        # Tokens issued before may belong to a person who does not own the address: revoke them.
        if not user.email_verified:
            user.token_version += 1
        user.email_first_verified_at = now
    user.email_verified = identity.email_verified
    user.name = user.name or identity.name
    user.photo = user.photo or identity.photo
    user.last_login = now

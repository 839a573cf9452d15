"""The identity provider, Firebase Authentication. The only module that imports its SDK.

The signature of a token is verified locally, with cached public certificates of the provider. With a service account,
or against the emulator (which needs none), the provider also confirms that the identity exists, is not disabled and
has no revoked tokens. If the provider does not respond, new logins fail with 503; site tokens stay valid. After a few
calls without a response no call is made for some seconds, because each would occupy a thread (docs/adr/0018).
"""

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any

import firebase_admin
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from firebase_admin import auth, credentials, exceptions
from google.auth.credentials import AnonymousCredentials
from google.auth.exceptions import RefreshError, TransportError

from core.circuit_breaker import CallRefused, CircuitBreaker
from core.errors import DomainError, ProviderUnavailable
from core.names import clean_name, validate_no_link, validate_visible_line
from core.pictures.urls import is_picture_url, without_host

HTTP_TIMEOUT_SECONDS = 5
CLOCK_SKEW_SECONDS = 10
MAX_FAILURES, PAUSE_SECONDS = 3, 10
NO_ACCESS_TOKEN = (RefreshError, TransportError)
"""Google issues no access token for the service account. The SDK does not convert these to its own exceptions."""
MALFORMED_TOKEN = (ValueError, TypeError, AttributeError, KeyError, ArithmeticError, RecursionError)
"""The SDK parses parts of a token before it verifies the signature, so they can contain anything."""
MAX_TOKEN_LENGTH = 8192
MAX_NAME_LENGTH = 100


class InvalidIdToken(DomainError):
    code = "bad_token"
    status = 401
    message = "We couldn't verify your login. Please log in again."


class IdentityProviderUnavailable(ProviderUnavailable):
    message = "Logging in isn't working right now."


_breaker = CircuitBreaker(
    "the identity provider",
    max_failures=MAX_FAILURES,
    pause=PAUSE_SECONDS,
    failure=(
        exceptions.UnavailableError,
        exceptions.DeadlineExceededError,
        auth.CertificateFetchError,
        *NO_ACCESS_TOKEN,
    ),
    ignored=(auth.InvalidIdTokenError, *MALFORMED_TOKEN),
)


@dataclass(frozen=True, kw_only=True)
class Identity:
    """The verified claims of an ID token. The e-mail is in lower case; name and photo may be empty."""

    uid: str
    email: str
    email_verified: bool
    name: str = ""
    photo: str = ""
    logged_in_at: datetime | None = field(default=None, compare=False)
    """When the user last entered a password or chose a Google account."""


def verify_id_token(token: str, *, now: datetime) -> Identity:
    """Raises InvalidIdToken also if the token has no valid e-mail address."""
    if not token or len(token) > MAX_TOKEN_LENGTH:
        raise InvalidIdToken
    app = _app()
    try:
        with _breaker.call():
            claims = auth.verify_id_token(
                token, app=app, check_revoked=_has_admin_access(), clock_skew_seconds=CLOCK_SKEW_SECONDS
            )
        return _identity(claims, now=now.timestamp())
    except CallRefused as refusal:
        raise IdentityProviderUnavailable from refusal
    except (auth.InvalidIdTokenError, auth.UserDisabledError, auth.UserNotFoundError) as error:
        raise InvalidIdToken from error
    except (exceptions.FirebaseError, *NO_ACCESS_TOKEN) as error:
        raise IdentityProviderUnavailable from error
    except MALFORMED_TOKEN as error:
        raise InvalidIdToken from error


def identity_exists(uid: str) -> bool:
    """True also if the identity is disabled, or this cannot be asked: it cannot without a service account.

    Do not call it in a transaction.
    """
    if not _has_admin_access():
        return True
    try:
        app = _app()
        with _breaker.call():
            auth.get_user(uid, app=app)
    except auth.UserNotFoundError:
        return False
    except (CallRefused, exceptions.FirebaseError, *NO_ACCESS_TOKEN, OSError) as error:
        raise IdentityProviderUnavailable from error
    return True


def delete_identity(uid: str) -> None:
    """Succeeds if the identity does not exist. IdentityProviderUnavailable also without a valid service account."""
    if not _has_admin_access():
        raise IdentityProviderUnavailable("FIREBASE_CREDENTIALS is not set.")
    try:
        app = _app()
        with _breaker.call():
            auth.delete_user(uid, app=app)
    except auth.UserNotFoundError:
        return
    except (CallRefused, exceptions.FirebaseError, *NO_ACCESS_TOKEN, OSError, ValueError) as error:
        raise IdentityProviderUnavailable from error


def _has_admin_access() -> bool:
    return bool(settings.FIREBASE_CREDENTIALS or settings.FIREBASE_AUTH_EMULATOR_HOST)


_app_lock = threading.Lock()


def _app() -> firebase_admin.App:
    with _app_lock:  # the SDK refuses a second app with the same name
        return _create_app()


@cache
def _create_app() -> firebase_admin.App:
    credential = (
        credentials.Certificate(settings.FIREBASE_CREDENTIALS)
        if settings.FIREBASE_CREDENTIALS
        else AnonymousCredentials()  # type: ignore[no-untyped-call]  # None would make the SDK search for Google credentials
    )
    options = {"projectId": settings.FIREBASE_PROJECT_ID, "httpTimeout": HTTP_TIMEOUT_SECONDS}
    return firebase_admin.initialize_app(credential, options, name="craft-camp")


def _identity(claims: dict[str, Any], *, now: float) -> Identity:
    """Raises InvalidIdToken if the token has expired or has no valid e-mail address."""
    expires_at = _valid_time(claims["exp"])  # the SDK does not check it for tokens of the emulator
    if expires_at is None or expires_at.timestamp() <= now - CLOCK_SKEW_SECONDS:
        raise InvalidIdToken
    email = _valid_email(claims.get("email"))
    uid = claims["uid"]
    uid.encode()  # a lone surrogate is a ValueError
    if "\0" in uid:
        raise InvalidIdToken
    photo = claims.get("picture")
    return Identity(
        uid=uid,
        email=email,
        email_verified=claims.get("email_verified") is True,
        name=_valid_name(claims.get("name")),
        photo=without_host(photo) if isinstance(photo, str) and is_picture_url(photo) else "",
        logged_in_at=_valid_time(claims.get("auth_time")),
    )


def _valid_email(claim: object) -> str:
    email = claim.strip().lower() if isinstance(claim, str) else ""
    try:
        validate_email(email)
    except ValidationError as error:
        raise InvalidIdToken("You need an email address to log in.") from error
    if len(email) > 254:
        raise InvalidIdToken("This email address is too long.")
    return email


def _valid_time(claim: object) -> datetime | None:
    if not isinstance(claim, int):
        return None
    try:
        return datetime.fromtimestamp(claim, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _valid_name(claim: object) -> str:
    if not isinstance(claim, str):
        return ""
    words = claim.replace("\0", "").encode(errors="ignore").decode().split()
    name = clean_name(" ".join(words))[:MAX_NAME_LENGTH].strip()
    try:
        validate_visible_line(name)
        validate_no_link(name)
    except ValidationError:
        return ""
    return name

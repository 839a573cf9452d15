"""The identity provider, Firebase Authentication. The only module that knows its SDK.

Verifying a token needs no call: the provider's public certificates are fetched once and kept. Where a service
account is configured, and against the emulator (which needs none), the provider is also asked whether the
account still exists, is not disabled and has not been logged out everywhere; while it does not answer,
nobody new is let in (503) and who is in stays in.
"""

import threading
import time
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

from camp.lib.errors import DomainError, ProviderUnavailable
from camp.lib.pictures import is_picture_address

HTTP_TIMEOUT_SECONDS = 5
CLOCK_SKEW_SECONDS = 10
LONGEST_TOKEN = 8192
LONGEST_NAME = 100


class BadIdToken(DomainError):
    """What was sent is not a valid ID token of our identity provider's."""

    code = "bad_token"
    status = 401
    message = "Your log-in could not be verified. Please log in again."


class IdentityProviderUnavailable(ProviderUnavailable):
    """The identity provider does not answer."""

    message = "Logging in does not work just now. Nothing was lost; please try again in a moment."


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who the identity provider says somebody is. The e-mail is in lower case; name and photo may be empty."""

    uid: str
    email: str
    email_verified: bool
    name: str = ""
    photo: str = ""
    logged_in_at: datetime | None = field(default=None, compare=False)
    """When the person last proved who they are (typed the password, chose the Google account)."""


def verify_id_token(token: str) -> Identity:
    """The identity that an ID token proves.

    Raises BadIdToken where it proves none with an e-mail address, IdentityProviderUnavailable where that cannot be
    found out just now.
    """
    if not token or len(token) > LONGEST_TOKEN:
        raise BadIdToken
    try:
        claims = auth.verify_id_token(
            token, app=_app(), check_revoked=_may_ask_about_accounts(), clock_skew_seconds=CLOCK_SKEW_SECONDS
        )
        return _identity(claims, now=time.time())
    except (auth.InvalidIdTokenError, auth.UserDisabledError, auth.UserNotFoundError) as error:
        raise BadIdToken from error
    except exceptions.FirebaseError as error:
        raise IdentityProviderUnavailable from error
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        # The SDK reads parts of a token before it has checked the signature, so what stands there can be anything.
        raise BadIdToken from error


def delete_identity(uid: str) -> None:
    """Delete the identity at the provider; it may be gone already. Raises IdentityProviderUnavailable.

    The provider obeys whoever shows a service account, so without one this cannot be done.
    """
    if not _may_ask_about_accounts():
        raise IdentityProviderUnavailable("FIREBASE_CREDENTIALS is not set.")
    try:
        auth.delete_user(uid, app=_app())
    except auth.UserNotFoundError:
        return
    except (exceptions.FirebaseError, ValueError) as error:
        raise IdentityProviderUnavailable from error


def _may_ask_about_accounts() -> bool:
    return bool(settings.FIREBASE_CREDENTIALS or settings.FIREBASE_AUTH_EMULATOR_HOST)


_making_the_app = threading.Lock()


def _app() -> firebase_admin.App:
    with _making_the_app:  # two threads that both make the app would fail on its name
        return _make_app()


@cache
def _make_app() -> firebase_admin.App:
    credential = (
        credentials.Certificate(settings.FIREBASE_CREDENTIALS)
        if settings.FIREBASE_CREDENTIALS
        else AnonymousCredentials()  # type: ignore[no-untyped-call]  # else the SDK looks for an account of Google's
    )
    options = {"projectId": settings.FIREBASE_PROJECT_ID, "httpTimeout": HTTP_TIMEOUT_SECONDS}
    return firebase_admin.initialize_app(credential, options, name="craft-camp")


def _identity(claims: dict[str, Any], *, now: float) -> Identity:
    """The claims as an identity. Raises BadIdToken for an expired token, or one without a usable e-mail address."""
    if claims["exp"] <= now - CLOCK_SKEW_SECONDS:  # the SDK does not look at it when the emulator made the token
        raise BadIdToken
    email = _email(claims.get("email"))
    uid = claims["uid"]
    if "\0" in uid:
        raise BadIdToken
    photo = claims.get("picture")
    return Identity(
        uid=uid,
        email=email,
        email_verified=claims.get("email_verified") is True,
        name=_name(claims.get("name")),
        photo=photo if isinstance(photo, str) and is_picture_address(photo) else "",
        logged_in_at=_time(claims.get("auth_time")),
    )


def _email(claimed: object) -> str:
    email = claimed.strip().lower() if isinstance(claimed, str) else ""
    try:
        validate_email(email)
    except ValidationError as error:
        raise BadIdToken("An e-mail address is needed to log in here.") from error
    if len(email) > 254:
        raise BadIdToken("This e-mail address is too long.")
    return email


def _time(claimed: object) -> datetime | None:
    if not isinstance(claimed, int):
        return None
    try:
        return datetime.fromtimestamp(claimed, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _name(claimed: object) -> str:
    if not isinstance(claimed, str):
        return ""
    return claimed.replace("\0", "").encode(errors="ignore").decode().strip()[:LONGEST_NAME]

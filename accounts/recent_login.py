"""A recent login, for what an open browser session alone must not be able to do."""

from datetime import datetime, timedelta

from accounts import firebase
from accounts.models import User
from core.errors import DomainError, InvalidInput

MAX_LOGIN_AGE = timedelta(minutes=5)


class IdTokenFieldInvalid(InvalidInput):
    def __init__(self) -> None:
        super().__init__(fields={"id_token": [firebase.InvalidIdToken.message]})


class RecentLoginRequired(DomainError):
    """The ID token is of another identity, or of a login more than five minutes ago."""

    code = "log_in_again"


def require_recent_login(*, user: User, id_token: str, to: str, now: datetime) -> None:
    """Within the last five minutes. ``to`` completes "Please log in again to"."""
    try:
        identity = firebase.verify_id_token(id_token, now=now)
    except firebase.InvalidIdToken as error:
        raise IdTokenFieldInvalid from error
    logged_in_at = identity.logged_in_at
    if identity.uid != user.firebase_uid or logged_in_at is None or now - logged_in_at > MAX_LOGIN_AGE:
        raise RecentLoginRequired(f"Please log in again to {to}.")

"""Site tokens (JWT), valid for one hour.

A token carries the user id and the account's ``token_version``. Role and active status are not in it: they are read
from the database on every request, so that a change takes effect immediately.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jwt.utils import base64url_decode
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.tokens import AccessToken

from accounts.models import User

VERSION_CLAIM = "version"
MAX_TOKEN_LENGTH = 4096
MAX_ID, MAX_VERSION = 2**63 - 1, 2**31 - 1
"""The largest numbers that the columns of the claims can have."""


class InvalidToken(Exception):
    """Malformed, expired, or not issued by this site."""


@dataclass(frozen=True)
class TokenClaims:
    """Signature and expiry are verified."""

    user_id: int
    version: int


def issue_token(*, user: User) -> str:
    token = AccessToken.for_user(user)
    token[VERSION_CLAIM] = user.token_version
    return str(token)


def read_token(text: str) -> TokenClaims:
    if len(text) > MAX_TOKEN_LENGTH:
        raise InvalidToken
    try:
        token = AccessToken(text)  # type: ignore[arg-type]  # annotated as Token, accepts str
        claims = TokenClaims(user_id=int(token["user_id"]), version=int(token[VERSION_CLAIM]))
    except (TokenError, LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
        # A claim, and a header before the signature is verified, can be JSON of any shape, size and depth.
        raise InvalidToken from error
    if not (0 < claims.user_id <= MAX_ID and 0 <= claims.version <= MAX_VERSION):
        raise InvalidToken
    return claims


def account_id_in(environ: Mapping[str, Any]) -> int | None:
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    try:
        return read_token(token.strip()).user_id if scheme.lower() == "bearer" else None
    except InvalidToken:
        return None


def unverified_user_id(text: str) -> int | None:
    try:
        return int(json.loads(base64url_decode(text.split(".")[1]))["user_id"])
    except (LookupError, OverflowError, TypeError, ValueError, RecursionError):
        return None

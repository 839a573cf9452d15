"""The site's own access tokens: who somebody is, for one hour.

A token carries the account and its ``token_version`` and nothing that can grow stale: role and whether the account
is active are read from the database on every request.
"""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from jwt.utils import base64url_decode
from rest_framework_simplejwt.backends import TokenBackend
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import AccessToken

from accounts.models import User

VERSION_CLAIM = "version"
LONGEST_TOKEN = 4096


class BadToken(Exception):
    """Not a token of ours, or no longer good."""


class FormerToken(AccessToken):
    """A token that was signed with the key before the present one, while keys are being changed."""

    def get_token_backend(self) -> TokenBackend:
        return _backend_of(settings.JWT_PREVIOUS_SIGNING_KEY)


@lru_cache(maxsize=1)
def _backend_of(key: str) -> TokenBackend:
    return TokenBackend(
        api_settings.ALGORITHM,
        key,
        audience=api_settings.AUDIENCE,
        issuer=api_settings.ISSUER,
        leeway=api_settings.LEEWAY,
    )


@dataclass(frozen=True)
class Claims:
    """What a token of ours says."""

    user_id: int
    version: int


def issue_token(*, user: User) -> str:
    """A fresh access token for this account."""
    token = AccessToken.for_user(user)
    token[VERSION_CLAIM] = user.token_version
    return str(token)


def read_token(text: str) -> Claims:
    """What a token says, once signature, algorithm, issuer, audience, type and time are right. Raises BadToken.

    While JWT_PREVIOUS_SIGNING_KEY is set, what was signed with that key is good until it runs out.
    """
    if len(text) > LONGEST_TOKEN:
        raise BadToken
    try:
        token = _verified(text)
        return Claims(user_id=int(token["user_id"]), version=int(token[VERSION_CLAIM]))
    except (TokenError, KeyError, TypeError, ValueError, RecursionError) as error:
        # A token's header is parsed before its signature is checked: it can be JSON of any shape and depth.
        raise BadToken from error


def _verified(text: str) -> AccessToken:
    try:
        return AccessToken(text)  # type: ignore[arg-type]  # annotated as a token, taken as text
    except TokenError:
        if not settings.JWT_PREVIOUS_SIGNING_KEY:
            raise
        return FormerToken(text)  # type: ignore[arg-type]


def user_named(text: str) -> int | None:
    """Whom a token names, unverified: anybody can write such a token. None where it cannot be read."""
    try:
        return int(json.loads(base64url_decode(text.split(".")[1]))["user_id"])
    except (LookupError, TypeError, ValueError, RecursionError):
        return None

from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import firebase
from accounts.models import User
from accounts.tokens import InvalidToken, read_token, unverified_user_id
from core.cache.responses import response_cache
from core.database.sql import columns, fetch_one

_SELECT_AUTHENTICATED = f"""SELECT {columns(User)} FROM accounts_user
    WHERE id = %(id)s AND token_version = %(version)s AND is_active"""  # noqa: S608


def select_authenticated(*, user_id: int, token_version: int) -> User | None:
    """None if the account is not active or its tokens of this version were revoked."""
    return fetch_one(User, _SELECT_AUTHENTICATED, id=user_id, version=token_version)


def bearer_token(request: Request) -> str | None:
    """None without one. Raises AuthenticationFailed if the header is malformed."""
    scheme, _, token = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = token.strip()
    if not token or " " in token:
        raise AuthenticationFailed("The Authorization header must read: Bearer <token>.", "bad_token")
    return token


class BearerAuthentication(BaseAuthentication):
    """Names the scheme in ``WWW-Authenticate``."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SiteTokenAuthentication(BearerAuthentication):
    """Every request reads the account, so that a change of role applies immediately."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        token = bearer_token(request)
        if token is None:
            return None
        try:
            claims = read_token(token)
        except InvalidToken as error:
            raise self._failure() from error
        user = select_authenticated(user_id=claims.user_id, token_version=claims.version)
        if user is None:
            raise self._failure()
        return user, None

    @staticmethod
    def _failure() -> AuthenticationFailed:
        return AuthenticationFailed("Your session has ended. Please log in again.", "bad_token")


class OptionalSiteTokenAuthentication(SiteTokenAuthentication):
    """For public routes: an invalid or expired token counts as no token."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            return None


def may_be_admin(authorization: str, *, wait: bool) -> bool:
    """False is certain; True only means that the request must be authenticated.

    Compares the user id in the unverified token with the cached ids of all admins. If the ids are not cached, queries
    them if ``wait``, else returns True.
    """
    scheme, _, token = authorization.partition(" ")
    user_id = unverified_user_id(token) if scheme.lower() == "bearer" else None
    try:
        admins = response_cache.get_or_build(may_be_admin, _admin_ids) if wait else response_cache.get(may_be_admin)
    except DatabaseError:
        return True  # the full request then reports that the database is unavailable
    return user_id is None or admins is None or user_id in admins


def _admin_ids() -> frozenset[int]:
    return frozenset(User.objects.admins().values_list("pk", flat=True))


class IdTokenAuthentication(BearerAuthentication):
    """``request.auth`` is the Identity, ``request.user`` is anonymous."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, firebase.Identity] | None:
        token = bearer_token(request)
        if token is None:
            return None
        try:
            return AnonymousUser(), firebase.verify_id_token(token, now=timezone.now())
        except firebase.InvalidIdToken as error:
            raise AuthenticationFailed(error.message, error.code) from error


class SiteTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class: type[object] = SiteTokenAuthentication
    name = "siteToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = "A site token, from POST /jwt; valid for one hour."
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": description}


class OptionalSiteTokenScheme(SiteTokenScheme):  # type: ignore[no-untyped-call]
    target_class = OptionalSiteTokenAuthentication
    name = "optionalSiteToken"


class IdTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = IdTokenAuthentication
    name = "firebaseIdToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = "An ID token of Firebase Authentication."
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": description}

"""Who is asking: the site's own token on every call, the identity provider's only where one is exchanged."""

from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import firebase
from accounts.models import User
from accounts.tokens import BadToken, read_token, user_named
from camp.lib.freshness import ready


def bearer_of(request: Request) -> str | None:
    """What the request carries as a bearer token; None where it names nobody. Raises AuthenticationFailed."""
    scheme, _, token = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = token.strip()
    if not token or " " in token:
        raise AuthenticationFailed("The Authorization header must read: Bearer <token>.", "bad_token")
    return token


class BearerAuthentication(BaseAuthentication):
    """What both kinds of bearer have in common."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SiteTokenAuthentication(BearerAuthentication):
    """The site's own token. Account, role and token version are read on every request, so a change counts at once."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        token = bearer_of(request)
        if token is None:
            return None
        try:
            claims = read_token(token)
        except BadToken as error:
            raise self._refusal() from error
        user = User.objects.filter(pk=claims.user_id, token_version=claims.version, is_active=True).first()
        if user is None:
            raise self._refusal()
        return user, None

    @staticmethod
    def _refusal() -> AuthenticationFailed:
        return AuthenticationFailed("Your session has ended. Please log in again.", "bad_token")


class OptionalSiteTokenAuthentication(SiteTokenAuthentication):
    """For what anybody may read: a bad or old token is nobody, not a refusal."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            return None


def may_be_an_admin(request: HttpRequest) -> bool:
    """Whether an admin might be asking. Believes the token unverified, and a moment's old list of admins.

    For one use: whoever is not named as an admin cannot get an admin's answer, so the public's can be given at once.
    """
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    named = user_named(token) if scheme.lower() == "bearer" else None
    try:
        return named is None or named in _admins()
    except DatabaseError:
        return True  # asked in full, the call tells that the database is away


def _admins() -> frozenset[int]:
    admins: frozenset[int] | None = ready.get(_admins)
    if admins is None:
        generation = ready.generation
        admins = frozenset(User.objects.admins().values_list("pk", flat=True))
        ready.keep(_admins, admins, generation=generation)
    return admins


class IdTokenAuthentication(BearerAuthentication):
    """The identity provider's ID token: ``request.auth`` is the Identity, ``request.user`` nobody yet."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, firebase.Identity] | None:
        token = bearer_of(request)
        if token is None:
            return None
        try:
            return AnonymousUser(), firebase.verify_id_token(token)
        except firebase.BadIdToken as error:
            raise AuthenticationFailed(error.message, error.code) from error


class SiteTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class: type[object] = SiteTokenAuthentication
    name = "siteToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = "The site's own token, from POST /jwt; good for one hour."
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

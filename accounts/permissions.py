"""Who may: logged in, by role, or for one's own e-mail."""

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.firebase import Identity
from accounts.models import User, UserManager
from camp.lib.errors import NotFound


def asker(request: Request) -> User:
    """The logged-in person. Raises NotAuthenticated (401) where nobody is."""
    if not isinstance(request.user, User):
        raise NotAuthenticated("Please log in first.")
    return request.user


class IsLoggedIn(BasePermission):
    """Somebody is logged in, whoever."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return self.is_allowed(asker(request))

    def is_allowed(self, user: User) -> bool:
        return True


class IsAdmin(IsLoggedIn):
    """An admin asks."""

    message = "Only an admin may do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_admin


class IsInstructor(IsLoggedIn):
    """An instructor asks."""

    message = "Only an instructor may do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_instructor


class IsStudent(IsLoggedIn):
    """A student asks."""

    message = "Only a student may do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_student


class HasIdToken(BasePermission):
    """The identity provider's ID token was sent."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, Identity):
            raise NotAuthenticated("Please log in first.")
        return True


class HasEitherToken(BasePermission):
    """The site's own token or the identity provider's was sent."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        bearer_in(request)
        return True


def bearer_in(request: Request) -> User | Identity:
    """Who sent this, known here or only to the identity provider. Raises NotAuthenticated (401)."""
    return request.auth if isinstance(request.auth, Identity) else asker(request)


def person_in_path(request: Request, email: str) -> User:
    """The person whom an e-mail in a path or query means: oneself, or anybody where an admin asks.

    Raises PermissionDenied (403) for another's, and only to an admin NotFound (404) where there is no such person.
    """
    user, asked = asker(request), UserManager.normalize_email(email)
    if asked == user.email:
        return user
    if not user.is_admin:
        raise PermissionDenied("This is for your own e-mail address only.")
    found = User.objects.filter(email=asked).first()
    if found is None:
        raise NotFound("Nobody here has this e-mail address.")
    return found

from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.firebase import Identity
from accounts.models import User, UserManager
from core.errors import NotFound


def current_user(request: Request) -> User:
    if not isinstance(request.user, User):
        raise NotAuthenticated("Please log in first.")
    return request.user


def current_bearer(request: Request) -> User | Identity:
    """The logged-in user, or the verified identity of an ID token."""
    return request.auth if isinstance(request.auth, Identity) else current_user(request)


def user_from_path(request: Request, email: str) -> User:
    """The user's own account, or any account for an admin. NotFound (404) is for admins only."""
    user, email = current_user(request), UserManager.normalize_email(email)
    if email == user.email:
        return user
    if not user.is_admin:
        raise PermissionDenied("You can only do this with your own email address.")
    found = User.objects.filter(email=email).first()
    if found is None:
        raise NotFound("No account has this email address.")
    return found


def user_from_query(request: Request) -> User:
    """As ``user_from_path``, by the parameter ``email``."""
    email = request.query_params.get("email", "")
    if not email:
        raise ValidationError({"email": ["This field is required."]})
    return user_from_path(request, email)


class IsLoggedIn(BasePermission):
    """Any role. Subclasses that refuse a role have a ``message``."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return self.is_allowed(current_user(request))

    def is_allowed(self, user: User) -> bool:
        return True


class IsAdmin(IsLoggedIn):
    message = "Only admins can do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_admin


class IsInstructor(IsLoggedIn):
    message = "Only instructors can do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_instructor


class IsStudent(IsLoggedIn):
    message = "Only students can do this."

    def is_allowed(self, user: User) -> bool:
        return user.is_student


class HasIdToken(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, Identity):
            raise NotAuthenticated("Please log in first.")
        return True


class HasEitherToken(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        current_bearer(request)
        return True

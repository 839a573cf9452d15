from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts.api.permissions import current_user
from accounts.locking import FamilyDisabled
from accounts.models import User
from core.api.path_converters import parse_id
from core.errors import NotFound

USER_ID = OpenApiParameter("userId", description="Admins only: the account of a family, instead of one's own.")


def account_of(request: Request) -> User:
    """The user's own; an admin may name a family."""
    user, user_id = current_user(request), request.query_params.get("userId")
    if user_id is None or user_id == str(user.pk):
        return user
    account = User.objects.not_deleted().filter(pk=parse_id(user_id)).first() if user.is_admin else None
    if account is None:
        raise NotFound
    return account


def account_to_change(request: Request) -> User:
    account = account_of(request)
    if not account.is_active:
        raise FamilyDisabled
    return account

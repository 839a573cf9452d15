from accounts.models.child import DELETED_CHILD_NAME, EARLIEST_BIRTH, Child, ChildQuerySet
from accounts.models.user import DELETED_NAME, User
from accounts.models.user_queryset import Role, UserManager, UserQuerySet

__all__ = [
    "DELETED_CHILD_NAME",
    "DELETED_NAME",
    "EARLIEST_BIRTH",
    "Child",
    "ChildQuerySet",
    "Role",
    "User",
    "UserManager",
    "UserQuerySet",
]

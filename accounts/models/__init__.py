from accounts.models.child import DELETED_CHILD_NAME, EARLIEST_BIRTH, Child, ChildQuerySet
from accounts.models.guardianship import Guardianship, GuardianshipQuerySet
from accounts.models.user import DELETED_NAME, User
from accounts.models.user_queryset import Role, UserManager, UserQuerySet

__all__ = [
    "DELETED_CHILD_NAME",
    "DELETED_NAME",
    "EARLIEST_BIRTH",
    "Child",
    "ChildQuerySet",
    "Guardianship",
    "GuardianshipQuerySet",
    "Role",
    "User",
    "UserManager",
    "UserQuerySet",
]

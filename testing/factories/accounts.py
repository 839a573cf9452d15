"""Creates users and children."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from simple_history.utils import bulk_create_with_history

from accounts.models import Child, Role, User


@dataclass
class Users:
    """An admin, two instructors and two students."""

    admin: User
    instructor: User
    other_instructor: User
    student: User
    other_student: User


def make_user(name: str, role: Role = Role.STUDENT, **fields: Any) -> User:
    """Creates a user with a verified e-mail and an identity, both derived from the name."""
    user = _new_user(name, role, **fields)
    user.save()
    return user


def _new_user(name: str, role: Role, **fields: Any) -> User:
    values = {"name": name.title(), "email_verified": True, "firebase_uid": f"uid-{name}"} | fields
    return User(email=f"{name}@camp.example", role=role, **values)


def make_users() -> Users:
    """Creates the users with two statements, because nearly every test begins with them."""
    users = Users(
        admin=_new_user("ada", Role.ADMIN),
        instructor=_new_user("ines", Role.INSTRUCTOR),
        other_instructor=_new_user("oskar", Role.INSTRUCTOR),
        student=_new_user("sam", Role.STUDENT),
        other_student=_new_user("olga", Role.STUDENT),
    )
    bulk_create_with_history(list(vars(users).values()), User)
    return users


def make_child(guardian: User, name: str = "Mia", born_on: date | None = date(2015, 6, 1), **fields: Any) -> Child:
    return Child.objects.create(guardian=guardian, name=name, born_on=born_on, **fields)

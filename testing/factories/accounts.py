"""Creates users and children."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from accounts.models import Child, Guardianship, Role, User


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


def make_guardianship(child: Child, user: User | None, **fields: Any) -> Guardianship:
    """Creates an accepted guardianship, or an open invitation without ``user``; ``fields`` override these values."""
    now = timezone.now()
    values: dict[str, Any] = {"invited_by": child.guardian, "invited_at": now, "sent_at": now, "user": user}
    values |= {"email": user.email, "accepted_at": now} if user else {"email": "second@camp.example"}
    guardianship = Guardianship.objects.create(child=child, **values | fields)
    guardianship.token_hash = Guardianship.hash_of(guardianship.token) if guardianship.sent_at else None
    guardianship.save()
    return guardianship

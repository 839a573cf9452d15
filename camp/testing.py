"""The cast of the tests and how they act: ``as_(student).post("/selectClass", {...}, 201)``.

Every call asserts its status, 200 unless another is named, so that no test passes on an unnoticed refusal.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from threading import Barrier
from typing import Any

from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Role, User
from accounts.tokens import issue_token
from classes.models import CampClass, Enrollment, Selection, Status


@dataclass
class Cast:
    """An admin, two instructors, two students; nobody is ``None``."""

    admin: User
    instructor: User
    other_instructor: User
    student: User
    other_student: User


def make_user(name: str, role: Role = Role.STUDENT, **fields: Any) -> User:
    """A person with a verified e-mail, bound to an identity of the same name."""
    values = {"name": name.title(), "email_verified": True, "firebase_uid": f"uid-{name}"} | fields
    return User.objects.create(email=f"{name}@camp.example", role=role, **values)


def make_cast() -> Cast:
    return Cast(
        admin=make_user("ada", Role.ADMIN),
        instructor=make_user("ines", Role.INSTRUCTOR),
        other_instructor=make_user("oskar", Role.INSTRUCTOR),
        student=make_user("sam"),
        other_student=make_user("olga"),
    )


def make_class(instructor: User, name: str = "Clay for beginners", **fields: Any) -> CampClass:
    """An Approved class of ten seats at $45.50 unless told otherwise."""
    values = {
        "image": "https://pictures.example/clay.jpg",
        "price": Decimal("45.50"),
        "capacity": 10,
        "status": Status.APPROVED,
    } | fields
    return CampClass.objects.create(instructor=instructor, name=name, **values)


def choose(student: User, camp_class: CampClass) -> Selection:
    return Selection.objects.create(student=student, camp_class=camp_class)


def seat(student: User, camp_class: CampClass) -> Enrollment:
    """A confirmed seat, as if paid for."""
    return Enrollment.objects.create(
        student=student,
        camp_class=camp_class,
        state=Enrollment.State.CONFIRMED,
        price=camp_class.price,
        confirmed_at=timezone.now(),
    )


class Acting:
    """A client logged in as somebody, whose every call asserts its status."""

    def __init__(self, user: User | None) -> None:
        self.client = APIClient(raise_request_exception=True)
        if user is not None:
            self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(user=user)}")

    def get(self, path: str, status: int = 200, **extra: Any) -> Any:
        return self._checked(self.client.get(path, **extra), status)

    def post(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._checked(self.client.post(path, body, format=extra.pop("format", "json"), **extra), status)

    def put(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._checked(self.client.put(path, body, format="json", **extra), status)

    def patch(self, path: str, body: Any = None, status: int = 200, **extra: Any) -> Any:
        return self._checked(self.client.patch(path, body, format="json", **extra), status)

    def delete(self, path: str, status: int = 200, body: Any = None, **extra: Any) -> Any:
        return self._checked(self.client.delete(path, body, format="json", **extra), status)

    @staticmethod
    def _checked(response: Any, status: int) -> Any:
        """The JSON body (the response itself where there is none), once the status and the error shape are right."""
        assert response.status_code == status, f"{response.status_code}, not {status}: {response.content[:500]!r}"
        if not response.get("Content-Type", "").startswith("application/json"):
            return response
        body = response.json()
        if status >= 400:
            assert set(body) <= {"code", "message", "fields"}, body
            assert body["code"], body
            assert body["message"], body
        return body


def as_(user: User | None) -> Acting:
    """Act as this person; None is nobody."""
    return Acting(user)


def bearing(token: str) -> Acting:
    """A client that sends this as its bearer token, whatever it is."""
    client = as_(None)
    client.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def in_threads(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all of these at once, each with a database connection of its own; what they returned, or raised."""
    barrier = Barrier(len(deeds))

    def act(deed: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=10)
            return deed()
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(act, deeds))

"""GET /users/admin/{email} and /users/instructor/{email}."""

import pytest

from testing.clients.api import as_

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("who", "admin", "instructor"),
    [("admin", True, False), ("instructor", False, True), ("student", False, False)],
)
def test_it_returns_the_role_of_the_user(users, who, admin, instructor):
    user = getattr(users, who)

    assert as_(user).get(f"/users/admin/{user.email}") == {"admin": admin}
    assert as_(user).get(f"/users/instructor/{user.email.upper()}") == {"instructor": instructor}


def test_it_returns_the_role_of_any_user_to_an_admin(users):
    client = as_(users.admin)

    assert client.get(f"/users/admin/{users.student.email}") == {"admin": False}
    assert client.get(f"/users/instructor/{users.instructor.email}") == {"instructor": True}


@pytest.mark.parametrize("role", ["admin", "instructor"])
def test_it_forbids_reading_the_role_of_others(users, role):
    for email in (users.admin.email, users.other_student.email, "nobody@camp.example", "no-address"):
        assert as_(users.student).get(f"/users/{role}/{email}", 403)["code"] == "forbidden"
        assert as_(users.instructor).get(f"/users/{role}/{email}", 403)["code"] == "forbidden"
        as_(None).get(f"/users/{role}/{email}", 401)


@pytest.mark.parametrize("role", ["admin", "instructor"])
@pytest.mark.parametrize("email", ["nobody@camp.example", "no-address", "7", "%F0%9F%8E%A8@camp.example"])
def test_it_returns_404_to_an_admin_for_an_unknown_email(users, role, email):
    as_(users.admin).get(f"/users/{role}/{email}", 404)


def test_it_applies_a_role_change_immediately(users):
    client = as_(users.student)
    as_(users.admin).patch(f"/users/admin/{users.student.pk}")

    assert client.get(f"/users/admin/{users.student.email}") == {"admin": True}
    client.get("/users")
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")
    client.get("/users", 401)  # an admin who gets another role logs in again
    users.student.refresh_from_db()
    as_(users.student).get("/users", 403)

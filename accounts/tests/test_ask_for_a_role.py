"""GET /users/admin/{email} and /users/instructor/{email}."""

import pytest

from camp.testing import as_, make_cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_cast()


@pytest.mark.parametrize(
    ("who", "admin", "instructor"),
    [("admin", True, False), ("instructor", False, True), ("student", False, False)],
)
def test_everybody_may_ask_about_themselves(cast, who, admin, instructor):
    person = getattr(cast, who)

    assert as_(person).get(f"/users/admin/{person.email}") == {"admin": admin}
    assert as_(person).get(f"/users/instructor/{person.email.upper()}") == {"instructor": instructor}


def test_an_admin_may_ask_about_anybody(cast):
    client = as_(cast.admin)

    assert client.get(f"/users/admin/{cast.student.email}") == {"admin": False}
    assert client.get(f"/users/instructor/{cast.instructor.email}") == {"instructor": True}


@pytest.mark.parametrize("role", ["admin", "instructor"])
def test_nobody_else_may(cast, role):
    for email in (cast.admin.email, cast.other_student.email, "nobody@camp.example", "no-address"):
        assert as_(cast.student).get(f"/users/{role}/{email}", 403)["code"] == "forbidden"
        assert as_(cast.instructor).get(f"/users/{role}/{email}", 403)["code"] == "forbidden"
        as_(None).get(f"/users/{role}/{email}", 401)


@pytest.mark.parametrize("role", ["admin", "instructor"])
@pytest.mark.parametrize("email", ["nobody@camp.example", "no-address", "7", "%F0%9F%8E%A8@camp.example"])
def test_an_admin_learns_that_there_is_no_such_person(cast, role, email):
    as_(cast.admin).get(f"/users/{role}/{email}", 404)


def test_a_change_of_role_counts_at_once(cast):
    client = as_(cast.student)
    as_(cast.admin).patch(f"/users/admin/{cast.student.pk}")

    assert client.get(f"/users/admin/{cast.student.email}") == {"admin": True}
    client.get("/users")
    as_(cast.admin).patch(f"/users/instructor/{cast.student.pk}")
    client.get("/users", 403)

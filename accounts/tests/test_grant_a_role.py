"""manage.py grant_role."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from accounts.models import Role, User
from accounts.tests.conftest import everybody
from camp.testing import make_user

pytestmark = pytest.mark.django_db


def grant(*words):
    out = StringIO()
    call_command("grant_role", *words, stdout=out)
    return out.getvalue().strip()


def refused(*words):
    before = everybody()
    with pytest.raises(CommandError) as error:
        grant(*words)
    assert everybody() == before
    return error.value


@pytest.mark.parametrize("role", ["admin", "instructor", "student"])
def test_it_gives_a_role_once(role):
    make_user("other", Role.ADMIN)
    ann = make_user("ann", Role.INSTRUCTOR if role != "instructor" else Role.STUDENT)

    assert grant("ANN@camp.example", role) == f"ann@camp.example is now {role}."
    assert grant("ann@camp.example", role) == f"ann@camp.example was {role} already."
    ann.refresh_from_db()
    assert ann.role == role


def test_an_unknown_address_is_said_so():
    error = refused("ann@camp.example", "instructor")

    assert error.returncode == 3
    assert "--create" in str(error)


def test_it_makes_an_account_that_waits_for_its_owner():
    grant("--create", "Ann@camp.example", "instructor")

    ann = User.objects.get(email="ann@camp.example")
    assert (ann.role, ann.firebase_uid, ann.email_verified, ann.has_usable_password()) == (
        "instructor",
        None,
        False,
        False,
    )


def test_an_admin_needs_a_verified_address():
    make_user("ann", email_verified=False)

    error = refused("ann@camp.example", "admin")
    assert error.returncode == 1
    assert "verified" in str(error)
    assert refused("--create", "bea@camp.example", "admin").returncode == 1


@pytest.mark.parametrize("role", ["instructor", "student"])
def test_the_last_admin_stays_admin(role):
    make_user("ada", Role.ADMIN)

    error = refused("ada@camp.example", role)
    assert error.returncode == 1
    assert "last admin" in str(error)


@pytest.mark.parametrize(
    "words", [("ann@camp.example", "king"), ("ann@camp.example",), ("--create", "no address", "student")]
)
def test_it_refuses_what_it_does_not_understand(words):
    refused(*words)


def test_its_help_teaches():
    command = load_command_class(get_commands()["grant_role"], "grant_role")
    text = command.create_parser("manage.py", "grant_role").format_help()

    for word in ("grant_role ada@school.example admin", "--create", "exit codes", "  3  nobody"):
        assert word in text

"""manage.py grant_role."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from accounts.models import Role, User
from testing.factories import make_user
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db


def grant(*arguments):
    out = StringIO()
    call_command("grant_role", *arguments, stdout=out)
    return out.getvalue().strip()


def refused(*arguments):
    before = all_users()
    with pytest.raises(CommandError) as error:
        grant(*arguments)
    assert all_users() == before
    return error.value


@pytest.mark.parametrize("role", ["admin", "instructor", "student"])
def test_it_grants_the_role_once(role):
    make_user("other", Role.ADMIN)
    ann = make_user("ann", Role.INSTRUCTOR if role != "instructor" else Role.STUDENT)

    assert grant("ANN@camp.example", role) == f"ann@camp.example is now {role}."
    assert grant("ann@camp.example", role) == f"ann@camp.example was already {role}."
    ann.refresh_from_db()
    assert ann.role == role


def test_it_fails_for_an_unknown_address():
    error = refused("ann@camp.example", "instructor")

    assert error.returncode == 3
    assert "--create" in str(error)


def test_it_creates_an_account_that_is_not_bound_yet():
    grant("--create", "Ann@camp.example", "instructor")

    ann = User.objects.get(email="ann@camp.example")
    assert (ann.role, ann.firebase_uid, ann.email_verified, ann.has_usable_password()) == (
        "instructor",
        None,
        False,
        False,
    )


def test_it_refuses_an_admin_with_an_unverified_address():
    make_user("ann", email_verified=False)

    error = refused("ann@camp.example", "admin")
    assert error.returncode == 1
    assert "verified" in str(error)
    assert refused("--create", "bea@camp.example", "admin").returncode == 1


@pytest.mark.parametrize("role", ["instructor", "student"])
def test_it_refuses_to_demote_the_last_admin(role):
    make_user("ada", Role.ADMIN)

    error = refused("ada@camp.example", role)
    assert error.returncode == 1
    assert "only admin" in str(error)


@pytest.mark.parametrize(
    "arguments", [("ann@camp.example", "king"), ("ann@camp.example",), ("--create", "no address", "student")]
)
def test_it_refuses_invalid_arguments(arguments):
    refused(*arguments)


def test_it_prints_examples_and_exit_codes_in_its_help():
    command = load_command_class(get_commands()["grant_role"], "grant_role")
    text = command.create_parser("manage.py", "grant_role").format_help()

    for word in ("grant_role ada@school.example admin", "--create", "exit codes", "  3  no account"):
        assert word in text

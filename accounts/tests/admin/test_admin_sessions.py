"""Sessions of the Django admin end with what revokes the site tokens."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.models import Role
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import make_user

pytestmark = pytest.mark.django_db

LIST = reverse("admin:accounts_user_changelist")
PREVIOUS_KEY = "p" * 50


@pytest.fixture
def other(users):
    """Another admin, who is logged in to the Django admin."""
    return make_user("other", Role.ADMIN)


@pytest.fixture
def session(other):
    client = AdminClient(other)
    assert is_open(client)
    return client


def is_open(client):
    return client.get(LIST).status_code == 200


def change(client, user, **values):
    path = reverse("admin:accounts_user_change", args=[user.pk])
    assert client.post(path, {"name": user.name, "role": user.role} | values).status_code == 302


def test_it_logs_out_everywhere(admin_client, session, other):
    admin_client.act_on_users("log_out_everywhere", [other])

    assert not is_open(session)
    assert is_open(admin_client)


def test_it_ends_the_session_for_good_if_the_role_changes(admin_client, users, session, other):
    as_(users.admin).patch(f"/users/instructor/{other.pk}")
    as_(users.admin).patch(f"/users/admin/{other.pk}")

    assert not is_open(session)


def test_it_ends_the_session_for_good_if_the_command_changes_the_role(session, other):
    call_command("grant_role", other.email, "student")
    call_command("grant_role", other.email, "admin")

    assert not is_open(session)


def test_it_ends_the_session_for_good_if_the_account_is_deactivated(admin_client, session, other):
    change(admin_client, other)
    change(admin_client, other, is_active="on")

    assert not is_open(session)


def test_it_ends_the_site_tokens_of_a_deactivated_account_for_good(admin_client, other):
    client = as_(other)
    change(admin_client, other)
    change(admin_client, other, is_active="on")

    client.get(f"/users/admin/{other.email}", 401)


def test_it_ends_the_session_if_another_identity_gets_the_account(session, other, identity_provider):
    identity_provider.deleted.append(other.firebase_uid)

    identity_provider.log_in(other.email, uid="uid-new").post("/jwt", {"email": other.email})

    assert not is_open(session)


def test_it_keeps_the_session_at_another_change(admin_client, session, other):
    change(admin_client, other, name="Ola", is_active="on")

    assert is_open(session)


def test_it_keeps_the_session_of_a_login_with_the_previous_secret_key(users, settings):
    settings.SECRET_KEY = PREVIOUS_KEY
    client = AdminClient(users.admin)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [PREVIOUS_KEY]

    assert is_open(client)

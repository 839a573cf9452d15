"""`POST /staffPages`: from the site's login to a session in the Django admin."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from testing.clients.api import as_

pytestmark = pytest.mark.django_db

PATH = "/staffPages"


@pytest.fixture
def open_pages(identity_provider):
    """Requests a session with an ID token of a login just now by default. Returns the client and the response."""

    def open_pages(user, status=200, *, email=None, **claims):
        token = identity_provider.id_token(email or user.email, **claims)
        client = as_(user)
        return client.client, client.post(PATH, {"idToken": token}, status)

    return open_pages


def may_use_the_admin(client):
    client.credentials()
    return client.get("/admin/accounts/user/").status_code == 200


def test_it_logs_in_an_admin(users, open_pages):
    client, response = open_pages(users.admin)
    assert response == {"url": "/admin/"}
    assert may_use_the_admin(client)


def test_the_session_ends_with_the_role(users, open_pages):
    client, _ = open_pages(users.admin)
    users.admin.role = "student"
    users.admin.save()
    assert not may_use_the_admin(client)


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_refuses_who_is_no_admin(users, open_pages, role):
    client, _ = open_pages(getattr(users, role), 403)
    assert not may_use_the_admin(client)


def test_it_refuses_a_disabled_account(users, open_pages):
    users.admin.is_active = False
    users.admin.save()
    client, _ = open_pages(users.admin, 401)
    assert not may_use_the_admin(client)


@pytest.mark.parametrize("minutes", [5.1, 600])
def test_it_refuses_a_login_that_is_not_recent(users, open_pages, minutes):
    client, response = open_pages(users.admin, 409, logged_in_at=timezone.now() - timedelta(minutes=minutes))
    assert (response["code"], response["message"]) == ("log_in_again", "Please log in again to open the staff pages.")
    assert not may_use_the_admin(client)


def test_it_refuses_the_token_of_another_user(users, open_pages):
    client, response = open_pages(users.admin, 409, email=users.student.email)
    assert response["code"] == "log_in_again"
    assert not may_use_the_admin(client)


@pytest.mark.parametrize("body", [{}, {"idToken": ""}, {"idToken": "x"}])
def test_it_refuses_an_invalid_token(users, body):
    assert set(as_(users.admin).post(PATH, body, 400)["fields"]) == {"idToken"}


def test_it_refuses_a_session_without_the_site_token(users, open_pages):
    client, _ = open_pages(users.admin)
    client.credentials()
    assert client.post(PATH, {"idToken": "x"}, format="json").status_code == 401


def test_it_blocks_the_account_after_too_many_failures(users, open_pages):
    for _ in range(settings.AXES_FAILURE_LIMIT):
        open_pages(users.admin, 409, email=users.student.email)
    client, response = open_pages(users.admin, 429)
    assert response["code"] == "too_many_requests"
    assert not may_use_the_admin(client)

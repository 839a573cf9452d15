"""Public lists in the page cache for requests with a bearer token or an ``Origin``."""

import json
from base64 import b64encode

import jwt
import pytest
from django.utils import timezone

from accounts.models import Role, User
from accounts.roles import set_role
from accounts.tokens import issue_token
from camp.server.page_cache import PUBLIC_LISTS
from testing.clients.page_cache import PageCacheClient
from testing.factories import make_class, make_users


@pytest.fixture
def users(users):
    """The users, with five classes."""
    for number in range(5):
        make_class(users.instructor, f"Class {number}")
    return users


@pytest.fixture
def browser():
    return PageCacheClient()


@pytest.mark.parametrize("path", PUBLIC_LISTS)
@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_serves_a_public_list_to_a_user_from_the_entry_for_everybody(users, browser, client, path, role):
    bearer = f"Bearer {issue_token(user=getattr(users, role))}"
    through_django = client.get(path, headers={"authorization": bearer})
    first = browser.get(path, HTTP_AUTHORIZATION=bearer)
    assert "Authorization" in first[1]["vary"] or path != "/classes"
    assert first == browser.get(path, HTTP_AUTHORIZATION=bearer) == browser.get(path)
    assert first[2] == through_django.content
    assert browser.django.requests == 1


@pytest.mark.parametrize("path", ["/popularClasses", "/instructors", "/crafts"])
def test_it_serves_the_lists_that_are_the_same_for_admins(users, browser, path):
    bearer = f"Bearer {issue_token(user=users.admin)}"
    assert browser.get(path, HTTP_AUTHORIZATION=bearer) == browser.get(path)
    assert browser.django.requests == 1


def test_it_shows_pending_classes_only_with_the_valid_token_of_an_admin(users, browser):
    make_class(users.instructor, "Pending", status="Pending")
    forged = jwt.encode({"user_id": users.admin.pk, "version": 0}, "k" * 64)
    of_admin = issue_token(user=users.admin)
    User.objects.filter(pk=users.admin.pk).update(is_active=False)
    infinite = b64encode(b'{"user_id": 1e999}').decode()
    for token in (forged, of_admin, f"a.{infinite}.c", "rubbish", "a.b.c", "a.e30.c", "a.W10.c"):
        for authorization in (f"Bearer {token}", f"bearer  {token}", token):
            rows = json.loads(browser.get("/classes", HTTP_AUTHORIZATION=authorization)[2])
            assert len(rows) == 5
            assert "feedback" not in rows[0]


def test_it_finds_the_list_of_classes_for_a_user_only_if_the_admins_are_known(
    users, browser, django_assert_num_queries
):
    browser.get("/classes")
    bearer = f"Bearer {issue_token(user=users.student)}"
    with django_assert_num_queries(0):
        assert not browser.finds("/classes", HTTP_AUTHORIZATION=bearer)
    browser.get("/classes", HTTP_AUTHORIZATION=bearer)
    with django_assert_num_queries(0):
        assert browser.finds("/classes", HTTP_AUTHORIZATION=bearer)


def test_it_sends_the_cors_headers_of_each_allowed_origin(users, browser, client, settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://app.example", "https://other.example"]
    for origin in (*settings.CORS_ALLOWED_ORIGINS, "https://evil.example", "null"):
        through_django = client.get("/classes", headers={"origin": origin})
        for _ in range(2):
            headers = browser.get("/classes", HTTP_ORIGIN=origin)[1]
            for name in ("access-control-allow-origin", "access-control-expose-headers"):
                assert headers.get(name) == through_django.headers.get(name)
            assert "origin" in headers["vary"].lower()
    assert browser.get("/classes")[1].get("access-control-allow-origin") is None
    assert browser.django.requests == 3


def test_it_does_not_cache_the_cors_headers_of_an_origin_that_is_spelled_otherwise(users, browser, settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://app.example"]
    browser.get("/classes", HTTP_ORIGIN="https://app.example/path")
    assert "access-control-allow-origin" not in browser.get("/classes")[1]


def test_it_passes_the_requests_of_an_admin_to_django(users, browser):
    make_class(users.instructor, "Pending", status="Pending")
    assert len(json.loads(browser.get("/classes")[2])) == 5
    bearer = f"Bearer {issue_token(user=users.admin)}"
    assert len(json.loads(browser.get("/classes", HTTP_AUTHORIZATION=bearer)[2])) == 6
    assert len(json.loads(browser.get("/classes")[2])) == 5


@pytest.mark.django_db(transaction=True)
def test_it_serves_all_classes_to_a_new_admin_immediately(transactional_db, browser):
    users = make_users()
    make_class(users.instructor)
    make_class(users.instructor, "Pending", status="Pending")
    bearer = f"Bearer {issue_token(user=users.student)}"
    assert len(json.loads(browser.get("/classes", HTTP_AUTHORIZATION=bearer)[2])) == 1
    set_role(user_id=users.student.pk, role=Role.ADMIN, now=timezone.now())
    assert len(json.loads(browser.get("/classes", HTTP_AUTHORIZATION=bearer)[2])) == 2
    User.objects.filter(pk=users.student.pk).update(role="student")
    assert len(json.loads(browser.get("/classes", HTTP_AUTHORIZATION=bearer)[2])) == 1

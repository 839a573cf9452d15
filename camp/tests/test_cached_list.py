"""Public lists for authenticated requests: served from the cache, and never another user's response."""

import json

import jwt
import pytest
from django.db import OperationalError, transaction
from django.test import RequestFactory

from accounts.models import Role, User
from accounts.roles import make_admin
from accounts.tokens import issue_token
from classes.models import CampClass, Status
from classes.views.catalog import ClassesView
from core import response_cache
from testing.api_client import as_, with_bearer
from testing.factories import make_class, make_users

PATHS = ["/classes", "/popularClasses", "/instructors"]


@pytest.fixture
def school(transactional_db):
    users = make_users()
    for number in range(5):
        make_class(users.instructor, f"Class {number}", feedback="For admins.")
    make_class(users.instructor, "Pending", status=Status.PENDING)
    return users


def names(user, path="/classes"):
    return [row["nameClass"] for row in as_(user).get(path)]


@pytest.mark.parametrize("path", PATHS)
def test_it_serves_the_second_request_from_the_cache(school, path, django_assert_num_queries):
    with transaction.atomic():  # bypasses the cache
        uncached = as_(school.student).client.get(path)
    first = as_(school.student).client.get(path)
    with django_assert_num_queries(0):
        second = as_(school.other_student).client.get(path)
    assert uncached.content == first.content == second.content
    for name, value in uncached.headers.items():
        if name.lower() not in ("vary", "content-length", "x-request-id", "cache-control"):
            assert first.headers[name] == second.headers[name] == value
    assert "Authorization" in second.headers["Vary"] or path != "/classes"


def test_it_responds_304_to_a_known_etag(school):
    client = as_(school.student).client
    etag = client.get("/classes").headers["ETag"]
    again = client.get("/classes", HTTP_IF_NONE_MATCH=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Type" not in again.headers


def test_it_compresses_if_the_client_accepts_it(school):
    response = as_(school.student).client.get("/classes", HTTP_ACCEPT_ENCODING="br")
    assert response.headers["Content-Encoding"] == "br"


def test_it_serves_all_classes_to_an_admin_only(school):
    for _ in range(2):
        assert "Pending" in names(school.admin)
        assert as_(school.admin).get("/classes")[0]["feedback"] == ""
        for user in (school.student, school.instructor, None):
            rows = as_(user).get("/classes")
            assert len(rows) == 5
            assert "feedback" not in rows[0]


def test_it_serves_the_public_list_for_a_forged_token(school):
    names(school.student)
    forged = jwt.encode({"user_id": school.admin.pk, "version": 0}, "k" * 64)
    for text in (forged, "rubbish", "a.b.c", "a.e30.c", "a.W10.c"):
        assert len(with_bearer(text).get("/classes")) == 5


def test_it_serves_the_public_list_to_a_disabled_admin(school):
    admin = as_(school.admin)
    assert len(admin.get("/classes")) == 6
    User.objects.filter(pk=school.admin.pk).update(is_active=False)
    assert len(admin.get("/classes")) == 5


def test_it_serves_all_classes_to_a_new_admin_immediately(school):
    assert len(names(school.student)) == 5
    make_admin(user_id=school.student.pk)
    assert len(names(school.student)) == 6
    User.objects.filter(pk=school.student.pk).update(role=Role.STUDENT)
    assert len(names(school.student)) == 5


def test_it_shows_a_change_immediately(school):
    names(school.student)
    CampClass.objects.filter(name="Pending").update(status=Status.APPROVED)
    assert "Pending" in names(school.student)


def test_it_does_not_cache_inside_a_transaction(school):
    with transaction.atomic():
        CampClass.objects.update(name="Not yet")
        assert set(names(school.student)) == {"Not yet"}
        transaction.set_rollback(True)
    assert "Not yet" not in names(school.student)


@pytest.mark.parametrize("path", ["/classes?limit=2", "/instructors?limit=1"])
def test_it_does_not_cache_pages(school, path, django_assert_num_queries):
    as_(school.student).get(path)
    with django_assert_num_queries(3):
        as_(school.student).get(path)


def test_it_does_not_cache_an_error(school, monkeypatch):
    def fail(_):
        raise OperationalError("unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(type(CampClass.objects.all()), "with_enrolled_count", fail)
        as_(school.student).get("/classes", 503)
    assert len(names(school.student)) == 5


def test_it_builds_the_list_a_few_times_per_second_during_a_rush(school, monkeypatch):
    """Sales can follow one another faster than the list can be built, and each of them changes it."""
    monkeypatch.setattr(response_cache, "OUTDATED_SECONDS", 60)
    request = RequestFactory().get("/classes", HTTP_AUTHORIZATION=f"Bearer {issue_token(user=school.student)}")
    before = ClassesView.as_view()(request).content
    for price in range(1, 20):
        CampClass.objects.update(price=price)
        assert ClassesView.as_view()(request).content == before
    monkeypatch.setattr(response_cache, "OUTDATED_SECONDS", 0)
    assert json.loads(ClassesView.as_view()(request).content)[0]["price"] == 19

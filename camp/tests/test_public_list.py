"""Public lists for those who are logged in: ready bytes, and never anybody else's."""

import json

import jwt
import pytest
from django.db import OperationalError, transaction
from django.test import RequestFactory

from accounts.models import Role, User
from accounts.roles import make_admin
from accounts.tokens import issue_token
from camp.lib import freshness
from camp.lib.freshness import ready
from camp.testing import as_, bearing, make_cast, make_class
from classes.models import CampClass, Status
from classes.views.catalog import ClassesView

PATHS = ["/classes", "/popularClasses", "/instructors"]


@pytest.fixture
def school(transactional_db):
    cast = make_cast()
    for number in range(5):
        make_class(cast.instructor, f"Class {number}", feedback="For admins.")
    make_class(cast.instructor, "Pending", status=Status.PENDING)
    return cast


def names(person, path="/classes"):
    return [row["nameClass"] for row in as_(person).get(path)]


@pytest.mark.parametrize("path", PATHS)
def test_the_second_answer_is_ready_and_the_same(school, path, django_assert_num_queries):
    with transaction.atomic():  # where nothing is held ready
        anew = as_(school.student).client.get(path)
    first = as_(school.student).client.get(path)
    with django_assert_num_queries(0):
        second = as_(school.other_student).client.get(path)
    assert anew.content == first.content == second.content
    for name, value in anew.headers.items():
        if name.lower() not in ("vary", "content-length", "x-request-id", "cache-control"):
            assert first.headers[name] == second.headers[name] == value
    assert "Authorization" in second.headers["Vary"] or path != "/classes"


def test_who_has_it_already_is_told_so(school):
    client = as_(school.student).client
    etag = client.get("/classes").headers["ETag"]
    again = client.get("/classes", HTTP_IF_NONE_MATCH=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Type" not in again.headers


def test_it_is_compressed_for_who_takes_that(school):
    answer = as_(school.student).client.get("/classes", HTTP_ACCEPT_ENCODING="br")
    assert answer.headers["Content-Encoding"] == "br"


def test_an_admin_gets_more_and_nobody_after_them(school):
    for _ in range(2):
        assert "Pending" in names(school.admin)
        assert as_(school.admin).get("/classes")[0]["feedback"] == ""
        for person in (school.student, school.instructor, None):
            rows = as_(person).get("/classes")
            assert len(rows) == 5
            assert "feedback" not in rows[0]


def test_a_token_of_ones_own_making_opens_nothing(school):
    names(school.student)
    forged = jwt.encode({"user_id": school.admin.pk, "version": 0}, "k" * 64)
    for text in (forged, "rubbish", "a.b.c", "a.e30.c", "a.W10.c"):
        assert len(bearing(text).get("/classes")) == 5


def test_an_admin_who_was_shut_out_gets_the_public_list(school):
    admin = as_(school.admin)
    assert len(admin.get("/classes")) == 6
    User.objects.filter(pk=school.admin.pk).update(is_active=False)
    assert len(admin.get("/classes")) == 5


def test_whoever_becomes_an_admin_gets_more_at_once(school):
    assert len(names(school.student)) == 5
    make_admin(user_id=school.student.pk)
    assert len(names(school.student)) == 6
    User.objects.filter(pk=school.student.pk).update(role=Role.STUDENT)
    assert len(names(school.student)) == 5


def test_a_change_is_seen_at_once(school):
    names(school.student)
    CampClass.objects.filter(name="Pending").update(status=Status.APPROVED)
    assert "Pending" in names(school.student)


def test_what_a_transaction_sees_is_not_handed_to_others(school):
    with transaction.atomic():
        CampClass.objects.update(name="Not yet")
        assert set(names(school.student)) == {"Not yet"}
        transaction.set_rollback(True)
    assert "Not yet" not in names(school.student)


@pytest.mark.parametrize("path", ["/classes?limit=2", "/instructors?limit=1"])
def test_a_page_is_made_anew(school, path, django_assert_num_queries):
    as_(school.student).get(path)
    with django_assert_num_queries(3):
        as_(school.student).get(path)


def test_a_failure_is_not_kept(school, monkeypatch):
    def away(_):
        raise OperationalError("away")

    with monkeypatch.context() as patch:
        patch.setattr(type(CampClass.objects.all()), "counted", away)
        as_(school.student).get("/classes", 503)
    assert len(names(school.student)) == 5


def test_in_a_rush_it_is_made_a_few_times_a_second(school, monkeypatch):
    """Sales follow one another faster than the list can be made; every one of them changes it."""
    monkeypatch.setattr(freshness, "SHORTEST_SECONDS", 60)
    request = RequestFactory().get("/classes", HTTP_AUTHORIZATION=f"Bearer {issue_token(user=school.student)}")
    before = ClassesView.as_view()(request).content
    for price in range(1, 20):
        CampClass.objects.update(price=price)
        assert ClassesView.as_view()(request).content == before
    monkeypatch.setattr(freshness, "SHORTEST_SECONDS", 0)
    assert json.loads(ClassesView.as_view()(request).content)[0]["price"] == 19


def test_in_a_rush_what_was_begun_before_a_change_is_kept_for_that_moment(monkeypatch):
    monkeypatch.setattr(freshness, "SHORTEST_SECONDS", 60)
    begun = ready.generation
    ready.drop_all()
    ready.keep("key", "old", generation=begun)
    assert ready.get("key") == "old"
    ready.keep("key", "new", generation=ready.generation)
    ready.keep("key", "old", generation=begun)
    assert ready.get("key") == "new"

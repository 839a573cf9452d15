"""The door in front of Django: what it takes, what it passes on, and that what it gives is what Django gave."""

import gzip
import json

import brotli
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, close_old_connections, transaction
from django.test import RequestFactory

from accounts.models import User
from accounts.tokens import issue_token
from camp.door import Door
from camp.lib.freshness import ReadyBytes, ready
from camp.testing import make_cast, make_class
from classes.models import CampClass


class Asked:
    """Django behind the door, counted."""

    def __init__(self):
        self.times = 0
        self.django = get_wsgi_application()

    def __call__(self, environ, start_response):
        self.times += 1
        # As Django's own test client does: a test's transaction is on a connection that must not be closed.
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        answer = self.django(environ, start_response)
        body = b"".join(answer)
        answer.close()
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        return [body]


class Browser:
    def __init__(self):
        self.asked = Asked()
        self.door = Door(self.asked, ["/", "/all-classes"])

    def get(self, path, method="GET", **headers):
        query = path.partition("?")[2]
        environ = RequestFactory().generic(method, path, QUERY_STRING=query, **headers).environ
        if "HTTP_COOKIE" not in headers:
            environ.pop("HTTP_COOKIE", None)  # the factory sends an empty one
        told = {}

        def start_response(status, headers, *_):
            told.update(status=int(status[:3]), headers={name.lower(): value for name, value in headers})

        body = b"".join(self.door(environ, start_response))
        return told["status"], told["headers"], body


@pytest.fixture
def school(db):
    cast = make_cast()
    for number in range(5):
        make_class(cast.instructor, f"Class {number}")
    return cast


@pytest.fixture
def browser():
    return Browser()


@pytest.mark.parametrize("path", ["/classes", "/popularClasses", "/instructors", "/all-classes", "/"])
def test_the_second_answer_is_ready_and_the_same(school, browser, client, path, django_assert_num_queries):
    through_django = client.get(path)
    first = browser.get(path)
    with django_assert_num_queries(0):
        second = browser.get(path)
    assert first == second
    assert second[2] == through_django.content
    given = {name.lower(): value for name, value in through_django.headers.items()}
    for name in set(given) - {"content-length", "vary", "etag", "x-request-id"}:
        assert second[1][name] == given[name]
    assert browser.asked.times == 1


@pytest.mark.parametrize(("accepts", "unpack"), [("br, gzip", brotli.decompress), ("gzip;q=0.5", gzip.decompress)])
def test_it_is_compressed_for_who_takes_that(school, browser, accepts, unpack):
    plain = browser.get("/classes")[2]
    _, headers, body = browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)
    assert headers["content-encoding"] in accepts
    assert unpack(body) == plain
    assert "Accept-Encoding" in headers["vary"]
    assert headers["content-length"] == str(len(body))


@pytest.mark.parametrize("accepts", ["", "identity", "br;q=0, gzip;q=0.0", "deflate"])
def test_and_plain_for_who_does_not(school, browser, accepts):
    assert "content-encoding" not in browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)[1]


def test_who_has_it_already_is_told_so(school, browser):
    etag = browser.get("/classes")[1]["etag"]
    for sent in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        status, headers, body = browser.get("/classes", HTTP_IF_NONE_MATCH=sent)
        assert (status, body) == (304, b"")
        assert headers["etag"] == etag
    assert browser.get("/classes", HTTP_IF_NONE_MATCH='"other"')[0] == 200


@pytest.mark.parametrize("accepts", ["text/html", "image/webp", "text/html,*/*;q=0.8", "nonsense"])
def test_whoever_wants_another_form_is_answered_all_the_same(school, browser, client, accepts):
    """Whether Django is asked or the bytes are ready makes no difference."""
    through_django = client.get("/classes", HTTP_ACCEPT=accepts)
    for _ in range(2):
        status, headers, body = browser.get("/classes", HTTP_ACCEPT=accepts)
        assert (status, body) == (through_django.status_code, through_django.content) == (200, through_django.content)
        assert headers["content-type"] == through_django["Content-Type"] == "application/json"
    assert client.get("/classes?limit=1", HTTP_ACCEPT=accepts).status_code == 200
    assert client.get("/users", HTTP_ACCEPT=accepts).status_code == 401


def test_head_has_the_headers_and_no_body(school, browser):
    _, got, body = browser.get("/classes")
    status, headed, nothing = browser.get("/classes", method="HEAD")
    assert (status, nothing) == (200, b"")
    assert headed == got
    assert body


def test_each_encoding_has_its_own_etag(school, browser):
    etags = {browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)[1]["etag"] for accepts in ("", "br", "gzip")}
    assert len(etags) == 3


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("/classes?limit=2", {}),
        ("/classes", {"HTTP_ORIGIN": "https://app.example"}),
        ("/classes", {"HTTP_COOKIE": "sessionid=x"}),
        ("/classes", {"HTTP_AUTHORIZATION": "Bearer x"}),
        ("/classes/", {}),
        ("/users", {}),
        ("/classes", {"method": "POST"}),
        ("/classes", {"method": "OPTIONS"}),
    ],
)
def test_everything_else_is_passed_on_each_time(school, browser, path, changes):
    for _ in range(2):
        browser.get(path, **changes)
    assert browser.asked.times == 2


def test_an_admin_is_answered_by_django(school, browser):
    make_class(school.instructor, "Pending", status="Pending")
    assert len(json.loads(browser.get("/classes")[2])) == 5
    bearer = f"Bearer {issue_token(user=school.admin)}"
    assert len(json.loads(browser.get("/classes", HTTP_AUTHORIZATION=bearer)[2])) == 6
    assert len(json.loads(browser.get("/classes")[2])) == 5


def test_an_unknown_host_is_refused_and_not_kept(school, browser):
    browser.get("/classes")
    assert browser.get("/classes", HTTP_HOST="evil.example")[0] == 400
    assert browser.get("/classes", HTTP_HOST="evil.example")[0] == 400


def test_a_stranger_to_the_demo_is_refused(school, browser):
    browser.get("/classes")
    assert browser.get("/classes", REMOTE_ADDR="203.0.113.7")[0] == 403


def test_a_failure_is_not_kept(school, browser, monkeypatch):
    def away(_):
        raise OperationalError("away")

    with monkeypatch.context() as patch:
        patch.setattr(type(CampClass.objects.all()), "counted", away)
        assert browser.get("/classes")[0] == 503
    assert browser.get("/classes")[0] == 200


@pytest.mark.django_db(transaction=True)
class TestChanges:
    """Whoever changes what is shown, by whichever road, the next answer is new."""

    @pytest.fixture
    def school(self, transactional_db):
        cast = make_cast()
        make_class(cast.instructor)
        return cast

    @pytest.mark.parametrize(
        "change",
        [
            lambda cast: CampClass.objects.update(name="New name"),
            lambda cast: CampClass.objects.all().delete(),
            lambda cast: CampClass.objects.first().save(),
            lambda cast: make_class(cast.instructor, "Another"),
            lambda cast: CampClass.objects.bulk_create(
                [CampClass(name="Bulk", image="https://p.example/", price=1, capacity=1, instructor=cast.instructor)]
            ),
            lambda cast: User.objects.filter(pk=cast.instructor.pk).update(name="New name"),
        ],
    )
    def test_a_write_drops_what_is_held(self, school, browser, change):
        browser.get("/classes")
        change(school)
        browser.get("/classes")
        assert browser.asked.times == 2

    def test_a_read_does_not(self, school, browser):
        browser.get("/classes")
        list(CampClass.objects.all())
        browser.get("/classes")
        assert browser.asked.times == 1

    def test_a_change_counts_from_its_commit(self, school, browser):
        with transaction.atomic():
            CampClass.objects.update(name="New name")
            held = ready.generation
        assert ready.generation == held + 1

    def test_a_change_that_was_rolled_back_drops_nothing(self, school, browser):
        browser.get("/classes")
        with transaction.atomic():
            CampClass.objects.update(name="New name")
            transaction.set_rollback(True)
        browser.get("/classes")
        assert browser.asked.times == 1


def test_bytes_from_before_a_change_are_never_kept_over_it():
    held = ReadyBytes()
    begun = held.generation
    held.drop_all()
    held.keep("key", "old", generation=begun)
    assert held.get("key") is None
    held.keep("key", "new", generation=held.generation)
    assert held.get("key") == "new"


def test_a_lost_notification_costs_the_time_limit_at_most(monkeypatch):
    held = ReadyBytes()
    held.keep("key", "value", generation=held.generation)
    assert held.get("key") == "value"
    monkeypatch.setattr("camp.lib.freshness.LONGEST_SECONDS", -1)
    assert held.get("key") is None


def test_the_store_is_bounded():
    held = ReadyBytes()
    for number in range(1000):
        held.keep(number, "value", generation=held.generation)
    assert len(held._entries) <= 256

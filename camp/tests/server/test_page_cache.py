"""The page cache in front of Django: which requests it serves, and that its responses equal Django's."""

import gzip
from datetime import timedelta

import brotli
import pytest
import time_machine
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, transaction
from django.utils import timezone

from accounts.tokens import issue_token
from classes.models import CampClass
from core.cache.responses import response_cache
from testing.clients.page_cache import PageCacheClient
from testing.factories import make_class, make_lesson, make_school
from testing.steps.class_changes import CHANGES


@pytest.fixture
def users(users):
    """The users, with five classes."""
    for number in range(5):
        make_class(users.instructor, f"Class {number}")
    return users


@pytest.fixture
def browser():
    return PageCacheClient()


@pytest.mark.parametrize("path", ["/classes", "/popularClasses", "/instructors", "/all-classes", "/"])
def test_it_serves_the_second_request_from_the_cache(users, browser, client, path, django_assert_num_queries):
    through_django = client.get(path)
    first = browser.get(path)
    with django_assert_num_queries(0):
        second = browser.get(path)
    assert first == second
    assert second[2] == through_django.content
    headers = {name.lower(): value for name, value in through_django.headers.items()}
    for name in set(headers) - {"content-length", "vary", "etag", "x-request-id"}:
        assert second[1][name] == headers[name]
    assert browser.django.requests == 1


def test_it_finds_a_response_in_the_cache_without_django(users, browser):
    environ = browser.environ("/classes")
    assert not browser.page_cache.find(environ)
    first = browser.get("/classes")
    assert browser.page_cache.find(environ)
    assert b"".join(browser.page_cache(environ, lambda *_: None)) == first[2]
    assert browser.django.requests == 1


@pytest.mark.parametrize("path", ["/classes", "/seasons"])
def test_it_finds_no_response_for_a_request_that_it_does_not_serve(users, browser, path):
    browser.get(path)
    bearer = f"Bearer {issue_token(user=users.admin)}"
    browser.get(path, HTTP_AUTHORIZATION=bearer)  # the admins are known now
    for headers in ({"HTTP_AUTHORIZATION": bearer}, {"HTTP_AUTHORIZATION": "Bearer x"}):
        assert not browser.finds(path, **headers)
    assert not browser.finds("/classes?limit=2")


@pytest.mark.parametrize(("accepts", "decompress"), [("br, gzip", brotli.decompress), ("gzip;q=0.5", gzip.decompress)])
def test_it_compresses_for_clients_that_accept_it(users, browser, accepts, decompress):
    plain = browser.get("/classes")[2]
    _, headers, body = browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)
    assert headers["content-encoding"] in accepts
    assert decompress(body) == plain
    assert "Accept-Encoding" in headers["vary"]
    assert headers["content-length"] == str(len(body))


@pytest.mark.parametrize("accepts", ["", "identity", "br;q=0, gzip;q=0.0", "deflate"])
def test_it_does_not_compress_for_other_clients(users, browser, accepts):
    assert "content-encoding" not in browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)[1]


def test_it_returns_304_for_a_known_etag(users, browser):
    etag = browser.get("/classes")[1]["etag"]
    for sent in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        status, headers, body = browser.get("/classes", HTTP_IF_NONE_MATCH=sent)
        assert (status, body) == (304, b"")
        assert headers["etag"] == etag
    assert browser.get("/classes", HTTP_IF_NONE_MATCH='"other"')[0] == 200


@pytest.mark.parametrize("accepts", ["text/html", "image/webp", "text/html,*/*;q=0.8", "nonsense"])
def test_it_returns_json_for_any_accept_header(users, browser, client, accepts):
    """From Django and from the cache."""
    through_django = client.get("/classes", HTTP_ACCEPT=accepts)
    for _ in range(2):
        status, headers, body = browser.get("/classes", HTTP_ACCEPT=accepts)
        assert (status, body) == (through_django.status_code, through_django.content) == (200, through_django.content)
        assert headers["content-type"] == through_django["Content-Type"] == "application/json"
    assert client.get("/classes?limit=1", HTTP_ACCEPT=accepts).status_code == 200
    assert client.get("/users", HTTP_ACCEPT=accepts).status_code == 401


def test_it_returns_the_headers_without_a_body_for_head(users, browser):
    _, headers, body = browser.get("/classes")
    assert body
    assert browser.get("/classes", method="HEAD") == (200, headers, b"")


def test_it_caches_the_page_of_a_class_under_one_spelling_of_its_id(users, browser):
    camp_class = make_class(users.instructor)
    for _ in range(2):
        browser.get(f"/all-classes/0{camp_class.pk}")
    assert browser.django.requests == 2


def test_it_sets_another_etag_for_each_encoding(users, browser):
    etags = {browser.get("/classes", HTTP_ACCEPT_ENCODING=accepts)[1]["etag"] for accepts in ("", "br", "gzip")}
    assert len(etags) == 3


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("/classes?limit=2", {}),
        ("/classes?season=summer-2027", {}),
        ("/classes?l%69mit=2", {}),
        ("/classes?x=%00", {}),
        ("/classes", {"HTTP_AUTHORIZATION": "Bearer x"}),
        ("/classes/", {}),
        ("/users", {}),
        ("/classes", {"method": "POST"}),
        ("/classes", {"method": "OPTIONS"}),
    ],
)
def test_it_passes_other_requests_to_django(users, browser, path, changes):
    for _ in range(2):
        browser.get(path, **changes)
    assert browser.django.requests == 2


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("/classes?x=1", {}),
        ("/classes", {"HTTP_COOKIE": "a=b"}),
        (
            "/all-classes",
            {"HTTP_COOKIE": "a=b", "HTTP_AUTHORIZATION": "Bearer x", "HTTP_ORIGIN": "https://app.example"},
        ),
    ],
)
def test_it_serves_what_no_header_or_query_changes(users, browser, path, changes):
    plain = browser.get(path)[2]
    assert browser.get(path, **changes)[2] == plain
    assert browser.django.requests == 1


def test_it_serves_the_filtered_list_apart_from_the_whole_one(users, browser):
    for path in ("", "?", "?q=a", "?q=b", "?craft=clay", "?q=a&craft=felt"):
        browser.get(f"/all-classes{path}")
    assert browser.django.requests == 3


def test_it_serves_the_page_of_a_class_that_exists(users, browser):
    camp_class = make_class(users.instructor)
    for _ in range(2):
        assert camp_class.name in browser.get(f"/all-classes/{camp_class.pk}?x=1")[2].decode()
    assert browser.django.requests == 1
    for _ in range(2):
        assert browser.get("/all-classes/999999")[0] == 404
    assert browser.django.requests == 3


def test_it_serves_a_class_to_everybody_until_it_changes(users, browser, django_assert_num_queries):
    camp_class = make_class(users.instructor, "Felt")
    path = f"/classes/{camp_class.pk}"
    first = browser.get(path)
    with django_assert_num_queries(0):
        for query, bearer in (("", ""), ("?x=1", f"Bearer {issue_token(user=users.admin)}"), ("", "Bearer x")):
            assert browser.get(f"{path}{query}", HTTP_AUTHORIZATION=bearer) == first
    CampClass.objects.filter(pk=camp_class.pk).update(name="Wool")
    assert b"Wool" in browser.get(path)[2]
    CampClass.objects.filter(pk=camp_class.pk).update(status="Pending")
    assert [browser.get(path)[0] for _ in range(2)] == [404, 404]


def test_it_passes_on_other_requests_for_a_class(users, browser):
    path = f"/classes/{make_class(users.instructor).pk}"
    assert browser.get(path, "PATCH")[0] == 401
    assert browser.get(f"{path}?format=xml")[0] == 400
    assert browser.get("/classes/007")[0] == 404


def test_it_serves_the_calendar_of_a_class_whatever_its_query(users, browser):
    path = f"/classes/{make_class(users.instructor).pk}/calendar.ics"
    for query in ("", "?x=1", "?format=json", "?limit=1"):
        assert browser.get(f"{path}{query}")[2].startswith(b"BEGIN:VCALENDAR")
    assert browser.django.requests == 1
    for _ in range(2):
        assert browser.get("/classes/999999/calendar.ics")[0] == 404
    assert browser.django.requests == 3


def test_it_sends_a_calendar_again_only_if_it_has_changed(users, browser):
    camp_class = make_class(users.instructor)
    make_lesson(camp_class, timezone.now() + timedelta(days=9))
    path = f"/classes/{camp_class.pk}/calendar.ics"
    etag = browser.get(path, HTTP_ACCEPT_ENCODING="br")[1]["etag"]
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        response_cache.invalidate()  # the calendar is written again, at another time
        assert browser.get(path, HTTP_ACCEPT_ENCODING="br", HTTP_IF_NONE_MATCH=etag)[0] == 304
    CampClass.objects.update(name="Other name")
    assert browser.get(path, HTTP_ACCEPT_ENCODING="br", HTTP_IF_NONE_MATCH=etag)[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:x", "testserver:80@evil", ""])
def test_it_does_not_serve_an_unknown_host(users, browser, host):
    browser.get("/classes")
    assert browser.get("/classes", HTTP_HOST=host)[0] == 400
    assert browser.get("/classes", HTTP_HOST=host)[0] == 400


def test_it_serves_every_allowed_host_and_port_from_one_entry(users, browser, settings):
    settings.ALLOWED_HOSTS = ["testserver", ".camp.example"]
    responses = [browser.get("/classes", HTTP_HOST=f"Testserver:{port}") for port in range(1, 9)]
    responses += [browser.get("/classes", HTTP_HOST=f"{name}.camp.example") for name in "abc"]
    assert all(response == responses[0] for response in responses)
    assert browser.django.requests == 1


def test_it_keeps_one_entry_for_all_values_of_the_proxy_header(users, browser, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60
    settings.DEMO = False
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != "camp.server.loopback.loopback_only"]
    browser.django.django = get_wsgi_application()
    for value in ("https", "https, http", " https ,x"):
        assert "strict-transport-security" in browser.get("/classes", HTTP_X_FORWARDED_PROTO=value)[1]
    for value in ("http", "x", "http, https", ""):
        assert "strict-transport-security" not in browser.get("/classes", HTTP_X_FORWARDED_PROTO=value)[1]
    assert browser.django.requests == 2


def test_it_refuses_other_machines_in_the_demo(users, browser):
    browser.get("/classes")
    assert browser.get("/classes", REMOTE_ADDR="203.0.113.7")[0] == 403
    assert browser.get("/classes", HTTP_X_FORWARDED_FOR="203.0.113.7")[0] == 403


def test_it_does_not_cache_an_error(users, browser, monkeypatch):
    def fail(_):
        raise OperationalError("the connection is closed")

    with monkeypatch.context() as patch:
        patch.setattr(type(CampClass.objects.all()), "approved", fail)
        assert browser.get("/classes")[0] == 503
    assert browser.get("/classes")[0] == 200


@pytest.mark.django_db(transaction=True)
class TestChanges:
    """Any write to a listed table invalidates the cache."""

    @pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
    def test_it_requests_the_list_again_after_a_write(self, users, browser, change):
        browser.get("/classes")
        change(users)
        browser.get("/classes")
        assert browser.django.requests == 2

    def test_it_builds_the_pages_again_after_a_change_of_the_school(self, users, browser):
        browser.get("/about")
        make_school(phone="555 0199")
        assert b"555 0199" in browser.get("/about")[2]

    def test_it_keeps_the_list_after_a_read(self, users, browser):
        browser.get("/classes")
        list(CampClass.objects.all())
        browser.get("/classes")
        assert browser.django.requests == 1

    def test_it_keeps_the_list_after_a_rollback(self, users, browser):
        browser.get("/classes")
        with transaction.atomic():
            CampClass.objects.update(name="New name")
            transaction.set_rollback(True)
        browser.get("/classes")
        assert browser.django.requests == 1

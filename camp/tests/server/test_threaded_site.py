"""The ASGI application around the WSGI application: the environment, the response, and who gets a thread."""

import asyncio
import gc
import threading
import weakref

import pytest

from camp.server import request_body, threaded_site
from camp.server.threaded_site import ThreadedSite, wsgi_environ
from core.pictures import storage
from payments.stripe import api as stripe_api

OWN_CONNECTIONS = 2
"""The database connections of a process beside those of its threads: core/cache/invalidation.py."""
HEADERS = [(b"host", b"camp.example"), (b"content-type", b"application/json"), (b"content-length", b"5")]


def scope(path=b"/jwt", method="POST", headers=HEADERS, query=b""):
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "raw_path": path,
        "query_string": query,
        "headers": headers,
        "client": ("203.0.113.7", "50000"),
        "server": ("127.0.0.1", "8000"),
    }


class Cache:
    """A page cache that has the responses of these paths."""

    def __init__(self, *paths):
        self.paths = paths

    def find(self, environ):
        return environ["PATH_INFO"] in self.paths


class Body(list):
    """A response body that records whether it was closed."""

    closed = False

    def close(self):
        self.closed = True


async def request(site, *, disconnects=False, **changes):
    """Sends a request with the body "hello". Returns the messages of the response."""
    sent = []

    async def receive():
        return {"type": "http.disconnect"} if disconnects else {"type": "http.request", "body": b"hello"}

    async def send(message):
        sent.append(message)

    await site(scope(**changes), receive, send)
    return sent


def test_it_builds_the_environment():
    environ = wsgi_environ(scope(b"/payments/%C3%A9%FF", query=b"q=%C3%A9&x=\xc3"))
    expected = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/payments/\xc3\xa9\xff",
        "QUERY_STRING": "q=%C3%A9&x=\xc3",
        "REMOTE_ADDR": "203.0.113.7",
        "SERVER_PORT": "8000",
        "HTTP_HOST": "camp.example",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": "5",
        "wsgi.url_scheme": "http",
    }
    assert expected.items() <= environ.items()


def test_it_joins_repeated_headers():
    repeated = [(b"accept", b"a"), (b"cookie", b"x=1"), (b"accept", b"b"), (b"cookie", b"y=2")]
    environ = wsgi_environ(scope(headers=repeated))
    assert (environ["HTTP_ACCEPT"], environ["HTTP_COOKIE"]) == ("a,b", "x=1; y=2")


@pytest.mark.parametrize("name", [b"x_forwarded_for", b"x-forwarded_for", b"content_length", b"_"])
def test_it_drops_a_header_name_with_an_underscore(name):
    assert wsgi_environ(scope(headers=[(name, b"x")])) == wsgi_environ(scope(headers=[]))


def test_it_sends_the_response_and_closes_it():
    body = Body([b"hel", b"lo"])

    def site(environ, start_response):
        assert (environ["wsgi.input"].read(), environ["CONTENT_LENGTH"]) == (b"hello", "5")
        start_response("201 Created", [("X-Request-ID", "7"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return body

    start, end = asyncio.run(request(ThreadedSite(site, Cache())))
    assert start["status"] == 201
    assert start["headers"] == [(b"x-request-id", b"7"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
    assert end == {"type": "http.response.body", "body": b"hello"}
    assert body.closed


class Stream(Body):
    """A body that Django streams. It records how much of it the client has received before each part."""

    streaming = True

    def __init__(self, parts, sent):
        super().__init__(parts)
        self.sent, self.received_before = sent, []

    def __iter__(self):
        for part in list.__iter__(self):
            self.received_before.append(len(self.sent))
            yield part


def streaming_site(stream):
    def site(environ, start_response):
        start_response("200 OK", [])
        return stream

    return site


async def send_stream(stream, fail_after=9):
    async def send(message):
        if len(stream.sent) == fail_after:
            raise ConnectionError
        stream.sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"hello"}

    await ThreadedSite(streaming_site(stream), Cache())(scope(), receive, send)


def test_it_sends_each_part_of_a_streamed_response_before_the_next_is_made():
    stream = Stream([b"a", b"b", b"c"], [])
    asyncio.run(send_stream(stream))
    assert [message.get("body") for message in stream.sent] == [None, b"a", b"b", b"c", b""]
    assert stream.received_before == [1, 2, 3]
    assert stream.closed


def test_it_closes_a_streamed_response_whose_client_has_gone():
    stream = Stream([b"a", b"b", b"c"], [])
    with pytest.raises(ConnectionError):
        asyncio.run(send_stream(stream, fail_after=2))
    assert stream.closed
    assert len(stream.received_before) < 3


def test_it_sends_a_file_as_a_whole():
    stream = Stream([b"a", b"b"], [])
    stream.file_to_stream = stream
    asyncio.run(send_stream(stream))
    assert [message.get("body") for message in stream.sent] == [None, b"ab"]


def test_it_refuses_a_body_that_ends_too_early():
    """granian reports a malformed chunk as a disconnect too, and responds 500 if the site sends no response."""

    def site(environ, start_response):
        start_response(f"{environ['camp.refusal'].status} {environ['camp.refusal'].code}", [])
        return [environ["wsgi.input"].read()]

    start, end = asyncio.run(request(ThreadedSite(site, Cache()), disconnects=True))
    assert (start["status"], end["body"]) == (400, b"")


@pytest.mark.parametrize("headers", [[*HEADERS[:2], (b"content-length", b"999999999")], HEADERS])
def test_it_keeps_no_reference_to_a_refused_request(headers, monkeypatch):
    """granian closes the connection when nothing refers to the request anymore. Django's request lives longer."""
    monkeypatch.setattr(request_body, "SECONDS", 0)
    environs = []

    class Silence:
        async def __call__(self):
            await asyncio.Event().wait()

    async def ignore(_):
        pass

    def site(environ, start_response):
        environs.append(environ)
        start_response(f"{environ['camp.refusal'].status} Refused", [])
        return []

    silence = Silence()
    reference = weakref.ref(silence)
    gc.disable()
    try:
        asyncio.run(ThreadedSite(site, Cache())(scope(headers=headers), silence, ignore))
        del silence
        assert reference() is None
    finally:
        gc.enable()


def test_it_sends_a_cached_response_while_every_thread_is_busy(monkeypatch):
    monkeypatch.setattr(threaded_site, "THREADS", 1)
    released = threading.Event()

    def site(environ, start_response):
        if environ["PATH_INFO"] == "/jwt":
            released.wait(10)
        start_response("200 OK", [])
        return [environ["PATH_INFO"].encode()]

    async def responses():
        threaded = ThreadedSite(site, Cache("/classes"))
        busy = asyncio.create_task(request(threaded))
        cached = await request(threaded, path=b"/classes", method="GET", headers=[])
        released.set()
        return cached[1]["body"], (await busy)[1]["body"]

    assert asyncio.run(responses()) == (b"/classes", b"/jwt")


def test_it_has_a_thread_left_while_payments_and_uploads_hang():
    assert stripe_api._breaker.limit + storage.AT_A_TIME < threaded_site.THREADS


def test_it_makes_enough_calls_at_a_provider_that_takes_250_ms():
    """35 seats per second with two workers; each seat needs at most three calls."""
    assert 2 * stripe_api._breaker.limit > 35 * 3 * 0.25


def test_it_needs_few_enough_database_connections():
    """Two workers, a third one during an update, and ten other connections are within PostgreSQL's default of 100."""
    per_worker = threaded_site.THREADS + OWN_CONNECTIONS
    assert (2 + 1) * per_worker + 10 <= 100

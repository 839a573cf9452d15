"""The web server of deploy/web under an attack with slow requests, or with very many connections."""

import json
import resource
import socket
from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from testing.clients.durations import percentile
from testing.clients.slow import VISITOR_TIMEOUT_SECONDS, SlowClients, unfinished_request, visit_repeatedly
from testing.servers.processes import create_database, run_python, running_site

pytestmark = pytest.mark.slow

SLOW_CLIENTS = 200
CONNECTIONS = 1200
"""More than granian accepts by default."""
ATTACK_SECONDS = 5
NEW_CONNECTION = {"Connection": "close"}
CREATE_STUDENTS = """
from accounts.tokens import issue_token
from testing.factories import make_users
users = make_users()
print(issue_token(user=users.student), issue_token(user=users.other_student))
"""


@pytest.fixture(scope="module")
def environ():
    return create_database("slow_bodies")


@pytest.fixture(scope="module")
def tokens(environ):
    """The authorization of the student who attacks and of one who uses the site."""
    return [f"Bearer {token}" for token in run_python(environ, CREATE_STUDENTS)]


@pytest.fixture(scope="module")
def site(environ):
    with running_site(environ, workers=2) as site:
        yield site


@pytest.fixture(scope="module")
def connect(site):
    """A function that opens a connection to the web server."""
    return partial(socket.create_connection, ("127.0.0.1", site.base_url.port), VISITOR_TIMEOUT_SECONDS)


def respond_to(connect, request):
    """Sends an unfinished request. Returns the status and body of the response, which ends the connection."""
    with connect() as connection:
        connection.sendall(request)
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_it_serves_others_during_an_attack(site, tokens, connect):
    attacker, student = tokens
    requests = [
        unfinished_request("POST", "/stripe/webhook", Host="127.0.0.1"),
        unfinished_request("POST", "/stripe/webhook", Host="127.0.0.1", **{"Stripe-Signature": "t=1,v1=00"}),
        unfinished_request("PATCH", "/users/me", Host="127.0.0.1", Authorization=attacker),
    ]
    with (
        SlowClients(connect, requests, SLOW_CLIENTS),
        httpx.Client(base_url=site.base_url, timeout=VISITOR_TIMEOUT_SECONDS, headers=NEW_CONNECTION) as visitor,
    ):
        change = partial(visitor.patch, "/users/me", json={"name": "Sam"}, headers={"Authorization": student})
        visits = [partial(visitor.get, "/classes"), partial(visitor.get, "/classes?search=kite"), change]
        durations = visit_repeatedly(visits, ATTACK_SECONDS)
    assert percentile(durations, 99) < 1


@pytest.fixture
def many_files():
    """Lets this process open as many files as an attacker can."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("requests", [0, 1], ids=["idle", "the response is not read"])
def test_it_serves_others_beside_very_many_connections(site, many_files, requests):
    sent = requests * b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(CONNECTIONS):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)  # so that the response does not fit
            client.connect(("127.0.0.1", site.base_url.port))
            client.sendall(sent)
        visitor = stack.enter_context(httpx.Client(base_url=site.base_url, timeout=VISITOR_TIMEOUT_SECONDS))
        durations = visit_repeatedly([partial(visitor.get, "/crafts", headers=NEW_CONNECTION)], 3)
    assert percentile(durations, 99) < 1


def test_it_refuses_a_head_that_is_too_large(connect):
    """Some headers are keys of caches."""
    with connect() as connection:
        connection.sendall(b"GET /classes HTTP/1.1\r\nHost: " + b"x" * 70_000)
        assert connection.recv(4096).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("size", [66_000, 100_000])
def test_it_refuses_headers_above_64_kb(connect, size):
    """The web server itself accepts them while its buffer grows."""
    with connect() as connection:
        connection.sendall(b"GET /classes HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Test: " + b"x" * size + b"\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 431")


def test_it_refuses_malformed_chunks(connect):
    head = b"POST /jwt HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    status, body = respond_to(connect, head + b"2\r\n{}\r\nzz\r\n")
    assert (status, body["code"]) == (400, "invalid")


def test_it_refuses_a_webhook_without_a_signature_unread(connect):
    request = unfinished_request("POST", "/stripe/webhook", Host="127.0.0.1")
    status, body = respond_to(connect, request)
    assert (status, body["code"]) == (400, "bad_signature")


def test_it_does_not_take_an_unread_body_for_a_request(connect):
    hidden = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    head = f"POST /stripe/webhook HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(hidden)}\r\n\r\n".encode()
    with connect() as connection:
        connection.sendall(head + hidden + b"GET /nope HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        responses = connection.makefile("rb").read()
    assert responses.startswith(b"HTTP/1.1 400")
    assert responses.count(b"HTTP/1.1 404") == responses.count(b"HTTP/1.1 ") - 1


def test_it_refuses_a_picture_without_a_token_unread(connect):
    status, body = respond_to(connect, unfinished_request("POST", "/images", Host="127.0.0.1"))
    assert (status, body["code"]) == (401, "not_authenticated")


def test_it_refuses_an_absurd_length_unread(connect):
    head = b"POST /jwt HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000000\r\n\r\n{"
    status, body = respond_to(connect, head)
    assert (status, body["code"]) == (413, "too_large")


def test_it_refuses_a_body_that_does_not_arrive_in_time(connect, tokens):
    request = unfinished_request("PATCH", "/users/me", Host="127.0.0.1", Authorization=tokens[0])
    status, body = respond_to(connect, request)
    assert (status, body["code"]) == (408, "body_too_slow")


def test_it_closes_a_connection_on_which_nothing_arrives(connect):
    with connect() as connection:
        assert connection.recv(1) == b""


def test_it_reads_a_chunked_body(site, tokens):
    parts = iter([b'{"name": ', b'"Sam"}'])
    headers = {"Authorization": tokens[1], "Content-Type": "application/json"}
    assert site.patch("/users/me", content=parts, headers=headers).status_code == 200

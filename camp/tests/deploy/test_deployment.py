"""The web server of docs/deploy.md: a stop and an update finish every request that a client has sent."""

import errno
import json
import logging
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from django.conf import settings

from camp.server.request_body import SECONDS as BODY_SECONDS
from testing.clients.repeated import repeated_calls
from testing.servers.free_ports import free_port
from testing.servers.processes import create_database, query, run, run_python, stop, wait_until

pytestmark = pytest.mark.slow

CLIENTS, WORKERS = 8, 2
KILL_SECONDS = 30
"""``--workers-kill-timeout`` of deploy/web."""
PAGE = "/dashboard?fresh=1"
CLASS = {"seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
CREATE_CLASS = """
from accounts.tokens import issue_token
from testing.factories import make_users, make_class
users = make_users()
print(make_class(users.instructor).pk, issue_token(user=users.instructor))
"""
LOCK = 2003
BLOCK_UPDATES = f"""
CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0
AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared({LOCK}); RETURN NEW; END $$;
CREATE TRIGGER wait_for_test BEFORE UPDATE ON classes_campclass FOR EACH ROW EXECUTE FUNCTION wait_for_test();
"""
"""A test that holds the advisory lock keeps an update in progress, for longer than the site's own lock timeout."""


@pytest.fixture(scope="module")
def environ():
    values = create_database("deployment") | {"PYTHON": sys.executable}
    with psycopg.connect(values["DATABASE_URL"], autocommit=True) as database:
        database.execute(BLOCK_UPDATES)
    return values


@pytest.fixture(scope="module")
def camp_class(environ):
    """The path of a class, and the authorization of its instructor."""
    class_id, token = run_python(environ, CREATE_CLASS)
    return f"/classes/{class_id}", {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def respawn_interval(environ):
    """Seconds after which the web server stops an old worker; it does not wait until the new one is ready.

    A new worker must have started by then, so the interval is three times the time that a start takes now.
    """
    start = time.monotonic()
    run_python(environ, "import camp.server.wsgi")
    return max(3.5, 3 * (time.monotonic() - start))


class Server:
    """The site as ``deploy/web`` runs it."""

    def __init__(self, environ, log):
        self.port, self._log = free_port(), log
        self.url = f"http://127.0.0.1:{self.port}"
        # A folder that does not exist yet, as below systemd's /run/camp.
        metrics = {"PROMETHEUS_MULTIPROC_DIR": str(log.parent / "metrics")}
        with log.open("w") as output:
            self.process = subprocess.Popen(
                ["deploy/web"],
                cwd=settings.BASE_DIR,
                env=environ | metrics | {"HOST": "127.0.0.1", "PORT": str(self.port)},
                stdout=output,
            )
        wait_until(lambda: self.started == WORKERS and httpx.get(f"{self.url}/healthz").status_code == 200)

    @property
    def log(self):
        return self._log.read_text()

    @property
    def started(self):
        """How many workers have started since the server did."""
        return self.log.count("Started worker-")

    def workers(self):
        """Returns the workers that accept connections."""
        children = psutil.Process(self.process.pid).children()
        return {child for child in children if _connections(child, status=psutil.CONN_LISTEN)}

    def worker_of(self, client_port):
        """Returns the worker that has accepted the client's connection."""
        return next(worker for worker in self.workers() if any(_connections(worker, client_port=client_port)))


def _connections(process, *, status=psutil.CONN_ESTABLISHED, client_port=None):
    try:
        connections = process.net_connections("tcp4")
    except (psutil.NoSuchProcess, psutil.AccessDenied):  # AccessDenied: it is ending, and belongs to another user
        return []
    return [
        each
        for each in connections
        if each.status == status and (client_port is None or each.raddr.port == client_port)
    ]


@pytest.fixture
def server(environ, respawn_interval, tmp_path):
    server = Server(environ | {"GRANIAN_RESPAWN_INTERVAL": str(respawn_interval)}, tmp_path / "server.log")
    yield server
    if server.process.poll() is None:
        stop(server.process)


@contextmanager
def without_kill():
    """Asserts that the block takes less time than a worker gets before it is killed."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start < KILL_SECONDS


@contextmanager
def clients(server):
    """Clients that request a page again and again. Yields a counter of the outcomes."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    repeated = Counter()
    # A connection per request, like the proxy in deploy/Caddyfile.
    with (
        httpx.Client(base_url=server.url, timeout=60, headers={"Connection": "close"}) as client,
        repeated_calls(lambda: get(client, repeated), clients=CLIENTS) as outcomes,
    ):
        yield outcomes
    outcomes.update(repeated)


def get(client, repeated):
    """Returns the status of the response, or what went wrong.

    A worker that stops closes a connection that it has accepted but not read, perhaps before the client knows that it
    was accepted. The client then repeats the request. That can happen once per stopped worker, because the next
    connection goes to another one. The proxy never repeats a request: it leads to another server before this one stops.
    """
    for _ in range(WORKERS + 1):
        try:
            with client.stream("GET", PAGE) as response:
                return read_status(response)
        except httpx.ConnectError as error:
            if f"[Errno {errno.ECONNRESET}]" not in str(error):
                return "refused"
            repeated["repeated"] += 1
        except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError):
            repeated["repeated"] += 1
    return "never answered"


def read_status(response):
    try:
        response.read()
    except httpx.TransportError:
        return "incomplete"
    return response.status_code


class PartialRequest:
    """A connection on which a worker has read the first part of a request, and waits for the rest."""

    def __init__(self, server, first_part):
        self._opened = time.monotonic()
        self._socket = socket.create_connection(("127.0.0.1", server.port))
        self._socket.settimeout(60)
        self._socket.sendall(first_part)
        port = self._socket.getsockname()[1]
        wait_until(lambda: is_read(port))
        self.worker = server.worker_of(port)

    def finish(self, rest):
        """Sends the rest and asserts that the response is 200.

        It may be 408 if the body reached its deadline, because the machine is busy.
        """
        self._socket.sendall(rest)
        status = int(self._socket.recv(65536).split()[1])
        assert status == 200 or (status == 408 and time.monotonic() - self._opened > BODY_SECONDS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()


def is_read(client_port):
    """Returns whether the server has accepted the client's connection and read all that it received."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        remote_port, unread, inode = fields[2].split(":")[1], fields[4].split(":")[1], fields[9]
        if int(remote_port, 16) == client_port and inode != "0":
            return int(unread, 16) == 0
    return False


def update_request(camp_class):
    """Returns the head and the body of a request that changes the class."""
    path, headers = camp_class
    body = json.dumps(CLASS | {"nameClass": "Sent in two parts"}).encode()
    lines = [
        f"PUT {path} HTTP/1.1",
        "Host: 127.0.0.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", ""]).encode(), body


@contextmanager
def update_in_progress(environ, server, camp_class):
    """Keeps an update in its transaction. Yields a list that contains the response afterwards."""
    path, headers = camp_class
    responses = []

    def update():
        body = CLASS | {"nameClass": "Updated during the stop"}
        responses.append(httpx.put(f"{server.url}{path}", json=body, headers=headers, timeout=60))

    thread = threading.Thread(target=update)
    waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with psycopg.connect(environ["DATABASE_URL"]) as database:
        database.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        thread.start()
        wait_until(lambda: query(environ, waiting))
        yield responses
    thread.join()


def test_it_finishes_running_requests_before_it_stops(environ, server, camp_class):
    with clients(server) as outcomes:
        wait_until(lambda: outcomes[200] > CLIENTS)
        with update_in_progress(environ, server, camp_class) as responses:
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: outcomes["refused"])
        assert server.process.wait(60) == 0
    (response,) = responses
    assert (response.status_code, response.json()["modifiedCount"]) == (200, 1)
    assert set(outcomes) <= {200, "refused", "repeated"}, outcomes
    assert outcomes["repeated"] <= CLIENTS * WORKERS


def test_it_waits_for_the_rest_of_a_body_but_not_for_the_rest_of_headers_before_it_stops(server, camp_class):
    """Without a header timeout the worker would end only when it is killed, and other requests with it."""
    head, body = update_request(camp_class)
    with (
        PartialRequest(server, b"GET /classes HTTP/1.1\r\nHost: 127."),
        PartialRequest(server, head + body[:10]) as request,
        without_kill(),
    ):
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: request.worker not in server.workers())
        request.finish(body[10:])
        assert server.process.wait(60) == 0


def test_it_replaces_the_workers_without_failing_a_request(server, camp_class):
    old_workers = server.workers()
    head, body = update_request(camp_class)
    with clients(server) as outcomes:
        with PartialRequest(server, head + body[:10]) as request:
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: request.worker not in server.workers())
            request.finish(body[10:])
        wait_until(lambda: server.started == 2 * WORKERS and not old_workers & server.workers())
        answered = outcomes[200]
        wait_until(lambda: outcomes[200] > answered + 10 * CLIENTS)
    assert len(server.workers()) == WORKERS
    assert set(outcomes) <= {200, "repeated"}, outcomes
    assert outcomes["repeated"] <= CLIENTS * WORKERS


def test_it_does_not_release_with_an_unsafe_configuration(environ):
    done = run(environ, "deploy/release", status=1)
    assert "camp.E005" in done.stderr

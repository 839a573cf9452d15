"""Two web servers on one database: a change anywhere is seen everywhere within a second."""

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress

import httpx
import psycopg
import pytest
from django.conf import settings
from psycopg.conninfo import conninfo_to_dict

from camp.lib import freshness

DATABASE = f"two_processes_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def environment():
    """An empty site's environment, with a database of its own on the tests' server."""
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {DATABASE}")
    own = address.replace("/camp?", f"/{DATABASE}?")
    assert own != address
    values = os.environ | {"DATABASE_URL": own}
    manage(values, "migrate", "--verbosity", "0")
    return values


def manage(environment, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True, capture_output=True)


@contextmanager
def site(environment):
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen([*command, "camp.wsgi:application"], cwd=settings.BASE_DIR, env=environment)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10) as http:
            wait_until(lambda: http.get("/healthz").status_code == 200, 30)
            yield http
    finally:
        process.terminate()
        process.wait(20)


def wait_until(true, seconds):
    """Wait until it is true; how long that took."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        with suppress(httpx.TransportError):
            if true():
                return time.monotonic() - begin
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s")


def test_a_change_anywhere_is_seen_by_every_process_within_a_second(environment, tmp_path):
    season = "nameClass,instructorEmail,instructorName,price,seats,image,status\n"
    row = "{},ines@camp.example,Ines,45.50,10,https://p.example/a.jpg,Approved\n"
    file = tmp_path / "season.csv"
    with ExitStack() as stack:
        sites = [stack.enter_context(site(environment)) for _ in range(2)]
        for number in range(2):
            # Held ready in both before the change, so that a change which is not told would go unseen.
            for http in sites:
                assert len(http.get("/classes").json()) == number
                assert http.get("/classes").headers["etag"]
            file.write_text(season + "".join(row.format(f"Class {each}") for each in range(number + 1)))
            manage(environment, "seed_classes", str(file))
            for http in sites:
                wait_until(lambda http=http, number=number: len(http.get("/classes").json()) == number + 1, 1)


def test_what_is_told_survives_a_lost_connection(environment):
    """The connection over which changes are told is kept; where it was lost meanwhile, a new one tells."""
    address = conninfo_to_dict(environment["DATABASE_URL"])
    with psycopg.connect(**address, autocommit=True) as listener:
        listener.execute(f"LISTEN {freshness.CHANNEL}")
        first = freshness._notify(address)
        kept = freshness._notify(address, first)
        assert kept is first
        listener.execute("SELECT pg_terminate_backend(%s)", [first.info.backend_pid])
        second = freshness._notify(address, first)
        assert second is not first
        assert len(list(listener.notifies(timeout=5, stop_after=3))) == 3
        second.close()


def test_a_database_that_is_away_is_no_reason_to_fail(caplog):
    assert freshness._notify({"host": "127.0.0.1", "port": 1, "dbname": "none"}) is None
    assert "could not be told" in caplog.text

"""The embedded PostgreSQL in a folder: started, joined, killed, stopped."""

import os
import signal
import subprocess
import sys
import time

import psycopg
import pytest

from camp.demo import start_postgres


@pytest.fixture
def server(tmp_path):
    handle = start_postgres(tmp_path / "postgres", for_tests=True)
    yield handle
    handle.stop()


def ask(url, statement):
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


def kill(handle):
    os.kill(int((handle.directory / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    deadline = time.monotonic() + 10
    while handle.running:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_it_serves_a_database_and_stops(server):
    assert ask(server.url, "SELECT current_database()") == "camp"
    server.stop()
    assert not server.running
    with pytest.raises(psycopg.OperationalError):
        ask(server.url, "SELECT 1")


def test_it_waits_for_the_disk_except_for_tests(server, tmp_path):
    durable = start_postgres(tmp_path / "durable")
    try:
        assert ask(server.url, "SHOW fsync") == "off"
        assert ask(durable.url, "SHOW fsync") == "on"
    finally:
        durable.stop()


def test_after_a_kill_it_starts_again_with_its_data_at_the_same_address(server):
    ask(server.url, "CREATE TABLE kept AS SELECT 7 AS number")
    ask(server.url, "CHECKPOINT")
    address = server.url
    kill(server)
    server.restart()
    assert server.url == address
    assert ask(address, "SELECT number FROM kept") == 7


def test_a_command_that_joins_leaves_it_running(server):
    join = f"from camp.demo import start_postgres; print(start_postgres({str(server.directory)!r}).url)"
    joined = subprocess.run([sys.executable, "-c", join], capture_output=True, text=True, check=True)
    assert (joined.stdout.strip(), joined.stderr) == (server.url, "")
    assert ask(server.url, "SELECT 1") == 1


def test_a_command_alone_starts_it_and_ends_it(tmp_path):
    code = f"from camp.demo import start_postgres; print(start_postgres({str(tmp_path / 'alone')!r}).url)"
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert alone.stderr == ""
    with pytest.raises(psycopg.OperationalError):
        ask(alone.stdout.strip(), "SELECT 1")


def test_a_killed_command_does_not_keep_it_running(tmp_path):
    directory = tmp_path / "shared"
    code = f"import os; from camp.demo import start_postgres; start_postgres({str(directory)!r}); os._exit(1)"
    subprocess.run([sys.executable, "-c", code], check=False)
    assert (directory / "postmaster.pid").exists()
    code = f"from camp.demo import start_postgres; start_postgres({str(directory)!r})"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert not (directory / "postmaster.pid").exists()


def test_it_refuses_a_path_with_a_space(tmp_path):
    with pytest.raises(ValueError, match="space"):
        start_postgres(tmp_path / "my camp")

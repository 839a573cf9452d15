"""The embedded PostgreSQL: started, joined, restarted and stopped."""

import os
import signal
import subprocess
import sys

import psycopg
import pytest

from demo.servers.postgres import _package, start_postgres
from testing.servers.processes import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path):
    handle = start_postgres(tmp_path / "postgres", for_tests=True)
    yield handle
    handle.stop()


def query(url, statement):
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


def postgres_server_class():
    return _package().PostgresServer


def kill(handle):
    os.kill(int((handle.directory / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    wait_until(lambda: not handle.running)


def test_it_serves_a_database_and_stops(server):
    assert query(server.url, "SELECT current_database()") == "camp"
    server.stop()
    assert not server.running
    with pytest.raises(psycopg.OperationalError):
        query(server.url, "SELECT 1")


def test_it_shares_no_lock_file_with_other_users_of_the_machine(server):
    assert str(os.getuid()) in postgres_server_class().lock_path.name


def test_it_is_durable_except_for_tests(server, tmp_path):
    durable = start_postgres(tmp_path / "durable")
    try:
        assert query(server.url, "SHOW fsync") == "off"
        assert query(durable.url, "SHOW fsync") == "on"
    finally:
        durable.stop()


def test_it_restarts_after_a_kill_with_the_same_data_and_url(server):
    query(server.url, "CREATE TABLE example AS SELECT 7 AS number")
    query(server.url, "CHECKPOINT")
    url = server.url
    kill(server)
    server.restart()
    assert server.url == url
    assert query(url, "SELECT number FROM example") == 7


def test_it_keeps_running_when_a_process_that_joined_ends(server):
    join = f"from demo.servers.postgres import start_postgres; print(start_postgres({str(server.directory)!r}).url)"
    joined = subprocess.run([sys.executable, "-c", join], capture_output=True, text=True, check=True)
    assert (joined.stdout.strip(), joined.stderr) == (server.url, "")
    assert query(server.url, "SELECT 1") == 1


def test_it_stops_with_the_last_process(tmp_path):
    code = f"from demo.servers.postgres import start_postgres; print(start_postgres({str(tmp_path / 'alone')!r}).url)"
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert alone.stderr == ""
    with pytest.raises(psycopg.OperationalError):
        query(alone.stdout.strip(), "SELECT 1")


def test_it_ignores_a_killed_process_that_had_joined(tmp_path):
    directory = tmp_path / "shared"
    code = f"from demo.servers.postgres import start_postgres; start_postgres({str(directory)!r})"
    subprocess.run([sys.executable, "-c", f"{code}; import os; os._exit(1)"], check=False)
    assert (directory / "postmaster.pid").exists()
    subprocess.run([sys.executable, "-c", code], check=True)
    assert not (directory / "postmaster.pid").exists()


def test_it_refuses_a_path_with_a_space(tmp_path):
    with pytest.raises(ValueError, match="space"):
        start_postgres(tmp_path / "my camp")

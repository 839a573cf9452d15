"""Processes and databases for tests that need more than their own process: commands, web servers, several sites."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import psutil
import psycopg
from django.conf import settings

from testing.servers.free_ports import free_port
from testing.servers.migrated_cluster import MIGRATED

Environ = Mapping[str, str]

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
TOGETHER = 4
"""How many copies of a command run at the same time."""
RUN_TOGETHER = """
import json, os, sys
import django
from django.core.management import ManagementUtility
django.setup()
import camp.urls
children = []
for command in json.loads(sys.argv[1]):
    children.append(os.fork())
    if children[-1] == 0:
        sys.exit(ManagementUtility(["manage.py", *command]).execute())
print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]))
"""
"""Starts Django only once, so that the commands begin within milliseconds of each other."""


def wait_until(condition: Callable[[], Any], seconds: float = 300) -> Any:
    """Polls the condition and returns its first true value.

    Raises AssertionError if no poll that starts within ``seconds`` finds it true.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            if value := condition():
                return value
        time.sleep(0.02)
    raise AssertionError(f"still false after {seconds} s")


def database_name(purpose: str) -> str:
    """Returns the name of a database that no parallel test worker uses."""
    return f"{purpose}_{WORKER}"


def database_url(name: str) -> str:
    """Returns the URL of another database on the tests' PostgreSQL."""
    return os.environ["DATABASE_URL"].replace("/camp?", f"/{name}?")


def drop_database(name: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def create_empty_database(purpose: str) -> dict[str, str]:
    """Creates a database without tables, and returns the environment of a process that uses it."""
    return _create_database(database_name(purpose), template="template1")


def create_database(purpose: str) -> dict[str, str]:
    """Creates a migrated database, and returns the environment of a process that uses it."""
    with template_lock(MIGRATED) as exists:
        if not exists:
            environ = _create_database(f"{MIGRATED}_new", template="template1")
            manage(environ, "migrate", "--verbosity", "0")
            rename_database(f"{MIGRATED}_new", MIGRATED)
    return _create_database(database_name(purpose), template=MIGRATED)


@contextmanager
def template_lock(name: str) -> Iterator[bool]:
    """Yields whether this database exists. If it does not, other workers wait until the block has created it."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
        yield server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def copy_database(source: str, name: str) -> None:
    """Copies a database to which nobody is connected. A copy of the files is faster than one through the log."""
    drop_database(name)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY FILE_COPY")


def rename_database(name: str, new_name: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"ALTER DATABASE {name} RENAME TO {new_name}")


def _create_database(name: str, *, template: str) -> dict[str, str]:
    copy_database(template, name)
    return os.environ | {"DATABASE_URL": database_url(name), "DJANGO_SETTINGS_MODULE": "camp.settings"}


def query(environ: Environ, sql: str) -> Any:
    """Returns the first row of a query in the environment's database, None without one."""
    with psycopg.connect(environ["DATABASE_URL"]) as database:
        return database.execute(sql).fetchone()


def run(environ: Environ, *command: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Runs a command in the project's folder and asserts its exit status."""
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == status, done.stderr
    return done


def manage(environ: Environ, *arguments: str) -> None:
    """Runs a management command in a process of its own."""
    run(environ, sys.executable, "manage.py", *arguments)


def run_python(environ: Environ, code: str) -> list[str]:
    """Runs code in a Django process of its own; returns its output, split into words."""
    return run(environ, sys.executable, "-c", f"import django; django.setup()\n{code}").stdout.split()


def manage_together(environ: Environ, *commands: list[str]) -> list[int]:
    """Runs management commands at the same time, each in a process. Returns their exit statuses.

    A traceback fails the test.
    """
    done = run(environ, sys.executable, "-c", RUN_TOGETHER, json.dumps(commands))
    assert "Traceback" not in done.stderr, done.stderr
    return list(json.loads(done.stdout.splitlines()[-1]))


@contextmanager
def running_site(environ: Environ, *, workers: int = 1) -> Iterator[httpx.Client]:
    """Runs the site as ``deploy/web`` does. Yields a client of it, without cookies."""
    port = free_port()
    options = {"PYTHON": sys.executable, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": str(workers)}
    process = subprocess.Popen(["deploy/web"], cwd=settings.BASE_DIR, env={**environ, **options})
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            wait_until(lambda: client.get("/robots.txt"))  # needs no database
            yield client
    finally:
        stop(process)


def stop(process: subprocess.Popen[Any]) -> None:
    """Stops a web server. Kills it if it does not stop, because granian ignores SIGTERM while its workers start."""
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        for child in psutil.Process(process.pid).children():
            child.kill()
        process.kill()
        process.wait()

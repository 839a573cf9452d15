"""A PostgreSQL as in production (it waits for the disk), and web servers that are each bound to one core."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg

from demo.servers.services import granian_command
from testing.servers.free_ports import free_port

ROOT = Path(__file__).resolve().parent.parent


def cores() -> tuple[set[int] | None, set[int] | None]:
    """Returns the core of the web server and the cores of everything else; None where they cannot be separated."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    first, *others = sorted(os.sched_getaffinity(0))
    return ({first}, set(others)) if others else (None, None)


@contextmanager
def temporary_database() -> Iterator[str]:
    """Starts a PostgreSQL with a migrated database. Sets DATABASE_URL for this process, and yields it."""
    from demo.servers.environment import apply_defaults
    from demo.servers.postgres import start_postgres

    with tempfile.TemporaryDirectory(prefix="camp-bench-") as directory:
        os.environ |= {"CAMP_DEMO": "1", "CAMP_DEMO_DIR": directory, "DJANGO_SETTINGS_MODULE": "camp.settings"}
        server = start_postgres(Path(directory) / "postgres")
        os.environ["DATABASE_URL"] = server.url
        apply_defaults(os.environ)
        try:
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, cwd=ROOT, check=True)
            yield server.url
        finally:
            server.stop()


@dataclass
class Server:
    """A running web server."""

    port: int
    process: psutil.Process

    def cpu_seconds(self) -> float:
        """Returns the CPU time that the server and its workers have used."""
        processes = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:2]) for each in processes)


@contextmanager
def running_server(application: str, core: set[int] | None, *, checkout: Path = ROOT) -> Iterator[Server]:
    """Runs an ASGI application under granian on this core. Raises TimeoutError if it does not listen.

    It has one worker, because the benchmarks compare one process on one core.
    """
    port = free_port()
    command = [_python(checkout), *granian_command(port, workers=1)[1:], application]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=checkout, stdout=log, stderr=log)
        try:
            if core:
                os.sched_setaffinity(process.pid, core)  # before it starts its workers and threads
            wait_for(port)
            yield Server(port, psutil.Process(process.pid))
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def older_site(checkout: Path, core: set[int] | None, fill: str) -> Iterator[Server]:
    """Runs the site of an older checkout with a database of its own, in which its code runs the statement ``fill``."""
    current = os.environ["DATABASE_URL"]
    with psycopg.connect(current, autocommit=True) as database:
        database.execute("CREATE DATABASE older")
    os.environ["DATABASE_URL"] = urlsplit(current)._replace(path="/older").geturl()
    try:
        migrate = [_python(checkout), "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=checkout, check=True)
        subprocess.run([_python(checkout), "-c", fill], cwd=checkout, check=True)
        application = "camp.server.asgi" if (checkout / "camp/server/asgi.py").exists() else "camp.asgi"
        with running_server(f"{application}:application", core, checkout=checkout) as server:
            yield server
    finally:
        os.environ["DATABASE_URL"] = current


def _python(checkout: Path) -> str:
    """Returns the Python of this process, or of the older checkout's own virtual environment."""
    return sys.executable if checkout == ROOT else str(checkout / ".venv" / "bin" / "python")


def wait_for(port: int, seconds: float = 30) -> None:
    """Waits until a server listens on the port. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise TimeoutError(f"nothing listens on port {port}") from None
            time.sleep(0.05)
        else:
            return


def invalidate_caches(address: str) -> None:
    """Notifies the site's processes of a change that plain SQL has made."""
    from core.cache.invalidation import CHANNEL

    with psycopg.connect(address, autocommit=True) as database:
        database.execute("SELECT pg_notify(%s, '')", [CHANNEL])

"""A site of the measurement's own: PostgreSQL as in production (it waits for the disk), and granian on one core."""

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

import psutil
import psycopg

ROOT = Path(__file__).resolve().parent.parent
# The Procfile's, with one worker: what is compared is one process on one core.
FLAGS = (
    *("--interface", "wsgi", "--no-ws", "--host", "127.0.0.1", "--workers", "1", "--blocking-threads", "8"),
    *("--blocking-threads-idle-timeout", "600", "--access-log"),
    *("--access-log-fmt", "%(status)d %(method)s %(path)s %(dt_ms).0f ms"),
)


def cores() -> tuple[set[int] | None, set[int] | None]:
    """The web server's core, and what is left for all else; None where a machine cannot or need not part them."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    first, *others = sorted(os.sched_getaffinity(0))
    return ({first}, set(others)) if others else (None, None)


@contextmanager
def own_database() -> Iterator[str]:
    """The address of an empty, migrated database on a PostgreSQL of its own; this process's environment leads to it."""
    from camp.demo import start_postgres

    with tempfile.TemporaryDirectory(prefix="camp-bench-") as directory:
        os.environ |= {"CAMP_DEMO": "1", "CAMP_DEMO_DIR": directory, "DJANGO_SETTINGS_MODULE": "camp.settings"}
        server = start_postgres(Path(directory) / "postgres")
        os.environ["DATABASE_URL"] = server.url
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
        """Processor time that the server and its workers have used."""
        family = [self.process, *self.process.children(recursive=True)]
        return sum(sum(each.cpu_times()[:2]) for each in family)


@contextmanager
def served(application: str, core: set[int] | None) -> Iterator[Server]:
    """This WSGI application under granian, on this core. Raises TimeoutError if it does not listen."""
    port = free_port()
    command = [sys.executable, "-m", "granian", *FLAGS, "--port", str(port), application]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        try:
            if core:
                os.sched_setaffinity(process.pid, core)  # before it has made its workers and threads
            _wait_for(port)
            yield Server(port, psutil.Process(process.pid))
        finally:
            process.terminate()
            process.wait(20)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(port: int, seconds: float = 30) -> None:
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


def tell_of_change(address: str) -> None:
    """What was written by bare SQL is told to the site as its own writes are."""
    from camp.lib.freshness import CHANNEL

    with psycopg.connect(address, autocommit=True) as database:
        database.execute("SELECT pg_notify(%s, '')", [CHANNEL])

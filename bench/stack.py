"""A site for load tests: PostgreSQL, the Stripe stand-in and the web server. Each can be killed and restarted."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import psycopg

from bench.servers import ROOT
from demo.servers.environment import apply_defaults
from demo.servers.postgres import start_postgres
from demo.servers.processes import http_ready
from demo.servers.services import granian_command
from testing.servers.free_ports import free_port

READY_SECONDS = 60


class Stack:
    """The three running services. Sets up Django in this process, for their database.

    The Stripe stand-in sends webhooks of the types that the site handles, which docs/deploy-accounts.md subscribes to.
    """

    def __init__(self, directory: Path, application: str) -> None:
        self.application = application
        self.port, self.stripe_port = free_port(), free_port()
        self.directory = directory
        os.environ |= {
            "CAMP_DEMO": "1",
            "CAMP_DEMO_DIR": str(directory),
            "DJANGO_SETTINGS_MODULE": "camp.settings",
            "PORT": str(self.port),
            "STRIPE_STANDIN_PORT": str(self.stripe_port),
            "FIREBASE_AUTH_EMULATOR_PORT": str(free_port()),
        }
        for name in ("SITE_URL", "STRIPE_API_BASE", "FIREBASE_AUTH_EMULATOR_HOST", "DATABASE_URL"):
            os.environ.pop(name, None)  # a test run that started this process has its own values
        self.postgres = start_postgres(directory / "postgres")
        os.environ["DATABASE_URL"] = self.postgres.url
        apply_defaults(os.environ)
        django.setup()
        self._log = (directory / "stack.log").open("w")
        self._manage("migrate", "--verbosity", "0")
        self.start_stripe()
        self.start_site()

    def _manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True, stdout=self._log)

    def _start(self, command: list[str], port: int, path: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, cwd=ROOT, stdout=self._log, stderr=self._log, start_new_session=True)
        ready, deadline = http_ready(port, path), time.monotonic() + READY_SECONDS
        while not ready():
            if time.monotonic() > deadline or process.poll() is not None:
                raise TimeoutError(f"{command[2]} does not respond; see {self._log.name}")
            time.sleep(0.05)
        return process

    def start_stripe(self) -> None:
        from payments.settlement.webhook import EFFECTS

        options = [
            *("--port", str(self.stripe_port), "--state", str(self.directory / "stripe")),
            *("--webhook-url", f"http://127.0.0.1:{self.port}/stripe/webhook"),
            *("--webhook-secret", os.environ["STRIPE_WEBHOOK_SECRET"]),
            *(argument for event_type in EFFECTS for argument in ("--webhook-event", event_type)),
        ]
        command = [sys.executable, "-m", "standins.stripe", *options]
        self.stripe = self._start(command, self.stripe_port, "/_standin/faults")

    def start_site(self) -> None:
        self.site = self._start([*granian_command(self.port), self.application], self.port, "/healthz")

    def kill_stripe(self) -> None:
        _kill_group(self.stripe)

    def kill_site(self) -> None:
        _kill_group(self.site)

    def kill_database(self) -> None:
        """Kills the server without a shutdown, like a power failure."""
        postmaster = int((self.directory / "postgres" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(postmaster, signal.SIGKILL)

    def restart_database(self) -> None:
        self.postgres.restart()

    def deadlocks(self) -> int:
        """Returns the number of deadlocks that PostgreSQL has counted."""
        with psycopg.connect(self.postgres.url) as database:
            row = database.execute("SELECT sum(deadlocks) FROM pg_stat_database").fetchone()
        return int(row[0]) if row and row[0] else 0

    def close(self) -> None:
        for process in (self.site, self.stripe):
            if process.poll() is None:
                process.terminate()
                process.wait(20)
        self.postgres.stop()
        self._log.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


@contextmanager
def running_stack(application: str = "camp.server.asgi:application") -> Iterator[Stack]:
    """Runs a stack in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="camp-rush-", ignore_cleanup_errors=True) as directory:
        stack = Stack(Path(directory), application)
        try:
            yield stack
        finally:
            stack.close()

"""A whole site for a rush: PostgreSQL, the card stand-in and the web server with two workers, each with a plug."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.site import ROOT, free_port
from camp.demo import apply_defaults, start_postgres
from camp.demo.children import answers
from camp.demo.parts import granian

READY_SECONDS = 60


class Stand:
    """The three parts, running. This process's environment leads to the database, so Django can be set up on it."""

    def __init__(self, directory: Path, application: str) -> None:
        self.application = application
        self.port, self.cards_port = free_port(), free_port()
        self.directory = directory
        os.environ |= {
            "CAMP_DEMO": "1",
            "CAMP_DEMO_DIR": str(directory),
            "DJANGO_SETTINGS_MODULE": "camp.settings",
            "PORT": str(self.port),
            "STRIPE_STANDIN_PORT": str(self.cards_port),
        }
        for name in ("SITE_URL", "STRIPE_API_BASE", "DATABASE_URL"):
            os.environ.pop(name, None)  # a run of the tests that started this has its own
        self.postgres = start_postgres(directory / "postgres")
        os.environ["DATABASE_URL"] = self.postgres.url
        apply_defaults(os.environ)
        self._log = (directory / "stand.log").open("w")
        self._manage("migrate", "--verbosity", "0")
        self.plug_in_cards()
        self.plug_in_site()

    def _manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True, stdout=self._log)

    def _start(self, command: list[str], port: int, path: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, cwd=ROOT, stdout=self._log, stderr=self._log, start_new_session=True)
        ready, deadline = answers(port, path), time.monotonic() + READY_SECONDS
        while not ready():
            if time.monotonic() > deadline or process.poll() is not None:
                raise TimeoutError(f"{command[2]} does not answer; see {self._log.name}")
            time.sleep(0.05)
        return process

    def plug_in_cards(self) -> None:
        options = [
            *("--port", str(self.cards_port), "--state", str(self.directory / "stripe")),
            *("--webhook-url", f"http://127.0.0.1:{self.port}/stripe/webhook"),
            *("--webhook-secret", os.environ["STRIPE_WEBHOOK_SECRET"]),
        ]
        command = [sys.executable, "-m", "standins.stripe", *options]
        self.cards = self._start(command, self.cards_port, "/_standin/switches")

    def plug_in_site(self) -> None:
        self.site = self._start([*granian(self.port), self.application], self.port, "/healthz")

    def pull_cards(self) -> None:
        _kill_group(self.cards)

    def pull_site(self) -> None:
        _kill_group(self.site)

    def pull_database(self) -> None:
        """As a power cut does it: no process of the server is asked."""
        postmaster = int((self.directory / "postgres" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(postmaster, signal.SIGKILL)

    def plug_in_database(self) -> None:
        self.postgres.restart()

    def deadlocks(self) -> int:
        """How many the database has seen."""
        with psycopg.connect(self.postgres.url) as database:
            row = database.execute("SELECT sum(deadlocks) FROM pg_stat_database").fetchone()
        return int(row[0]) if row and row[0] else 0

    def close(self) -> None:
        for process in (self.site, self.cards):
            if process.poll() is None:
                process.terminate()
                process.wait(20)
        self.postgres.stop()
        self._log.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


@contextmanager
def stand(application: str = "camp.wsgi:application") -> Iterator[Stand]:
    """A stand of one's own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="camp-rush-", ignore_cleanup_errors=True) as directory:
        running = Stand(Path(directory), application)
        try:
            yield running
        finally:
            running.close()

"""Starts the parts in order, looks after them, and stops them in the opposite order: the database last."""

import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import psycopg

from camp.demo import claim, parts
from camp.demo.children import Child, Part
from camp.demo.environment import Environ, state_dir
from camp.demo.output import Output
from camp.demo.postgres import PostgresHandle, start_postgres

READY_SECONDS = 90
LOOK_SECONDS = 0.3
POSTGRES_TROUBLE = (subprocess.SubprocessError, OSError, psycopg.Error)
TOO_MANY_DEATHS, WITHIN_SECONDS = 4, 60


class DemoFailed(RuntimeError):
    """A part did not start, or died again and again; the message says which."""


class StopAsked(Exception):
    """Somebody asked to stop while the parts were still starting."""


class Supervisor:
    """One run of the demo, from the first process to the last."""

    def __init__(self, environ: Environ, output: Output, *, dev: bool = False, seed: bool = True) -> None:
        self.environ = environ
        self.output = output
        self.dev = dev
        self.seed = seed
        self.directory: Path = state_dir(environ)
        self.postgres: PostgresHandle | None = None
        self.children: list[Child] = []
        self.deaths: deque[float] = deque(maxlen=TOO_MANY_DEATHS)
        self.stop_asked = False

    def run(self, prepare: Callable[[str], None], opened: Callable[[], None]) -> None:
        """Runs until somebody asks to stop. ``prepare`` is told the database's address, ``opened`` that all answers.

        Raises claim.Taken, DemoFailed. Whatever happens, no process is left.
        """
        with claim.folder(self.directory):
            for name in claim.end_leftovers(self.directory):
                self.output.say(f"Ended {name}, which a killed run had left behind.")
            claim.ports(self.environ)
            self._listen_to_signals()
            try:
                self._start(prepare)
                opened()
                self._look_after()
            except StopAsked:
                self.output.say("Stopping before everything was started.")
            finally:
                self._stop()

    def _listen_to_signals(self) -> None:
        def ask(_signal: int, _frame: FrameType | None) -> None:
            # A plain flag: an Event's lock may be held by the very code that the signal interrupts.
            self.stop_asked = True

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, ask)

    def _start(self, prepare: Callable[[str], None]) -> None:
        self.output.say("Starting PostgreSQL, the Auth emulator and the card stand-in ...")
        self.postgres = self._start_postgres()
        prepare(self.postgres.url)
        beside = [self._launch(part) for part in parts.providers(self.environ)]
        if self.dev:
            beside.append(self._launch(parts.webpack()))
        self._complete(parts.manage("migrate", "--verbosity", "0"))
        for child in beside:
            self._await(child)
        if self.seed:
            self._complete(parts.manage("seed_classes", "--demo"))
            self._complete(parts.manage("seed_demo_payments"))  # at the card stand-in
        self._await(self._launch(parts.site(self.environ, dev=self.dev)))

    def _start_postgres(self) -> PostgresHandle:
        directory = self.directory / "postgres"
        try:
            return start_postgres(directory)
        except POSTGRES_TROUBLE as error:
            raise DemoFailed(f"PostgreSQL does not start: {error}\nIts own words: {directory / 'log'}") from error

    def _launch(self, part: Part) -> Child:
        self._stop_if_asked()
        child = Child(part, self.environ, self.output)
        self.children.append(child)
        claim.remember(self.directory, [each.process.pid for each in self.children])
        return child

    def _complete(self, part: Part) -> None:
        child = self._launch(part)
        while not child.wait(0.2):
            self._stop_if_asked()
        child.stop()
        self.children.remove(child)
        if child.process.returncode:
            raise DemoFailed(f"`manage.py {part.name}` failed (its words stand above).")

    def _await(self, child: Child) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not child.part.ready():
            self._stop_if_asked()
            if not child.alive:
                raise DemoFailed(f"{child.part.name} ended while starting (its words stand above).")
            if time.monotonic() > deadline:
                raise DemoFailed(f"{child.part.name} does not answer after {READY_SECONDS} seconds.")
            time.sleep(0.1)

    def _stop_if_asked(self) -> None:
        if self.stop_asked:
            raise StopAsked

    def _look_after(self) -> None:
        while not self.stop_asked:
            time.sleep(LOOK_SECONDS)
            if self.postgres and not self.postgres.running:
                self._count_death("PostgreSQL")
                self._restart_postgres(self.postgres)
            for child in [each for each in self.children if not each.alive]:
                self._count_death(f"{child.part.name} (exit {child.process.returncode})")
                child.stop()
                self.children.remove(child)
                self._launch(child.part)

    def _count_death(self, who: str) -> None:
        self.deaths.append(time.monotonic())
        if len(self.deaths) == TOO_MANY_DEATHS and self.deaths[-1] - self.deaths[0] < WITHIN_SECONDS:
            raise DemoFailed(f"{who} died, the {TOO_MANY_DEATHS}th death in {WITHIN_SECONDS} seconds. Giving up.")
        self.output.say(f"{who} died; starting it again.")

    def _restart_postgres(self, postgres: PostgresHandle) -> None:
        try:
            postgres.restart()
        except POSTGRES_TROUBLE as error:
            self.output.say(f"PostgreSQL does not start: {error}")

    def _stop(self) -> None:
        if self.postgres or self.children:
            self.output.say("Stopping ...")
        for child in reversed(self.children):
            child.stop()
        if self.postgres:
            self.postgres.stop()
        (self.directory / "run.json").unlink(missing_ok=True)

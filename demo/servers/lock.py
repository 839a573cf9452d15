"""One run at a time per state folder, and the cleanup after a run that was killed."""

import fcntl
import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from demo.servers.errors import DemoRefused
from demo.servers.processes import kill_group

END_SECONDS = 10


@contextmanager
def lock_folder(directory: Path) -> Iterator[None]:
    """Locks the state folder, creating it if necessary. Raises DemoRefused while another run has the lock."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "run.lock"
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DemoRefused(
                f"A site is already running on {directory} (process {path.read_text()}). Stop it with Ctrl-C in its "
                "window, or give this one a folder and ports of its own:\n"
                "  CAMP_DEMO_DIR=.demo2 PORT=8001 FIREBASE_AUTH_EMULATOR_PORT=9100 STRIPE_STANDIN_PORT=12112 "
                "MAILBOX_SMTP_PORT=1026 MAILBOX_PORT=1081 make run"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def record_processes(directory: Path, pids: Iterable[int]) -> None:
    """Records the processes of this run, so that the next run can end them if this one is killed."""
    started = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            started.append([pid, psutil.Process(pid).create_time()])
    (directory / "run.json").write_text(json.dumps(started))


def end_leftover_processes(directory: Path) -> list[str]:
    """Ends the processes that a killed run left behind and returns their names. A reused pid is left alone."""
    names = []
    with suppress(FileNotFoundError, json.JSONDecodeError):
        for pid, created in json.loads((directory / "run.json").read_text()):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                process = psutil.Process(pid)
                if process.create_time() == created and process.status() != psutil.STATUS_ZOMBIE:
                    names.append(process.name())
                    _end(process)
    return names


def _end(process: psutil.Process) -> None:
    os.kill(process.pid, signal.SIGTERM)
    deadline = time.monotonic() + END_SECONDS
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.1)
    kill_group(process.pid)

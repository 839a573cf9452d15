"""`python -m demo.servers.reloading COMMAND ...` starts a command again when Python code or a template changes.

`make dev` runs the worker with it; the web server reloads itself.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from demo.servers.environment import BASE_DIR

POLL_SECONDS = 1.0
PAUSE_AFTER_END_SECONDS = 5.0
NOT_SOURCES = {"node_modules", "frontend", "static", "staticfiles", "media"}


def main(command: Sequence[str]) -> int:
    """Runs the command until SIGTERM. A command that ends by itself starts again after a pause, or after a change."""
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    while not stopping.is_set():
        version = newest_change(BASE_DIR)
        process = subprocess.Popen(command)
        _wait_for_change(process, version, stopping)
        process.terminate()
        process.wait()
    return 0


def _wait_for_change(process: subprocess.Popen[bytes], version: float, stopping: threading.Event) -> None:
    """Returns after a file has changed, after ``stopping`` was set, or a few seconds after the process has ended."""
    seconds_since_end = 0.0
    while newest_change(BASE_DIR) == version and not stopping.wait(POLL_SECONDS):
        if process.poll() is not None:
            seconds_since_end += POLL_SECONDS
        if seconds_since_end >= PAUSE_AFTER_END_SECONDS:
            return


def newest_change(directory: Path) -> float:
    """Returns when a Python file or a template below the directory was last changed, as seconds since the epoch."""
    return max((path.stat().st_mtime for path in _sources(directory)), default=0)


def _sources(directory: Path) -> Iterator[Path]:
    for folder, subfolders, files in os.walk(directory):
        subfolders[:] = [name for name in subfolders if name not in NOT_SOURCES and not name.startswith((".", "_"))]
        for name in files:
            if name.endswith((".py", ".html", ".txt")):
                yield Path(folder, name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A process that somebody looks after: started in a group of its own, heard, and stopped with all its descendants."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from camp.demo.output import Output


@dataclass(frozen=True)
class Part:
    """What to run: its name in the output, its command, how one knows that it answers, and how long it may stop."""

    name: str
    command: Sequence[str]
    ready: Callable[[], bool]
    cwd: Path
    extra: Mapping[str, str] = field(default_factory=dict)
    stop_seconds: float = 15


def answers(port: int, path: str = "/") -> Callable[[], bool]:
    """A check whether ``path`` on this machine answers 200."""

    def check() -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=3)
        try:
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    return check


class Child:
    """A running part. A Ctrl-C in the terminal does not reach it: the supervisor decides who stops when."""

    def __init__(self, part: Part, environ: Mapping[str, str], output: Output) -> None:
        self.part = part
        self.process = subprocess.Popen(
            part.command,
            cwd=part.cwd,
            env={**environ, **part.extra},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
            errors="replace",
        )
        self._listener = threading.Thread(target=self._listen, args=[output], daemon=True)
        self._listener.start()

    def _listen(self, output: Output) -> None:
        if self.process.stdout:
            with self.process.stdout as lines:
                for line in lines:
                    output.line(self.part.name, line.rstrip())

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def wait(self, seconds: float) -> bool:
        """Whether it ended within ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return not self.alive

    def stop(self) -> None:
        """Asks it to stop, waits as long as its part may take, then ends whatever of its group is left."""
        if self.alive:
            self.process.terminate()
            self.wait(self.part.stop_seconds)
        end_group(self.process.pid)
        self.process.wait()
        self._listener.join(timeout=5)


def end_group(group: int) -> None:
    """Kills what is left of a process group; nothing left is fine."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)

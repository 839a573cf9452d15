"""Child processes: started in a group of their own, their output forwarded, stopped with all their descendants."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from demo.servers.output import Output


@dataclass(frozen=True)
class Service:
    """What to run. ``name`` prefixes its output lines, ``ready`` is polled after the start."""

    name: str
    command: Sequence[str]
    ready: Callable[[], bool]
    cwd: Path
    environ: Mapping[str, str] = field(default_factory=dict)
    stop_seconds: float = 15


def http_ready(port: int, path: str = "/") -> Callable[[], bool]:
    """Returns a check whether a GET of ``path`` on this port has status 200."""

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


class ServiceProcess:
    """The running process of a service. Ctrl-C in the terminal does not reach it; the supervisor stops it."""

    def __init__(self, service: Service, environ: Mapping[str, str], output: Output) -> None:
        self.service = service
        self.process = subprocess.Popen(
            service.command,
            cwd=service.cwd,
            env={**environ, **service.environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._forward_output, args=[output], daemon=True)
        self._reader.start()

    def _forward_output(self, output: Output) -> None:
        if self.process.stdout:
            with self.process.stdout as lines:
                for line in lines:
                    output.line(self.service.name, line.rstrip())

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def wait(self, seconds: float) -> bool:
        """Returns whether the process ended within ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return not self.alive

    def stop(self) -> None:
        """Sends SIGTERM, waits up to the service's ``stop_seconds``, then kills what is left of the process group."""
        if self.alive:
            self.process.terminate()
            self.wait(self.service.stop_seconds)
        kill_group(self.process.pid)
        self.process.wait()
        self._reader.join(timeout=5)


def kill_group(group: int) -> None:
    """Kills the process group; a group that no longer exists is ignored."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)

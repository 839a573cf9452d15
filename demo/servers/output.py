"""The combined output of all processes: on the terminal, each line with the process's name, or in one file."""

import sys
import threading
from pathlib import Path
from typing import TextIO

NAME_WIDTH = 10


class Output:
    """Writes whole lines from several threads to the terminal, or to ``log_file`` if given."""

    def __init__(self, log_file: Path | None = None) -> None:
        self.log_file = log_file
        self._lock = threading.Lock()
        self._stream: TextIO = log_file.open("w") if log_file else sys.stdout

    def line(self, name: str, text: str) -> None:
        """Writes one line of the process ``name``."""
        self._write(f"{name:>{NAME_WIDTH}} | {text}\n")

    def say(self, text: str) -> None:
        """Writes a message of the supervisor."""
        self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        with self._lock:
            try:
                self._stream.write(text)
                self._stream.flush()
            except (OSError, ValueError):
                # The terminal was closed. The services must still be stopped in order.
                return

    def tail(self) -> str:
        """Returns the last lines of the log file, or nothing when the output went to the terminal."""
        return "\n".join(self.log_file.read_text().splitlines()[-30:]) if self.log_file else ""

    def close(self) -> None:
        if self.log_file:
            self._stream.close()

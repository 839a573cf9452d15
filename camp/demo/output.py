"""Where the words of many processes go: one terminal, each line with its speaker's name, or one file."""

import sys
import threading
from pathlib import Path
from typing import TextIO

NAME_WIDTH = 10


class Output:
    """One place for all lines; ``log_file`` instead of the terminal where nobody is looking."""

    def __init__(self, log_file: Path | None = None) -> None:
        self.log_file = log_file
        self._lock = threading.Lock()
        self._stream: TextIO = log_file.open("w") if log_file else sys.stdout

    def line(self, name: str, text: str) -> None:
        """Writes one line of the process ``name``."""
        self._write(f"{name:>{NAME_WIDTH}} | {text}\n")

    def say(self, text: str) -> None:
        """Writes the supervisor's own words."""
        self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        with self._lock:
            try:
                self._stream.write(text)
                self._stream.flush()
            except (OSError, ValueError):
                # The window was closed. Everything must still stop in order, unheard.
                return

    def tail(self, lines: int = 30) -> str:
        """The last lines of the log file; empty on a terminal, where they are to be seen already."""
        return "\n".join(self.log_file.read_text().splitlines()[-lines:]) if self.log_file else ""

    def close(self) -> None:
        if self.log_file:
            self._stream.close()

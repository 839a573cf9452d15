"""An attack with slow request bodies, and what other visitors notice of it."""

import selectors
import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any, Self

import httpx

Connect = Callable[[], socket.socket]

VISITOR_TIMEOUT_SECONDS = 15.0


def unfinished_request(method: str, path: str, **headers: str) -> bytes:
    """Returns a request's head, which announces a body of 1,000 bytes, and the first byte of that body."""
    lines = [f"{method} {path} HTTP/1.1", "Content-Type: application/json", "Content-Length: 1000"]
    return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers.items()), "", "{"]).encode()


class SlowClients:
    """Keeps ``number`` connections open, each with an unfinished request. Replaces each that the server closes.

    ``statuses`` counts the server's responses; connections that it closed without one count as ``""``.
    """

    def __init__(self, connect: Connect, requests: Sequence[bytes], number: int) -> None:
        self._connect, self._requests, self._number = connect, cycle(requests), number
        self._selector = selectors.DefaultSelector()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._replace_closed)
        self.statuses: dict[str, int] = {}

    def __enter__(self) -> Self:
        for _ in range(self._number):
            self._open()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _open(self) -> None:
        connection = self._connect()
        connection.sendall(next(self._requests))
        self._selector.register(connection, selectors.EVENT_READ)

    def _replace_closed(self) -> None:
        while not self._stopped.is_set():
            for key, _ in self._selector.select(0.1):
                connection: Any = key.fileobj
                status = _read_status(connection)
                self.statuses[status] = self.statuses.get(status, 0) + 1
                self._selector.unregister(connection)
                connection.close()
                self._open()


def _read_status(connection: socket.socket) -> str:
    """Returns the status of the response that has arrived; "" if the connection was closed without one."""
    try:
        return connection.recv(4096).partition(b" ")[2][:3].decode()
    except OSError:
        return ""


def visit_repeatedly(visits: Sequence[Callable[[], httpx.Response]], seconds: float) -> list[float]:
    """Repeats each visit in a thread of its own. Returns the duration of each request in seconds.

    A request without a response, or with an error of the server, takes infinitely long.
    """
    deadline = time.monotonic() + seconds
    with ThreadPoolExecutor(len(visits)) as pool:
        return [duration for each in pool.map(lambda visit: _repeat(visit, deadline), visits) for duration in each]


def _repeat(visit: Callable[[], httpx.Response], deadline: float) -> list[float]:
    durations = []
    while time.monotonic() < deadline:
        start = time.monotonic()
        try:
            failed = visit().is_server_error
        except httpx.TransportError:
            failed = True
        durations.append(float("inf") if failed else time.monotonic() - start)
    return durations

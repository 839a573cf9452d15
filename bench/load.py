"""The load generator: one thread, raw sockets, a closed loop on persistent connections.

The project has its own because a generator on the same machine must cost less than the server, and because it must run
wherever the site runs: autocannon costs more per request, and wrk is not a package. It checks status and length of
every response.
"""

import select
import socket
import time
from dataclasses import dataclass, field

from testing.clients.durations import percentile

CONNECTIONS = 32
READ_BYTES = 1 << 20
OK = b"HTTP/1.1 200 "
NOT_MODIFIED = b"HTTP/1.1 304"
HEAD_END = b"\r\n\r\n"
LENGTH = b"content-length: "


class UnexpectedResponse(Exception):
    """The server closed a connection, or a response was not the one to measure."""


@dataclass
class LoadResult:
    """``latencies``: of every request, in seconds."""

    seconds: float
    latencies: list[float]
    body_bytes: int

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """Returns a percentile of the latencies in milliseconds."""
        return 1000 * percentile(self.latencies, percent)


def get_request(path: str, **headers: str) -> bytes:
    """Returns a GET request of this path as bytes."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


@dataclass
class _Response:
    """A response while it arrives. All have the same size, so a read of that size is complete."""

    body_bytes: int = 0
    expected: int = 0
    arrived: int = 0
    head: bytearray = field(default_factory=bytearray)

    def receive(self, piece: memoryview) -> bool:
        """Adds a piece and returns whether the response is complete. Raises UnexpectedResponse."""
        size = len(piece)
        if size == self.expected and not self.arrived and piece[: len(OK)] == OK:
            return True
        if size == 0:
            raise UnexpectedResponse("the server closed a connection")
        if HEAD_END not in self.head:
            self._read_head(piece)
        self.arrived += size
        if not self.expected or self.arrived < self.expected:
            return False
        self.arrived = 0
        self.head.clear()
        return True

    def _read_head(self, piece: memoryview) -> None:
        self.head += piece
        end = self.head.find(HEAD_END)
        if end < 0:
            self.expected = 0
            return
        if self.head.startswith(NOT_MODIFIED):
            self.body_bytes, self.expected = 0, end + len(HEAD_END)
            del self.head[self.expected :]
            return
        if not self.head.startswith(OK):
            raise UnexpectedResponse(self.head[:end].decode(errors="replace"))
        begin = self.head.lower().index(LENGTH, 0, end) + len(LENGTH)
        self.body_bytes = int(self.head[begin : self.head.index(b"\r\n", begin)])
        self.expected = end + len(HEAD_END) + self.body_bytes
        del self.head[end + len(HEAD_END) :]


def send_for(port: int, request: bytes, seconds: float, connections: int = CONNECTIONS) -> LoadResult:
    """Sends the request repeatedly on each connection; the next one as soon as a response is complete.

    Raises UnexpectedResponse when a status is neither 200 nor 304, or the server closes a connection.
    """
    opened = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(connections)]
    try:
        for each in opened:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _loop(opened, request, seconds)
    finally:
        for each in opened:
            each.close()


def _loop(opened: list[socket.socket], request: bytes, seconds: float) -> LoadResult:
    by_number = {each.fileno(): (each, _Response()) for each in opened}
    poll = select.poll()
    buffer = memoryview(bytearray(READ_BYTES))
    clock, latencies, sent_at = time.perf_counter, [], {}
    start = now = clock()
    for number, (each, _) in by_number.items():
        poll.register(number, select.POLLIN)
        sent_at[number] = clock()
        each.sendall(request)
    while now < start + seconds or not latencies:
        for number, _ in poll.poll(1000):
            each, response = by_number[number]
            if response.receive(buffer[: each.recv_into(buffer)]):
                now = clock()
                latencies.append(now - sent_at[number])
                sent_at[number] = now
                each.sendall(request)
        now = clock()
        if now > start + seconds + 30:
            raise UnexpectedResponse("no response for 30 seconds")
    return LoadResult(now - start, latencies, max(response.body_bytes for _, response in by_number.values()))

"""The load generator: one thread, raw sockets, a closed loop on connections that are kept.

Not one of the known tools, because what runs beside the server must be cheaper than the server, and be there on any
machine that can run the site: autocannon costs more for each request than this loop, wrk is no package. It verifies
status and length of every answer, and every result says how busy the server was: near 100 % means that the server
was measured and not the generator.
"""

import select
import socket
import time
from dataclasses import dataclass, field

CONNECTIONS = 32
READ_BYTES = 1 << 20
OK = b"HTTP/1.1 200 "
HEAD_END = b"\r\n\r\n"
LENGTH = b"content-length: "


class BadAnswer(Exception):
    """An answer that is not the one that is being measured."""


@dataclass
class Figures:
    """What one press gave; ``latencies`` in seconds, of every request."""

    seconds: float
    latencies: list[float]
    bytes_each: int

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """Milliseconds within which so many percent were answered."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def request_for(path: str, **headers: str) -> bytes:
    """A GET of this path, ready to send."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


@dataclass
class _Answer:
    """One answer while it arrives. Those to one request are alike, so the size of the last tells when one is whole."""

    body_bytes: int = 0
    expected: int = 0
    arrived: int = 0
    head: bytearray = field(default_factory=bytearray)

    def take(self, piece: memoryview) -> bool:
        """Take what has come; whether the answer is whole. Raises BadAnswer."""
        size = len(piece)
        if size == self.expected and not self.arrived and piece[: len(OK)] == OK:
            return True
        if size == 0:
            raise BadAnswer("the server closed a connection")
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
        if not self.head.startswith(OK):
            raise BadAnswer(self.head[:end].decode(errors="replace"))
        begin = self.head.index(LENGTH, 0, end) + len(LENGTH)
        self.body_bytes = int(self.head[begin : self.head.index(b"\r\n", begin)])
        self.expected = end + len(HEAD_END) + self.body_bytes
        del self.head[end + len(HEAD_END) :]


def press(port: int, request: bytes, seconds: float, connections: int = CONNECTIONS) -> Figures:
    """Send this request for so long on so many connections, the next one as soon as an answer is complete.

    Raises BadAnswer where an answer is not 200, or the server closes.
    """
    opened = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(connections)]
    try:
        for each in opened:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _loop(opened, request, seconds)
    finally:
        for each in opened:
            each.close()


def _loop(opened: list[socket.socket], request: bytes, seconds: float) -> Figures:
    by_number = {each.fileno(): (each, _Answer()) for each in opened}
    poll = select.poll()
    buffer = memoryview(bytearray(READ_BYTES))
    clock, latencies, sent_at = time.perf_counter, [], {}
    begun = now = clock()
    for number, (each, _) in by_number.items():
        poll.register(number, select.POLLIN)
        sent_at[number] = clock()
        each.sendall(request)
    while now < begun + seconds or not latencies:
        for number, _ in poll.poll(1000):
            each, answer = by_number[number]
            if answer.take(buffer[: each.recv_into(buffer)]):
                now = clock()
                latencies.append(now - sent_at[number])
                sent_at[number] = now
                each.sendall(request)
        now = clock()
        if now > begun + seconds + 30:
            raise BadAnswer("no answer for half a minute")
    return Figures(now - begun, latencies, max(answer.body_bytes for _, answer in by_number.values()))

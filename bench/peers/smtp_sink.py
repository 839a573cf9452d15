"""A mail server that accepts and forgets every e-mail, so that both sites send theirs."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ANSWERS = {b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 sink\r\n")
        while line := self.rfile.readline():
            command = line[:4].upper()
            self.wfile.write(ANSWERS.get(command, b"250 ok\r\n"))
            if command == b"QUIT":
                return
            if command == b"DATA":
                self._read_message()

    def _read_message(self) -> None:
        while self.rfile.readline() not in (b".\r\n", b""):
            pass
        self.wfile.write(b"250 accepted\r\n")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128


@contextmanager
def smtp_sink() -> Iterator[int]:
    """Yields the port of the mail server."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()

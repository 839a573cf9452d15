"""Is each of many requests at the same time answered for its own body, also while the proxy is switched?

Small servers that return what they receive take the place of the site.
"""

import http.client
import ssl
import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

from standins.production.installation import Installation
from standins.production.proxy import switch
from testing.clients.repeated import repeated_calls

CLIENTS = 24
SECONDS = 5
OWN, OTHER = "its own body", "the body of another request"
CONNECTION_TRIES = 3
"""When Caddy is reloaded, it resets the connections that it has not accepted yet, unless the kernel moves them
(net.ipv4.tcp_migrate_req, which deploy/install sets). Nothing was sent then, and a browser connects again."""


class EchoServer(ThreadingHTTPServer):
    """Returns each body. ``heads`` and ``bodies``: what has arrived."""

    daemon_threads = False
    request_queue_size = 512

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.heads: list[http.client.HTTPMessage] = []
        self.bodies: list[bytes] = []


class _Handler(BaseHTTPRequestHandler):
    server: EchoServer

    def do_POST(self) -> None:
        self.server.heads.append(self.headers)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(body)
        self.send_response(http.client.OK)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Writes no log."""


@contextmanager
def echo_server(port: int) -> Iterator[EchoServer]:
    """Runs the server inside the context. Its end refuses new connections, and waits for running requests."""
    server = EchoServer(port)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def concurrent_bodies(installation: Installation) -> Iterator[Counter[Hashable]]:
    """Clients that send bodies of equal length through the proxy. Yields a counter of what they get back."""
    tls = ssl.create_default_context(cafile=str(installation.certificate))
    with repeated_calls(lambda: _answer(installation.port, tls), clients=CLIENTS, pause=0.001) as outcomes:
        yield outcomes


def _answer(port: int, tls: ssl.SSLContext) -> str:
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=tls, timeout=30)
    body = uuid4().hex.encode()
    try:
        _connect(connection)
        connection.request("POST", "/orders", body)
        response = connection.getresponse()
        if response.status != http.client.OK:
            return f"status {response.status}"
        return OWN if response.read() == body else OTHER
    except (OSError, http.client.HTTPException) as error:
        return f"no response: {type(error).__name__}"
    finally:
        connection.close()


def _connect(connection: http.client.HTTPSConnection) -> None:
    for _ in range(CONNECTION_TRIES - 1):
        try:
            return connection.connect()
        except ConnectionResetError:
            connection.close()
    return connection.connect()


def body_problems(installation: Installation) -> list[str]:
    """Switches the running proxy from one server to another under load, and back. Returns each wrong kind of answer.

    Afterwards the proxy leads to the installation's own web server.
    """
    first, second = installation.update_ports
    with ExitStack() as running:
        running.enter_context(echo_server(first))
        switch(installation, first)
        with concurrent_bodies(installation) as outcomes:
            for port in (second, first):
                time.sleep(SECONDS)
                with running.pop_all():  # the former server stops at the end of this block
                    running.enter_context(echo_server(port))
                    switch(installation, port)
            time.sleep(SECONDS)
    switch(installation, installation.web_port)
    print(f"Concurrent bodies during two switches of the proxy: {dict(outcomes)}.")
    return [f"{count} requests were answered with {what}" for what, count in outcomes.items() if what != OWN]

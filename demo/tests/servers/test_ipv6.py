"""The demo is reached at [::1] too, which `localhost` means on some machines."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from demo.servers.ipv6 import forward_ipv6

BODY = b"x" * 300_000


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        received = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200 if received == BODY else 400)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_):
        """Writes no log."""


@pytest.fixture
def port():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_it_forwards_requests_and_responses(port):
    if not forward_ipv6(port):
        pytest.skip("This machine has no IPv6.")
    for _ in range(2):
        response = httpx.post(f"http://[::1]:{port}/", content=BODY, trust_env=False)
        assert (response.status_code, response.content) == (200, BODY)


def test_it_leaves_a_taken_port_alone(port):
    try:
        other = socket.create_server(("::1", port), family=socket.AF_INET6)
    except OSError:
        pytest.skip("This machine has no IPv6.")
    with other:
        assert not forward_ipv6(port)

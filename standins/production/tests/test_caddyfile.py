"""deploy/Caddyfile in a real Caddy, in front of a server that records what arrives."""

import shutil
import socket
import ssl
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from demo.servers.output import Output
from demo.servers.processes import ServiceProcess
from standins.production.certificate import make_certificate
from standins.production.installation import PORTS, Installation
from standins.production.proxy import caddy_service
from testing.free_ports import free_port
from testing.servers import wait_until
from testing.slow_clients import unfinished_request

CADDY = shutil.which("caddy")
pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")


class Upstream(ThreadingHTTPServer):
    """Responds to every request. ``heads`` and ``bodies``: what has arrived."""

    def __init__(self, port):
        super().__init__(("127.0.0.1", port), Handler)
        self.heads, self.bodies = [], []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.heads.append(self.headers)
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        """Writes no log."""


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    installation = Installation(tmp_path_factory.mktemp("caddy"), free_port(PORTS))
    make_certificate(installation.certificate, installation.key)
    return installation


@pytest.fixture
def upstream(installation):
    server = Upstream(installation.web_port)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module", autouse=True)
def caddy(installation):
    service = caddy_service(CADDY, installation)
    output = Output(installation.folder / "caddy.log")
    process = ServiceProcess(service, installation.server_environ(), output)
    wait_until(service.ready, 20)
    yield
    process.stop()
    output.close()


@pytest.fixture(scope="module")
def tls(installation):
    return ssl.create_default_context(cafile=str(installation.certificate))


@pytest.fixture(scope="module")
def http(installation, tls):
    with httpx.Client(base_url=installation.url, verify=tls, trust_env=False) as http:
        yield http


@contextmanager
def connection(installation, tls):
    with (
        socket.create_connection(("127.0.0.1", installation.port), 10) as plain,
        tls.wrap_socket(plain, server_hostname="127.0.0.1") as encrypted,
    ):
        yield encrypted


def test_it_passes_on_a_complete_body(http, upstream):
    assert http.post("/jwt", content=b"x" * 300_000).status_code == 200
    assert upstream.bodies == [b"x" * 300_000]


def test_it_drops_names_with_underscores_and_forged_addresses(http, upstream):
    forged = {"X_Forwarded_For": "198.51.100.1", "x-forwarded_proto": "http", "X-Forwarded-For": "198.51.100.2"}
    http.post("/jwt", headers=forged, content=b"x")
    (head,) = upstream.heads
    assert not [name for name in head if "_" in name]
    assert (head["X-Forwarded-For"], head["X-Forwarded-Proto"]) == ("127.0.0.1", "https")


def test_it_does_not_pass_on_an_unfinished_request(installation, tls, upstream):
    with connection(installation, tls) as client:
        client.sendall(unfinished_request("POST", "/jwt", Host=f"127.0.0.1:{installation.port}"))
        time.sleep(1)
        assert upstream.heads == []
        client.sendall(b"x" * 999)
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
    assert upstream.bodies == [b"{" + b"x" * 999]


@pytest.mark.parametrize(
    ("path", "policy", "caching"),
    [
        ("/static/pictures/no-such-picture.webp", "cross-origin", "public, max-age=86400"),
        ("/static/build/no-such-file.js", "same-origin", None),
    ],
)
def test_it_lets_other_origins_show_pictures(http, path, policy, caching):
    headers = http.get(path).headers
    assert (headers["Cross-Origin-Resource-Policy"], headers.get("Cache-Control")) == (policy, caching)


def test_it_hides_the_metrics(http, upstream):
    assert http.post("/metrics").status_code == 404
    assert upstream.heads == []

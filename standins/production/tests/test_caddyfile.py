"""deploy/Caddyfile in a real Caddy, in front of a server that records what arrives."""

import re
import shutil
import socket
import ssl
import time
from contextlib import contextmanager

import httpx
import pytest

from demo.servers.output import Output
from demo.servers.processes import ServiceProcess
from standins.production.bodies import OTHER, body_problems, concurrent_bodies, echo_server
from standins.production.installation import PORTS, Installation
from standins.production.proxy import caddy_service, caddyfile, lead_to
from testing.clients.slow import unfinished_request
from testing.servers.certificate import make_certificate
from testing.servers.free_ports import free_port
from testing.servers.processes import wait_until

CADDY = shutil.which("caddy")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")]


FORMER_PROXY = """
		reverse_proxy 127.0.0.1:{ports[0]} 127.0.0.1:{ports[1]} {{
			lb_policy first
			fail_duration 2s
			lb_try_duration 5s
			buffer_requests
			max_buffer_size 256KB
"""
"""Two addresses, retries and a buffer, with which Caddy 2.6 mixed up the bodies of requests."""


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    installation = Installation(tmp_path_factory.mktemp("caddy"), free_port(PORTS))
    make_certificate(installation.certificate, installation.key)
    return installation


@pytest.fixture
def upstream(installation):
    with echo_server(installation.web_port) as server:
        yield server


@contextmanager
def running_caddy(installation):
    service = caddy_service(CADDY, installation)
    output = Output(installation.folder / "caddy.log")
    process = ServiceProcess(service, installation.server_environ(), output)
    try:
        wait_until(service.ready, 20)
        yield
    finally:
        process.stop()
        output.close()


@pytest.fixture(scope="module", autouse=True)
def caddy(installation):
    lead_to(installation, installation.web_port)
    installation.caddyfile.write_text(caddyfile(installation))
    with running_caddy(installation):
        yield


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


def test_it_passes_a_request_on_while_its_body_arrives(installation, tls, upstream):
    """The site takes slow bodies itself."""
    with connection(installation, tls) as client:
        client.sendall(unfinished_request("POST", "/jwt", Host=f"127.0.0.1:{installation.port}"))
        wait_until(lambda: upstream.heads)
        client.sendall(b"x" * 999)
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
    assert upstream.bodies == [b"{" + b"x" * 999]


def test_it_sends_a_request_once(http):
    """Without a web server there is no second attempt, and no other address."""
    started = time.monotonic()
    assert http.post("/jwt", content=b"x").status_code == 502
    assert time.monotonic() - started < 2


def test_it_does_not_offer_http_3(http, upstream):
    """Caddy 2.6 breaks off the requests of HTTP/3 when it reads its configuration again."""
    assert "Alt-Svc" not in http.post("/jwt", content=b"x").headers


@pytest.mark.long
def test_it_answers_each_body_itself_while_it_is_switched(installation):
    assert body_problems(installation) == []


@pytest.mark.long
def test_it_mixes_up_bodies_with_two_addresses_retries_and_a_buffer(tmp_path):
    """The control: the former file, while the web server has the second port."""
    installation = Installation(tmp_path, free_port(PORTS))
    make_certificate(installation.certificate, installation.key)
    directive = re.compile(r"\n\t\treverse_proxy \{\n.*?import camp-upstream\n", re.DOTALL)
    former = FORMER_PROXY.format(ports=installation.update_ports)
    text, count = directive.subn(former, caddyfile(installation))
    assert count == 1
    installation.caddyfile.write_text(text)
    with (
        running_caddy(installation),
        echo_server(installation.update_ports[1]),
        concurrent_bodies(installation) as outcomes,
    ):
        wait_until(lambda: outcomes[OTHER], 60)
    assert outcomes["status 503"]


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

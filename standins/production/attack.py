"""An attack with slow request bodies on the running site: how long do other visitors wait meanwhile?"""

import socket
import ssl
from collections.abc import Mapping
from functools import partial

import httpx

from standins.production.installation import Installation
from testing.clients.durations import percentile
from testing.clients.slow import (
    VISITOR_TIMEOUT_SECONDS,
    Connect,
    SlowClients,
    unfinished_request,
    visit_repeatedly,
)

SLOW_CLIENTS = 200
SECONDS = 15
"""Longer than the site waits for a body, so that the slow clients connect again during the attack."""
MAX_P99_SECONDS = 1.0
GUESSED_TOKEN = {"Authorization": "Bearer guessed"}
FROM_PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}


def attack_problems(installation: Installation) -> list[str]:
    """Attacks the site through its proxy, then its web server. Returns a message for each that makes others wait."""
    tls = ssl.create_default_context(cafile=str(installation.certificate))
    options = {"timeout": VISITOR_TIMEOUT_SECONDS, "trust_env": False}
    web_server = f"http://127.0.0.1:{installation.web_port}"
    with (
        httpx.Client(base_url=installation.url, verify=tls, **options) as proxied,
        httpx.Client(base_url=web_server, headers=FROM_PROXY, **options) as direct,
    ):
        return [
            *_problems("the proxy", partial(_connect_with_tls, installation.port, tls), proxied, {}),
            *_problems("the web server", partial(_connect, installation.web_port), direct, FROM_PROXY),
        ]


def _problems(target: str, connect: Connect, visitor: httpx.Client, headers: Mapping[str, str]) -> list[str]:
    common = {"Host": visitor.base_url.netloc.decode(), **headers}
    requests = [
        unfinished_request("POST", "/stripe/webhook", **common),
        unfinished_request("POST", "/stripe/webhook", **common, **{"Stripe-Signature": "t=1,v1=00"}),
        unfinished_request("PATCH", "/users/me", **common, **GUESSED_TOKEN),
    ]
    visits = [
        partial(visitor.get, "/classes"),
        partial(visitor.get, "/classes?search=kite"),
        partial(visitor.patch, "/users/me", json={"name": "Sam"}, headers=GUESSED_TOKEN),
    ]
    with SlowClients(connect, requests, SLOW_CLIENTS):
        durations = visit_repeatedly(visits, SECONDS)
    p99 = percentile(durations, 99)
    print(f"Attack on {target}: {SLOW_CLIENTS} slow clients, {len(durations)} requests of others, p99 {p99:.3f} s.")
    return [f"an attack on {target} makes others wait {p99:.1f} s"] if p99 >= MAX_P99_SECONDS else []


def _connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), VISITOR_TIMEOUT_SECONDS)


def _connect_with_tls(port: int, tls: ssl.SSLContext) -> socket.socket:
    return tls.wrap_socket(_connect(port), server_hostname="127.0.0.1")

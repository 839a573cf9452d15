"""The stand-in as its own process, and an address that receives its webhooks."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import httpx

ROOT = Path(__file__).resolve().parents[3]
SECRET = "whsec_for_tests"
ORIGIN = "http://127.0.0.1:8123"
PATIENCE_SECONDS = 15.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """Return the first true value of the condition; fail when it stays false."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.02)
    raise AssertionError(f"In {PATIENCE_SECONDS:g} s there was no {what}.")


class Webhook(NamedTuple):
    body: bytes
    signature: str

    @property
    def event(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class Receiver(ThreadingHTTPServer):
    """Takes webhooks and answers with `statuses` in turn, then with 200."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[Webhook] = []
        self.statuses: list[int] = []
        self.status = 200
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"

    def clear(self) -> None:
        self.received, self.statuses, self.status = [], [], 200

    def about(self, identifier: str, kind: str = "") -> list[Webhook]:
        """The webhooks about one object, in the order in which they came."""
        return [
            one
            for one in list(self.received)
            if one.event["data"]["object"]["id"] == identifier and kind in ("", one.event["type"])
        ]

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(Webhook(body, self.headers["Stripe-Signature"]))
        status = self.server.statuses.pop(0) if self.server.statuses else self.server.status
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


class StandIn:
    """The stand-in, started the way a person starts it."""

    def __init__(self, state: Path, webhook_url: str | None) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._command = [
            *(sys.executable, "-W", "error", "-m", "standins.stripe"),
            *("--port", str(self.port), "--state", str(state), "--browser-origin", ORIGIN),
            *("--retry-seconds", "0.2"),
        ]
        if webhook_url:
            self._command += ["--webhook-url", webhook_url, "--webhook-secret", SECRET]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=ROOT)
        wait_for(self._answers, "answer from the stand-in")

    def _answers(self) -> bool:
        assert self._process.poll() is None, "the stand-in ended"
        try:
            return httpx.get(f"{self.base}/", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE_SECONDS)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE_SECONDS)

    def get(self, path: str) -> Any:
        return httpx.get(self.base + path, trust_env=False).raise_for_status().json()

    def post(self, path: str, body: Any) -> Any:
        answer = httpx.post(self.base + path, json=body, trust_env=False)
        return answer.raise_for_status().json()

"""The stand-in in its own process, and a webhook endpoint that records deliveries."""

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
TIMEOUT_SECONDS = 15.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """Returns the first true value of the condition. Raises AssertionError, which names `what`, after the timeout."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.02)
    raise AssertionError(f"No {what} within {TIMEOUT_SECONDS:g} s.")


class Delivery(NamedTuple):
    body: bytes
    signature: str

    @property
    def event(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class WebhookEndpoint(ThreadingHTTPServer):
    """Records deliveries. Responds with each of `statuses` in turn, then with `status`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.deliveries: list[Delivery] = []
        self.statuses: list[int] = []
        self.status = 200
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"

    def clear(self) -> None:
        self.deliveries, self.statuses, self.status = [], [], 200

    def deliveries_for(self, object_id: str, event_type: str = "") -> list[Delivery]:
        """Returns the deliveries for one object, in order of arrival."""
        return [
            delivery
            for delivery in list(self.deliveries)
            if delivery.event["data"]["object"]["id"] == object_id and event_type in ("", delivery.event["type"])
        ]

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: WebhookEndpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.deliveries.append(Delivery(body, self.headers["Stripe-Signature"]))
        status = self.server.statuses.pop(0) if self.server.statuses else self.server.status
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Suppresses the request log."""


class StandIn:
    """Controls a stand-in process that is started by its command line."""

    def __init__(self, state: Path, webhook_url: str | None, *webhook_events: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._command = [
            *(sys.executable, "-W", "error", "-m", "standins.stripe"),
            *("--port", str(self.port), "--state", str(state), "--browser-origin", ORIGIN),
            *("--retry-seconds", "0.2"),
        ]
        if webhook_url:
            self._command += ["--webhook-url", webhook_url, "--webhook-secret", SECRET]
        for event_type in webhook_events:
            self._command += ["--webhook-event", event_type]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=ROOT)
        wait_for(self._is_ready, "response from the stand-in")

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, "the stand-in has exited"
        try:
            return httpx.get(f"{self.base}/", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(TIMEOUT_SECONDS)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(TIMEOUT_SECONDS)

    def get(self, path: str) -> Any:
        return httpx.get(self.base + path, trust_env=False).raise_for_status().json()

    def post(self, path: str, body: Any) -> Any:
        return httpx.post(self.base + path, json=body, trust_env=False).raise_for_status().json()

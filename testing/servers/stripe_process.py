"""The Stripe stand-in in its own process, a webhook endpoint that records deliveries, and fixtures for both."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import stripe
from django.conf import settings

from testing.servers.free_ports import free_port
from testing.servers.processes import wait_until

SECRET = "whsec_for_tests"
ORIGIN = "http://127.0.0.1:8123"
TIMEOUT_SECONDS = 60.0
NEW_INTENT = {"amount": 2500, "currency": "usd"}
"""The parameters of a payment intent."""


class Delivery(NamedTuple):
    body: bytes
    signature: str

    @property
    def event(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class WebhookEndpoint(ThreadingHTTPServer):
    """Records deliveries. Responds to each event with each of `statuses` in turn, then with `status`."""

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

    def record(self, delivery: Delivery) -> int:
        """Records a delivery and returns the status of the response."""
        attempts = sum(each.event["id"] == delivery.event["id"] for each in self.deliveries)
        self.deliveries.append(delivery)
        return self.statuses[attempts] if attempts < len(self.statuses) else self.status

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
        self.send_response(self.server.record(Delivery(body, self.headers["Stripe-Signature"])))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Suppresses the request log."""


class StandInProcess:
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
        self._process = subprocess.Popen(self._command, cwd=settings.BASE_DIR)
        wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, "the stand-in has exited"
        return httpx.get(f"{self.base}/", trust_env=False).status_code == 200

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


@pytest.fixture(scope="session")
def webhook_endpoint() -> Iterator[WebhookEndpoint]:
    endpoint = WebhookEndpoint()
    yield endpoint
    endpoint.stop()


@pytest.fixture(scope="session")
def standin_process(
    webhook_endpoint: WebhookEndpoint, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StandInProcess]:
    standin = StandInProcess(tmp_path_factory.mktemp("stripe"), webhook_endpoint.url)
    yield standin
    standin.stop()


@pytest.fixture(scope="session")
def sdk_http() -> Iterator[stripe.RequestsClient]:
    http = stripe.RequestsClient(timeout=TIMEOUT_SECONDS)
    yield http
    http.close()


@pytest.fixture
def standin(standin_process: StandInProcess) -> StandInProcess:
    """The stand-in with empty state."""
    standin_process.post("/_standin/reset", {})
    return standin_process


@pytest.fixture
def endpoint(webhook_endpoint: WebhookEndpoint, standin: StandInProcess) -> WebhookEndpoint:
    """The webhook endpoint without deliveries of earlier tests."""
    webhook_endpoint.clear()
    return webhook_endpoint


@pytest.fixture
def connect(sdk_http: stripe.RequestsClient) -> Any:
    """Returns an SDK client of a stand-in."""

    def client(standin: StandInProcess, key: str = "sk_test_camp", retries: int = 0) -> Any:
        return stripe.StripeClient(
            key,
            base_addresses={"api": standin.base},
            http_client=sdk_http,
            max_network_retries=retries,
        ).v1

    return client


@pytest.fixture
def api(connect: Any, standin: StandInProcess) -> Any:
    """Stripe's Python SDK, connected to the stand-in."""
    return connect(standin)


@pytest.fixture
def intent(api: Any) -> Any:
    return api.payment_intents.create(NEW_INTENT)


@pytest.fixture
def paid_intent(api: Any, intent: Any) -> Any:
    return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})

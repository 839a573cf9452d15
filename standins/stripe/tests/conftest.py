from collections.abc import Iterator
from typing import Any

import pytest
import stripe

from standins.stripe.tests.harness import StandIn, WebhookEndpoint


@pytest.fixture(scope="session")
def _endpoint() -> Iterator[WebhookEndpoint]:
    endpoint = WebhookEndpoint()
    yield endpoint
    endpoint.stop()


@pytest.fixture(scope="session")
def _standin(_endpoint: WebhookEndpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn(tmp_path_factory.mktemp("stripe"), _endpoint.url)
    yield standin
    standin.stop()


@pytest.fixture(scope="session")
def sdk_http() -> Iterator[stripe.RequestsClient]:
    http = stripe.RequestsClient(timeout=5)
    yield http
    http.close()


@pytest.fixture
def standin(_standin: StandIn) -> StandIn:
    """The stand-in with empty state."""
    _standin.post("/_standin/reset", {})
    return _standin


@pytest.fixture
def endpoint(_endpoint: WebhookEndpoint, standin: StandIn) -> WebhookEndpoint:
    _endpoint.clear()
    return _endpoint


@pytest.fixture
def connect(sdk_http: stripe.RequestsClient) -> Any:
    """Returns an SDK client of a stand-in."""

    def client(standin: StandIn, key: str = "sk_test_camp", retries: int = 0) -> Any:
        return stripe.StripeClient(
            key,
            base_addresses={"api": standin.base},
            http_client=sdk_http,
            max_network_retries=retries,
        ).v1

    return client


@pytest.fixture
def api(connect: Any, standin: StandIn) -> Any:
    """Stripe's Python SDK, connected to the stand-in."""
    return connect(standin)


@pytest.fixture
def intent(api: Any) -> Any:
    return api.payment_intents.create({"amount": 2500, "currency": "usd"})


@pytest.fixture
def paid_intent(api: Any, intent: Any) -> Any:
    return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})

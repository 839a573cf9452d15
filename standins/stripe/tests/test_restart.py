"""The stand-in is killed and started again."""

import pytest
import stripe

from testing.servers.processes import wait_until
from testing.servers.stripe_process import NEW_INTENT, StandInProcess, WebhookEndpoint

pytestmark = pytest.mark.slow


@pytest.fixture
def own_endpoint():
    endpoint = WebhookEndpoint()
    yield endpoint
    endpoint.stop()


@pytest.fixture
def own_standin(tmp_path, own_endpoint):
    """A stand-in that the test may kill."""
    standin = StandInProcess(tmp_path / "state", own_endpoint.url)
    yield standin
    standin.stop()


def test_it_loses_no_state_when_killed(own_standin, own_endpoint, connect):
    api = connect(own_standin)
    own_standin.post(
        "/_standin/faults",
        {"webhooks": [{"action": "drop", "events": "x"}], "requests": [{"fault": "fail", "path": "/never"}]},
    )
    key = {"idempotency_key": "order-1"}
    intent = api.payment_intents.create(NEW_INTENT, key)
    paid = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    refund = api.refunds.create({"payment_intent": intent.id, "amount": 500})
    events = [event.id for event in api.events.list({"limit": 100}).data]
    faults = own_standin.get("/_standin/faults")
    own_standin.kill()
    own_standin.start()
    assert api.payment_intents.retrieve(intent.id).latest_charge == paid.latest_charge
    assert api.refunds.retrieve(refund.id).amount == 500
    assert api.charges.retrieve(paid.latest_charge).amount_refunded == 500
    assert [event.id for event in api.events.list({"limit": 100}).data] == events
    assert own_standin.get("/_standin/faults") == faults
    replayed = api.payment_intents.create(NEW_INTENT, key)
    assert (replayed.id, replayed.last_response.headers["Idempotent-Replayed"]) == (intent.id, "true")


def test_it_delivers_pending_webhooks_after_a_restart(own_standin, own_endpoint, connect):
    api = connect(own_standin)
    own_endpoint.status = 500
    intent = api.payment_intents.create(NEW_INTENT)
    wait_until(lambda: own_endpoint.deliveries_for(intent.id))
    own_standin.kill()
    own_endpoint.clear()
    own_standin.start()
    wait_until(lambda: own_endpoint.deliveries_for(intent.id))
    wait_until(lambda: not api.events.list({"delivery_success": False}).data)


def test_it_has_no_pending_events_without_an_endpoint(tmp_path, connect):
    standin = StandInProcess(tmp_path / "state", None)
    try:
        api = connect(standin)
        api.payment_intents.create(NEW_INTENT)
        assert api.events.list().data[0].pending_webhooks == 0
        assert api.events.list({"delivery_success": False}).data == []
    finally:
        standin.stop()


def test_it_makes_the_sdk_raise_a_connection_error_while_down(own_standin, connect):
    own_standin.kill()
    with pytest.raises(stripe.APIConnectionError):
        connect(own_standin).payment_intents.create(NEW_INTENT)
    own_standin.start()

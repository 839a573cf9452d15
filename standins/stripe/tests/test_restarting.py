import pytest
import stripe

from standins.stripe.tests.world import Receiver, StandIn, wait_for

PI = {"amount": 2500, "currency": "usd"}


@pytest.fixture
def own_receiver():
    receiver = Receiver()
    yield receiver
    receiver.stop()


@pytest.fixture
def own(tmp_path, own_receiver):
    """A stand-in of the test's own, that it may kill."""
    standin = StandIn(tmp_path / "state", own_receiver.url)
    yield standin
    standin.stop()


def test_a_kill_loses_nothing(own, own_receiver, connect):
    api = connect(own)
    own.post(
        "/_standin/switches",
        {"webhooks": [{"action": "drop", "events": "x"}], "requests": [{"fault": "fail", "path": "/never"}]},
    )
    key = {"idempotency_key": "attempt-1"}
    intent = api.payment_intents.create(PI, key)
    paid = api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    refund = api.refunds.create({"payment_intent": intent.id, "amount": 500})
    events = [event.id for event in api.events.list({"limit": 100}).data]
    switches = own.get("/_standin/switches")
    own.kill()
    own.start()
    assert api.payment_intents.retrieve(intent.id).latest_charge == paid.latest_charge
    assert api.refunds.retrieve(refund.id).amount == 500
    assert api.charges.retrieve(paid.latest_charge).amount_refunded == 500
    assert [event.id for event in api.events.list({"limit": 100}).data] == events
    assert own.get("/_standin/switches") == switches
    replayed = api.payment_intents.create(PI, key)
    assert (replayed.id, replayed.last_response.headers["Idempotent-Replayed"]) == (intent.id, "true")


def test_undelivered_webhooks_are_delivered_after_a_kill(own, own_receiver, connect):
    api = connect(own)
    own_receiver.status = 500
    intent = api.payment_intents.create(PI)
    wait_for(lambda: own_receiver.about(intent.id), "attempt")
    own.kill()
    own_receiver.clear()
    own.start()
    wait_for(lambda: own_receiver.about(intent.id), "delivery after the restart")
    wait_for(lambda: not api.events.list({"delivery_success": False}).data, "delivery")


def test_without_an_address_nothing_is_pending(tmp_path, connect):
    quiet = StandIn(tmp_path / "quiet", None)
    try:
        api = connect(quiet)
        api.payment_intents.create(PI)
        assert api.events.list().data[0].pending_webhooks == 0
        assert api.events.list({"delivery_success": False}).data == []
    finally:
        quiet.stop()


def test_while_it_is_down_the_sdk_says_so(own, connect):
    own.kill()
    with pytest.raises(stripe.APIConnectionError):
        connect(own).payment_intents.create(PI)
    own.start()

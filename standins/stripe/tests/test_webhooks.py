"""Webhooks: signature, repeated attempts, event types and undelivered events."""

import pytest
import stripe

from testing.servers.processes import wait_until
from testing.servers.stripe_process import NEW_INTENT, SECRET, StandInProcess

pytestmark = pytest.mark.slow


def test_it_signs_webhooks(api, endpoint, paid_intent):
    delivery = wait_until(lambda: endpoint.deliveries_for(paid_intent.id, "payment_intent.succeeded"))[0]
    event = stripe.Webhook.construct_event(delivery.body, delivery.signature, SECRET)
    assert (event.type, event.data.object.id, event.data.object.status) == (
        "payment_intent.succeeded",
        paid_intent.id,
        "succeeded",
    )
    assert event.api_version == stripe.api_version
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(delivery.body + b" ", delivery.signature, SECRET)
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(delivery.body, delivery.signature, "whsec_other")


def test_it_includes_the_request_in_the_event(api, endpoint, intent):
    api.payment_intents.cancel(intent.id, None, {"idempotency_key": "cancel-1"})
    delivery = wait_until(lambda: endpoint.deliveries_for(intent.id, "payment_intent.canceled"))[0]
    assert delivery.event["request"]["idempotency_key"] == "cancel-1"
    assert delivery.event["request"]["id"].startswith("req_")


def test_it_retries_until_the_endpoint_accepts(api, standin, endpoint):
    endpoint.statuses = [500, 302, 404]
    intent = api.payment_intents.create(NEW_INTENT)
    wait_until(lambda: len(endpoint.deliveries_for(intent.id)) == 4)
    wait_until(lambda: not api.events.list({"delivery_success": False}).data)
    assert len({delivery.event["id"] for delivery in endpoint.deliveries_for(intent.id)}) == 1
    assert standin.get("/_standin/events")["events"][0]["attempts"] == 3


def test_it_lists_undelivered_events(api, endpoint):
    endpoint.status = 503
    intent = api.payment_intents.create(NEW_INTENT)
    wait_until(lambda: endpoint.deliveries_for(intent.id))
    event = api.events.list({"delivery_success": False}).data[0]
    assert (event.data.object.id, event.pending_webhooks) == (intent.id, 1)
    assert api.events.list({"delivery_success": True}).data == []
    endpoint.status = 200
    wait_until(lambda: not api.events.list({"delivery_success": False}).data)
    assert [(found.id, found.pending_webhooks) for found in api.events.list().data] == [(event.id, 0)]


def test_it_resends_an_event(standin, endpoint, api, paid_intent):
    delivery = wait_until(lambda: endpoint.deliveries_for(paid_intent.id, "payment_intent.succeeded"))[0]
    standin.post(f"/_standin/events/{delivery.event['id']}/resend", {})
    wait_until(lambda: len(endpoint.deliveries_for(paid_intent.id, "payment_intent.succeeded")) == 2)


def test_it_delivers_every_event_type(api, standin, endpoint, paid_intent):
    api.payment_intents.confirm(
        api.payment_intents.create({"amount": 900, "currency": "usd"}).id,
        {"payment_method": "pm_card_authenticationRequired"},
    )
    declined = api.payment_intents.create({"amount": 900, "currency": "usd"})
    with pytest.raises(stripe.CardError):
        api.payment_intents.confirm(declined.id, {"payment_method": "pm_card_chargeDeclined"})
    api.payment_intents.cancel(declined.id)
    api.refunds.create({"payment_intent": paid_intent.id, "amount": 100})
    standin.post("/_standin/disputes", {"charge": paid_intent.latest_charge})
    expected = {
        "payment_intent.created",
        "payment_intent.requires_action",
        "payment_intent.payment_failed",
        "payment_intent.succeeded",
        "payment_intent.canceled",
        "charge.succeeded",
        "charge.failed",
        "charge.refunded",
        "refund.created",
        "refund.updated",
        "charge.dispute.created",
    }
    wait_until(lambda: {delivery.event["type"] for delivery in endpoint.deliveries} >= expected)


def test_it_delivers_only_the_event_types_of_the_endpoint(connect, endpoint, tmp_path):
    standin = StandInProcess(tmp_path, endpoint.url, "payment_intent.succeeded", "charge.refunded")
    try:
        api = connect(standin)
        paid = api.payment_intents.create(NEW_INTENT)
        api.payment_intents.confirm(paid.id, {"payment_method": "pm_card_visa"})
        wait_until(lambda: not api.events.list({"delivery_success": False}).data)
        events = standin.get("/_standin/events")["events"]
    finally:
        standin.stop()
    assert [delivery.event["type"] for delivery in endpoint.deliveries_for(paid.id)] == ["payment_intent.succeeded"]
    assert {event["type"]: event["state"] for event in events} == {
        "payment_intent.created": "no_endpoint",
        "payment_intent.succeeded": "delivered",
        "charge.succeeded": "no_endpoint",
    }

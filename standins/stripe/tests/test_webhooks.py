import pytest
import stripe

from standins.stripe.tests.world import SECRET, wait_for


def test_are_signed(api, receiver, paid):
    hook = wait_for(lambda: receiver.about(paid.id, "payment_intent.succeeded"), "webhook")[0]
    event = stripe.Webhook.construct_event(hook.body, hook.signature, SECRET)
    assert (event.type, event.data.object.id, event.data.object.status) == (
        "payment_intent.succeeded",
        paid.id,
        "succeeded",
    )
    assert event.api_version == stripe.api_version
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(hook.body + b" ", hook.signature, SECRET)
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(hook.body, hook.signature, "whsec_other")


def test_tell_who_asked(api, receiver, intent):
    api.payment_intents.cancel(intent.id, None, {"idempotency_key": "end-1"})
    hook = wait_for(lambda: receiver.about(intent.id, "payment_intent.canceled"), "webhook")[0]
    assert hook.event["request"]["idempotency_key"] == "end-1"
    assert hook.event["request"]["id"].startswith("req_")


def test_are_repeated_until_they_are_taken(api, standin, receiver):
    receiver.statuses = [500, 302, 404]
    intent = api.payment_intents.create({"amount": 2500, "currency": "usd"})
    wait_for(lambda: len(receiver.about(intent.id)) == 4, "fourth attempt")
    wait_for(lambda: not api.events.list({"delivery_success": False}).data, "delivery")
    assert len({hook.event["id"] for hook in receiver.about(intent.id)}) == 1
    assert standin.get("/_standin/events")["events"][0]["attempts"] == 3


def test_undelivered_events_can_be_listed(api, receiver):
    receiver.status = 503
    intent = api.payment_intents.create({"amount": 2500, "currency": "usd"})
    wait_for(lambda: receiver.about(intent.id), "attempt")
    event = api.events.list({"delivery_success": False}).data[0]
    assert (event.data.object.id, event.pending_webhooks) == (intent.id, 1)
    assert api.events.list({"delivery_success": True}).data == []
    receiver.status = 200
    wait_for(lambda: api.events.retrieve(event.id).pending_webhooks == 0, "delivery")
    assert api.events.list({"delivery_success": False}).data == []


def test_can_be_sent_again(standin, receiver, api, paid):
    hook = wait_for(lambda: receiver.about(paid.id, "payment_intent.succeeded"), "webhook")[0]
    standin.post(f"/_standin/events/{hook.event['id']}/resend", {})
    wait_for(lambda: len(receiver.about(paid.id, "payment_intent.succeeded")) == 2, "second copy")


def test_every_type(api, standin, receiver, paid):
    api.payment_intents.confirm(
        api.payment_intents.create({"amount": 900, "currency": "usd"}).id,
        {"payment_method": "pm_card_authenticationRequired"},
    )
    failed = api.payment_intents.create({"amount": 900, "currency": "usd"})
    with pytest.raises(stripe.CardError):
        api.payment_intents.confirm(failed.id, {"payment_method": "pm_card_chargeDeclined"})
    api.payment_intents.cancel(failed.id)
    api.refunds.create({"payment_intent": paid.id, "amount": 100})
    standin.post("/_standin/disputes", {"charge": paid.latest_charge})
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
    wait_for(lambda: {hook.event["type"] for hook in receiver.received} >= expected, "event of every type")

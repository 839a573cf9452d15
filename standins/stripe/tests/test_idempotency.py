"""Requests with an idempotency key."""

import httpx
import pytest
import stripe

from testing.proofs.races import run_concurrently
from testing.servers.stripe_process import NEW_INTENT

pytestmark = pytest.mark.slow

KEY = {"idempotency_key": "order-1"}


def test_it_replays_the_response_for_the_same_key_and_body(api):
    first = api.payment_intents.create(NEW_INTENT, KEY)
    again = api.payment_intents.create(NEW_INTENT, KEY)
    assert again.to_dict() == first.to_dict()
    assert "Idempotent-Replayed" not in first.last_response.headers
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    assert again.last_response.headers["Original-Request"] == first.last_response.request_id
    assert len(api.payment_intents.list().data) == 1


def test_it_replays_the_first_response_after_the_object_has_changed(api):
    first = api.payment_intents.create(NEW_INTENT, KEY)
    api.payment_intents.confirm(first.id, {"payment_method": "pm_card_visa"})
    assert api.payment_intents.create(NEW_INTENT, KEY).status == "requires_payment_method"


def test_it_refuses_the_key_with_another_body(api):
    api.payment_intents.create(NEW_INTENT, KEY)
    with pytest.raises(stripe.IdempotencyError) as error:
        api.payment_intents.create({**NEW_INTENT, "amount": 2600}, KEY)
    assert error.value.http_status == 400
    assert "same parameters they were first used with" in error.value.user_message


def test_it_refuses_the_key_at_another_endpoint(api, paid_intent):
    api.payment_intents.create(NEW_INTENT, KEY)
    with pytest.raises(stripe.IdempotencyError, match="same endpoint"):
        api.refunds.create({"payment_intent": paid_intent.id}, KEY)


def test_it_replays_a_decline(api, intent):
    for _ in range(2):
        with pytest.raises(stripe.CardError) as error:
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"}, KEY)
    assert error.value.headers["Idempotent-Replayed"] == "true"
    assert len(api.charges.list({"payment_intent": intent.id}).data) == 1


def test_it_accepts_the_key_again_after_a_validation_error(api):
    with pytest.raises(stripe.InvalidRequestError):
        api.payment_intents.create({"amount": 2500}, KEY)
    assert api.payment_intents.create(NEW_INTENT, KEY).amount == 2500


def test_it_refunds_once_for_repeated_requests(api, paid_intent):
    refunds = {api.refunds.create({"payment_intent": paid_intent.id, "amount": 500}, KEY).id for _ in range(3)}
    assert len(refunds) == 1
    assert api.charges.retrieve(paid_intent.latest_charge).amount_refunded == 500


def test_it_returns_409_while_the_first_request_is_in_progress(standin):
    standin.post("/_standin/faults", {"requests": [{"fault": "delay", "seconds": 3, "method": "POST"}]})

    def send():
        headers = {"Authorization": "Bearer sk_test_1", "Idempotency-Key": "slow"}
        return httpx.post(f"{standin.base}/v1/payment_intents", data=NEW_INTENT, headers=headers)

    completed, refused = sorted(run_concurrently(send, send), key=lambda response: response.status_code)
    assert completed.status_code == 200
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "idempotency_key_in_use")
    assert send().json()["id"] == completed.json()["id"]


def test_it_refuses_a_key_that_is_too_long(api):
    with pytest.raises(stripe.InvalidRequestError, match="255"):
        api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k" * 256})

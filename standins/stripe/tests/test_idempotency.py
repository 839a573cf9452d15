import threading

import httpx
import pytest
import stripe

PI = {"amount": 2500, "currency": "usd"}
KEY = {"idempotency_key": "attempt-1"}


def test_same_key_and_body_is_the_same_answer(api):
    first = api.payment_intents.create(PI, KEY)
    again = api.payment_intents.create(PI, KEY)
    assert again.to_dict() == first.to_dict()
    assert "Idempotent-Replayed" not in first.last_response.headers
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    assert again.last_response.headers["Original-Request"] == first.last_response.request_id
    assert len(api.payment_intents.list().data) == 1


def test_the_answer_is_the_first_one_even_when_the_object_moved_on(api):
    first = api.payment_intents.create(PI, KEY)
    api.payment_intents.confirm(first.id, {"payment_method": "pm_card_visa"})
    assert api.payment_intents.create(PI, KEY).status == "requires_payment_method"


def test_another_body_is_refused(api):
    api.payment_intents.create(PI, KEY)
    with pytest.raises(stripe.IdempotencyError) as caught:
        api.payment_intents.create({**PI, "amount": 2600}, KEY)
    assert caught.value.http_status == 400
    assert "same parameters they were first used with" in caught.value.user_message


def test_another_address_is_refused(api, paid):
    api.payment_intents.create(PI, KEY)
    with pytest.raises(stripe.IdempotencyError, match="same endpoint"):
        api.refunds.create({"payment_intent": paid.id}, KEY)


def test_a_decline_is_remembered(api, intent):
    for _ in range(2):
        with pytest.raises(stripe.CardError) as caught:
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"}, KEY)
    assert caught.value.headers["Idempotent-Replayed"] == "true"
    assert len(api.charges.list({"payment_intent": intent.id}).data) == 1


def test_a_request_that_was_never_begun_may_be_corrected(api):
    with pytest.raises(stripe.InvalidRequestError):
        api.payment_intents.create({"amount": 2500}, KEY)
    assert api.payment_intents.create(PI, KEY).amount == 2500


def test_a_repeated_refund_gives_back_once(api, paid):
    refunds = {api.refunds.create({"payment_intent": paid.id, "amount": 500}, KEY).id for _ in range(3)}
    assert len(refunds) == 1
    assert api.charges.retrieve(paid.latest_charge).amount_refunded == 500


def test_a_key_whose_request_is_under_way(standin):
    standin.post("/_standin/switches", {"requests": [{"fault": "delay", "seconds": 1.5, "method": "POST"}]})
    answers = []

    def ask():
        headers = {"Authorization": "Bearer sk_test_1", "Idempotency-Key": "slow"}
        answers.append(httpx.post(f"{standin.base}/v1/payment_intents", data=PI, headers=headers))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    refused, done = answers
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "idempotency_key_in_use")
    assert done.status_code == 200
    ask()
    assert answers[-1].json()["id"] == done.json()["id"]


def test_a_key_has_a_longest_length(api):
    with pytest.raises(stripe.InvalidRequestError, match="255"):
        api.payment_intents.create(PI, {"idempotency_key": "k" * 256})

"""Faults that a test injects into webhooks and requests, and what cannot be injected."""

import time

import httpx
import pytest
import stripe

from testing.servers.processes import wait_until
from testing.servers.stripe_process import NEW_INTENT

pytestmark = pytest.mark.slow

SUCCEEDED = "payment_intent.succeeded"


@pytest.fixture
def inject(standin):
    return lambda **faults: standin.post("/_standin/faults", faults)


def pay(api):
    intent = api.payment_intents.create(NEW_INTENT)
    return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})


class TestWebhookFaults:
    def test_it_drops_a_webhook(self, api, endpoint, inject):
        inject(webhooks=[{"action": "drop", "events": SUCCEEDED, "count": 1}])
        lost, delivered = pay(api), pay(api)
        wait_until(lambda: endpoint.deliveries_for(delivered.id, SUCCEEDED))
        wait_until(lambda: endpoint.deliveries_for(lost.id, "payment_intent.created"))
        assert endpoint.deliveries_for(lost.id, SUCCEEDED) == []
        undelivered = {"delivery_success": False}
        wait_until(lambda: [event.data.object.id for event in api.events.list(undelivered).data] == [lost.id])

    def test_it_delays_a_webhook(self, api, endpoint, inject):
        inject(webhooks=[{"action": "delay", "events": SUCCEEDED, "seconds": 1.0}])
        started = time.monotonic()
        paid = pay(api)
        wait_until(lambda: endpoint.deliveries_for(paid.latest_charge))
        wait_until(lambda: endpoint.deliveries_for(paid.id, SUCCEEDED))
        assert time.monotonic() - started >= 1.0

    def test_it_duplicates_a_webhook(self, api, endpoint, inject):
        inject(webhooks=[{"action": "duplicate", "events": SUCCEEDED, "copies": 2}])
        paid = pay(api)
        wait_until(lambda: len(endpoint.deliveries_for(paid.id, SUCCEEDED)) == 3)
        assert len({delivery.event["id"] for delivery in endpoint.deliveries_for(paid.id, SUCCEEDED)}) == 1

    def test_it_reorders_webhooks(self, api, endpoint, inject):
        inject(webhooks=[{"action": "reorder", "seconds": 3.0}])
        paid = pay(api)
        order = [SUCCEEDED, "payment_intent.created"]
        wait_until(lambda: [delivery.event["type"] for delivery in endpoint.deliveries_for(paid.id)] == order)

    def test_it_delivers_normally_after_faults_are_cleared(self, api, standin, endpoint, inject):
        inject(webhooks=[{"action": "drop"}])
        cleared = httpx.delete(f"{standin.base}/_standin/faults").json()
        assert cleared == {"webhooks": [], "requests": []} == standin.get("/_standin/faults")
        paid = pay(api)
        wait_until(lambda: endpoint.deliveries_for(paid.id, SUCCEEDED))


class TestRequestFaults:
    def test_it_fails_without_effect(self, api, inject):
        inject(requests=[{"fault": "fail", "method": "POST", "path": "/v1/payment_intents"}])
        with pytest.raises(stripe.APIError) as error:
            api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k"})
        assert error.value.http_status == 500
        assert api.payment_intents.list().data == []
        assert api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k"}).amount == 2500

    def test_it_fails_count_times(self, api, connect, standin, inject):
        inject(requests=[{"fault": "fail", "status": 503, "count": 2}])
        assert connect(standin, retries=2).payment_intents.create(NEW_INTENT).amount == 2500
        assert standin.get("/_standin/faults")["requests"] == []

    def test_it_fails_with_429(self, api, inject):
        inject(requests=[{"fault": "fail", "status": 429}])
        with pytest.raises(stripe.RateLimitError):
            api.events.list()

    def test_it_fails_with_400(self, api, inject):
        inject(requests=[{"fault": "fail", "status": 400}])
        with pytest.raises(stripe.InvalidRequestError):
            api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k"})
        assert api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k"}).amount == 2500

    @pytest.mark.parametrize(("fault", "created"), [("fail_stored", 0), ("fail_after", 1)])
    def test_it_replays_a_stored_failure_for_the_same_key(self, connect, standin, inject, fault, created):
        inject(requests=[{"fault": fault, "path": "/v1/payment_intents", "method": "POST"}])
        api = connect(standin, retries=1)
        for replayed in (None, "true"):
            with pytest.raises(stripe.APIError) as error:
                api.payment_intents.create(NEW_INTENT, {"idempotency_key": "k"})
            assert error.value.http_status == 500
            assert error.value.headers.get("Idempotent-Replayed") == replayed
            assert error.value.headers["Stripe-Should-Retry"] == "false"
        assert len(api.payment_intents.list().data) == created
        assert api.payment_intents.create(NEW_INTENT, {"idempotency_key": "another"}).amount == 2500

    @pytest.mark.parametrize("body", ["{}", "[]", "<html>"])
    def test_it_returns_a_malformed_body(self, standin, inject, body):
        inject(requests=[{"fault": "malformed", "body": body}])
        response = httpx.get(f"{standin.base}/v1/events", headers={"Authorization": "Bearer sk_test_1"})
        assert (response.status_code, response.text) == (200, body)

    def test_it_fails_only_matching_paths(self, api, intent, inject):
        inject(requests=[{"fault": "fail", "path": "/v1/payment_intents/*/confirm", "count": None}])
        assert api.payment_intents.retrieve(intent.id).id == intent.id
        for _ in range(2):
            with pytest.raises(stripe.APIError):
                api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})

    def test_it_loses_the_response_after_the_operation(self, api, intent, inject):
        inject(requests=[{"fault": "lose_response", "path": "/v1/payment_intents/*/confirm"}])
        with pytest.raises(stripe.APIConnectionError):
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
        assert api.payment_intents.retrieve(intent.id).status == "succeeded"

    def test_it_replays_a_lost_response_to_a_retry(self, connect, standin, inject):
        inject(requests=[{"fault": "lose_response", "path": "/v1/payment_intents"}])
        retrying = connect(standin, retries=1)
        intent = retrying.payment_intents.create(NEW_INTENT)
        assert intent.last_response.headers["Idempotent-Replayed"] == "true"
        assert [found.id for found in retrying.payment_intents.list().data] == [intent.id]

    def test_it_times_out_without_effect(self, api, standin, inject):
        inject(requests=[{"fault": "timeout", "seconds": 60, "path": "/v1/payment_intents"}])
        headers, short = {"Authorization": "Bearer sk_test_1"}, httpx.Timeout(30, read=0.5)
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{standin.base}/v1/payment_intents", data=NEW_INTENT, headers=headers, timeout=short)
        assert api.payment_intents.list().data == []

    def test_it_aborts_the_connection_after_a_timeout(self, api, inject):
        inject(requests=[{"fault": "timeout", "seconds": 0.1}])
        with pytest.raises(stripe.APIConnectionError):
            api.payment_intents.create(NEW_INTENT)
        assert api.payment_intents.list().data == []

    def test_it_delays_the_response(self, api, inject):
        inject(requests=[{"fault": "delay", "seconds": 0.6}])
        started = time.monotonic()
        api.payment_intents.create(NEW_INTENT)
        assert time.monotonic() - started >= 0.6


@pytest.mark.parametrize(
    "faults",
    [
        [],
        {"hooks": []},
        {"webhooks": {}},
        {"webhooks": [{"action": "explode"}]},
        {"webhooks": [{"action": "drop", "count": 0}]},
        {"webhooks": [{"action": "delay", "seconds": -1}]},
        {"requests": [{"fault": "fail", "status": 200}]},
        {"requests": [{"fault": "fail", "paths": "/"}]},
        {"requests": [{"fault": "malformed", "body": {}}]},
        {"requests": ["fail"]},
    ],
)
def test_it_refuses_invalid_faults(standin, faults):
    standin.post("/_standin/faults", {"webhooks": [{"action": "drop"}]})
    response = httpx.post(f"{standin.base}/_standin/faults", json=faults)
    assert response.status_code == 400
    assert response.json()["error"]["message"]
    assert [fault["action"] for fault in standin.get("/_standin/faults")["webhooks"]] == ["drop"]


def test_it_refuses_requests_of_other_origins(standin):
    response = httpx.post(
        f"{standin.base}/_standin/faults",
        content='{"webhooks": []}',
        headers={"Content-Type": "text/plain", "Origin": "http://evil.example"},
    )
    assert response.status_code == 415
    foreign = httpx.get(f"{standin.base}/", headers={"Host": "evil.example"})
    assert foreign.status_code == 400


@pytest.mark.parametrize("body", [{}, {"charge": 1}, {"charge": "ch_none"}, {"charge": "ch_x", "reason": "bored"}, []])
def test_it_refuses_a_dispute_without_a_valid_charge(standin, body):
    assert httpx.post(f"{standin.base}/_standin/disputes", json=body).status_code in (400, 404)


@pytest.mark.parametrize("body", [{}, {"refund": 1}, {"refund": "re_none"}, {"refund": "re_x", "reason": "bored"}])
def test_it_refuses_a_refund_failure_without_a_valid_refund(standin, body):
    assert httpx.post(f"{standin.base}/_standin/refund_failures", json=body).status_code in (400, 404)


def test_it_refuses_a_second_dispute(standin, paid_intent):
    standin.post("/_standin/disputes", {"charge": paid_intent.latest_charge, "reason": "duplicate"})
    again = httpx.post(f"{standin.base}/_standin/disputes", json={"charge": paid_intent.latest_charge})
    assert again.status_code == 400

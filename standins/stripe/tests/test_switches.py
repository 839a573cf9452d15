import time

import httpx
import pytest
import stripe

from standins.stripe.tests.world import wait_for

PI = {"amount": 2500, "currency": "usd"}
SUCCEEDED = "payment_intent.succeeded"


@pytest.fixture
def switch(standin):
    return lambda **lists: standin.post("/_standin/switches", lists)


def pay(api):
    intent = api.payment_intents.create(PI)
    return api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})


class TestWebhooks:
    def test_dropped(self, api, receiver, switch):
        switch(webhooks=[{"action": "drop", "events": SUCCEEDED, "count": 1}])
        lost, heard = pay(api), pay(api)
        wait_for(lambda: receiver.about(heard.id, SUCCEEDED), "second webhook")
        wait_for(lambda: receiver.about(lost.id, "payment_intent.created"), "webhook of another type")
        assert receiver.about(lost.id, SUCCEEDED) == []
        undelivered = {"delivery_success": False}
        wait_for(
            lambda: [event.data.object.id for event in api.events.list(undelivered).data] == [lost.id],
            "list of nothing but the dropped event",
        )

    def test_delayed(self, api, receiver, switch):
        switch(webhooks=[{"action": "delay", "events": SUCCEEDED, "seconds": 1.0}])
        began = time.monotonic()
        paid = pay(api)
        wait_for(lambda: receiver.about(paid.latest_charge), "webhook of another type")
        assert receiver.about(paid.id, SUCCEEDED) == []
        wait_for(lambda: receiver.about(paid.id, SUCCEEDED), "delayed webhook")
        assert time.monotonic() - began >= 1.0

    def test_duplicated(self, api, receiver, switch):
        switch(webhooks=[{"action": "duplicate", "events": SUCCEEDED, "copies": 2}])
        paid = pay(api)
        wait_for(lambda: len(receiver.about(paid.id, SUCCEEDED)) == 3, "three copies")
        assert len({hook.event["id"] for hook in receiver.about(paid.id, SUCCEEDED)}) == 1

    def test_reordered(self, api, receiver, switch):
        switch(webhooks=[{"action": "reorder", "seconds": 1.0}])
        paid = pay(api)
        order = [SUCCEEDED, "payment_intent.created"]
        wait_for(lambda: [hook.event["type"] for hook in receiver.about(paid.id)] == order, "reversed order")

    def test_an_end_is_put_to_it(self, api, standin, receiver, switch):
        switch(webhooks=[{"action": "drop"}])
        standin_switches = httpx.delete(f"{standin.base}/_standin/switches").json()
        assert standin_switches == {"webhooks": [], "requests": []} == standin.get("/_standin/switches")
        paid = pay(api)
        wait_for(lambda: receiver.about(paid.id, SUCCEEDED), "webhook")


class TestRequests:
    def test_failing_does_nothing(self, api, switch):
        switch(requests=[{"fault": "fail", "method": "POST", "path": "/v1/payment_intents"}])
        with pytest.raises(stripe.APIError) as caught:
            api.payment_intents.create(PI, {"idempotency_key": "k"})
        assert caught.value.http_status == 500
        assert api.payment_intents.list().data == []
        assert api.payment_intents.create(PI, {"idempotency_key": "k"}).amount == 2500

    def test_failing_as_often_as_asked(self, api, connect, standin, switch):
        switch(requests=[{"fault": "fail", "status": 503, "count": 2}])
        assert connect(standin, retries=2).payment_intents.create(PI).amount == 2500
        assert standin.get("/_standin/switches")["requests"] == []

    def test_too_many_requests(self, api, switch):
        switch(requests=[{"fault": "fail", "status": 429}])
        with pytest.raises(stripe.RateLimitError):
            api.events.list()

    def test_only_some_paths(self, api, intent, switch):
        switch(requests=[{"fault": "fail", "path": "/v1/payment_intents/*/confirm", "count": None}])
        assert api.payment_intents.retrieve(intent.id).id == intent.id
        for _ in range(2):
            with pytest.raises(stripe.APIError):
                api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})

    def test_losing_the_answer_after_acting(self, api, intent, switch):
        switch(requests=[{"fault": "lose_answer", "path": "/v1/payment_intents/*/confirm"}])
        with pytest.raises(stripe.APIConnectionError):
            api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
        assert api.payment_intents.retrieve(intent.id).status == "succeeded"

    def test_a_lost_answer_is_had_by_asking_again(self, connect, standin, switch):
        switch(requests=[{"fault": "lose_answer", "path": "/v1/payment_intents"}])
        patient = connect(standin, retries=1)
        intent = patient.payment_intents.create(PI)
        assert intent.last_response.headers["Idempotent-Replayed"] == "true"
        assert [one.id for one in patient.payment_intents.list().data] == [intent.id]

    def test_timing_out_does_nothing(self, api, standin, switch):
        switch(requests=[{"fault": "timeout", "seconds": 60, "path": "/v1/payment_intents"}])
        headers = {"Authorization": "Bearer sk_test_1"}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{standin.base}/v1/payment_intents", data=PI, headers=headers, timeout=0.5)
        assert api.payment_intents.list().data == []

    def test_a_time_out_ends_in_a_cut_connection(self, api, switch):
        switch(requests=[{"fault": "timeout", "seconds": 0.1}])
        with pytest.raises(stripe.APIConnectionError):
            api.payment_intents.create(PI)
        assert api.payment_intents.list().data == []

    def test_answering_slowly(self, api, switch):
        switch(requests=[{"fault": "delay", "seconds": 0.6}])
        began = time.monotonic()
        api.payment_intents.create(PI)
        assert time.monotonic() - began >= 0.6


@pytest.mark.parametrize(
    "lists",
    [
        [],
        {"hooks": []},
        {"webhooks": {}},
        {"webhooks": [{"action": "explode"}]},
        {"webhooks": [{"action": "drop", "count": 0}]},
        {"webhooks": [{"action": "delay", "seconds": -1}]},
        {"requests": [{"fault": "fail", "status": 200}]},
        {"requests": [{"fault": "fail", "paths": "/"}]},
        {"requests": ["fail"]},
    ],
)
def test_a_switch_that_does_not_exist(standin, lists):
    standin.post("/_standin/switches", {"webhooks": [{"action": "drop"}]})
    answer = httpx.post(f"{standin.base}/_standin/switches", json=lists)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert [one["action"] for one in standin.get("/_standin/switches")["webhooks"]] == ["drop"]


def test_a_foreign_page_cannot_set_them(standin):
    answer = httpx.post(
        f"{standin.base}/_standin/switches",
        content='{"webhooks": []}',
        headers={"Content-Type": "text/plain", "Origin": "http://evil.example"},
    )
    assert answer.status_code == 415
    foreign = httpx.get(f"{standin.base}/", headers={"Host": "evil.example"})
    assert foreign.status_code == 400


@pytest.mark.parametrize("body", [{}, {"charge": 1}, {"charge": "ch_none"}, {"charge": "ch_x", "reason": "bored"}, []])
def test_a_dispute_needs_a_charge(standin, body):
    assert httpx.post(f"{standin.base}/_standin/disputes", json=body).status_code in (400, 404)


def test_a_dispute_only_once(standin, paid):
    standin.post("/_standin/disputes", {"charge": paid.latest_charge, "reason": "duplicate"})
    again = httpx.post(f"{standin.base}/_standin/disputes", json={"charge": paid.latest_charge})
    assert again.status_code == 400

"""Requests that the stand-in refuses: invalid parameters, ids, keys, bodies and paths."""

import httpx
import pytest
import stripe

from testing.servers.stripe_process import NEW_INTENT

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("change", "param", "code"),
    [
        ({"amount": None}, "amount", "parameter_missing"),
        ({"currency": None}, "currency", "parameter_missing"),
        ({"amount": "ten"}, "amount", "parameter_invalid_integer"),
        ({"amount": 0}, "amount", "parameter_invalid_integer"),
        ({"amount": 49}, "amount", "amount_too_small"),
        ({"amount": 100_000_000}, "amount", "amount_too_large"),
        ({"currency": "xyz"}, "currency", None),
        ({"colour": "red"}, "colour", "parameter_unknown"),
        ({"payment_method_types": ["cash"]}, "payment_method_types", None),
        ({"expand": ["amount"]}, "expand", None),
        ({"metadata": {"k" * 41: "v"}}, "metadata[" + "k" * 41 + "]", None),
    ],
)
def test_it_refuses_invalid_payment_intent_parameters(api, change, param, code):
    with pytest.raises(stripe.InvalidRequestError) as error:
        api.payment_intents.create({**NEW_INTENT, **change})
    assert (error.value.http_status, error.value.param, error.value.code) == (400, param, code)
    assert error.value.request_id.startswith("req_")
    assert api.payment_intents.list().data == []
    assert api.events.list().data == []


@pytest.mark.parametrize("kind", ["payment_intents", "charges", "refunds", "payment_methods"])
def test_it_returns_404_for_an_unknown_id(api, kind):
    with pytest.raises(stripe.InvalidRequestError) as error:
        getattr(api, kind).retrieve("xx_none")
    assert (error.value.http_status, error.value.code) == (404, "resource_missing")


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (None, "You did not provide an API key"),
        ("sk_live_1", "Invalid API Key provided: sk_live_"),
        ("pk_test_1", "cannot be made with a publishable API key"),
        ("nonsense", "Invalid API Key"),
    ],
)
def test_it_refuses_missing_and_invalid_api_keys(standin, key, message):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    response = httpx.post(f"{standin.base}/v1/payment_intents", data=NEW_INTENT, headers=headers)
    assert response.status_code == 401
    assert message in response.json()["error"]["message"]


def test_it_makes_the_sdk_raise_authentication_error(connect, standin):
    with pytest.raises(stripe.AuthenticationError):
        connect(standin, key="sk_wrong").payment_intents.create(NEW_INTENT)


def test_it_accepts_the_key_by_basic_authentication(standin):
    response = httpx.get(f"{standin.base}/v1/events", auth=("sk_test_camp", ""))
    assert response.json() == {"object": "list", "data": [], "has_more": False, "url": "/v1/events"}


@pytest.mark.parametrize("body", [b"\xff=1", b"amount=1&amount[a]=2", b"amount[a]=2&amount=1"])
def test_it_refuses_a_body_that_is_not_a_form(standin, body):
    headers = {"Authorization": "Bearer sk_test_1", "Content-Type": "application/x-www-form-urlencoded"}
    response = httpx.post(f"{standin.base}/v1/payment_intents", content=body, headers=headers)
    assert (response.status_code, response.json()["error"]["type"]) == (400, "invalid_request_error")


def test_it_returns_404_for_an_unknown_path(standin):
    response = httpx.get(f"{standin.base}/v1/unicorns", headers={"Authorization": "Bearer sk_test_1"})
    assert response.status_code == 404
    assert "Unrecognized request URL (GET: /v1/unicorns)" in response.json()["error"]["message"]

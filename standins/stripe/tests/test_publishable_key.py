"""What a browser can do with the publishable key, and what only the secret key permits."""

import re

import httpx
import pytest

from testing.servers.stripe_process import ORIGIN

pytestmark = pytest.mark.slow

CARD = {
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
    "type": "card",
}
FORM = {"key": "pk_test_camp"}


@pytest.fixture
def browser(standin):
    """An HTTP client that sends the origin of an allowed page."""
    with httpx.Client(base_url=standin.base, headers={"Origin": ORIGIN}) as client:
        yield client


def allowed_origin(response):
    return response.headers.get("access-control-allow-origin")


class TestAllowedOperations:
    def test_it_confirms_with_the_client_secret(self, browser, api):
        intent = api.payment_intents.create({"amount": 2500, "currency": "usd", "metadata": {"a": "b"}})
        secret = {**FORM, "client_secret": intent.client_secret}
        card = {re.sub(r"^(\w+)", r"payment_method_data[\1]", name): value for name, value in CARD.items()}
        response = browser.post(f"/v1/payment_intents/{intent.id}/confirm", data={**secret, **card})
        assert (response.json()["status"], allowed_origin(response)) == ("succeeded", ORIGIN)
        visible = browser.get(f"/v1/payment_intents/{intent.id}", params=secret).json()
        assert visible["amount"] == 2500
        assert not {"metadata", "latest_charge"} & visible.keys()

    def test_it_creates_a_payment_method(self, browser):
        response = browser.post("/v1/payment_methods", data={**FORM, **CARD})
        assert (response.json()["card"]["last4"], allowed_origin(response)) == ("4242", ORIGIN)

    def test_it_completes_authentication(self, browser, api, intent):
        api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_authenticationRequired"})
        fields = {**FORM, "payment_intent": intent.id, "outcome": "succeed"}
        assert browser.post("/_standin/authentications", data=fields).status_code == 400
        fields["client_secret"] = intent.client_secret
        assert browser.post("/_standin/authentications", data=fields).json()["status"] == "succeeded"


class TestRejectedOperations:
    @pytest.mark.parametrize("secret", [{}, {"client_secret": "pi_x_secret_y"}])
    def test_it_refuses_a_missing_or_wrong_client_secret(self, browser, intent, secret):
        path = f"/v1/payment_intents/{intent.id}"
        assert browser.get(path, params={**FORM, **secret}).status_code == 400
        pay = {**FORM, **secret, "payment_method": "pm_card_visa"}
        assert browser.post(f"{path}/confirm", data=pay).status_code == 400

    def test_it_refuses_all_other_operations(self, browser, api, paid_intent):
        responses = [
            browser.post("/v1/payment_intents", data={**FORM, "amount": 100, "currency": "usd"}),
            browser.post(f"/v1/payment_intents/{paid_intent.id}/cancel", data=FORM),
            browser.post(f"/v1/payment_intents/{paid_intent.id}", data={**FORM, "amount": 100}),
            browser.post("/v1/refunds", data={**FORM, "payment_intent": paid_intent.id}),
            *(browser.get(f"/v1/{kind}", params=FORM) for kind in ("payment_intents", "refunds", "charges", "events")),
            browser.get(f"/v1/charges/{paid_intent.latest_charge}", params=FORM),
        ]
        assert [response.status_code for response in responses] == [401] * len(responses)
        assert api.refunds.list().data == []

    def test_it_refuses_a_secret_key_in_a_parameter(self, browser):
        response = browser.post("/v1/payment_methods", data={**CARD, "key": "sk_test_camp"})
        assert response.status_code == 401

    def test_it_does_not_allow_other_origins(self, standin, browser):
        headers = {"Origin": "http://evil.example"}
        response = browser.post("/v1/payment_methods", data={**FORM, **CARD}, headers=headers)
        assert allowed_origin(response) is None
        assert allowed_origin(browser.get("/_standin/faults")) is None


@pytest.mark.parametrize("path", ["/v1/payment_methods", "/v1/payment_intents/pi_1/confirm"])
def test_it_responds_to_preflight_requests(browser, path):
    headers = {"Access-Control-Request-Method": "POST"}
    response = browser.options(path, headers=headers)
    assert (response.status_code, allowed_origin(response)) == (200, ORIGIN)
    assert browser.options(path, headers={**headers, "Origin": "http://evil.example"}).status_code == 400

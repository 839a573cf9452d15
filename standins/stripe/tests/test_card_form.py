import json
import re
import shutil
import subprocess

import httpx
import pytest

from standins.stripe.browser import script
from standins.stripe.tests.world import ORIGIN, ROOT

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
    with httpx.Client(base_url=standin.base, headers={"Origin": ORIGIN}) as client:
        yield client


def allowed(answer):
    return answer.headers.get("access-control-allow-origin")


class TestWhatABrowserMayDo:
    def test_pay_with_the_clients_secret(self, browser, api):
        intent = api.payment_intents.create({"amount": 2500, "currency": "usd", "metadata": {"a": "b"}})
        secret = {**FORM, "client_secret": intent.client_secret}
        card = {re.sub(r"^(\w+)", r"payment_method_data[\1]", name): value for name, value in CARD.items()}
        answer = browser.post(f"/v1/payment_intents/{intent.id}/confirm", data={**secret, **card})
        assert (answer.json()["status"], allowed(answer)) == ("succeeded", ORIGIN)
        seen = browser.get(f"/v1/payment_intents/{intent.id}", params=secret).json()
        assert seen["amount"] == 2500
        assert not {"metadata", "latest_charge"} & seen.keys()

    def test_make_a_payment_method(self, browser):
        answer = browser.post("/v1/payment_methods", data={**FORM, **CARD})
        assert (answer.json()["card"]["last4"], allowed(answer)) == ("4242", ORIGIN)

    def test_answer_the_bank(self, browser, api, intent):
        api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_authenticationRequired"})
        fields = {**FORM, "payment_intent": intent.id, "outcome": "succeed"}
        assert browser.post("/_standin/authentications", data=fields).status_code == 400
        fields["client_secret"] = intent.client_secret
        assert browser.post("/_standin/authentications", data=fields).json()["status"] == "succeeded"


class TestWhatABrowserMayNot:
    @pytest.mark.parametrize("secret", [{}, {"client_secret": "pi_x_secret_y"}])
    def test_touch_an_intent_without_its_secret(self, browser, intent, secret):
        path = f"/v1/payment_intents/{intent.id}"
        assert browser.get(path, params={**FORM, **secret}).status_code == 400
        pay = {**FORM, **secret, "payment_method": "pm_card_visa"}
        assert browser.post(f"{path}/confirm", data=pay).status_code == 400

    def test_anything_else(self, browser, api, paid):
        calls = [
            browser.post("/v1/payment_intents", data={**FORM, "amount": 100, "currency": "usd"}),
            browser.post(f"/v1/payment_intents/{paid.id}/cancel", data=FORM),
            browser.post(f"/v1/payment_intents/{paid.id}", data={**FORM, "amount": 100}),
            browser.post("/v1/refunds", data={**FORM, "payment_intent": paid.id}),
            *(browser.get(f"/v1/{kind}", params=FORM) for kind in ("payment_intents", "refunds", "charges", "events")),
            browser.get(f"/v1/charges/{paid.latest_charge}", params=FORM),
        ]
        assert [answer.status_code for answer in calls] == [401] * len(calls)
        assert api.refunds.list().data == []

    def test_send_a_secret_key_as_a_parameter(self, browser):
        answer = browser.post("/v1/payment_methods", data={**CARD, "key": "sk_test_camp"})
        assert answer.status_code == 401

    def test_from_another_origin(self, standin, browser):
        headers = {"Origin": "http://evil.example"}
        answer = browser.post("/v1/payment_methods", data={**FORM, **CARD}, headers=headers)
        assert allowed(answer) is None
        assert allowed(browser.get("/_standin/switches")) is None


@pytest.mark.parametrize("path", ["/v1/payment_methods", "/v1/payment_intents/pi_1/confirm"])
def test_preflights(browser, path):
    headers = {"Access-Control-Request-Method": "POST"}
    answer = browser.options(path, headers=headers)
    assert (answer.status_code, allowed(answer)) == (200, ORIGIN)
    assert browser.options(path, headers={**headers, "Origin": "http://evil.example"}).status_code == 400


def test_the_script_is_served(browser):
    answer = browser.get("/v3/stripe.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "window.Stripe = Stripe" in answer.text
    assert "eval(" not in answer.text
    assert "innerHTML" not in answer.text


@pytest.fixture(scope="module")
def rules():
    """Evaluate expressions beside the card form's rules, today being 2026-06-15."""
    node = shutil.which("node")
    assert node, "the project needs Node"
    source = (ROOT / "standins/stripe/browser/card-rules.js").read_text()

    def evaluate(expressions):
        program = (
            f"{source}\nconst day = new Date(2026, 5, 15);\nconsole.log(JSON.stringify([{','.join(expressions)}]))"
        )
        done = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return evaluate


class TestTheCardFormsRules:
    def test_numbers(self, rules):
        texts = ["", "4242", "4242 4242 4242 4242", "4242424242424241", "378282246310005", "6200 0000 0000 0005"]
        states = rules([f"numberState({text!r})" for text in texts])
        told = [(state["complete"], state["error"] or state["incomplete"]) for state in states]
        assert told == [
            (False, "incomplete_number"),
            (False, "incomplete_number"),
            (True, None),
            (False, "invalid_number"),
            (True, None),
            (True, None),
        ]

    def test_expiry(self, rules):
        texts = ["", "06 / 2", "06 / 26", "05 / 26", "12 / 25", "01 / 77", "12 / 40"]
        states = rules([f"expiryState({text!r}, day)" for text in texts])
        assert [state["error"] or state["incomplete"] for state in states] == [
            "incomplete_expiry",
            "incomplete_expiry",
            None,
            "invalid_expiry_month_past",
            "invalid_expiry_year_past",
            "invalid_expiry_year",
            None,
        ]

    def test_how_people_type_an_expiry(self, rules):
        typed = ["1", "12", "123", "5", "5/30", "13", "1/30", "12/2034", "12 / 34", "00"]
        shown = ["1", "12", "12 / 3", "05", "05 / 30", "01 / 3", "01 / 30", "12 / 34", "12 / 34", "0"]
        assert rules([f"formatExpiry({text!r})" for text in typed]) == shown

    def test_how_numbers_are_grouped(self, rules):
        typed = ["4242424242424242999", "378282246310005", "42a4 2", ""]
        shown = ["4242 4242 4242 4242", "3782 822463 10005", "4242", ""]
        assert rules([f"formatNumber({text!r})" for text in typed]) == shown

    def test_the_code_belongs_to_the_brand(self, rules):
        expressions = [
            f"codeState({code!r}, brandOf({start!r}))"
            for code, start in (("123", "4"), ("123", "37"), ("1234", "37"), ("", "4"))
        ]
        states = rules(expressions)
        assert [state["complete"] for state in states] == [True, False, True, False]

    def test_the_whole_script_is_valid(self, tmp_path):
        path = tmp_path / "stripe.js"
        path.write_text(script())
        subprocess.run([shutil.which("node"), "--check", path], check=True)

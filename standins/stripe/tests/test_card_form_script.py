"""The script of the card form, and its rules for the number, the expiry and the security code."""

import json
import shutil
import subprocess

import httpx
import pytest
from django.conf import settings

from standins.stripe.browser import script

pytestmark = pytest.mark.slow


def test_it_serves_the_script(standin):
    response = httpx.get(f"{standin.base}/v3/stripe.js", trust_env=False)
    assert response.headers["content-type"].startswith("text/javascript")
    assert "window.Stripe = Stripe" in response.text
    assert "eval(" not in response.text
    assert "innerHTML" not in response.text


@pytest.fixture(scope="module")
def evaluate():
    """Evaluates expressions that use card-rules.js, where `today` is 2026-06-15."""
    node = shutil.which("node")
    assert node, "Node is not installed"
    source = (settings.BASE_DIR / "standins/stripe/browser/card-rules.js").read_text()

    def evaluate(expressions):
        program = (
            f"{source}\nconst today = new Date(2026, 5, 15);\nconsole.log(JSON.stringify([{','.join(expressions)}]))"
        )
        result = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)
        return json.loads(result.stdout)

    return evaluate


class TestCardRules:
    def test_it_validates_the_number(self, evaluate):
        texts = ["", "4242", "4242 4242 4242 4242", "4242424242424241", "378282246310005", "6200 0000 0000 0005"]
        states = evaluate([f"numberState({text!r})" for text in texts])
        codes = [(state["complete"], state["error"] or state["incomplete"]) for state in states]
        assert codes == [
            (False, "incomplete_number"),
            (False, "incomplete_number"),
            (True, None),
            (False, "invalid_number"),
            (True, None),
            (True, None),
        ]

    def test_it_validates_the_expiry(self, evaluate):
        texts = ["", "06 / 2", "06 / 26", "05 / 26", "12 / 25", "01 / 77", "12 / 40"]
        states = evaluate([f"expiryState({text!r}, today)" for text in texts])
        assert [state["error"] or state["incomplete"] for state in states] == [
            "incomplete_expiry",
            "incomplete_expiry",
            None,
            "invalid_expiry_month_past",
            "invalid_expiry_year_past",
            "invalid_expiry_year",
            None,
        ]

    def test_it_formats_the_expiry(self, evaluate):
        typed = ["1", "12", "123", "5", "5/30", "13", "1/30", "12/2034", "12 / 34", "00"]
        expected = ["1", "12", "12 / 3", "05", "05 / 30", "01 / 3", "01 / 30", "12 / 34", "12 / 34", "0"]
        assert evaluate([f"formatExpiry({text!r})" for text in typed]) == expected

    def test_it_groups_the_digits_of_the_number(self, evaluate):
        typed = ["4242424242424242999", "378282246310005", "42a4 2", ""]
        expected = ["4242 4242 4242 4242", "3782 822463 10005", "4242", ""]
        assert evaluate([f"formatNumber({text!r})" for text in typed]) == expected

    def test_it_validates_the_security_code_by_brand(self, evaluate):
        expressions = [
            f"cvcState({cvc!r}, brandOf({prefix!r}))"
            for cvc, prefix in (("123", "4"), ("123", "37"), ("1234", "37"), ("", "4"))
        ]
        states = evaluate(expressions)
        assert [state["complete"] for state in states] == [True, False, True, False]

    def test_it_is_valid_javascript(self, tmp_path):
        path = tmp_path / "stripe.js"
        path.write_text(script())
        subprocess.run([shutil.which("node"), "--check", path], check=True)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("return_url", "confirmCardPayment('pi_1_secret_1', {return_url: 'https://camp.example/'})"),
        ("receipt_email", "confirmCardPayment('pi_1_secret_1', {receipt_email: 'a@camp.example'})"),
        ("handleActions", "confirmCardPayment('pi_1_secret_1', {payment_method: 'pm_1'}, {handleActions: false})"),
        ("allow_redisplay", "confirmCardPayment('pi_1_secret_1', {payment_method: {allow_redisplay: 'always'}})"),
        ("radar_options", "createPaymentMethod({type: 'card', radar_options: {}})"),
    ],
)
def test_it_refuses_what_would_have_no_effect(name, call):
    program = f"""
        const window = {{}}, document = {{currentScript: {{src: 'http://127.0.0.1/v3/stripe.js'}}}};
        class CSSStyleSheet {{ cssRules = []; insertRule() {{}} }}
        let requests = 0;
        const fetch = async () => {{ requests += 1; throw new Error('no network'); }};
        {script()}
        window.Stripe('pk_test_1').{call}.then(
          () => console.log(JSON.stringify(['resolved', '', requests])),
          (error) => console.log(JSON.stringify([error.name, error.message, requests])),
        );
    """
    result = subprocess.run([shutil.which("node"), "-e", program], capture_output=True, text=True, check=True)
    message = f"The stand-in does not support {name} here."
    assert json.loads(result.stdout) == ["IntegrationError", message, 0]

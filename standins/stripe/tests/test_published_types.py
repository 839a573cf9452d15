"""Compares recorded responses of the stand-in with the types that Stripe publishes in its SDKs.

The TypeScript compiler checks them against the npm package, `testing/proofs/stripe_sdk_types.py` against the Python
package: a missing field, an unknown field and a wrong type are errors. The recording covers each object type in each
state, each event type and each kind of error body.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import stripe
from django.conf import settings

from testing.proofs.stripe_sdk_types import type_errors
from testing.servers.stripe_process import StandInProcess

pytestmark = pytest.mark.slow

PACKAGES = settings.BASE_DIR / "standins" / "stripe" / "conformance" / "node_modules"
COMPILER = settings.BASE_DIR / "frontend" / "node_modules" / ".bin" / "tsc"
INTENT, CHARGE, METHOD, REFUND, DISPUTE = "PaymentIntent", "Charge", "PaymentMethod", "Refund", "Dispute"
STRICT = {
    "noEmit": True,
    "strict": True,
    "skipLibCheck": True,
    "types": [],
    "target": "es2022",
    "module": "nodenext",
    "exactOptionalPropertyTypes": True,
}
Recording = dict[str, tuple[str, Any]]


class Recorder:
    """Sends requests without an SDK, so that the response bodies are unmodified."""

    def __init__(self, standin: StandInProcess) -> None:
        self.http = httpx.Client(base_url=standin.base, auth=("sk_test_camp", ""), trust_env=False)

    def post(self, path: str, status: int = 200, headers: dict[str, str] | None = None, **form: Any) -> Any:
        response = self.http.post(f"/v1/{path}", data=form, headers=headers)
        assert response.status_code == status, response.text
        return response.json()

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        response = self.http.get(f"/v1/{path}", params=query)
        assert response.status_code == status, response.text
        return response.json()

    def intent(self, **params: Any) -> Any:
        return self.post("payment_intents", amount=4550, currency="usd", **{"metadata[order]": "1"} | params)

    def confirmed(self, card: str = "pm_card_visa", status: int = 200) -> Any:
        return self.post(f"payment_intents/{self.intent()['id']}/confirm", status, payment_method=card)


@pytest.fixture
def recorder(standin: StandInProcess) -> Any:
    recorder = Recorder(standin)
    yield recorder
    recorder.http.close()


@pytest.fixture
def objects(recorder: Recorder, standin: StandInProcess) -> Recording:
    """Each object type in each state: name -> (type, object)."""
    new, declined = recorder.intent(), recorder.confirmed("pm_card_chargeDeclined", 402)["error"]["payment_intent"]
    paid, unauthenticated = recorder.confirmed(), recorder.confirmed("pm_card_authenticationRequired")
    disputed_charge = recorder.confirmed("pm_card_createDispute")["latest_charge"]
    partial = recorder.post("refunds", payment_intent=paid["id"], amount=1000, **{"metadata[payment]": "1"})
    failed_refund = recorder.post("refunds", payment_intent=paid["id"])["id"]
    standin.post("/_standin/refund_failures", {"refund": failed_refund})
    pending_refund = recorder.post("refunds", payment_intent=recorder.confirmed("pm_card_pendingRefund")["id"])
    (dispute,) = recorder.get("events", type="charge.dispute.created")["data"]
    standin.post("/_standin/dispute_results", {"dispute": dispute["data"]["object"]["id"]})
    objects = {
        "new_intent": (INTENT, new),
        "declined_intent": (INTENT, recorder.get(f"payment_intents/{declined['id']}")),
        "unauthenticated_intent": (INTENT, unauthenticated),
        "paid_intent": (INTENT, paid),
        "intent_with_expanded_charge": (
            INTENT,
            recorder.get(f"payment_intents/{paid['id']}", **{"expand[]": "latest_charge"}),
        ),
        "canceled_intent": (
            INTENT,
            recorder.post(f"payment_intents/{recorder.intent()['id']}/cancel", cancellation_reason="abandoned"),
        ),
        "refunded_charge": (CHARGE, recorder.get(f"charges/{paid['latest_charge']}")),
        "failed_charge": (CHARGE, recorder.get(f"charges/{declined['latest_charge']}")),
        "charge_with_dispute": (CHARGE, recorder.get(f"charges/{disputed_charge}")),
        "method": (METHOD, recorder.get(f"payment_methods/{paid['payment_method']}")),
        "partial_refund": (REFUND, partial),
        "refund_with_reference": (REFUND, recorder.get(f"refunds/{partial['id']}")),
        "failed_refund": (REFUND, recorder.get(f"refunds/{failed_refund}")),
        "pending_refund": (REFUND, pending_refund),
        "account": ("Account", recorder.get("account")),
        "webhook_endpoint": ("WebhookEndpoint", recorder.get("webhook_endpoints")["data"][0]),
        "dispute": (DISPUTE, recorder.get("disputes")["data"][0]),
    }
    events = recorder.get("events", limit=100)["data"]
    by_type = {event["type"]: event for event in events}
    return objects | {f"event_{kind.replace('.', '_')}": ("Event", event) for kind, event in by_type.items()}


@pytest.fixture
def errors(recorder: Recorder, standin: StandInProcess) -> dict[str, dict[str, Any]]:
    """Each kind of error: name -> the `error` object of the response body."""
    paid = recorder.confirmed()
    recorder.post("refunds", payment_intent=paid["id"])
    recorder.intent(**{"metadata[order]": "first"})
    key = {"Idempotency-Key": "same-key"}
    recorder.post("payment_intents", headers=key, amount=100, currency="usd")
    bodies = {
        "declined": recorder.confirmed("pm_card_chargeDeclined", 402),
        "expired": recorder.confirmed("pm_card_chargeDeclinedExpiredCard", 402),
        "no_such": recorder.get("payment_intents/pi_none", 404),
        "unknown_parameter": recorder.post("payment_intents", 400, amount=100, currency="usd", color="red"),
        "missing_parameter": recorder.post("payment_intents", 400, currency="usd"),
        "already_refunded": recorder.post("refunds", 400, payment_intent=paid["id"]),
        "not_cancelable": recorder.post(f"payment_intents/{paid['id']}/cancel", 400),
        "key_reused": recorder.post("payment_intents", 400, headers=key, amount=200, currency="usd"),
        "unauthorized": httpx.get(f"{standin.base}/v1/charges", trust_env=False).json(),
    }
    for status in (400, 429, 500):
        fault = {"fault": "fail", "status": status, "path": "/v1/charges"}
        standin.post("/_standin/faults", {"requests": [fault]})
        bodies[f"failure_{status}"] = recorder.get("charges", status)
    assert all(set(body) == {"error"} for body in bodies.values())
    return {name: body["error"] for name, body in bodies.items()}


def test_it_matches_the_types_of_the_python_sdk(objects, errors):
    found = [line for name, (kind, body) in objects.items() for line in type_errors(body, getattr(stripe, kind), name)]
    found += [line for name, error in errors.items() for line in type_errors(error, stripe.ErrorObject, name)]
    assert found == []


def test_it_emits_every_event_type_that_the_site_handles(objects):
    from payments.settlement.webhook import EFFECTS

    assert set(EFFECTS) <= {body["type"] for name, (_, body) in objects.items() if "event" in name}


@pytest.mark.parametrize(
    ("corrupt", "expected"),
    [
        (lambda intent: intent.pop("amount"), "new_intent.amount is missing"),
        (lambda intent: intent.update(color="red"), "new_intent.color is unknown"),
        (lambda intent: intent.update(amount="4550"), "new_intent.amount: '4550' is not of type int"),
        (lambda intent: intent.update(status="paid"), "new_intent.status: 'paid' is not one of"),
    ],
)
def test_it_detects_a_corrupted_object(objects, corrupt, expected):
    _, intent = objects["new_intent"]
    corrupt(intent)
    assert any(line.startswith(expected) for line in type_errors(intent, stripe.PaymentIntent, "new_intent"))


def compiler_output(folder: Path, objects: Recording, errors: dict[str, Any]) -> str:
    """Writes the recording as TypeScript constants with the types of the npm package, and compiles them."""
    lines = ['import type Stripe from "stripe";']
    types = {name: f"Stripe.{kind}" for name, (kind, _) in objects.items()}
    bodies = {name: body for name, (_, body) in objects.items()}
    for name, body in (bodies | errors).items():
        lines.append(f"export const {name}: {types.get(name, 'Stripe.StripeRawError')} = {json.dumps(body)};")
    (folder / "recording.ts").write_text("\n".join(lines))
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT, "files": ["recording.ts"]}))
    command = [str(COMPILER), "--project", "tsconfig.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_it_matches_the_types_of_the_npm_package(objects, errors, tmp_path):
    assert compiler_output(tmp_path, objects, errors) == ""


def test_it_does_not_compile_a_corrupted_object(objects, errors, tmp_path):
    _, intent = objects["new_intent"]
    intent["created"] = "today"
    del objects["paid_intent"][1]["amount"]
    errors["declined"]["decline_code"] = 5
    output = compiler_output(tmp_path, objects, errors)
    assert "Type 'string' is not assignable to type 'number'" in output
    assert "Property 'amount' is missing" in output
    assert "Type 'number' is not assignable to type 'string'" in output

"""The stand-in's answers, recorded, against what the provider publishes of its own: both SDKs' types.

The npm package's are checked by its language's compiler (`tsc`), where a field that is missing, unknown or of another
type is an error; the Python package's field by field. For every object in use, in every state, and error bodies too.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import stripe

from standins.stripe.tests.description import misfits
from standins.stripe.tests.world import ROOT, StandIn

PACKAGES = ROOT / "standins" / "stripe" / "conformance" / "node_modules"
COMPILER = ROOT / "frontend" / "node_modules" / ".bin" / "tsc"
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
Recorded = dict[str, tuple[str, Any]]


class Recorder:
    """Asks over bare HTTP, as no SDK has touched the answer."""

    def __init__(self, standin: StandIn) -> None:
        self.http = httpx.Client(base_url=standin.base, auth=("sk_test_camp", ""), trust_env=False)

    def post(self, path: str, status: int = 200, headers: dict[str, str] | None = None, **form: Any) -> Any:
        answer = self.http.post(f"/v1/{path}", data=form, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.http.get(f"/v1/{path}", params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def intent(self, **more: Any) -> Any:
        return self.post("payment_intents", amount=4550, currency="usd", **{"metadata[attempt]": "1"} | more)

    def paid(self, card: str = "pm_card_visa", status: int = 200) -> Any:
        return self.post(f"payment_intents/{self.intent()['id']}/confirm", status, payment_method=card)


@pytest.fixture
def recorder(standin: StandIn) -> Any:
    recorder = Recorder(standin)
    yield recorder
    recorder.http.close()


@pytest.fixture
def objects(recorder: Recorder, standin: StandIn) -> Recorded:
    """Every object in use, in every state: by a name of its own, with its type's name."""
    new, declined = recorder.intent(), recorder.paid("pm_card_chargeDeclined", 402)["error"]["payment_intent"]
    paid, asked = recorder.paid(), recorder.paid("pm_card_authenticationRequired")
    contested = recorder.paid("pm_card_createDispute")["latest_charge"]
    part = recorder.post("refunds", payment_intent=paid["id"], amount=1000)
    recorder.post("refunds", payment_intent=paid["id"])
    (dispute,) = recorder.get("events", type="charge.dispute.created")["data"]
    found = {
        "a_new_intent": (INTENT, new),
        "a_declined_intent": (INTENT, recorder.get(f"payment_intents/{declined['id']}")),
        "an_intent_that_asks": (INTENT, asked),
        "a_paid_intent": (INTENT, paid),
        "an_intent_with_its_charge": (
            INTENT,
            recorder.get(f"payment_intents/{paid['id']}", **{"expand[]": "latest_charge"}),
        ),
        "a_canceled_intent": (
            INTENT,
            recorder.post(f"payment_intents/{recorder.intent()['id']}/cancel", cancellation_reason="abandoned"),
        ),
        "a_refunded_charge": (CHARGE, recorder.get(f"charges/{paid['latest_charge']}")),
        "a_failed_charge": (CHARGE, recorder.get(f"charges/{declined['latest_charge']}")),
        "a_disputed_charge": (CHARGE, recorder.get(f"charges/{contested}")),
        "a_method": (METHOD, recorder.get(f"payment_methods/{paid['payment_method']}")),
        "a_partial_refund": (REFUND, part),
        "a_settled_refund": (REFUND, recorder.get(f"refunds/{part['id']}")),
        "a_dispute": (DISPUTE, recorder.get(f"disputes/{dispute['data']['object']['id']}")),
    }
    events = recorder.get("events", limit=100)["data"]
    by_type = {event["type"]: event for event in events}
    return found | {f"event_{kind.replace('.', '_')}": ("Event", event) for kind, event in by_type.items()}


@pytest.fixture
def refusals(recorder: Recorder, standin: StandIn) -> dict[str, dict[str, Any]]:
    """Every kind of error body, without its envelope."""
    paid = recorder.paid()
    recorder.post("refunds", payment_intent=paid["id"])
    recorder.intent(**{"metadata[attempt]": "first"})
    key = {"Idempotency-Key": "the-same"}
    recorder.post("payment_intents", headers=key, amount=100, currency="usd")
    found = {
        "declined": recorder.paid("pm_card_chargeDeclined", 402),
        "expired": recorder.paid("pm_card_chargeDeclinedExpiredCard", 402),
        "no_such": recorder.get("payment_intents/pi_none", 404),
        "unknown_parameter": recorder.post("payment_intents", 400, amount=100, currency="usd", color="red"),
        "missing_parameter": recorder.post("payment_intents", 400, currency="usd"),
        "refunded_already": recorder.post("refunds", 400, payment_intent=paid["id"]),
        "not_to_be_canceled": recorder.post(f"payment_intents/{paid['id']}/cancel", 400),
        "key_reused": recorder.post("payment_intents", 400, headers=key, amount=200, currency="usd"),
        "unauthorized": httpx.get(f"{standin.base}/v1/charges", trust_env=False).json(),
    }
    for status in (429, 500):
        switch = {"fault": "fail", "status": status, "path": "/v1/charges"}
        standin.post("/_standin/switches", {"requests": [switch]})
        found[f"failing_{status}"] = recorder.get("charges", status)
    assert all(set(body) == {"error"} for body in found.values())
    return {name: body["error"] for name, body in found.items()}


def test_the_python_sdk_describes_every_answer(objects, refusals):
    found = [line for name, (kind, body) in objects.items() for line in misfits(body, getattr(stripe, kind), name)]
    found += [line for name, error in refusals.items() for line in misfits(error, stripe.ErrorObject, name)]
    assert found == []


def test_the_events_cover_what_the_webhook_listens_to(objects):
    from payments.webhooks import EFFECTS

    assert set(EFFECTS) <= {body["type"] for name, (_, body) in objects.items() if "event" in name}


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda intent: intent.pop("amount"), "a_new_intent.amount is missing"),
        (lambda intent: intent.update(color="red"), "a_new_intent.color is unknown"),
        (lambda intent: intent.update(amount="4550"), "a_new_intent.amount: '4550' is no int"),
        (lambda intent: intent.update(status="paid"), "a_new_intent.status: 'paid' is none of"),
    ],
)
def test_the_control_a_spoiled_answer_is_seen(objects, spoil, expected):
    _, intent = objects["a_new_intent"]
    spoil(intent)
    assert any(line.startswith(expected) for line in misfits(intent, stripe.PaymentIntent, "a_new_intent"))


def compile_as_described(folder: Path, objects: Recorded, refusals: dict[str, Any]) -> str:
    """What the compiler says of the answers, written down as constants of the package's types."""
    lines = ['import type Stripe from "stripe";']
    typed = {name: f"Stripe.{kind}" for name, (kind, _) in objects.items()}
    bodies = {name: body for name, (_, body) in objects.items()}
    for name, body in (bodies | refusals).items():
        lines.append(f"export const {name}: {typed.get(name, 'Stripe.StripeRawError')} = {json.dumps(body)};")
    (folder / "recorded.ts").write_text("\n".join(lines))
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT, "files": ["recorded.ts"]}))
    command = [str(COMPILER), "--project", "tsconfig.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_the_npm_packages_types_describe_every_answer(objects, refusals, tmp_path):
    assert compile_as_described(tmp_path, objects, refusals) == ""


def test_the_control_a_spoiled_answer_does_not_compile(objects, refusals, tmp_path):
    _, intent = objects["a_new_intent"]
    intent["created"] = "today"
    del objects["a_paid_intent"][1]["amount"]
    refusals["declined"]["decline_code"] = 5
    said = compile_as_described(tmp_path, objects, refusals)
    assert "Type 'string' is not assignable to type 'number'" in said
    assert "Property 'amount' is missing" in said
    assert "Type 'number' is not assignable to type 'string'" in said

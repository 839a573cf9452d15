"""What students, the card provider and the clock do in the tests of money."""

import hashlib
import hmac
import json
import time
from decimal import Decimal
from typing import Any

import httpx
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.conftest import everybody
from camp.testing import as_, choose
from classes.models import CampClass, Enrollment, Selection
from payments.models import Payment

KEY = {"Authorization": "Bearer sk_test_camp"}


class Cards:
    """The card stand-in from the outside: paying with a card, and what happens at the provider."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, headers=KEY, timeout=10)

    def close(self) -> None:
        self.http.close()

    def pay(self, intent_id: str, card: str = "pm_card_visa", status: int = 200) -> dict[str, Any]:
        return self._post(f"/v1/payment_intents/{intent_id}/confirm", {"payment_method": card}, status)

    def cancel(self, intent_id: str) -> dict[str, Any]:
        return self._post(f"/v1/payment_intents/{intent_id}/cancel", {}, 200)

    def refund(self, intent_id: str, cents: int | None = None) -> dict[str, Any]:
        amount = {"amount": cents} if cents else {}
        return self._post("/v1/refunds", {"payment_intent": intent_id} | amount, 200)

    def intent(self, intent_id: str) -> dict[str, Any]:
        answer = self.http.get(f"/v1/payment_intents/{intent_id}", params={"expand[]": "latest_charge"})
        assert answer.status_code == 200
        return answer.json()

    def refunded_cents(self, intent_id: str) -> int:
        charge = self.intent(intent_id)["latest_charge"]
        return charge["amount_refunded"] if charge else 0

    def events_of(self, intent_id: str, kind: str) -> list[dict[str, Any]]:
        """The provider's events of this type about this intent, oldest first."""
        listed = self.http.get("/v1/events", params={"type": kind, "limit": 100}).json()["data"]
        about = [
            e for e in listed if intent_id in (e["data"]["object"]["id"], e["data"]["object"].get("payment_intent"))
        ]
        return about[::-1]

    def forget_everything(self) -> None:
        """The provider as on its first day: what other tests did there is gone, switches too."""
        self.control("reset", {})

    def control(self, what: str, body: Any) -> Any:
        """A call of the stand-in's own: switches, disputes, reset."""
        answer = self.http.post(f"/_standin/{what}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _post(self, path: str, form: dict[str, Any], status: int) -> dict[str, Any]:
        answer = self.http.post(path, data=form)
        assert answer.status_code == status, answer.text
        return answer.json()


def deliver(event: dict[str, Any], *status: int, secret: str | None = None, seconds_ago: int = 0) -> Any:
    """Deliver this event to our webhook, signed as the provider signs; one of these answers is right, else 200."""
    body, now = json.dumps(event), int(time.time()) - seconds_ago
    key = secret or settings.STRIPE_WEBHOOK_SECRET
    signature = hmac.new(key.encode(), f"{now}.{body}".encode(), hashlib.sha256).hexdigest()
    answer = APIClient().post(
        "/stripe/webhook", body, content_type="application/json", HTTP_STRIPE_SIGNATURE=f"t={now},v1={signature}"
    )
    assert answer.status_code in (status or (200,)), answer.content
    return answer.json()


def deliver_all(cards: Cards, intent_id: str, kind: str) -> None:
    events = cards.events_of(intent_id, kind)
    assert events, f"the provider has no {kind} about {intent_id}"
    for event in events:
        deliver(event)


def hold(student: User, camp_class: CampClass, status: int = 200, price: Decimal | None = None) -> Any:
    body = {"price": float(camp_class.price if price is None else price), "classId": str(camp_class.pk)}
    return as_(student).post("/createPaymentIntent", body, status)


def at_the_till(student: User, camp_class: CampClass) -> Payment:
    """The student chose the class and holds a seat; the attempt that is open now."""
    if not Selection.objects.filter(student=student, camp_class=camp_class).exists():
        choose(student, camp_class)
    hold(student, camp_class)
    return Payment.objects.get(student=student, camp_class=camp_class, state=Payment.State.STARTED)


def come_back(payment: Payment, status: int = 201) -> Any:
    """The student's browser comes back from paying."""
    return as_(payment.student).post("/payments", {"transactionId": payment.intent_id}, status)


def enrolled(student: User, camp_class: CampClass, cards: Cards) -> Payment:
    """A student all the way through: held, paid, settled by the browser."""
    payment = at_the_till(student, camp_class)
    cards.pay(payment.intent_id)
    come_back(payment)
    payment.refresh_from_db()
    return payment


def late(student: User, camp_class: CampClass, cards: Cards) -> Payment:
    """A student whose hold ran out and was released, and who paid all the same; nobody has heard of it yet."""
    payment = at_the_till(student, camp_class)
    Enrollment.objects.filter(pk=payment.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    cards.pay(payment.intent_id)
    return payment


def seats_taken(camp_class: CampClass) -> int:
    return Enrollment.objects.filter(camp_class=camp_class, state=Enrollment.State.CONFIRMED).count()


def snapshot() -> tuple[Any, ...]:
    """Everything that a refused request must leave as it was."""
    return (
        list(Payment.objects.order_by("pk").values()),
        list(Enrollment.objects.order_by("pk").values()),
        list(Selection.objects.order_by("pk").values()),
    )


def books() -> tuple[Any, ...]:
    """The same, with people and classes."""
    return everybody(), list(CampClass.objects.order_by("pk").values()), User.history.count(), *snapshot()

"""A client that opens the intent by price alone and names the class in POST /payments, after the card payment."""

import pytest

from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.factories import (
    make_class,
    make_selection,
)
from testing.proofs.invariants import current_violations
from testing.servers.stripe_stand_in import deliver_events

in_both_orders = pytest.mark.parametrize("webhook_first", [False, True], ids=["browser first", "webhook first"])
MADE_UP = {"email": "sam@camp.example", "studentName": "Sam", "price": 45.5, "status": "enrollPending", "payId": "1"}
"""What the original client sends besides the ids."""


@pytest.fixture
def wood(users):
    """A class at the price of ``clay``. It is selected later, so that the intent is opened for it."""
    return make_class(users.instructor, "Wood")


class OriginalClient:
    """Selects both classes, opens the intent by price, pays, and names ``clay``."""

    def __init__(self, users, clay, wood, stripe, newest=None):
        self.student, self.clay, self.wood, self.stripe = users.student, clay, wood, stripe
        in_order = (wood, clay) if newest == clay else (clay, wood)
        self.selections = [make_selection(users.student, camp_class) for camp_class in in_order]
        opened = as_(users.student).post("/createPaymentIntent", {"price": 45.5})
        self.intent_id = opened["clientSecret"].split("_secret_")[0]

    def pay(self):
        self.stripe.pay(self.intent_id)

    def deliver(self):
        deliver_events(self.stripe, self.intent_id, "payment_intent.succeeded")

    def name(self, camp_class=None, status=201):
        body = MADE_UP | {"transactionId": self.intent_id, "classId": str((camp_class or self.clay).pk)}
        return as_(self.student).post("/payments", body, status)

    def pay_and_name(self, webhook_first, camp_class=None):
        self.pay()
        if webhook_first:
            self.deliver()
        answer = self.name(camp_class)
        self.deliver()
        assert current_violations(self.stripe) == []
        return answer


@pytest.fixture
def client(users, clay, wood, fresh_stripe):
    return OriginalClient(users, clay, wood, fresh_stripe)


def booking_emails():
    return list(OutboxEmail.objects.filter(kind="booked").exclude(state="SKIPPED").order_by("pk"))

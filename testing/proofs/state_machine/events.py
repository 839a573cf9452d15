"""The rules of the state machine for the clock, instructors, staff and Stripe."""

from contextlib import nullcontext, suppress
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from accounts.models import User
from classes.catalog.withdrawal import is_over
from classes.models import CampClass, Enrollment, Status, shown_classes
from core.errors import DomainError
from payments.models import Payment, Refund
from payments.refunds.cancellation import NotSeated
from payments.refunds.disputes import accept_loss
from testing.clients.api import as_
from testing.factories import make_lesson
from testing.proofs.invariants.books import is_returned_otherwise
from testing.servers.stripe_stand_in import StripeStandIn, deliver_event
from testing.steps.class_edits import lesson_row
from testing.steps.desk_payments import pay_back_by_hand, refund_and_release

DOLLARS = [Decimal("45.50"), Decimal("60.00"), Decimal("19.99"), Decimal(0)]
FAULTS = ["fail", "fail_stored", "fail_after", "lose_response", "malformed"]
PATHS = ["/v1/payment_intents", "/v1/payment_intents/*", "/v1/payment_intents/*/cancel", "/v1/refunds"]
UNAVAILABLE = 503
classes = st.integers(0, 2)
indexes = st.integers(0, 10**6)


class CampEvents(RuleBasedStateMachine):
    """Actions of everybody except the students."""

    stripe: StripeStandIn
    """Stripe. It drops all its webhooks; the machine delivers events, or reconciliation finds them."""

    admin: User
    instructor: User
    classes: list[CampClass]

    # The clock.

    @rule(index=indexes)
    @precondition(lambda self: Enrollment.objects.held().exists())
    def expire_hold(self, index: int) -> None:
        self.expire(pick(Enrollment.objects.held().order_by("pk"), index))

    def expire(self, hold: Enrollment) -> None:
        past = timezone.now() - timedelta(seconds=1)
        Enrollment.objects.filter(pk=hold.pk).update(held_until=min(hold.held_until or past, past))

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.exclude(paid_at=None).exists())
    def backdate_payment(self, index: int) -> None:
        """Makes a payment two days old, so that only the refund rules decide what a cancellation refunds."""
        payment = pick(Payment.objects.exclude(paid_at=None).order_by("created_at", "position"), index)
        two_days_ago = timezone.now() - timedelta(hours=49)
        Payment.objects.filter(pk=payment.pk).update(paid_at=two_days_ago)

    # Instructors and staff.

    @rule(camp_class=classes, seats=st.integers(0, 3), shown=st.none() | st.integers(0, 2))
    def change_seats(self, camp_class: int, seats: int, shown: int | None) -> None:
        enrolled = {} if shown is None else {"enroll": shown}
        self.change(camp_class, {"seats": seats} | enrolled, 200, 409)

    @rule(camp_class=classes, price=st.sampled_from(DOLLARS))
    def change_price(self, camp_class: int, price: Decimal) -> None:
        early = CampClass.objects.get(pk=self.classes[camp_class].pk).early_price
        self.change(camp_class, {"price": float(price)}, 200 if early is None or early < price else 409)

    def change(self, camp_class: int, values: dict[str, Any], *statuses: int) -> None:
        current = shown_classes().get(pk=self.classes[camp_class].pk)
        body = {
            "nameClass": current.name,
            "image": current.image,
            "price": float(current.price),
            "seats": current.unsold_seats,
            "enroll": current.enrolled,
        }
        if "seats" in values and "enroll" not in values:
            del body["enroll"]
        response = as_(self.instructor).client.put(f"/classes/{current.pk}", body | values, format="json")
        expected = statuses if current.withdrawn_at is None else (409,)
        assert response.status_code in expected, response.content

    @rule(camp_class=classes, days=st.sampled_from([None, -1, 0.1, 1, 20, 40]))
    def move_lessons(self, camp_class: int, days: float | None) -> None:
        """Replaces the lessons by one in ``days`` days, or by none.

        An instructor does it, except that time passes if a lesson is in the past now, or was before: then the students
        have booked what the class is now.
        """
        current, now = CampClass.objects.get(pk=self.classes[camp_class].pk), timezone.now()
        start = None if days is None else (now + timedelta(days=days)).replace(minute=0, second=0, microsecond=0)
        if days != -1 and not current.lessons.filter(starts_at__lte=now).exists():
            self.change(camp_class, {"lessons": [] if start is None else [lesson_row(start, 0.5)]}, 200)
            return
        current.lessons.all().delete()
        if start is not None:
            make_lesson(current, start, hours=0.5)
        current.enrollments.update(booked_schedule=None, booked_start=None, full_refund_until=None)

    @rule(camp_class=classes)
    @precondition(lambda self: CampClass.objects.filter(withdrawn_at=None).count() > 1)
    def withdraw_class(self, camp_class: int) -> None:
        path = f"/classes/withdrawn/{self.classes[camp_class].pk}"
        status, response = self.call(self.admin, "patch", path, {"reason": "Too few"}, 200, 409)
        if status == 200:
            shown = as_(self.admin).get(f"/classes/{self.classes[camp_class].pk}/withdrawal")
            assert (shown["seats"], shown["refunds"]["owed"]) == (response["seats"], response["owed"]["cards"])

    @rule(camp_class=classes, status=st.sampled_from([Status.APPROVED] * 4 + [Status.DENIED]))
    def review_class(self, camp_class: int, status: Status) -> None:
        """Makes the class pending, because only a pending class can be approved or denied; unless it is over."""
        if is_over(self.classes[camp_class], timezone.now()):
            return
        current = CampClass.objects.filter(pk=self.classes[camp_class].pk, withdrawn_at=None)
        if not current.update(status=Status.PENDING):
            as_(self.admin).patch(f"/classes/{status.lower()}/{self.classes[camp_class].pk}", {}, 409)
            return
        as_(self.admin).patch(f"/classes/{status.lower()}/{self.classes[camp_class].pk}", {})

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.exists())
    def refund_by_staff(self, index: int) -> None:
        payment = pick(Payment.objects.order_by("created_at", "position"), index)
        with nullcontext() if payment.is_seated else pytest.raises(NotSeated):
            refund_and_release(payment)

    @rule(index=indexes)
    @precondition(lambda self: Refund.objects.for_staff().exists())
    def pay_back_by_hand(self, index: int) -> None:
        """Records that staff paid the money back by hand, unless Stripe may still return it."""
        payment = pick(Refund.objects.for_staff(), index).payment
        with suppress(DomainError):
            pay_back_by_hand(payment)

    @rule()
    def reconcile(self) -> None:
        with suppress(CommandError):  # a provider fault makes the command fail; the next run continues
            call_command("reconcile_payments", stdout=StringIO())

    # Stripe.

    @rule(index=indexes)
    def receive_webhook(self, index: int) -> None:
        """Delivers any event: late, repeatedly or out of order."""
        events = self.stripe.http.get("/v1/events", params={"limit": 100}).json()["data"]
        if events:
            deliver_event(events[index % len(events)], 200, UNAVAILABLE)

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.exclude(order__intent_id=None).exists())
    def cancel_at_provider(self, index: int) -> None:
        with suppress(httpx.TransportError):
            self.stripe.http.post(f"/v1/payment_intents/{self.payment(index).intent_id}/cancel")

    @rule(index=indexes, cents=st.sampled_from([None, 500]))
    @precondition(lambda self: Payment.objects.exclude(order__intent_id=None).exists())
    def refund_at_provider(self, index: int, cents: int | None) -> None:
        """Refunds a part or the rest of a charge, unless staff have paid a part of it back by hand."""
        payment = self.payment(index)
        if any(map(is_returned_otherwise, payment.order.payments.all())):
            return
        body = {"payment_intent": payment.intent_id} | ({"amount": cents} if cents else {})
        with suppress(httpx.TransportError):
            self.stripe.http.post("/v1/refunds", data=body)

    @rule(index=indexes)
    def complete_refund(self, index: int) -> None:
        """Makes a pending refund succeed. The machine may deliver the event later."""
        if pending := self.refunds("pending"):
            self.stripe.complete_refund(pick(pending, index)["id"])

    @rule(index=indexes)
    def fail_refund(self, index: int) -> None:
        """Makes a refund fail that is pending or has succeeded, and delivers the event."""
        if sent := self.refunds("pending", "succeeded"):
            self.stripe.control("faults", {"requests": []})
            refund = pick(sent, index)
            self.stripe.fail_refund(refund["id"])
            deliver_event(self.stripe.events_of(refund["payment_intent"], "refund.failed")[-1])

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.exclude(order__intent_id=None).exists())
    def dispute_charge(self, index: int) -> None:
        """Disputes a charge, unless staff have paid a part of it back by hand."""
        payment = self.payment(index)
        intents = self.stripe.objects("/v1/payment_intents")  # a fault may concern the intent itself
        charge = next(intent["latest_charge"] for intent in intents if intent["id"] == payment.intent_id)
        if charge and not any(map(is_returned_otherwise, payment.order.payments.all())):
            self.stripe.http.post("/_standin/disputes", json={"charge": charge})

    @rule(index=indexes, status=st.sampled_from(["won", "lost", "warning_closed"]))
    def decide_dispute(self, index: int, status: str) -> None:
        """Lets the bank decide. The machine may deliver the event later."""
        if disputes := [each for each in self.stripe.objects("/v1/disputes") if each["status"] == "needs_response"]:
            self.stripe.control("dispute_results", {"dispute": pick(disputes, index)["id"], "status": status})

    @rule(index=indexes)
    @precondition(lambda self: Payment.objects.filter(dispute_lost_at__isnull=False).exists())
    def accept_loss(self, index: int) -> None:
        payment = pick(Payment.objects.filter(dispute_lost_at__isnull=False).order_by("pk"), index)
        with suppress(DomainError):
            accept_loss(payment_id=payment.pk)

    def refunds(self, *statuses: str) -> list[dict[str, Any]]:
        """Returns Stripe's refunds with one of these statuses."""
        return [refund for refund in self.stripe.objects("/v1/refunds") if refund["status"] in statuses]

    @rule(fault=st.sampled_from(FAULTS), path=st.sampled_from(PATHS), count=st.integers(1, 3))
    def set_provider_fault(self, fault: str, path: str, count: int) -> None:
        """Makes the next requests to this path fail; the SDK's retry recovers from a single failure only."""
        request = {"fault": fault, "path": path, "count": count}
        self.stripe.control("faults", {"requests": [request | {"method": "GET" if path.endswith("*") else "POST"}]})

    def payment(self, index: int) -> Payment:
        return pick(Payment.objects.exclude(order__intent_id=None).order_by("created_at", "position"), index)

    def call(self, user: User, method: str, path: str, body: Any, *statuses: int) -> tuple[int, Any]:
        """Sends a request and asserts one of the statuses, or 401 if the user's account is deleted or deactivated."""
        user = User.objects.get(pk=user.pk)  # its tokens may have been revoked
        response = getattr(as_(user).client, method)(path, body, format="json")
        expected = statuses if user.is_active else (401,)
        assert response.status_code in expected, (path, response.status_code, response.content)
        return response.status_code, response.json()


def pick(rows: Any, index: int) -> Any:
    """Returns one of the rows, which must have an order."""
    found = list(rows)
    return found[index % len(found)]

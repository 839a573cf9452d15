"""A client names a class after the payment that cannot be sold: it gets all of its money, or keeps its seat."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.utils import timezone

from classes.models import CampClass, Selection, Status
from mail.models import OutboxEmail
from payments.models import Order, Payment, Refund
from payments.settlement.named_class import TIME_TO_NAME
from testing.clients.api import as_
from testing.factories import (
    make_class,
    make_lesson,
    make_season,
    make_selection,
)
from testing.proofs.invariants import current_violations
from testing.snapshots import nothing_changes
from testing.steps.checkout import seats_taken, start_order_of
from testing.steps.desk_payments import make_desk_payment
from testing.steps.original_client import booking_emails, in_both_orders

pytestmark = pytest.mark.django_db


def begin(clay):
    make_lesson(clay, timezone.now() - timedelta(hours=1))


def not_open_yet(clay):
    season = make_season(opens_at=timezone.now() + timedelta(days=1))
    CampClass.objects.filter(pk=clay.pk).update(season=season)


def has_a_seat(clay):
    make_desk_payment(clay.instructor, Order.objects.get().student, clay)


OBSTACLES = {
    "full": (lambda clay: CampClass.objects.filter(pk=clay.pk).update(capacity=0), "class_full"),
    "dearer": (lambda clay: CampClass.objects.filter(pk=clay.pk).update(price=Decimal("45.51")), "not_bookable"),
    "denied": (lambda clay: CampClass.objects.filter(pk=clay.pk).update(status=Status.DENIED), "not_bookable"),
    "begun": (begin, "not_bookable"),
    "not open yet": (not_open_yet, "not_bookable"),
    "has a seat there": (has_a_seat, "already_enrolled"),
}


@in_both_orders
@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_it_gives_all_of_the_money_back_if_the_named_class_cannot_be_sold(clay, wood, client, webhook_first, obstacle):
    """Never another class than the one that was named."""
    hinder, reason = OBSTACLES[obstacle]
    hinder(clay)
    taken = seats_taken(clay)
    answer = client.pay_and_name(webhook_first)
    payment = Payment.objects.get(order__intent_id=client.intent_id)
    shown = answer["payment"]
    assert (shown["nameClass"], shown["status"], shown["refundReason"]) == (
        *(clay.name, "refunded"),
        Refund.Reason(reason).label,
    )
    assert answer["result"] == {"insertedId": str(payment.pk), "modifiedCount": 0}
    assert client.stripe.refunded_cents(client.intent_id) == 4550
    assert (seats_taken(clay), seats_taken(wood)) == (taken, 0)
    assert {each.pk for each in client.selections} == set(Selection.objects.values_list("pk", flat=True))
    assert not booking_emails()
    assert OutboxEmail.objects.get(kind="late_payment_refunded").facts["class"] == clay.name
    with nothing_changes():
        again = client.name(status=200)
        assert (again["insertResult"], again["payment"]["status"]) == (answer["insertResult"], "refunded")
    call_command("reconcile_payments")
    assert current_violations(client.stripe) == []


def test_it_corrects_an_email_that_was_sent_about_a_class_that_it_takes_back(clay, wood, client):
    client.pay()
    client.deliver()
    OutboxEmail.objects.update(state="SENT", sent_at=timezone.now())
    CampClass.objects.filter(pk=clay.pk).update(capacity=0)
    client.name()
    facts = OutboxEmail.objects.get(kind="late_payment_refunded").facts
    assert (facts["class"], facts["instead_of"], facts["amount"]) == (clay.name, wood.name, "45.50")


@in_both_orders
@pytest.mark.parametrize("class_id", ["1", "999999999999999999"])
def test_it_gives_all_of_the_money_back_for_an_unknown_class(wood, client, webhook_first, class_id):
    client.pay()
    if webhook_first:
        client.deliver()
    answer = as_(client.student).post("/payments", {"transactionId": client.intent_id, "classId": class_id}, 201)
    assert answer["payment"]["status"] == "refunded"
    assert (seats_taken(wood), client.stripe.refunded_cents(client.intent_id)) == (0, 4550)
    assert current_violations(client.stripe) == []


def test_it_keeps_a_seat_that_was_settled_long_ago(clay, wood, client):
    client.pay()
    client.deliver()
    Order.objects.update(paid_at=timezone.now() - TIME_TO_NAME)
    assert client.name()["payment"]["classId"] == str(wood.pk)


def test_it_keeps_a_seat_in_a_class_that_has_begun(clay, wood, client):
    """Nobody attends the first lesson and then takes another class instead."""
    client.pay()
    client.deliver()
    begin(wood)
    assert client.name()["payment"]["classId"] == str(wood.pk)
    assert (seats_taken(clay), seats_taken(wood)) == (0, 1)


def test_it_keeps_the_seats_of_an_order_of_several(users, clay, wood, fresh_stripe):
    order = start_order_of(users.student, wood, make_class(users.instructor, "Paper"))
    make_selection(users.student, clay)
    Order.objects.update(created_at=timezone.now())
    fresh_stripe.pay(order.intent_id)
    body = {"transactionId": order.intent_id, "classId": str(clay.pk)}
    assert len(as_(users.student).post("/payments", body, 201)["payments"]) == 2
    assert seats_taken(clay) == 0


def test_it_keeps_a_canceled_seat_canceled(users, clay, wood, client):
    client.pay()
    client.deliver()
    as_(users.student).post(f"/payments/cancel/{Payment.objects.get().pk}")
    assert client.name()["payment"]["status"] == "refunded"
    assert (seats_taken(clay), seats_taken(wood)) == (0, 0)

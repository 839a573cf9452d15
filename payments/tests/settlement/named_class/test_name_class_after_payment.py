"""A client that opens the intent by price alone names the class only in POST /payments, after the card payment.

The order is for the dearest selection at that price that has an open seat; of equal ones, for the newest. The webhook
may settle it before the browser returns. The client gets the class that it names, or all of its money.
"""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection
from core.site_time import site_day
from mail.models import OutboxEmail
from payments.models import Order, Payment
from payments.orders import locks
from payments.settlement.orders import settle_own_order
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_selection,
    make_waitlist_entry,
)
from testing.proofs.invariants import current_violations
from testing.proofs.races import (
    disable_locks,
    return_together,
    run_concurrently,
    with_and_without_the_lock,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_payment_intent, seats_taken
from testing.steps.original_client import OriginalClient, booking_emails, in_both_orders

pytestmark = pytest.mark.django_db


def discount_clay(clay) -> None:
    """Its early price is $40.00."""
    CampClass.objects.filter(pk=clay.pk).update(early_price=40, early_until=site_day(timezone.now()))


@in_both_orders
def test_it_gives_the_seat_in_the_named_class(users, clay, wood, client, webhook_first):
    answer = client.pay_and_name(webhook_first)
    payment, (older, newer) = Payment.objects.get(), client.selections
    assert answer["insertResult"] == {"insertedId": str(payment.pk)}
    assert answer["deleteResult"] == {"deletedCount": 1}
    assert answer["result"] == {"insertedId": str(payment.pk), "modifiedCount": 1}
    shown = answer["payment"]
    assert (shown["status"], shown["price"], shown["payId"]) == ("enrollPending", 45.5, str(older.pk))
    assert (shown["classId"], shown["nameClass"]) == (str(clay.pk), clay.name)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 0)
    assert list(Selection.objects.values_list("pk", "camp_class")) == [(newer.pk, wood.pk)]
    assert not Enrollment.objects.held().exists()
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["nameClass"], row["status"]) == (clay.name, "enrolled")


@in_both_orders
def test_it_returns_the_same_payment_on_a_repeated_call(client, webhook_first):
    first = client.pay_and_name(webhook_first)
    with nothing_changes():
        again = client.name(status=200)
        assert (again["insertResult"], again["result"]) == (first["insertResult"], first["result"])
        assert (again["payment"]["status"], again["deleteResult"]) == ("enrolled", {"deletedCount": 0})
        client.name(client.wood, status=200)


@in_both_orders
def test_it_then_pays_for_the_other_class(clay, wood, client, webhook_first):
    client.pay_and_name(webhook_first)
    opened = as_(client.student).post("/createPaymentIntent", {"price": 45.5})
    client.intent_id = opened["clientSecret"].split("_secret_")[0]
    assert client.pay_and_name(webhook_first, wood)["payment"]["classId"] == str(wood.pk)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 1)
    assert not Selection.objects.exists()


@in_both_orders
def test_it_gives_the_released_seat_to_the_waitlist(users, wood, client, webhook_first):
    CampClass.objects.filter(pk=wood.pk).update(capacity=1)
    entry = make_waitlist_entry(users.other_student, wood)
    client.pay_and_name(webhook_first)
    entry.refresh_from_db()
    assert entry.state == "OFFERED"


@in_both_orders
def test_it_uses_the_hold_of_another_order_and_ends_that_order(users, clay, client, webhook_first):
    create_payment_intent(users.student, clay)
    held = Enrollment.objects.get(camp_class=clay)
    client.pay_and_name(webhook_first)
    held.refresh_from_db()
    assert held.state == "CONFIRMED"
    assert Order.objects.exclude(intent_id=client.intent_id).get().state == "CANCELED"


@in_both_orders
def test_it_takes_the_selected_participant(users, clay, wood, client, webhook_first):
    mia = make_child(users.student, "Mia")
    Selection.objects.filter(camp_class=clay).update(child=mia)
    assert client.pay_and_name(webhook_first)["payment"]["childName"] == "Mia"
    assert clay.enrollments.confirmed().get().child == mia


def test_it_gives_a_late_payment_the_seat_in_the_named_class(users, clay, wood, client):
    """The hold has ended, and the class of the intent is full."""
    Enrollment.objects.update(held_until=timezone.now() - timedelta(minutes=1))
    CampClass.objects.filter(pk=wood.pk).update(capacity=0)
    assert client.pay_and_name(webhook_first=False)["payment"]["classId"] == str(clay.pk)


@in_both_orders
@pytest.mark.parametrize("named", ["clay", "wood"])
def test_it_takes_the_dearest_and_gives_the_difference_back(users, clay, wood, fresh_stripe, webhook_first, named):
    """Both have the same list price. The newer one has an early price."""
    discount_clay(clay)
    client = OriginalClient(users, clay, wood, fresh_stripe, newest=clay)
    assert fresh_stripe.intent(client.intent_id)["amount"] == 4550
    answer = client.pay_and_name(webhook_first, {"clay": clay, "wood": wood}[named])
    shown, back = answer["payment"], 5.5 if named == "clay" else 0
    assert (shown["nameClass"], shown["status"]) == ({"clay": clay, "wood": wood}[named].name, "enrollPending")
    assert [each["amount"] for each in shown["refunds"]] == ([back] if back else [])
    assert fresh_stripe.refunded_cents(client.intent_id) == back * 100
    assert (seats_taken(clay), seats_taken(wood)) == ((1, 0) if named == "clay" else (0, 1))
    (row,) = as_(users.student).get(f"/payments/{users.student.email}")
    assert (row["price"], row["refundedAmount"], row["status"]) == (45.5, back, "enrolled")
    call_command("reconcile_payments")
    assert current_violations(fresh_stripe) == []


def test_it_mails_the_difference(users, clay, wood, fresh_stripe):
    discount_clay(clay)
    OriginalClient(users, clay, wood, fresh_stripe).pay_and_name(webhook_first=False)
    assert booking_emails()[0].facts["lines"][0]["class"] == clay.name
    facts = OutboxEmail.objects.get(kind="refunded").facts
    assert (facts["amount"], facts["note"]) == ("5.50", "The price of this class is $40.00.")


@in_both_orders
def test_it_mails_only_the_booking_of_the_named_class(clay, client, webhook_first):
    client.pay_and_name(webhook_first)
    (email,) = booking_emails()
    assert [line["class"] for line in email.facts["lines"]] == [clay.name]
    assert not email.facts.get("instead_of")


def test_it_corrects_an_email_that_was_sent(clay, wood, client):
    client.pay()
    client.deliver()
    OutboxEmail.objects.update(state="SENT", sent_at=timezone.now())
    client.name()
    _, email = booking_emails()
    assert (email.facts["lines"][0]["class"], email.facts["instead_of"]) == (clay.name, wood.name)


PRICES = {"cheaper": ("45.00", 50), "free": ("0", 4550)}


@in_both_orders
@pytest.mark.parametrize("price", PRICES)
def test_it_sells_the_named_class_at_its_price(clay, client, webhook_first, price):
    dollars, back = PRICES[price]
    client.pay()
    if webhook_first:
        client.deliver()
    CampClass.objects.filter(pk=clay.pk).update(price=Decimal(dollars))
    answer = client.name()
    assert (answer["payment"]["classId"], answer["payment"]["status"]) == (str(clay.pk), "enrollPending")
    assert client.stripe.refunded_cents(client.intent_id) == back
    assert current_violations(client.stripe) == []


@in_both_orders
def test_it_sells_the_named_class_that_is_not_selected_anymore(clay, client, webhook_first):
    Selection.objects.filter(camp_class=clay).delete()
    assert client.pay_and_name(webhook_first)["payment"]["classId"] == str(clay.pk)
    assert seats_taken(clay) == 1


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_it_gives_one_seat_if_the_webhook_comes_at_the_same_time(users, clay, wood, client, monkeypatch, lock_on):
    """Without the lock of the order, the webhook gives a seat in the class of the intent as well."""
    client.pay()
    if not lock_on:
        disable_locks(monkeypatch, "order")
    return_together(monkeypatch, locks, "payments_of")
    results = run_concurrently(
        client.deliver,
        lambda: settle_own_order(
            student=users.student, intent_id=client.intent_id, camp_class_id=clay.pk, now=timezone.now()
        ),
    )
    assert not lock_on or not any(isinstance(result, Exception) for result in results), results
    assert ((seats_taken(clay), seats_taken(wood)) == (1, 0)) is lock_on
    assert bool(current_violations(client.stripe)) is not lock_on


@pytest.mark.django_db(transaction=True)
def test_it_keeps_the_participant_if_the_class_is_named_twice_at_the_same_time(users, clay, client, monkeypatch):
    """The class is selected for a child too, whose selection is the only one that is left for the second call."""
    mia = make_selection(users.student, clay, make_child(users.student, "Mia"))
    Order.objects.update(created_at=timezone.now())
    client.pay()
    return_together(monkeypatch, stripe_api, "get_intent")

    def name():
        return settle_own_order(
            student=users.student, intent_id=client.intent_id, camp_class_id=clay.pk, now=timezone.now()
        )

    results = run_concurrently(name, name)
    assert sorted(result.is_first_response for result in results) == [False, True]
    assert clay.enrollments.confirmed().get().child is None
    assert Selection.objects.filter(pk=mia.pk).exists()
    assert current_violations(client.stripe) == []

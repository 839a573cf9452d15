"""A client that opens the intent by price alone names the class only in POST /payments, after the card payment.

The order is for the dearest selection at that price that has a free seat; of equal ones, for the newest. The webhook
may settle it before the browser returns. The client gets the class that it names, or all of its money.
"""

from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.core.management import call_command
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection, Status
from core.site_time import site_day
from mail.models import OutboxEmail
from payments.checkout.holding import open_checkout
from payments.models import Order, Payment, Refund
from payments.orders import locks
from payments.settlement.named_class import TIME_TO_NAME
from payments.settlement.orders import settle_own_order
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_lesson,
    make_season,
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
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import payments_snapshot
from testing.steps.checkout import create_payment_intent, seats_taken, start_order_of
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db

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
    before = payments_snapshot()
    again = client.name(status=200)
    assert (again["insertResult"], again["result"]) == (first["insertResult"], first["result"])
    assert (again["payment"]["status"], again["deleteResult"]) == ("enrolled", {"deletedCount": 0})
    client.name(client.wood, status=200)
    assert payments_snapshot() == before


@in_both_orders
def test_it_then_pays_for_the_other_class(clay, wood, client, webhook_first):
    client.pay_and_name(webhook_first)
    opened = as_(client.student).post("/createPaymentIntent", {"price": 45.5})
    client.intent_id = opened["clientSecret"].split("_secret_")[0]
    assert client.pay_and_name(webhook_first, wood)["payment"]["classId"] == str(wood.pk)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 1)
    assert not Selection.objects.exists()


@in_both_orders
def test_it_gives_the_freed_seat_to_the_waitlist(users, wood, client, webhook_first):
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
def test_it_opens_the_intent_for_the_newest_class_with_a_free_seat(users, clay, wood, fresh_stripe, webhook_first):
    CampClass.objects.filter(pk=wood.pk).update(capacity=0)
    answer = OriginalClient(users, clay, wood, fresh_stripe).pay_and_name(webhook_first)
    assert (answer["payment"]["classId"], answer["payment"]["price"]) == (str(clay.pk), 45.5)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 0)
    assert list(Selection.objects.values_list("camp_class", flat=True)) == [wood.pk]


def discount_clay(clay) -> None:
    """Its early price is $40.00."""
    CampClass.objects.filter(pk=clay.pk).update(early_price=40, early_until=site_day(timezone.now()))


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


def test_it_says_that_the_newest_class_is_full_if_all_are(users, clay, wood, fresh_stripe):
    CampClass.objects.update(capacity=0)
    for camp_class in (clay, wood):
        make_selection(users.student, camp_class)
    before = payments_snapshot()
    assert as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 409)["code"] == "class_full"
    assert payments_snapshot() == before


def test_it_takes_no_other_class_than_the_one_that_was_just_paid(users, clay, wood, client):
    """A second intent would be charged as well."""
    client.pay()
    refused = as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 409)
    assert refused["code"] == "already_enrolled"
    assert (seats_taken(clay), seats_taken(wood)) == (0, 1)


def booking_emails():
    return list(OutboxEmail.objects.filter(kind="booked").exclude(state="SKIPPED").order_by("pk"))


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
    before = payments_snapshot()
    again = client.name(status=200)
    assert (again["insertResult"], again["payment"]["status"]) == (answer["insertResult"], "refunded")
    assert payments_snapshot() == before
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


def test_it_pays_for_one_child_after_the_other_that_have_selected_a_class(users, clay, fresh_stripe):
    children = [make_child(users.student, name) for name in ("Mia", "Leo")]
    for child in children:
        make_selection(users.student, clay, child)
    for child in children:
        first, again = [as_(users.student).post("/createPaymentIntent", {"price": 45.5}) for _ in range(2)]
        assert again["clientSecret"] == first["clientSecret"]
        intent_id = first["clientSecret"].split("_secret_")[0]
        fresh_stripe.pay(intent_id)
        body = MADE_UP | {"transactionId": intent_id, "classId": str(clay.pk)}
        assert as_(users.student).post("/payments", body, 201)["payment"]["childId"] == str(child.pk)
    assert not Selection.objects.exists()
    assert current_violations(fresh_stripe) == []


class TestSecondPage:
    """Such a client has one payment page at a time; an account that isn't verified may have one open order."""

    @pytest.fixture(autouse=True)
    def felt(self, users):
        users.student.email_verified = False
        users.student.save()
        felt = make_class(users.instructor, "Felt", price=Decimal(30))
        make_selection(users.student, felt)
        return felt

    def open(self, users, price):
        return as_(users.student).post("/createPaymentIntent", {"price": price})["clientSecret"].split("_secret_")[0]

    def test_it_replaces_the_first_page(self, users, clay, felt, stripe):
        make_selection(users.student, clay)
        first = self.open(users, 45.5)
        second = self.open(users, 30)
        assert stripe.intent(first)["status"] == "canceled"
        assert Enrollment.objects.held().get().camp_class == felt
        stripe.pay(second)
        body = {"transactionId": second, "classId": str(felt.pk)}
        assert as_(users.student).post("/payments", body, 201)["payment"]["classId"] == str(felt.pk)
        assert current_violations(stripe) == []

    def test_it_settles_the_first_page_if_it_was_paid(self, users, clay, felt, stripe):
        make_selection(users.student, clay)
        first = self.open(users, 45.5)
        stripe.pay(first)
        self.open(users, 30)
        assert clay.enrollments.confirmed().exists()
        assert felt.enrollments.held().exists()
        assert current_violations(stripe) == []

    def test_it_keeps_the_first_page_if_the_second_is_refused(self, users, clay, felt, stripe):
        make_selection(users.student, clay)
        self.open(users, 45.5)
        CampClass.objects.filter(pk=felt.pk).update(capacity=0)
        before = payments_snapshot()
        as_(users.student).post("/createPaymentIntent", {"price": 30}, 409)
        assert payments_snapshot() == before

    def test_it_keeps_an_order_of_several_seats(self, users, clay, wood, stripe):
        start_order_of(users.student, clay, wood)
        before = payments_snapshot()
        refused = as_(users.student).post("/createPaymentIntent", {"price": 30}, 409)
        assert (refused["code"], payments_snapshot()) == ("too_many_holds", before)

    def test_it_refuses_a_second_order_of_a_client_that_names_the_class(self, users, clay, felt, stripe):
        create_payment_intent(users.student, clay)
        body = {"price": 30, "classId": str(felt.pk)}
        assert as_(users.student).post("/createPaymentIntent", body, 409)["code"] == "too_many_holds"


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


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_it_keeps_one_page_if_two_are_opened_at_the_same_time(users, clay, fresh_stripe, monkeypatch, lock_on):
    """Without the lock of the account, neither order knows of the other."""
    make_selection(users.student, clay)
    make_selection(users.student, make_class(users.instructor, "Felt", price=Decimal(30)))
    if not lock_on:
        disable_locks(monkeypatch, "account")
    return_together(monkeypatch, locks, "lock_open_orders")
    results = run_concurrently(
        *(
            partial(open_checkout, student=users.student, camp_class_id=None, price=price, now=timezone.now())
            for price in (Decimal("45.50"), Decimal(30))
        )
    )
    assert not any(isinstance(result, Exception) for result in results), results
    assert Enrollment.objects.held().count() == (1 if lock_on else 2)

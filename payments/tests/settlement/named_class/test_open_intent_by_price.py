"""A client opens the intent by price alone: for which class, and what becomes of the page it had opened before."""

from decimal import Decimal
from functools import partial

import pytest
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection
from payments.checkout.holding import Checkout, HoldEnded, open_checkout
from payments.orders import locks
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_selection,
)
from testing.proofs.invariants import current_violations
from testing.proofs.races import (
    disable_locks,
    return_together,
    run_concurrently,
    with_and_without_the_lock,
)
from testing.snapshots import nothing_changes
from testing.steps.checkout import create_payment_intent, seats_taken, start_order_of
from testing.steps.original_client import MADE_UP, OriginalClient, in_both_orders

pytestmark = pytest.mark.django_db


@in_both_orders
def test_it_opens_the_intent_for_the_newest_class_with_a_free_seat(users, clay, wood, fresh_stripe, webhook_first):
    CampClass.objects.filter(pk=wood.pk).update(capacity=0)
    answer = OriginalClient(users, clay, wood, fresh_stripe).pay_and_name(webhook_first)
    assert (answer["payment"]["classId"], answer["payment"]["price"]) == (str(clay.pk), 45.5)
    assert (seats_taken(clay), seats_taken(wood)) == (1, 0)
    assert list(Selection.objects.values_list("camp_class", flat=True)) == [wood.pk]


def test_it_says_that_the_newest_class_is_full_if_all_are(users, clay, wood, fresh_stripe):
    CampClass.objects.update(capacity=0)
    for camp_class in (clay, wood):
        make_selection(users.student, camp_class)
    with nothing_changes():
        assert as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 409)["code"] == "class_full"


def test_it_takes_no_other_class_than_the_one_that_was_just_paid(users, clay, wood, client):
    """A second intent would be charged as well."""
    client.pay()
    refused = as_(users.student).post("/createPaymentIntent", {"price": 45.5}, 409)
    assert refused["code"] == "already_enrolled"
    assert (seats_taken(clay), seats_taken(wood)) == (0, 1)


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
        with nothing_changes():
            as_(users.student).post("/createPaymentIntent", {"price": 30}, 409)

    def test_it_keeps_an_order_of_several_seats(self, users, clay, wood, stripe):
        start_order_of(users.student, clay, wood)
        with nothing_changes():
            refused = as_(users.student).post("/createPaymentIntent", {"price": 30}, 409)
        assert refused["code"] == "too_many_holds"

    def test_it_refuses_a_second_order_of_a_client_that_names_the_class(self, users, clay, felt, stripe):
        create_payment_intent(users.student, clay)
        body = {"price": 30, "classId": str(felt.pk)}
        assert as_(users.student).post("/createPaymentIntent", body, 409)["code"] == "too_many_holds"


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
    # With the lock, the later order may end the other one before Stripe has answered for it.
    opened = [result for result in results if isinstance(result, Checkout)]
    refused = [result for result in results if isinstance(result, HoldEnded)]
    assert len(opened) + len(refused) == 2, results
    assert len(refused) <= (1 if lock_on else 0)
    assert Enrollment.objects.held().count() == (1 if lock_on else 2)

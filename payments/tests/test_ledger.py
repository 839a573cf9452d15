"""The books: each movement of money is an entry of the transaction that records it."""

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from payments.models import LedgerEntry, Payment
from payments.orders import sql
from payments.refunds.cancellation import cancel_enrollment
from testing.clients.api import as_
from testing.factories import make_class, make_refund
from testing.servers.stripe_stand_in import deliver_events
from testing.snapshots import nothing_changes
from testing.steps.checkout import enroll_by_card, pay_order, start_order_of
from testing.steps.desk_payments import book_by_hand, pay_back_by_hand

pytestmark = pytest.mark.django_db


def entries():
    """Returns the kind, method and dollars of each entry, the oldest first."""
    return list(LedgerEntry.objects.order_by("pk").values_list("kind", "method", "amount"))


@pytest.fixture
def bought(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    deliver_events(stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    return payment


CHARGED = ("CHARGE", "card", Decimal("45.50"))


def test_it_books_a_charge_once(bought, clay):
    (entry,) = LedgerEntry.objects.all()
    assert entries() == [CHARGED]
    assert (entry.order_id, entry.payment_id, entry.camp_class_id) == (bought.order_id, bought.pk, clay.pk)
    assert entry.happened_at == bought.paid_at


def test_it_books_no_free_seat(users, stripe):
    free = make_class(users.instructor, "Free", price=Decimal(0))
    payment, other = pay_order(start_order_of(users.student, make_class(users.instructor, "Wood"), free), stripe)
    assert {payment.price, other.price} == {Decimal("45.50"), Decimal(0)}
    assert entries() == [CHARGED]


def test_it_books_a_refund_when_the_money_is_returned(bought, stripe):
    cancel_enrollment(student=bought.student, payment_id=bought.pk, now=timezone.now())
    assert entries() == [CHARGED, ("REFUND", "card", Decimal("-45.50"))]


def test_it_books_a_refund_that_is_owed_only_after_it_was_sent(bought, stripe):
    stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
    cancel_enrollment(student=bought.student, payment_id=bought.pk, now=timezone.now())
    assert entries() == [CHARGED]


def test_it_books_a_part_and_then_the_rest(bought, stripe):
    stripe.refund(bought.intent_id, 1000)
    deliver_events(stripe, bought.intent_id, "charge.refunded")
    assert entries() == [CHARGED, ("REFUND", "card", Decimal(-10))]
    cancel_enrollment(student=bought.student, payment_id=bought.pk, now=timezone.now())
    assert entries()[2:] == [("REFUND", "card", Decimal("-35.50"))]


def test_it_books_what_staff_paid_back_by_hand(bought, stripe):
    Payment.objects.update(state="refundPending")
    make_refund(Payment.objects.get(), failures=1, amount=Decimal("22.75"))
    pay_back_by_hand(bought)
    assert entries() == [CHARGED, ("REFUND", "none", Decimal("-22.75"))]


def test_it_books_a_refund_that_names_no_payment_and_then_its_assignment(users, stripe):
    wood = make_class(users.instructor, "Wood", price=Decimal(60))
    first, second = pay_order(start_order_of(users.student, make_class(users.instructor), wood), stripe)
    refund = stripe.refund(first.intent_id, 500)
    deliver_events(stripe, first.intent_id, "charge.refunded")
    unnamed = LedgerEntry.objects.get(payment=None)
    assert (unnamed.order_id, unnamed.amount, unnamed.camp_class_id) == (first.order_id, Decimal(-5), None)
    stripe.http.post(f"/v1/refunds/{refund['id']}", data={"metadata[payment]": str(second.pk)}).raise_for_status()
    deliver_events(stripe, first.intent_id, "refund.updated")
    assert sorted(LedgerEntry.objects.filter(payment=None).values_list("amount", flat=True)) == [-5, 5]
    assert sum(second.entries.values_list("amount", flat=True)) == Decimal(55)


def test_it_books_what_the_bank_returned_and_takes_back(bought, stripe):
    charge = stripe.intent(bought.intent_id)["latest_charge"]["id"]
    dispute = stripe.control("disputes", {"charge": charge})
    for status in ("lost", "won"):
        stripe.control("dispute_results", {"dispute": dispute["id"], "status": status})
        deliver_events(stripe, bought.intent_id, "charge.dispute.closed")
    returned = ("RETURNED", "card", Decimal("-45.50"))
    assert entries() == [CHARGED, returned, ("RETURNED", "card", Decimal("45.50"))]


@pytest.mark.parametrize("changed", [{"amount": 5000}, {"currency": "eur"}])
def test_it_books_a_changed_charge_and_its_refund_to_the_order_alone(users, clay, stripe, changed):
    order = start_order_of(users.student, clay)
    stripe.http.post(f"/v1/payment_intents/{order.intent_id}", data=changed).raise_for_status()
    (payment,) = pay_order(order, stripe)
    assert payment.refund_reason == "amount_changed"
    dollars = Decimal(changed.get("amount", 4550)) / 100
    booked = [("CHARGE", "card", dollars), ("REFUND", "card", -dollars)]
    assert entries() == booked
    assert not payment.entries.exists()
    assert LedgerEntry.objects.matching(order.intent_id).count() == 2
    deliver_events(stripe, order.intent_id, "charge.refunded")
    assert entries() == booked
    book_by_hand(payment, dollars)
    assert not payment.entries.exists()


def test_it_leaves_a_past_day_as_it_was(bought, stripe):
    before = list(LedgerEntry.objects.values())
    later = timezone.now() + timedelta(days=150)
    cancel_enrollment(student=bought.student, payment_id=bought.pk, without_refund=True, now=later)
    assert list(LedgerEntry.objects.filter(happened_at__lt=later).values()) == before


def test_it_leaves_a_past_month_as_it_was_after_a_move_and_a_part_refund(users, bought):
    before = list(LedgerEntry.objects.values())
    later, wood = timezone.now() + timedelta(days=150), make_class(users.instructor, "Wood")
    body = {"classId": str(wood.pk), "reason": "A friend", "refund": 5}
    with time_machine.travel(later):
        as_(users.admin).post(f"/payments/{bought.pk}/move", body)
    assert LedgerEntry.objects.count() == 4
    assert list(LedgerEntry.objects.filter(happened_at__lt=later).values()) == before


def test_it_refuses_to_book_a_charge_twice(bought):
    bought.state = "refundPending"
    with nothing_changes(), pytest.raises(IntegrityError), transaction.atomic():
        sql.store_settlement(bought.order, [bought], charge=sql.BY_CARD)


def test_it_changes_no_payment_whose_entry_is_refused(bought, stripe):
    LedgerEntry.objects.update(key=f"{bought.order_id} 1")  # the key of the next entry
    Payment.objects.update(state="refundPending")
    make_refund(Payment.objects.get(), failures=1, amount=Decimal("22.75"))
    with nothing_changes(), pytest.raises(IntegrityError):
        pay_back_by_hand(bought)


@pytest.mark.parametrize("changes", [{"key": "again", "amount": 0}, {"key": "again", "amount": -1}, {}])
def test_it_refuses_an_impossible_entry(bought, changes):
    values = LedgerEntry.objects.values().get() | changes
    del values["id"]
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.create(**values)

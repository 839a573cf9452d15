"""testing.proofs.invariants reports each invariant that is violated on purpose."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from classes.models import CampClass, Enrollment, Voucher, WaitlistEntry
from payments.ledger import book_refund
from payments.models import LedgerEntry, Order, Payment, Refund
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_hold,
    make_missed_offer,
    make_offer,
    make_refund,
    make_voucher,
    make_waitlist_entry,
)
from testing.proofs import invariants
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card, pay_order, start_checkout, start_order_of
from testing.steps.class_edits import edit_lessons
from testing.steps.desk import pay_at_desk
from testing.steps.desk_payments import book_by_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def bought(users, clay, fresh_stripe):
    payment = enroll_by_card(users.student, clay, fresh_stripe)
    deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
    payment.refresh_from_db()
    return payment


def violations(fresh_stripe):
    return " ".join(invariants.violations(provider=fresh_stripe.http, now=timezone.now()))


def unfinished(fresh_stripe):
    return " ".join(invariants.unfinished(provider=fresh_stripe.http, now=timezone.now()))


def test_it_reports_nothing_for_consistent_data(bought, users, clay, fresh_stripe):
    start_checkout(users.other_student, clay)
    assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")


def test_it_reports_an_oversold_class(bought, users, clay, fresh_stripe):
    start_checkout(users.other_student, clay)
    CampClass.objects.update(capacity=1)
    assert "oversold: Clay for beginners has 1 seats, 2 taken" in violations(fresh_stripe)


def test_it_reports_a_payment_without_its_seat(bought, fresh_stripe):
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    assert "paid without a seat" in violations(fresh_stripe)


def test_it_reports_a_seat_without_a_payment(bought, users, clay, fresh_stripe):
    make_enrollment(users.other_student, clay)
    assert "seat without a payment" in violations(fresh_stripe)


def test_it_reports_nothing_for_siblings_in_one_class(bought, users, clay, fresh_stripe, mia, leo):
    for child in (mia, leo):
        payment = enroll_by_card(users.student, clay, fresh_stripe, child)
        deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
    assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")


def without_constraint(table: str, name: str) -> None:
    """Drops a constraint or a unique index; the test's transaction is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        cursor.execute(f"DROP INDEX IF EXISTS {name}")


def test_it_reports_another_familys_child(bought, users, fresh_stripe):
    child = make_child(users.other_student)
    without_constraint("classes_enrollment", "enrollment_of_own_child")
    Enrollment.objects.update(child=child)
    assert "another family's child: enrollment" in violations(fresh_stripe)


def test_it_reports_a_participant_with_two_active_enrollments(bought, users, clay, fresh_stripe, mia):
    without_constraint("classes_enrollment", "enrollment_active_once")
    held = start_checkout(users.student, clay, mia).enrollment
    values = {"student": users.student, "camp_class": clay, "state": "HELD", "price": clay.price}
    Enrollment.objects.create(**values, child=mia, held_at=held.held_at, held_until=held.held_until)
    assert "active twice: student" in violations(fresh_stripe)


def test_it_reports_a_payment_that_moved_to_another_participant(bought, users, clay, fresh_stripe, mia):
    siblings = start_checkout(users.student, clay, mia)
    Payment.objects.filter(pk=siblings.pk).update(enrollment=bought.enrollment)
    assert f"payment of another participant: {siblings.pk}" in violations(fresh_stripe)


def test_it_reports_two_payments_for_one_seat(bought, users, clay, fresh_stripe):
    values = {field.attname: getattr(bought, field.attname) for field in Payment._meta.concrete_fields}
    other = Enrollment.objects.create(
        student=users.student, camp_class=clay, state="RELEASED", price=clay.price, released_at=timezone.now()
    )
    del values["id"]
    Payment.objects.create(**values | {"enrollment_id": other.pk})
    assert "paid twice" in violations(fresh_stripe)


@pytest.mark.parametrize("state", ["refunded", "canceled"])
def test_it_reports_money_that_was_not_returned(bought, fresh_stripe, state):
    Payment.objects.update(state=state)
    if state == "refunded":
        make_refund(Payment.objects.get())
    assert "not refunded" in violations(fresh_stripe)


def test_it_reports_a_seat_with_another_discount_than_was_paid(bought, fresh_stripe):
    Enrollment.objects.update(discount=5, discount_text="Early price")
    assert f"another discount than was paid: {bought.pk}" in violations(fresh_stripe)


def test_it_reports_a_voucher_that_is_used_too_often(bought, users, clay, fresh_stripe):
    voucher = make_voucher(max_uses=1)
    start_checkout(users.other_student, clay)
    Enrollment.objects.update(voucher=voucher, discount=5, discount_text="Code")
    assert f"voucher {voucher.pk} is used by 2 orders" in violations(fresh_stripe)
    Voucher.objects.update(max_uses=None)
    assert "is used by" not in violations(fresh_stripe)
    Enrollment.objects.filter(state="CONFIRMED").update(held_at=None)  # a late payer
    Voucher.objects.update(max_uses=1)
    assert "is used by" not in violations(fresh_stripe)


def test_it_reports_a_voucher_that_an_account_uses_too_often(bought, users, clay, fresh_stripe, mia):
    voucher = make_voucher()
    start_checkout(users.student, clay, mia)
    Enrollment.objects.update(voucher=voucher, discount=5, discount_text="Code")
    assert f"voucher {voucher.pk} is used by 2 orders of student {users.student.pk}" in violations(fresh_stripe)


def test_it_reports_a_seat_at_another_price_than_was_paid(bought, fresh_stripe):
    Enrollment.objects.update(price=1)
    assert "seat at another price" in violations(fresh_stripe)


def test_it_reports_a_seat_without_a_charge(users, clay, fresh_stripe):
    payment = start_checkout(users.student, clay)
    Enrollment.objects.update(state="CONFIRMED", confirmed_at=timezone.now())
    Payment.objects.update(state="enrolled", paid_at=timezone.now())
    assert f"seat without a charge: {payment.pk}" in violations(fresh_stripe)


def test_it_reports_a_wrong_amount(bought, fresh_stripe):
    Payment.objects.update(price="45.51")
    Order.objects.update(amount="45.51")
    assert "wrong amount" in violations(fresh_stripe)


def test_it_reports_an_order_that_does_not_cost_the_sum_of_its_payments(bought, fresh_stripe):
    Payment.objects.update(price="45.49")
    assert "wrong sum" in violations(fresh_stripe)


def test_it_reports_an_order_whose_state_differs_from_its_payments(bought, fresh_stripe):
    Order.objects.update(state="STARTED", paid_at=None)
    assert "is STARTED, its payments are ['enrolled']" in violations(fresh_stripe)


def test_it_reports_a_charge_that_is_not_settled(users, clay, fresh_stripe):
    payment = start_checkout(users.student, clay)
    fresh_stripe.pay(payment.intent_id)
    assert violations(fresh_stripe) == ""
    assert "neither seat nor refund" in unfinished(fresh_stripe)


def test_it_reports_an_expired_hold_and_its_open_intent(users, clay, fresh_stripe):
    start_checkout(users.student, clay)
    Enrollment.objects.update(held_until=timezone.now() - timedelta(minutes=1))
    found = unfinished(fresh_stripe)
    assert "expired hold" in found
    assert "started without a hold" in found
    assert "payable without a hold" in found


@pytest.mark.parametrize("state", ["enrollPending", "refundPending"])
def test_it_reports_a_pending_payment(bought, fresh_stripe, state):
    Payment.objects.update(state=state)
    assert f"is {state}" in unfinished(fresh_stripe)


def test_it_reports_a_seat_whose_charge_was_refunded(bought, fresh_stripe):
    fresh_stripe.refund(bought.intent_id)
    assert "kept 0 cents instead of 4550" in unfinished(fresh_stripe)


def test_it_reports_kept_money_that_should_be_refunded(bought, fresh_stripe):
    fresh_stripe.refund(bought.intent_id, 1000)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    Payment.objects.update(state="refunded")
    make_refund(Payment.objects.get(), amount=10)
    book_refund(payment=Payment.objects.get(), refund_id="re_1", amount=Decimal(10), now=timezone.now())
    assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")
    Refund.objects.update(amount=20)
    assert "kept 3550 cents" in unfinished(fresh_stripe)
    assert "not refunded" in violations(fresh_stripe)


def test_it_reports_a_movement_of_money_that_is_not_in_the_books(bought, fresh_stripe):
    LedgerEntry.objects.all().delete()
    assert f"wrongly booked: {bought.pk} kept 45.50, the books have 0" in violations(fresh_stripe)
    assert "0 cents, the provider has 4550" in unfinished(fresh_stripe)


def test_it_reports_too_many_unpaid_seats_of_an_account(users, clay, fresh_stripe):
    children = [make_child(users.student, f"Child {number}") for number in range(5)]
    holds = [make_hold(users.student, clay, child) for child in children]
    assert "too many unpaid seats" in violations(fresh_stripe)
    Enrollment.objects.filter(pk=holds[0].pk).update(held_until=timezone.now())
    assert "too many unpaid seats" not in violations(fresh_stripe)


def test_it_reports_too_many_places_on_a_waitlist(users, clay, fresh_stripe):
    for number in range(5):
        child = make_child(users.student, f"Child {number}")
        ended = {"state": "LEFT", "ended_at": timezone.now()} if number == 0 else {}
        make_waitlist_entry(users.student, clay, child, **ended)
    assert "too many places on the waitlist" in violations(fresh_stripe)
    WaitlistEntry.objects.filter(state="LEFT").update(ended_at=timezone.now() - timedelta(days=7))
    assert "too many places on the waitlist" not in violations(fresh_stripe)


def test_it_reports_a_participant_who_waits_again_after_a_missed_offer(users, clay, fresh_stripe):
    missed = make_missed_offer(users.student, clay, "LAPSED")
    make_waitlist_entry(users.student, clay)
    assert "joined again too soon" in violations(fresh_stripe)
    WaitlistEntry.objects.filter(pk=missed.pk).update(ended_at=timezone.now() - timedelta(days=8))
    assert "joined again too soon" not in violations(fresh_stripe)


@pytest.fixture
def withdrawn(bought, clay):
    """The class is marked as withdrawn, and its seat is not released yet."""
    values = {"status": "Denied", "withdrawn_reason": "Too few", "withdrawn_at": timezone.now()}
    CampClass.objects.filter(pk=clay.pk).update(**values)
    return clay


def test_it_reports_a_remaining_seat_in_a_withdrawn_class(withdrawn, fresh_stripe):
    assert violations(fresh_stripe) == ""
    assert "seat in a withdrawn class" in unfinished(fresh_stripe)


@pytest.mark.parametrize("state", ["HELD", "CONFIRMED"])
def test_it_reports_a_new_seat_in_a_withdrawn_class(withdrawn, fresh_stripe, state):
    now = timezone.now()
    Enrollment.objects.update(state=state, held_at=now, held_until=now, confirmed_at=now)
    assert "new seat in a withdrawn class" in violations(fresh_stripe)


def test_it_reports_kept_money_for_a_withdrawn_class(withdrawn, bought, fresh_stripe):
    fresh_stripe.refund(bought.intent_id, 1000)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    Payment.objects.update(state="refunded")
    make_refund(Payment.objects.get(), reason="class_withdrawn", amount=10)
    assert "a part is kept although the student did not cancel" in violations(fresh_stripe)


def test_it_reports_a_pending_refund_that_is_recorded_as_refunded(users, clay, fresh_stripe):
    payment = enroll_by_card(users.student, clay, fresh_stripe, card="pm_card_pendingRefund")
    fresh_stripe.refund(payment.intent_id)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    Payment.objects.update(state="refunded")
    make_refund(payment)
    assert "not refunded" in violations(fresh_stripe)


class TestPaidBackByHand:
    """One of two payments of an order was paid back by hand; the other has a seat."""

    @pytest.fixture
    def by_hand(self, users, clay, fresh_stripe):
        wood = make_class(users.instructor, "Wood", price=Decimal(60))
        payment, _ = pay_order(start_order_of(users.student, clay, wood), fresh_stripe)
        deliver_events(fresh_stripe, payment.intent_id, "payment_intent.succeeded")
        Enrollment.objects.filter(pk=payment.enrollment_id).update(state="RELEASED", released_at=timezone.now())
        Payment.objects.filter(pk=payment.pk).update(state="refunded")
        make_refund(payment, state="BY_HAND")
        book_by_hand(payment, payment.price)
        return payment

    @staticmethod
    def refund(payment, stripe, cents):
        """Refunds this part at the provider, as the site does."""
        form = {"payment_intent": payment.intent_id, "amount": cents, "metadata[payment]": str(payment.pk)}
        stripe.http.post("/v1/refunds", data=form).raise_for_status()

    def test_it_reports_nothing_while_the_money_remains_on_the_charge(self, by_hand, fresh_stripe):
        assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")

    def test_it_reports_nothing_if_a_part_was_refunded_before(self, by_hand, fresh_stripe):
        self.refund(by_hand, fresh_stripe, 1000)
        rest = LedgerEntry.objects.get(method="none")
        LedgerEntry.objects.filter(pk=rest.pk).update(amount=rest.amount + 10)
        rest.pk, rest.key, rest.method, rest.amount = None, "part", "card", -10
        rest.save()
        assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")

    def test_it_reports_a_refund_of_the_other_payment(self, by_hand, fresh_stripe):
        self.refund(by_hand.order.payments.exclude(pk=by_hand.pk).get(), fresh_stripe, 500)
        assert "kept 10050 cents instead of 10550" in unfinished(fresh_stripe)

    def test_it_reports_kept_money_of_the_other_payment(self, by_hand, fresh_stripe):
        other = by_hand.order.payments.exclude(pk=by_hand.pk)
        Enrollment.objects.filter(payments__in=other).update(state="RELEASED", released_at=timezone.now())
        other.update(state="refunded")
        make_refund(other.get())
        assert "kept 10550 cents instead of 4550" in unfinished(fresh_stripe)


def test_it_reports_a_class_that_is_not_what_was_booked(bought, clay, fresh_stripe):
    edit_lessons(clay, [timezone.now() + timedelta(days=20)])
    assert violations(fresh_stripe) == ""
    Enrollment.objects.update(full_refund_until=None)
    assert "not what was booked, and no full refund" in violations(fresh_stripe)


class TestAtTheDesk:
    @pytest.fixture
    def paid(self, users, clay, fresh_stripe):
        return pay_at_desk(users.admin, users.student, clay)

    def test_it_reports_nothing_about_a_seat_that_was_paid_by_check(self, paid, fresh_stripe):
        assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")

    def test_it_reports_another_amount_than_was_taken(self, paid, fresh_stripe):
        LedgerEntry.objects.update(amount=45)
        assert f"wrongly taken: order {paid.order_id} costs 45.50, 45.00 was taken" in violations(fresh_stripe)

    def test_it_reports_a_charge_to_a_card(self, paid, fresh_stripe):
        LedgerEntry.objects.update(method="card")
        assert "wrongly taken" in violations(fresh_stripe)

    def test_it_reports_a_paid_seat_that_is_gone(self, paid, fresh_stripe):
        Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
        assert "paid without a seat" in violations(fresh_stripe)

    def test_it_waits_for_staff_to_pay_back_what_is_owed(self, paid, fresh_stripe):
        Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
        Payment.objects.update(state="refundPending")
        make_refund(Payment.objects.get())
        assert (violations(fresh_stripe), unfinished(fresh_stripe)) == ("", "")

    def test_it_reports_a_reservation_that_is_also_an_offer(self, users, clay, fresh_stripe):
        offer = make_offer(users.student, clay).offer
        values = {"offered_until": None, "reserved_until": offer.held_until, "reserved_by": users.admin}
        Enrollment.objects.update(**values)
        assert f"reserved and offered: {offer.pk}" in violations(fresh_stripe)

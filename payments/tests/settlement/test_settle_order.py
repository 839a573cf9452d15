"""POST /payments for an order of several seats, cancellation of one of them, and refunds by payment."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection
from core.money import to_cents
from mail.models import Alert
from payments.models import Order, Payment, Refund
from payments.refunds import cancellation
from payments.stripe import api as stripe_api
from testing.clients.api import as_
from testing.factories import make_class, make_enrollment, make_user, refund_of
from testing.proofs import invariants
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import pay_order, payments_by_position, start_order_of

pytestmark = pytest.mark.django_db

PRICES = ("45.50", "60.00", "21.00")


@pytest.fixture
def classes(users):
    """Three classes at different prices."""
    return [make_class(users.instructor, f"Class {price}", price=Decimal(price), capacity=1) for price in PRICES]


@pytest.fixture
def order(users, classes, stripe):
    return start_order_of(users.student, *classes)


@pytest.fixture
def paid(order, stripe):
    """The order, paid and confirmed by Stripe."""
    pay_order(order, stripe)
    deliver_events(stripe, order.intent_id, "payment_intent.succeeded")
    return order


def states(order) -> list[str]:
    return [payment.state for payment in payments_by_position(order)]


def lose_seat(order, position: int) -> None:
    """The hold of this payment expires, and another student takes the only seat."""
    payment = payments_by_position(order)[position]
    Enrollment.objects.filter(pk=payment.enrollment_id).update(state="RELEASED", released_at=timezone.now())
    make_enrollment(make_user(f"other-{position}"), payment.camp_class)


def refunded_by_payment(order, stripe) -> dict[str, int]:
    """Returns the cents of each refund at the provider by the payment that it names, and the total by ""."""
    listed = stripe.objects("/v1/refunds", payment_intent=order.intent_id)
    return {refund["metadata"].get("payment", ""): refund["amount"] for refund in listed}


class TestSettlement:
    def test_it_confirms_all_seats_and_answers_with_all_payments(self, users, order, stripe):
        stripe.pay(order.intent_id)
        answer = as_(users.student).post("/payments", {"transactionId": order.intent_id}, 201)
        order.refresh_from_db()
        ids = [str(payment.pk) for payment in payments_by_position(order)]
        assert [payment["_id"] for payment in answer["payments"]] == ids
        assert {payment["transactionId"] for payment in answer["payments"]} == {order.intent_id}
        assert answer["insertResult"] == {"insertedId": ids[0]}
        assert answer["result"] == {"insertedId": ids[0], "modifiedCount": 1}
        assert answer["deleteResult"] == {"deletedCount": 3}
        assert answer["payment"] == answer["payments"][0]
        assert (order.state, states(order)) == ("PAID", ["enrollPending"] * 3)
        assert Enrollment.objects.confirmed().count() == 3
        assert not Selection.objects.exists()

    def test_it_answers_with_the_same_payments_again(self, users, order, stripe):
        pay_order(order, stripe)
        answer = as_(users.student).post("/payments", {"transactionId": order.intent_id}, 200)
        assert len(answer["payments"]) == 3
        assert answer["deleteResult"] == {"deletedCount": 0}

    def test_it_promotes_all_payments(self, paid):
        assert states(paid) == ["enrolled"] * 3

    @pytest.mark.parametrize("late", [[0], [1], [2], [0, 2], [0, 1, 2]])
    def test_it_refunds_the_payments_whose_seats_are_gone(self, order, stripe, late):
        for position in late:
            lose_seat(order, position)
        payments = pay_order(order, stripe)
        expected = ["refunded" if position in late else "enrollPending" for position in range(3)]
        assert [payment.state for payment in payments] == expected
        assert {payments[position].refund_reason for position in late} == {"class_full"}
        assert refunded_by_payment(order, stripe) == {
            str(payments[position].pk): to_cents(payments[position].price) for position in late
        }

    def test_it_refunds_the_seat_that_the_student_had_already(self, users, order, classes, stripe):
        """Two tabs with a common class are paid at the same time."""
        other = payments_by_position(order)[1].enrollment
        Enrollment.objects.filter(pk=other.pk).update(state="RELEASED", released_at=timezone.now())
        make_enrollment(users.student, classes[1])
        payments = pay_order(order, stripe)
        assert [payment.state for payment in payments] == ["enrollPending", "refunded", "enrollPending"]
        assert payments[1].refund_reason == "already_enrolled"

    def test_it_refunds_all_of_a_charge_of_another_amount(self, order, stripe):
        Order.objects.filter(pk=order.pk).update(amount=Decimal("126.51"))
        payments = pay_order(order, stripe)
        assert [(payment.state, payment.refund_reason) for payment in payments] == [("refunded", "amount_changed")] * 3
        assert stripe.refunded_cents(order.intent_id) == 12650
        assert not Enrollment.objects.confirmed().exists()

    def test_it_settles_an_order_that_was_canceled_before_the_payment(self, order, stripe):
        """The provider received the payment after the cancellation had been recorded."""
        Order.objects.update(state="CANCELED")
        Payment.objects.update(state="canceled")
        pay_order(order, stripe)
        assert states(order) == ["enrollPending"] * 3

    def test_it_refunds_a_free_seat_without_the_provider(self, users, clay, stripe):
        free = make_class(users.instructor, "Free", price=Decimal(0), capacity=1)
        order = start_order_of(users.student, free, clay)
        lose_seat(order, 0)
        payments = pay_order(order, stripe)
        assert [payment.state for payment in payments] == ["refunded", "enrollPending"]
        assert refunded_by_payment(order, stripe) == {}


class TestCancellation:
    def test_it_refunds_one_payment_and_keeps_the_others(self, users, paid, stripe):
        payments = payments_by_position(paid)
        answer = as_(users.student).post(f"/payments/cancel/{payments[1].pk}")
        assert (answer["status"], answer["refundedAmount"]) == ("refunded", 60.0)
        assert states(paid) == ["enrolled", "refunded", "enrolled"]
        assert Enrollment.objects.confirmed().count() == 2
        assert refunded_by_payment(paid, stripe) == {str(payments[1].pk): 6000}

    def test_it_keeps_the_others_when_the_provider_reports_the_refund(self, users, paid, stripe):
        payments = payments_by_position(paid)
        as_(users.student).post(f"/payments/cancel/{payments[1].pk}")
        deliver_events(stripe, paid.intent_id, "charge.refunded")
        assert states(paid) == ["enrolled", "refunded", "enrolled"]
        paid.refresh_from_db()
        assert paid.unassigned_refund == 0

    def test_it_cancels_one_after_the_other(self, users, paid, stripe):
        for payment in payments_by_position(paid):
            as_(users.student).post(f"/payments/cancel/{payment.pk}")
            deliver_events(stripe, paid.intent_id, "charge.refunded")
        assert states(paid) == ["refunded"] * 3
        assert stripe.refunded_cents(paid.intent_id) == 12650

    def test_it_keeps_a_free_seat_when_the_paid_one_is_canceled(self, users, clay, stripe):
        """The provider then has refunded the whole charge."""
        order = start_order_of(users.student, make_class(users.instructor, "Free", price=Decimal(0)), clay)
        _, bought = pay_order(order, stripe)
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
        deliver_events(stripe, order.intent_id, "charge.refunded")
        assert states(order) == ["enrolled", "refunded"]

    def test_it_refunds_once_after_a_lost_response(self, users, paid, stripe):
        payment = payments_by_position(paid)[0]
        stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
        answer = as_(users.student).post(f"/payments/cancel/{payment.pk}")
        assert answer["status"] == "refundPending"
        call_command("reconcile_payments")
        assert states(paid) == ["refunded", "enrolled", "enrolled"]
        assert stripe.refunded_cents(paid.intent_id) == 4550

    def test_it_ends_an_open_order_when_a_selection_is_removed(self, users, order, stripe):
        selection = Selection.objects.get(camp_class=payments_by_position(order)[1].camp_class)
        as_(users.student).delete(f"/selectClass/{selection.pk}")
        order.refresh_from_db()
        assert (order.state, states(order)) == ("CANCELED", ["canceled"] * 3)
        assert stripe.intent(order.intent_id)["status"] == "canceled"
        assert not Enrollment.objects.held().exists()
        assert Selection.objects.count() == 2


class TestRefundsAtTheProvider:
    def test_it_refunds_every_payment_after_a_full_refund(self, paid, stripe):
        stripe.refund(paid.intent_id)
        deliver_events(stripe, paid.intent_id, "charge.refunded")
        assert states(paid) == ["refunded"] * 3
        assert set(Refund.objects.values_list("reason", flat=True)) == {"at_provider"}
        assert not Enrollment.objects.confirmed().exists()

    def test_it_releases_a_free_seat_after_a_full_refund(self, users, clay, stripe):
        order = start_order_of(users.student, make_class(users.instructor, "Free", price=Decimal(0)), clay)
        pay_order(order, stripe)
        stripe.refund(order.intent_id)
        deliver_events(stripe, order.intent_id, "charge.refunded")
        assert states(order) == ["refunded"] * 2

    def test_it_records_a_partial_refund_on_the_order(self, paid, stripe):
        """Staff must decide to which of the payments it belongs."""
        for cents, total in ((1000, "10.00"), (550, "15.50")):
            stripe.refund(paid.intent_id, cents)
            deliver_events(stripe, paid.intent_id, "charge.refunded")
            paid.refresh_from_db()
            assert str(paid.unassigned_refund) == total
        assert states(paid) == ["enrolled"] * 3
        assert not Refund.objects.exists()
        assert list(Alert.objects.values_list("kind", flat=True)) == ["refund_unassigned"] * 2

    def test_it_assigns_a_refund_whose_payment_staff_name_later(self, paid, stripe):
        payments = payments_by_position(paid)
        refund = stripe.refund(paid.intent_id, 4550)
        deliver_events(stripe, paid.intent_id, "charge.refunded")
        stripe.http.post(f"/v1/refunds/{refund['id']}", data={"metadata[payment]": str(payments[0].pk)})
        deliver_events(stripe, paid.intent_id, "refund.updated")
        paid.refresh_from_db()
        assert (paid.unassigned_refund, states(paid)) == (0, ["refunded", "enrolled", "enrolled"])

    def test_it_keeps_the_refund_of_an_unknown_payment_on_the_order(self, paid, stripe):
        refund = stripe.refund(paid.intent_id, 4550)
        stripe.http.post(f"/v1/refunds/{refund['id']}", data={"metadata[payment]": "a typing error"})
        deliver_events(stripe, paid.intent_id, "charge.refunded")
        paid.refresh_from_db()
        assert paid.unassigned_refund == Decimal("45.50")

    def test_it_keeps_a_free_seat_when_the_rest_of_the_paid_one_is_refunded(self, users, clay, stripe):
        """Staff had refunded a part of it."""
        order = start_order_of(users.student, make_class(users.instructor, "Free", price=Decimal(0)), clay)
        _, bought = pay_order(order, stripe)
        stripe.refund(order.intent_id, 500)
        deliver_events(stripe, order.intent_id, "charge.refunded")
        as_(users.student).post(f"/payments/cancel/{bought.pk}")
        deliver_events(stripe, order.intent_id, "charge.refunded")
        assert states(order) == ["enrolled", "refunded"]

    def test_it_does_not_restore_names_that_a_deletion_anonymizes_meanwhile(self, users, paid, stripe, monkeypatch):
        payment = payments_by_position(paid)[0]
        lock_class = cancellation.lock_class

        def anonymize_and_lock(class_id):
            Payment.objects.update(instructor_name="Deleted", instructor_email="deleted@camp.example")
            return lock_class(class_id)

        monkeypatch.setattr(cancellation, "lock_class", anonymize_and_lock)
        as_(users.student).post(f"/payments/cancel/{payment.pk}")
        payment.refresh_from_db()
        assert (payment.state, payment.instructor_name) == ("refunded", "Deleted")

    def test_it_refunds_every_payment_after_the_rest_was_refunded(self, users, paid, stripe):
        payments = payments_by_position(paid)
        as_(users.student).post(f"/payments/cancel/{payments[0].pk}")
        stripe.refund(paid.intent_id)
        deliver_events(stripe, paid.intent_id, "charge.refunded")
        assert states(paid) == ["refunded"] * 3
        reasons = [payment.refund_reason for payment in payments_by_position(paid)]
        assert reasons == ["canceled", "at_provider", "at_provider"]

    def test_it_owes_the_failed_refund_of_one_payment_again(self, users, paid, stripe):
        payments = payments_by_position(paid)
        for payment in payments[:2]:
            as_(users.student).post(f"/payments/cancel/{payment.pk}")
        failed = Payment.objects.get(pk=payments[1].pk)
        stripe.fail_refund(refund_of(failed).stripe_id)
        deliver_events(stripe, paid.intent_id, "refund.failed")
        assert states(paid) == ["refunded", "refundPending", "enrolled"]
        call_command("reconcile_payments")
        assert states(paid) == ["refunded", "refunded", "enrolled"]
        assert stripe.refunded_cents(paid.intent_id) == 10550

    def test_it_reads_more_refunds_than_the_charge_includes(self, users, stripe):
        classes = [make_class(users.instructor, f"Class {number}", price=Decimal(number + 1)) for number in range(12)]
        order = start_order_of(users.student, *classes)
        payments = pay_order(order, stripe)
        for payment in payments[:11]:
            cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
        found = stripe_api.get_intent(order.intent_id)
        assert found.refunded_by_payment == {str(payment.pk): payment.price for payment in payments[:11]}

    def test_it_flags_a_dispute_at_every_payment(self, paid, stripe):
        charge = stripe.intent(paid.intent_id)["latest_charge"]["id"]
        stripe.control("disputes", {"charge": charge})
        deliver_events(stripe, paid.intent_id, "charge.dispute.created")
        assert all(payment.dispute == "open" for payment in payments_by_position(paid) if not payment.is_free)


class TestExpiry:
    def test_it_releases_all_holds_with_the_first(self, users, order, classes, stripe):
        """Another student wants one of the seats after it has expired."""
        hold = payments_by_position(order)[1].enrollment
        Enrollment.objects.filter(pk=hold.pk).update(held_until=timezone.now() - timedelta(minutes=1))
        start_order_of(users.other_student, classes[1])
        order.refresh_from_db()
        assert (order.state, stripe.intent(order.intent_id)["status"]) == ("CANCELED", "canceled")
        assert Enrollment.objects.held().get().student == users.other_student

    def test_it_settles_an_order_that_was_paid_before_the_seat_was_lost(self, users, order, classes, stripe):
        stripe.pay(order.intent_id)
        hold = payments_by_position(order)[1].enrollment
        Enrollment.objects.filter(pk=hold.pk).update(held_until=timezone.now() - timedelta(minutes=1))
        start_order_of(users.other_student, classes[1])
        assert states(order) == ["enrollPending", "refunded", "enrollPending"]

    def test_it_ends_an_order_in_reconciliation_when_one_hold_has_expired(self, order, stripe):
        hold = payments_by_position(order)[1].enrollment
        Enrollment.objects.filter(pk=hold.pk).update(held_until=timezone.now() - timedelta(minutes=1))
        call_command("reconcile_payments")
        order.refresh_from_db()
        assert order.state == "CANCELED"
        assert not Enrollment.objects.held().exists()


@pytest.mark.slow
def test_it_keeps_the_invariants_for_orders_of_up_to_twelve_seats(users, fresh_stripe):
    """A third of the seats is lost before the payment, and a third is canceled after it."""
    for size in range(1, 13):
        student = make_user(f"parent-{size}")
        classes = [make_class(users.instructor, f"Class {size}.{n}", price=Decimal(n + 1)) for n in range(size)]
        order = start_order_of(student, *classes)
        CampClass.objects.filter(pk__in=[each.pk for each in classes]).update(capacity=1)
        for position in range(0, size, 3):
            payment = payments_by_position(order)[position]
            Enrollment.objects.filter(pk=payment.enrollment_id).update(state="RELEASED", released_at=timezone.now())
            CampClass.objects.filter(pk=payment.camp_class_id).update(capacity=0)
        payments = pay_order(order, fresh_stripe)
        for position in range(1, size, 3):
            cancellation.cancel_enrollment(student=student, payment_id=payments[position].pk, now=timezone.now())
        deliver_events(fresh_stripe, order.intent_id, "payment_intent.succeeded")
        if size > 1:
            deliver_events(fresh_stripe, order.intent_id, "charge.refunded")
        expected = [("refunded", "refunded", "enrolled")[position % 3] for position in range(size)]
        assert states(order) == expected
    now = timezone.now()
    assert invariants.violations(provider=fresh_stripe.http, now=now) == []
    assert invariants.unfinished(provider=fresh_stripe.http, now=now) == []

"""A student enrolls in free classes, without a card: in one class, or in several by one order."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models import User
from classes.models import CampClass, Enrollment, Selection
from payments.models import Order, Payment
from payments.settlement.reconciliation import reconcile_urgent
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_expired_hold,
    make_offer,
    make_selection,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes, payments_snapshot
from testing.steps.checkout import (
    create_order,
    pay_order,
    payments_by_position,
    seats_taken,
    select_seats,
    start_checkout,
    start_order_of,
)
from testing.steps.withdrawals import withdraw

pytestmark = pytest.mark.django_db


class TestOneClass:
    """POST /payments."""

    @pytest.fixture
    def free(self, users):
        return make_class(users.instructor, price=Decimal(0), capacity=1)

    def test_it_enrolls_the_student_immediately(self, users, free):
        make_selection(users.student, free)
        answer = as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        assert answer["payment"]["status"] == "enrolled"
        assert answer["payment"]["transactionId"] is None
        assert answer["deleteResult"] == {"deletedCount": 1}
        assert seats_taken(free) == 1

    def test_it_cancels_an_order_from_before_the_class_was_free(self, users, clay, stripe):
        payment = start_checkout(users.student, clay)
        CampClass.objects.update(price=0)
        as_(users.student).post("/payments", {"classId": str(clay.pk)}, 201)
        payment.refresh_from_db()
        assert (payment.state, stripe.intent(payment.intent_id)["status"]) == ("canceled", "canceled")
        assert seats_taken(clay) == 1

    def test_it_keeps_the_price_of_a_hold(self, users, free, clay, stripe):
        """The seat is held in an order with a paid class, and the instructor sets a price meanwhile."""
        start_order_of(users.student, free, clay)
        CampClass.objects.filter(pk=free.pk).update(price=Decimal(60))
        answer = as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        assert (answer["payment"]["status"], answer["payment"]["price"]) == ("enrolled", 0)
        assert seats_taken(free) == 1

    def test_it_returns_the_same_payment_on_a_repeated_call(self, users, free):
        first = as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        second = as_(users.student).post("/payments", {"classId": str(free.pk)}, 200)
        assert first["result"]["insertedId"] == second["result"]["insertedId"]
        assert Payment.objects.count() == 1

    def test_it_changes_nothing_on_a_repeated_call(self, users, free):
        """A hold is released only together with the offers that follow."""
        as_(users.student).post("/payments", {"classId": str(free.pk)}, 201)
        make_expired_hold(users.other_student, free)
        make_waitlist_entry(make_user("uma"), free)
        with nothing_changes():
            as_(users.student).post("/payments", {"classId": str(free.pk)}, 200)

    def test_it_refuses_a_full_class(self, users, free):
        make_enrollment(users.other_student, free)
        assert as_(users.student).post("/payments", {"classId": str(free.pk)}, 409)["code"] == "class_full"
        assert not Payment.objects.exists()

    def test_it_refuses_a_class_that_is_not_free(self, users, clay):
        assert as_(users.student).post("/payments", {"classId": str(clay.pk)}, 409)["code"] == "price_changed"
        assert not any(payments_snapshot())

    @pytest.mark.parametrize("who", ["instructor", "admin"])
    def test_it_requires_a_student(self, users, free, who):
        as_(getattr(users, who)).post("/payments", {"classId": str(free.pk)}, 403)
        assert not any(payments_snapshot())

    def test_it_requires_a_verified_email_address(self, users, free):
        """Also of an account that has paid: a free seat costs nothing more. Each try reads the address again."""
        student = make_user("nora", email_verified=False)
        make_enrollment(student, make_class(users.instructor, "Paid before"))
        with nothing_changes():
            assert as_(student).post("/payments", {"classId": str(free.pk)}, 409)["code"] == "verified_email_needed"

        User.objects.filter(pk=student.pk).update(email_verified=True)
        as_(student).post("/payments", {"classId": str(free.pk)}, 201)

    def test_it_requires_a_verified_email_address_for_a_hold_from_before_the_class_was_free(self, users, clay, stripe):
        student = make_user("nora", email_verified=False)
        start_checkout(student, clay)
        CampClass.objects.update(price=0)
        assert as_(student).post("/payments", {"classId": str(clay.pk)}, 409)["code"] == "verified_email_needed"
        assert seats_taken(clay) == 0

    def test_it_gives_an_account_four_seats(self, users, free):
        CampClass.objects.update(capacity=10)
        children = [make_child(users.student, f"Child {number}") for number in range(4)]
        for child in children:
            as_(users.student).post("/payments", {"classId": str(free.pk), "childId": str(child.pk)}, 201)
        body = {"classId": str(free.pk), "childId": None}
        with nothing_changes():
            assert as_(users.student).post("/payments", body, 409)["code"] == "too_many_seats"

        as_(users.student).post("/payments", body | {"childId": str(children[0].pk)}, 200)
        as_(users.student).post("/payments", {"classId": str(make_class(users.instructor, price=0).pk)}, 201)
        as_(users.student).post(f"/payments/cancel/{Payment.objects.earliest('paid_at').pk}", {"withoutRefund": True})
        as_(users.student).post("/payments", body, 201)


class TestOrder:
    """POST /orders."""

    def test_it_requires_a_verified_email_address(self, users, clay, stripe):
        """In an order with paid seats too: an account would get a free seat for the lowest price."""
        student = make_user("nora", email_verified=False)
        free, _ = selections = select_seats(student, make_class(users.instructor, "Free", price=Decimal(0)), clay)
        for order in (selections, selections[:1]):
            (line,) = create_order(student, order, 409)["lines"]
            assert (line["selectionId"], line["code"]) == (str(free.pk), "verified_email_needed")
        assert not Enrollment.objects.exists()

    def test_it_requires_a_verified_email_address_for_an_offer(self, users):
        student = make_user("nora", email_verified=False)
        make_offer(student, make_class(users.instructor, "Free", price=Decimal(0)))
        (line,) = create_order(student, [Selection.objects.get()], 409)["lines"]
        assert line["code"] == "verified_email_needed"

    def test_it_gives_an_account_four_seats_of_a_class(self, users):
        free = make_class(users.instructor, "Free", price=Decimal(0))
        children = [make_child(users.student, f"Child {number}") for number in range(5)]
        *first, last = select_seats(users.student, *((free, child) for child in children))
        for _ in range(2):
            (line,) = create_order(users.student, [*first, last], 409)["lines"]
            assert (line["selectionId"], line["code"]) == (str(last.pk), "too_many_seats")
        create_order(users.student, first)
        assert create_order(users.student, [last], 409)["lines"][0]["code"] == "too_many_seats"
        assert seats_taken(free) == 4

    def test_it_enrolls_at_once(self, users, mia, stripe):
        classes = [make_class(users.instructor, name, price=Decimal(0)) for name in ("Free", "Also free")]
        answer = create_order(users.student, select_seats(users.student, classes[0], (classes[1], mia)))
        order = Order.objects.get()
        assert (answer["state"], answer["clientSecret"], answer["heldUntil"]) == ("PAID", None, None)
        assert [line["status"] for line in answer["lines"]] == ["enrolled"] * 2
        assert (order.state, order.intent_id) == ("PAID", None)
        assert Enrollment.objects.confirmed().count() == 2
        assert not Selection.objects.exists()

    def test_it_enrolls_at_no_cost_with_a_hold_from_before_the_class_was_free(self, users, clay, stripe):
        payment = start_checkout(users.student, clay)
        CampClass.objects.update(price=0)
        (selection,) = as_(users.student).get(f"/selectClass?email={users.student.email}")
        assert selection["price"] == 0
        answer = create_order(users.student, [Selection.objects.get()])
        payment.refresh_from_db()
        assert [(line["status"], line["price"]) for line in answer["lines"]] == [("enrolled", 0)]
        assert (payment.state, stripe.intent(payment.intent_id)["status"]) == ("canceled", "canceled")
        assert Enrollment.objects.get().price == 0

    def test_it_charges_only_the_paid_class_of_an_order_from_before_the_other_was_free(self, users, clay, stripe):
        wood = make_class(users.instructor, "Wood", price=Decimal(60))
        before = start_order_of(users.student, clay, wood)
        CampClass.objects.filter(pk=clay.pk).update(price=0)
        answer = create_order(users.student, Selection.objects.order_by("pk"))
        before.refresh_from_db()
        assert (answer["amount"], before.state) == (60, "CANCELED")
        pay_order(Order.objects.get(pk=answer["orderId"]), stripe)
        assert set(Enrollment.objects.confirmed().values_list("camp_class", "price")) == {(clay.pk, 0), (wood.pk, 60)}

    def test_it_enrolls_although_the_seat_was_held_too_long_before_the_class_was_free(self, users, clay, stripe):
        """Nothing is held for later."""
        start_checkout(users.student, clay)
        began = timezone.now() - timedelta(minutes=50)
        Enrollment.objects.update(held_at=began, held_until=began + timedelta(minutes=45))
        CampClass.objects.update(price=0)
        assert create_order(users.student, [Selection.objects.get()])["state"] == "PAID"

    def test_it_refuses_a_withdrawn_class_with_a_hold(self, users, clay, stripe):
        free = make_class(users.instructor, "Free", price=Decimal(0))
        start_order_of(users.student, free, clay)
        withdraw(users, free)
        (line,) = create_order(users.student, [Selection.objects.get(camp_class=free)], 409)["lines"]
        assert line["code"] == "not_found"
        assert seats_taken(free) == 0

    def test_it_answers_the_documented_call_for_the_same_class_as_a_repetition(self, users):
        free = make_class(users.instructor, "Free", price=Decimal(0))
        create_order(users.student, select_seats(users.student, free))
        as_(users.student).post("/payments", {"classId": str(free.pk)}, 200)

    def test_it_refuses_a_total_of_zero_for_a_paid_class(self, users, clay):
        free = make_class(users.instructor, "Free", price=Decimal(0))
        refusal = create_order(users.student, select_seats(users.student, free, clay), 409, total=0)
        assert refusal["code"] == "price_changed"
        assert not Enrollment.objects.exists()

    def test_it_holds_a_free_seat_with_paid_ones(self, users, clay, stripe):
        free = make_class(users.instructor, "Free", price=Decimal(0))
        order = start_order_of(users.student, free, clay)
        assert [each.state for each in Enrollment.objects.all()] == ["HELD"] * 2
        assert [payment.state for payment in pay_order(order, stripe)] == ["enrollPending"] * 2
        assert Enrollment.objects.confirmed().count() == 2

    def test_it_enrolls_while_the_order_with_paid_seats_cannot_be_canceled(self, users, clay, stripe, monkeypatch):
        """The seats are confirmed already, so the answer must not be an error. The worker cancels the other order."""
        free = make_class(users.instructor, "Free", price=Decimal(0))
        other = start_order_of(users.student, free, clay)

        def unavailable(_):
            raise StripeUnavailable

        with monkeypatch.context() as patch:
            patch.setattr(stripe_api, "cancel_intent", unavailable)
            assert create_order(users.student, [Selection.objects.get(camp_class=free)])["state"] == "PAID"
        assert Enrollment.objects.confirmed().get().camp_class == free
        assert stripe.intent(other.intent_id)["status"] == "requires_payment_method"

        reconcile_urgent(now=timezone.now(), days=7)
        assert stripe.intent(other.intent_id)["status"] == "canceled"
        assert [each.enrollment.state for each in payments_by_position(other)] == ["CONFIRMED", "RELEASED"]

"""POST /orders: a student holds several seats and gets one PaymentIntent."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from classes.models import CampClass, Enrollment
from payments.models import Order, Payment
from payments.stripe import api as stripe_api
from payments.stripe.results import StripeUnavailable
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_enrollment, make_hold, make_lesson
from testing.snapshots import nothing_changes
from testing.steps.checkout import (
    create_order,
    create_payment_intent,
    payments_by_position,
    select_seats,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def classes(users):
    """Three classes at different prices."""
    prices = ("45.50", "60.00", "21.00")
    return [make_class(users.instructor, f"Class {price}", price=Decimal(price)) for price in prices]


@pytest.fixture
def selections(users, classes):
    return select_seats(users.student, *classes)


def test_it_holds_all_seats_and_creates_one_intent(users, classes, selections, stripe):
    answer = create_order(users.student, selections)

    order = Order.objects.get()
    held = Enrollment.objects.order_by("camp_class")
    assert [each.state for each in held] == ["HELD"] * 3
    (until,) = {each.held_until for each in held}
    assert timedelta(minutes=14) < until - timezone.now() < timedelta(minutes=15)
    intent = stripe.intent(order.intent_id)
    assert intent["amount"] == 12650
    assert intent["metadata"] == {"user": str(users.student.pk), "order": str(order.pk)}
    assert answer == {
        "orderId": str(order.pk),
        "state": "STARTED",
        "amount": 126.5,
        "transactionId": order.intent_id,
        "heldUntil": until.isoformat().replace("+00:00", "Z"),
        "paidAt": None,
        "lines": [
            {
                "paymentId": str(payment.pk),
                "selectionId": str(selection.pk),
                "classId": str(camp_class.pk),
                "nameClass": camp_class.name,
                "childId": None,
                "childName": None,
                "listPrice": float(camp_class.price),
                "discount": 0,
                "discountText": "",
                "price": float(camp_class.price),
                "usesCode": False,
                "status": "started",
            }
            for payment, selection, camp_class in zip(payments_by_position(order), selections, classes, strict=True)
        ],
        "clientSecret": answer["clientSecret"],
    }
    assert answer["clientSecret"].startswith(f"{order.intent_id}_secret_")


def test_it_names_the_selection_of_a_seat_that_was_held_before_it_was_selected(users, clay, stripe):
    create_payment_intent(users.student, clay)
    selections = select_seats(users.student, clay)
    answer = create_order(users.student, selections)
    assert Order.objects.count() == 1
    assert [line["selectionId"] for line in answer["lines"]] == [str(selections[0].pk)]


def test_it_holds_seats_of_siblings_in_one_class(users, clay, mia, leo, stripe):
    answer = create_order(users.student, select_seats(users.student, (clay, mia), (clay, leo), clay))
    assert [line["childName"] for line in answer["lines"]] == ["Mia", "Leo", None]
    assert clay.enrollments.held().count() == 3


def test_it_does_not_oversell_a_class_to_siblings(users, last_seat, mia, leo, stripe):
    selections = select_seats(users.student, (last_seat, mia), (last_seat, leo))
    refusal = create_order(users.student, selections, 409)
    (line,) = refusal["lines"]
    assert (line["selectionId"], line["code"]) == (str(selections[1].pk), "fewer_seats_left")
    assert line["message"] == "Only 1 seat is left in this class."
    assert not Enrollment.objects.exists()


class TestSameSeatsAgain:
    def test_it_returns_the_same_intent_and_prolongs_all_holds(self, users, selections, stripe):
        first = create_order(users.student, selections)
        Enrollment.objects.update(held_until=timezone.now() + timedelta(minutes=2))
        second = create_order(users.student, list(reversed(selections)))
        assert (second["orderId"], second["clientSecret"]) == (first["orderId"], first["clientSecret"])
        assert second["heldUntil"] > first["heldUntil"]
        assert Order.objects.count() == 1

    def test_it_ends_all_holds_with_the_first(self, users, classes, selections, stripe):
        """One of the seats was held before, so that it cannot be prolonged as long as the others."""
        create_payment_intent(users.student, classes[0])
        began = timezone.now() - timedelta(minutes=40)
        Enrollment.objects.update(held_at=began, held_until=timezone.now() + timedelta(minutes=1))
        create_order(users.student, selections)
        assert set(Enrollment.objects.held().values_list("held_until", flat=True)) == {began + timedelta(minutes=45)}

    def test_it_returns_the_order_of_the_documented_call(self, users, clay, stripe):
        selections = select_seats(users.student, clay)
        documented = create_payment_intent(users.student, clay)
        assert create_order(users.student, selections)["clientSecret"] == documented["clientSecret"]

    def test_it_starts_another_order_after_the_holds_expired(self, users, selections, stripe):
        first = Order.objects.get(pk=create_order(users.student, selections)["orderId"])
        Enrollment.objects.update(held_until=timezone.now() - timedelta(minutes=1))
        second = create_order(users.student, selections)
        first.refresh_from_db()
        assert second["orderId"] != str(first.pk)
        assert (first.state, stripe.intent(first.intent_id)["status"]) == ("CANCELED", "canceled")

    def test_it_names_the_seats_if_the_order_was_paid(self, users, selections, stripe):
        """The student has paid in another tab, and the browser did not return."""
        order = Order.objects.get(pk=create_order(users.student, selections)["orderId"])
        stripe.pay(order.intent_id)

        refusal = create_order(users.student, list(reversed(selections)), 409)

        assert [line["selectionId"] for line in refusal["lines"]] == [str(each.pk) for each in reversed(selections)]
        assert {line["code"] for line in refusal["lines"]} == {"already_enrolled"}
        assert [payment.state for payment in payments_by_position(order)] == ["enrollPending"] * 3

    def test_it_keeps_the_prices_of_the_holds(self, users, classes, selections, stripe):
        first = create_order(users.student, selections)
        CampClass.objects.update(price=99)
        assert create_order(users.student, selections, total=126.5)["clientSecret"] == first["clientSecret"]


class TestFallenPrice:
    """The price of a class falls while its seat is held."""

    @pytest.fixture
    def order(self, users, selections, stripe):
        return Order.objects.get(pk=create_order(users.student, selections)["orderId"])

    @pytest.fixture(autouse=True)
    def fallen(self, order, classes):
        CampClass.objects.filter(pk=classes[1].pk).update(price=Decimal("40.00"))

    def test_it_holds_the_seats_at_the_new_price(self, users, selections, order, stripe):
        holds = dict(Enrollment.objects.values_list("pk", "held_until"))
        shown = as_(users.student).get(f"/selectClass?email={users.student.email}")
        assert sorted(row["price"] for row in shown) == [21, 40, 45.5]

        answer = create_order(users.student, selections, total=106.5)

        assert [line["price"] for line in answer["lines"]] == [45.5, 40, 21]
        assert stripe.intent(answer["transactionId"])["amount"] == 10650
        assert {pk: until >= holds[pk] for pk, until in Enrollment.objects.values_list("pk", "held_until")} == (
            dict.fromkeys(holds, True)
        )
        order.refresh_from_db()
        assert (order.state, stripe.intent(order.intent_id)["status"]) == ("CANCELED", "canceled")

    def test_it_takes_the_new_price_although_the_student_saw_the_old_one(self, users, selections, stripe):
        answer = create_order(users.student, selections)
        assert [line["price"] for line in answer["lines"]] == [45.5, 40, 21]
        assert stripe.intent(answer["transactionId"])["amount"] == 10650

    def test_it_refuses_a_total_below_the_new_price(self, users, selections):
        with nothing_changes():
            refusal = create_order(users.student, selections, 409, total=106)
            assert (refusal["code"], [line["price"] for line in refusal["lines"]]) == ("price_changed", [45.5, 40, 21])

    def test_it_enrolls_for_nothing_only_if_the_student_saw_that(self, users, selections):
        CampClass.objects.update(price=0)
        with nothing_changes():
            refusal = create_order(users.student, selections, 409)
            assert (refusal["code"], [line["price"] for line in refusal["lines"]]) == ("price_changed", [0, 0, 0])

    def test_it_takes_the_new_price_from_the_documented_client(self, users, classes, order):
        assert create_payment_intent(users.student, classes[1], 409, price=60)["code"] == "price_changed"
        create_payment_intent(users.student, classes[1], price=40)
        assert payments_by_position(Order.objects.latest("created_at"))[0].price == 40

    def test_it_confirms_the_seats_at_the_old_price_if_they_were_paid_before(self, users, selections, order, stripe):
        stripe.pay(order.intent_id)
        assert create_order(users.student, selections, 409, total=106.5)["code"] == "not_all_available"
        seats = Enrollment.objects.confirmed().order_by("price")
        assert [seat.price for seat in seats] == [Decimal("21.00"), Decimal("45.50"), Decimal("60.00")]


class TestOverlappingSeats:
    def test_it_ends_the_other_order_and_keeps_the_common_hold(self, users, classes, selections, stripe):
        old = Order.objects.get(pk=create_order(users.student, selections[:2])["orderId"])
        kept = Enrollment.objects.get(camp_class=classes[1])

        new = Order.objects.get(pk=create_order(users.student, selections[1:])["orderId"])

        old.refresh_from_db()
        assert (old.state, stripe.intent(old.intent_id)["status"]) == ("CANCELED", "canceled")
        assert [payment.state for payment in payments_by_position(old)] == ["canceled"] * 2
        assert set(Enrollment.objects.held().values_list("camp_class", flat=True)) == {each.pk for each in classes[1:]}
        assert payments_by_position(new)[0].enrollment == kept

    def test_it_ends_an_order_of_several_seats_for_one_of_them(self, users, classes, selections, stripe):
        """The documented call of one seat follows the same rule."""
        old = Order.objects.get(pk=create_order(users.student, selections)["orderId"])
        create_payment_intent(users.student, classes[0])
        old.refresh_from_db()
        assert old.state == "CANCELED"
        assert Enrollment.objects.held().get().camp_class == classes[0]

    def test_it_settles_the_other_order_if_it_was_paid(self, users, selections, stripe):
        old = Order.objects.get(pk=create_order(users.student, selections[:2])["orderId"])
        stripe.pay(old.intent_id)

        refusal = create_order(users.student, selections[1:], 409)

        assert [(line["selectionId"], line["code"]) for line in refusal["lines"]] == [
            (str(selections[1].pk), "already_enrolled")
        ]
        old.refresh_from_db()
        assert old.state == "PAID"
        assert [each.state for each in Enrollment.objects.order_by("camp_class")] == ["CONFIRMED"] * 2 + ["RELEASED"]
        assert Order.objects.exclude(pk=old.pk).get().state == "CANCELED"

    def test_it_keeps_the_other_order_if_the_new_one_is_refused(self, users, classes, selections, stripe):
        create_order(users.student, selections[:2])
        CampClass.objects.filter(pk=classes[2].pk).update(capacity=0)
        with nothing_changes():
            create_order(users.student, selections[1:], 409)

    def test_it_creates_no_intent_while_the_other_cannot_be_canceled(self, users, selections, stripe, monkeypatch):
        old = Order.objects.get(pk=create_order(users.student, selections[:2])["orderId"])

        def unavailable(_):
            raise StripeUnavailable

        with monkeypatch.context() as patch:
            patch.setattr(stripe_api, "cancel_intent", unavailable)
            create_order(users.student, selections[1:], 503)
        assert Order.objects.exclude(pk=old.pk).get().intent_id is None

        answer = create_order(users.student, selections[1:])
        old.refresh_from_db()
        assert old.state == "CANCELED"
        assert Order.objects.get(pk=answer["orderId"]).intent_id


class TestRefusals:
    """A refusal names every obstacle and holds nothing."""

    @pytest.fixture(autouse=True)
    def set_refused(self, users, selections, stripe):
        """Checks that a refusal changes nothing, earlier holds included."""

        def refused(*arguments, **keywords):
            with nothing_changes():
                answer = create_order(users.student, *arguments, 409, **keywords)
                # The second time without the locks of classes that were found full.
                assert create_order(users.student, *arguments, 409, **keywords) == answer
            return answer

        self.refused = refused

    def test_it_names_each_obstacle(self, users, classes, selections):
        full, begun, enrolled, young = (make_class(users.instructor, name) for name in "abcd")
        selections += select_seats(users.student, full, begun, enrolled, (young, make_child(users.student)))
        make_lesson(begun, timezone.now() - timedelta(hours=1))
        make_enrollment(users.student, enrolled)
        CampClass.objects.filter(pk=full.pk).update(capacity=0)
        CampClass.objects.filter(pk=young.pk).update(age_from=3, age_to=4)
        CampClass.objects.filter(pk=classes[1].pk).update(status="Denied")

        refusal = self.refused(selections)

        assert (refusal["code"], set(refusal)) == ("not_all_available", {"code", "message", "lines"})
        codes = ["not_found", "class_full", "class_begun", "already_enrolled", "age_not_in_range"]
        refused = [selections[1], *selections[3:]]
        assert [(line["selectionId"], line["code"]) for line in refusal["lines"]] == [
            (str(selection.pk), code) for selection, code in zip(refused, codes, strict=True)
        ]
        assert all(line["message"] for line in refusal["lines"])

    def test_it_says_when_a_seat_that_is_only_held_may_be_free(self, users, classes, selections):
        CampClass.objects.filter(pk=classes[1].pk).update(capacity=1)
        hold = make_hold(users.other_student, classes[1], minutes=9)
        (line,) = self.refused(selections)["lines"]
        assert (line["code"], parse_datetime(line["retryAt"])) == ("class_full", hold.held_until)

    def test_it_names_the_prices_if_the_total_is_wrong(self, selections):
        refusal = self.refused(selections, total=126)
        assert refusal["code"] == "price_changed"
        assert refusal["lines"] == [
            {"selectionId": str(selection.pk), "price": float(selection.camp_class.price)} for selection in selections
        ]

    def test_it_names_the_obstacles_before_the_prices(self, classes, selections):
        CampClass.objects.filter(pk=classes[0].pk).update(capacity=0)
        assert self.refused(selections, total=1)["code"] == "not_all_available"

    def test_it_refuses_the_selection_of_another_student(self, users, clay, selections):
        (foreign,) = select_seats(users.other_student, clay)
        (line,) = self.refused([*selections, foreign])["lines"]
        assert (line["selectionId"], line["code"]) == (str(foreign.pk), "not_found")

    def test_it_refuses_a_fourth_open_order(self, users, selections):
        for _ in range(3):
            create_payment_intent(users.student, make_class(users.instructor))
        assert self.refused(selections)["code"] == "too_many_holds"

    def test_it_refuses_a_seat_that_was_held_too_long(self, users, classes, selections):
        began = timezone.now() - timedelta(hours=1)
        Enrollment.objects.create(
            student=users.student,
            camp_class=classes[2],
            state="RELEASED",
            price=1,
            held_at=began,
            held_until=began + timedelta(minutes=45),
            released_at=timezone.now(),
        )
        (line,) = self.refused(selections)["lines"]
        assert (line["selectionId"], line["code"]) == (str(selections[2].pk), "held_too_long")


@pytest.mark.parametrize(
    "changes",
    [
        {"selections": []},
        {"selections": ["1"] * 2},
        {"selections": [str(number) for number in range(13)]},
        {"selections": ["x"]},
        {"selections": "1"},
        {"selections": None},
        {"total": -1},
        {"total": "x"},
        {"total": 126.505},
        {"total": None},
    ],
)
def test_it_refuses_bad_input(users, selections, changes):
    body = {"selections": [str(selection.pk) for selection in selections], "total": 126.5} | changes
    refusal = as_(users.student).post("/orders", body, 400)
    assert {name.partition(".")[0] for name in refusal["fields"]} == set(changes)
    assert not Enrollment.objects.exists()


def test_it_makes_a_constant_number_of_queries(users, stripe, django_assert_max_num_queries):
    """One insert for each hold, and nothing else for each seat."""
    classes = [make_class(users.instructor, f"Class {number}") for number in range(12)]
    selections = select_seats(users.student, *classes)
    with django_assert_max_num_queries(26 + 12):
        create_order(users.student, selections)
    assert Payment.objects.count() == 12

"""Each SQL statement of payments.orders.sql returns or stores what the ORM would, for the same arguments."""

from datetime import timedelta
from decimal import Decimal
from itertools import product

import pytest
from django.db import DatabaseError

from classes.models import Enrollment, SeatPrice, shown_classes
from payments.models import LedgerEntry, Order, Payment, ShownPayment, StripeEvent
from payments.orders import sql
from payments.orders.opening import _payment_fields
from testing.factories import (
    NOW,
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_order_for,
    make_refund,
    make_selection,
    make_user,
    make_withdrawn_class,
)
from testing.snapshots import column_values

pytestmark = pytest.mark.django_db

INTENTS = ("pi_1", "pi_2", "pi_3", "")


@pytest.fixture
def orders(users, clay):
    """Three orders in different states; the first has no intent, the last is another student's."""
    first, other = make_enrollment(users.student, clay), make_enrollment(users.other_student, clay)
    payments = (
        make_order_for(first, state="started", paid_at=None),
        make_order_for(first, state="started", paid_at=None, intent_id="pi_1"),
        make_order_for(other, intent_id="pi_2"),
    )
    return [payment.order for payment in payments]


def test_it_inserts_an_order_with_a_payment_for_each_enrollment(users):
    clay, wood = make_class(users.instructor, "Clay"), make_class(users.other_instructor, "Wood", price=Decimal(60))
    child = make_child(users.student)
    selections = [make_selection(users.student, clay, child), None]
    enrollments = [make_enrollment(users.student, clay, child), make_enrollment(users.student, wood)]
    enrollments[0].selection_id = selections[0].pk
    enrollments[1].set_price(SeatPrice(Decimal(60), Decimal(10), "Early price"))

    order = sql.insert_order(
        student_id=users.student.pk,
        amount=Decimal("105.50"),
        payments=_payment_fields(users.student, enrollments),
        created_at=NOW,
    )

    assert column_values([order]) == column_values(Order.objects.all())
    created = Order.objects.create(student=users.student, amount=Decimal("105.50"), created_at=NOW)
    for position, (enrollment, selection) in enumerate(zip(enrollments, selections, strict=True), start=1):
        camp_class = enrollment.camp_class
        expected = Payment.objects.create(
            order=created,
            position=position,
            student=users.student,
            camp_class=camp_class,
            enrollment=enrollment,
            price=enrollment.price,
            discount=enrollment.discount,
            discount_text=enrollment.discount_text,
            selection_id_was=selection and selection.pk,
            class_name=camp_class.name,
            class_image=camp_class.image,
            instructor_name=camp_class.instructor.name,
            instructor_email=camp_class.instructor.email,
            student_name=users.student.name,
            child_name=enrollment.child.name if enrollment.child else "",
            created_at=NOW,
        )
        (stored,) = Payment.objects.filter(order=order, position=position).values()
        (values,) = Payment.objects.filter(pk=expected.pk).values()
        assert stored == values | {"id": stored["id"], "order_id": order.pk}
    (stored,), (values,) = (Order.objects.filter(pk=each.pk).values() for each in (order, created))
    assert stored == values | {"id": order.pk}


def test_it_selects_the_order_of_an_intent_or_the_open_orders_of_a_student(users, orders):
    for intent_id in INTENTS:
        expected = Order.objects.filter(intent_id=intent_id)
        assert column_values(sql.select_orders_for_update(intent_id=intent_id)) == column_values(expected)
    for student in (users.student, users.other_student, users.instructor):
        found = sql.select_orders_for_update(open_of=student.pk)
        assert column_values(found) == column_values(Order.objects.started().filter(student=student))
        assert found == sorted(found, key=lambda order: order.pk)


def test_it_selects_the_payments_of_an_order_by_position(users, orders):
    classes = [make_class(users.instructor, f"Class {number}") for number in range(3)]
    enrollments = [make_enrollment(users.student, camp_class) for camp_class in reversed(classes)]
    ids = [enrollment.pk for enrollment in enrollments]
    fields = _payment_fields(users.student, enrollments)
    order = sql.insert_order(student_id=users.student.pk, amount=Decimal(1), payments=fields, created_at=NOW)
    found = sql.select_payments([order])
    assert column_values(found) == column_values(Payment.objects.filter(order=order))
    assert [(payment.position, payment.enrollment_id) for payment in found] == list(enumerate(ids, start=1))


def test_it_selects_the_payments_of_several_orders(orders, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = sql.select_payments(orders[1:])
        seats = [payment.enrollment for payment in found]
        assert {payment.order for payment in found} == set(orders[1:])
    assert column_values(found) == column_values(Payment.objects.filter(order__in=orders[1:]))
    assert column_values(seats) == column_values(Enrollment.objects.filter(payments__in=found))


def test_it_adds_the_values_of_account_and_class(users, clay, orders):
    make_lesson(clay, NOW, canceled_at=NOW)
    for days in (3, 2):
        make_lesson(clay, NOW + timedelta(days=days))
    make_order_for(make_enrollment(users.student, make_withdrawn_class(users.instructor)), intent_id="pi_3")
    make_refund(Payment.objects.first(), reason="part", amount=5)
    payments = sql.select_shown_payments(list(Payment.objects.all()), now=NOW)
    names = (
        "student_email",
        "enrolled",
        "capacity",
        "first_start",
        "withdrawn_at",
        "withdrawn_reason",
        "shown_refunds",
    )
    for expected in ShownPayment.objects.all():
        (found,) = [payment for payment in payments if payment == expected]
        assert found.shown_at == NOW
        assert (found.shown_moves, found.shown_refunds) == (expected.shown_moves, expected.shown_refunds)
        assert [getattr(found, name) for name in names] == [getattr(expected, name) for name in names]


@pytest.mark.parametrize("shown", [shown_classes, ShownPayment.objects.all])
def test_it_selects_the_rows_again_each_time(orders, shown):
    assert len({row.price for row in shown()}) == 1
    shown().update(price=1)
    assert {row.price for row in shown()} == {1}


@pytest.mark.parametrize("state", Enrollment.State.values)
def test_it_selects_the_orders_that_a_seat_supersedes(users, clay, mia, state):
    times = {"held_at": NOW, "held_until": NOW, "confirmed_at": NOW, "released_at": NOW}
    seats = {child: make_enrollment(users.student, clay, child) for child in (None, mia)}
    paid = {child: make_order_for(seat) for child, seat in seats.items()}
    Enrollment.objects.filter(pk__in=[seat.pk for seat in seats.values()]).update(state="RELEASED", **times)
    requested = make_enrollment(users.student, clay)
    open_order = make_order_for(requested, state="started", paid_at=None, intent_id="pi_1").order
    make_order_for(requested, state="canceled", paid_at=None, intent_id="pi_2")
    make_order_for(make_enrollment(users.other_student, clay), state="started", paid_at=None, intent_id="pi_3")
    Enrollment.objects.filter(pk=requested.pk).update(state=state, **times)
    others = (
        Payment.objects.filter(student=users.student, camp_class=clay, enrollment__child=None)
        .started()
        .exclude(enrollment__state="HELD")
    )
    expected = list(Order.objects.filter(payments__in=others))
    assert expected == ([] if state == "HELD" else [open_order])
    assert sql.select_superseded_orders([paid[None].pk]) == expected
    assert sql.select_superseded_orders([paid[mia].pk]) == []
    assert sql.select_superseded_orders([each.pk for each in paid.values()]) == expected


def test_it_stores_an_event_once(orders):
    values = {"event_id": "evt_1", "event_type": "charge.refunded", "object_id": "pi_1", "received_at": NOW}
    assert [sql.insert_event(**values), sql.insert_event(**values)] == [True, False]
    (event,) = StripeEvent.objects.values()
    assert event == {"event_id": "evt_1", "type": "charge.refunded", "object_id": "pi_1", "received_at": NOW}


def test_it_stores_what_a_settlement_changes_and_nothing_else(users, clay, orders):
    other_orders, other_payments = column_values(Order.objects.all()), column_values(Payment.objects.all())
    order, payment = orders[0], orders[0].payments.get()
    payment_changes = {
        "enrollment_id": make_enrollment(users.student, make_class(users.instructor)).pk,
        "state": Payment.State.REFUNDED,
        "paid_at": NOW,
    }
    order_changes = {"intent_id": "pi_3", "state": Order.State.PAID, "paid_at": NOW}
    for name, value in (payment_changes | {"student_name": "Not stored", "price": Decimal(1)}).items():
        setattr(payment, name, value)
    for name, value in (order_changes | {"amount": Decimal(1)}).items():
        setattr(order, name, value)
    sql.store_settlement(order, [payment], charge=sql.BY_CARD)
    expected = other_payments.pop(payment.pk) | payment_changes
    assert column_values(Payment.objects.all()) == other_payments | {payment.pk: expected}
    expected = other_orders.pop(order.pk) | order_changes
    assert column_values(Order.objects.all()) == other_orders | {order.pk: expected}


def test_it_raises_if_the_settled_payment_is_gone(orders):
    payment = orders[0].payments.get()
    payment.delete()
    with pytest.raises(DatabaseError):
        sql.store_settlement(orders[0], [payment], charge=sql.BY_CARD)


def test_it_books_the_charge_of_a_settlement(orders):
    order = orders[0]
    payment = order.payments.get()
    payment.state, payment.paid_at = Payment.State.ENROLLED, NOW
    order.state, order.paid_at = Order.State.PAID, NOW
    sql.store_settlement(order, [payment], charge=sql.BY_CARD)
    (entry,) = LedgerEntry.objects.filter(order=order)
    expected = LedgerEntry(
        pk=entry.pk,
        key=f"charge {payment.pk}",
        order=order,
        payment=payment,
        camp_class=payment.camp_class,
        kind=LedgerEntry.Kind.CHARGE,
        method=LedgerEntry.Method.CARD,
        amount=payment.price,
        happened_at=NOW,
    )
    assert column_values([entry]) == column_values([expected])


def test_it_books_only_prices_that_were_charged(users):
    prices = {"Clay": Decimal("45.50"), "Wood": Decimal(40), "Free": Decimal(0)}
    classes = [make_class(users.instructor, name, price=price) for name, price in prices.items()]
    enrollments = [make_enrollment(users.student, camp_class) for camp_class in classes]
    fields = _payment_fields(users.student, enrollments)
    order = sql.insert_order(student_id=users.student.pk, amount=Decimal("85.50"), payments=fields, created_at=NOW)
    payments = list(Payment.objects.of_order(order))
    for payment in payments:
        payment.paid_at = NOW
    order.state, order.paid_at = Order.State.PAID, NOW
    sql.store_settlement(order, payments, charge=sql.NO_CHARGE)
    assert not LedgerEntry.objects.exists()
    sql.store_settlement(order, payments, charge=sql.BY_CARD)
    assert list(LedgerEntry.objects.order_by("pk").values_list("amount", flat=True)) == [Decimal("45.50"), Decimal(40)]


@pytest.mark.parametrize("intent", [*INTENTS, "pi_4"])
def test_it_promotes_the_payments_of_a_paid_order(users, orders, intent):
    wood = make_class(users.instructor, "Wood")
    for number, state in enumerate(["enrollPending", "enrolled", "refundPending", "refunded"], start=4):
        make_order_for(make_enrollment(make_user(f"u{number}"), wood), state=state, intent_id=f"pi_{number}")
    make_order_for(make_enrollment(users.student, wood), state="enrollPending", intent_id="pi_9")
    order = Order.objects.filter(state=Order.State.PAID, intent_id=intent).first()
    before = dict(Payment.objects.values_list("pk", "state"))

    assert sql.promote_payments(intent_id=intent) is (order is not None)

    after = dict(Payment.objects.values_list("pk", "state"))
    assert [after[pk] for pk in before if after[pk] != before[pk]] == (["enrolled"] if intent == "pi_4" else [])
    if order is not None:
        assert Payment.objects.of_order(order).promote() == 0


def test_it_selects_the_classes_of_an_own_order(users, orders):
    for student, intent in product((users.student, users.other_student), INTENTS):
        expected = Payment.objects.filter(order__student=student, order__intent_id=intent)
        found = sql.select_ordered_classes(student_id=student.pk, intent_id=intent)
        assert found == list(expected.values_list("camp_class", flat=True))
    assert sql.select_ordered_classes(student_id=users.student.pk, intent_id="pi_1") != []


def test_it_stores_the_intent_of_an_order_once(orders):
    for order in orders:
        sql.store_intent(order_id=order.pk, intent_id="pi_new")
    found = Order.objects.in_bulk()
    assert [found[order.pk].intent_id for order in orders] == ["pi_new", "pi_1", "pi_2"]


def test_it_stores_the_first_answer_only(orders):
    first, second = (sql.store_answer(order_id=orders[0].pk, answered_at=NOW + n * timedelta(days=1)) for n in (0, 1))
    assert (first, second) == (True, False)
    assert Order.objects.in_bulk()[orders[0].pk].answered_at == NOW
    assert Order.objects.exclude(answered_at=None).count() == 1

"""Each SQL statement of payments.statements returns or stores what the ORM would, for the same arguments."""

from datetime import timedelta
from decimal import Decimal
from itertools import product
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.db.models import Q

from classes.models import Enrollment
from payments import statements
from payments.models import Order, Payment, StripeEvent
from payments.orders import _payment_fields
from testing.factories import NOW, make_child, make_class, make_enrollment, make_lesson, make_order_for, make_selection
from testing.races import run_concurrently
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


def test_it_selects_an_order(orders):
    for order_id in [order.pk for order in orders] + [uuid4()]:
        found = statements.select_order_for_update(order_id)
        assert column_values([found] if found else []) == column_values(Order.objects.filter(pk=order_id))


def test_it_selects_the_order_of_an_intent(orders):
    for intent in INTENTS:
        found = statements.select_order_by_intent_for_update(intent)
        assert column_values([found] if found else []) == column_values(Order.objects.filter(intent_id=intent))


def test_it_selects_an_order_unless_it_has_another_intent(orders):
    for order_id, intent in product([order.pk for order in orders] + [uuid4()], INTENTS):
        found = statements.select_order_without_intent_for_update(order_id=order_id, intent_id=intent)
        expected = Order.objects.filter(Q(intent_id=None) | Q(intent_id=intent), pk=order_id)
        assert column_values([found] if found else []) == column_values(expected)


def test_it_selects_the_open_orders_of_a_student_in_primary_key_order(users, orders):
    for student in (users.student, users.other_student):
        found = statements.select_open_orders_for_update(student.pk)
        expected = Order.objects.started().filter(student=student)
        assert column_values(found) == column_values(expected)
        assert [order.pk for order in found] == sorted(order.pk for order in found)


def is_locked(order):
    """Returns whether another connection finds the row locked."""

    def select():
        with transaction.atomic():
            return not Order.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=order.pk).exists()

    (locked,) = run_concurrently(select)
    return locked


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("select", "locked"),
    [
        (lambda order: statements.select_order_for_update(order.pk), [False, True, False]),
        (lambda order: statements.select_order_by_intent_for_update("pi_1"), [False, True, False]),
        (
            lambda order: statements.select_order_without_intent_for_update(order_id=order.pk, intent_id="pi_1"),
            [False, True, False],
        ),
        (lambda order: statements.select_open_orders_for_update(order.student_id), [True, True, False]),
    ],
    ids=["by id", "by intent", "by id and intent", "of a student"],
)
def test_it_locks_orders_until_the_transaction_ends(orders, select, locked):
    with transaction.atomic():
        select(orders[1])
        assert [is_locked(order) for order in orders] == locked
    assert not any(is_locked(order) for order in orders)


def test_it_inserts_an_order_with_a_payment_for_each_enrollment(users):
    clay, wood = make_class(users.instructor, "Clay"), make_class(users.other_instructor, "Wood", price=Decimal(60))
    child = make_child(users.student)
    make_selection(users.student, clay)  # another participant's
    make_selection(users.other_student, wood)
    selections = [make_selection(users.student, clay, child), None]
    enrollments = [make_enrollment(users.student, clay, child), make_enrollment(users.student, wood)]

    order = statements.insert_order(
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


def test_it_selects_the_payments_of_an_order_by_position(users, orders):
    classes = [make_class(users.instructor, f"Class {number}") for number in range(3)]
    enrollments = [make_enrollment(users.student, camp_class) for camp_class in reversed(classes)]
    ids = [enrollment.pk for enrollment in enrollments]
    fields = _payment_fields(users.student, enrollments)
    order = statements.insert_order(student_id=users.student.pk, amount=Decimal(1), payments=fields, created_at=NOW)
    found = statements.select_payments(order.pk)
    assert column_values(found) == column_values(Payment.objects.filter(order=order))
    assert [(payment.position, payment.enrollment_id) for payment in found] == list(enumerate(ids, start=1))


def test_it_selects_payments_with_their_enrollments(orders):
    for order in orders:
        found = statements.select_payments_with_enrollments(order.pk)
        assert column_values(found) == column_values(Payment.objects.filter(order=order))
        enrollments = column_values(payment.enrollment for payment in found)
        assert enrollments == column_values(Enrollment.objects.filter(payments__order=order))


def test_it_selects_what_a_payment_shows(users, clay, orders):
    make_lesson(clay, NOW, canceled_at=NOW)
    make_lesson(clay, NOW + timedelta(days=1))
    expected = Payment.objects.with_class_values(NOW).in_bulk()
    found = statements.select_payments_with_class_values(payment_ids=list(expected), now=NOW)
    assert column_values(found.values()) == column_values(expected.values())
    shown = ("enrolled", "capacity", "withdrawn_at", "withdrawn_reason", "first_start", "shown_at")
    for payment_id, payment in found.items():
        other = expected[payment_id]
        assert [getattr(payment, name) for name in shown] == [getattr(other, name) for name in shown]
        for name in ("student", "enrollment", "order"):
            row, same = getattr(payment, name), getattr(other, name)
            assert column_values([row] if row else []) == column_values([same] if same else [])


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
    others = Payment.objects.of_participant(seats[None]).started().exclude(enrollment__state="HELD")
    expected = list(Order.objects.filter(payments__in=others))
    assert expected == ([] if state == "HELD" else [open_order])
    assert statements.select_superseded_orders([paid[None].pk]) == expected
    assert statements.select_superseded_orders([paid[mia].pk]) == []
    assert statements.select_superseded_orders([each.pk for each in paid.values()]) == expected


def test_it_says_whether_a_student_has_the_order_of_an_intent(users, orders):
    for student, intent in product((users.student, users.other_student), INTENTS):
        expected = Order.objects.filter(student=student, intent_id=intent).exists()
        assert statements.has_order(student_id=student.pk, intent_id=intent) == expected


def test_it_stores_an_intent_unless_there_is_one(orders):
    for order in orders:
        statements.update_intent(order_id=order.pk, intent_id="pi_3")
    assert [Order.objects.get(pk=order.pk).intent_id for order in orders] == ["pi_3", "pi_1", "pi_2"]


def test_it_stores_the_first_answer_only(orders):
    later = NOW + timedelta(minutes=1)
    assert [statements.update_answered(order_id=orders[0].pk, answered_at=at) for at in (NOW, later)] == [True, False]
    assert list(Order.objects.filter(answered_at=NOW)) == [orders[0]]
    assert not statements.update_answered(order_id=None, answered_at=NOW)


def test_it_promotes_payments(orders):
    for state in Payment.State.values:
        reason = "canceled" if state.startswith("refund") else ""
        for order in orders[1:]:
            order.payments.update(state=state, refund_reason=reason, paid_at=NOW)
        found = statements.update_promoted(orders[1].pk)
        assert column_values(found) == column_values(orders[1].payments.all())
        states = [order.payments.get().state for order in orders[1:]]
        assert states == ["enrolled" if state == "enrollPending" else state, state]


def test_it_stores_an_event_once(orders):
    Order.objects.filter(pk=orders[2].pk).update(state="PAID", paid_at=NOW)
    values = {"event_id": "evt_1", "event_type": "charge.refunded", "object_id": "pi_1", "received_at": NOW}
    assert [statements.insert_event(**values), statements.insert_event(**values)] == [True, False]
    (event,) = StripeEvent.objects.values()
    assert event == {"event_id": "evt_1", "type": "charge.refunded", "object_id": "pi_1", "received_at": NOW}
    for event_id, intent_id in product(("evt_1", "evt_2"), INTENTS):
        known = statements.select_known_event(event_id=event_id, intent_id=intent_id)
        assert (known.is_applied, known.is_paid) == (event_id == "evt_1", intent_id == "pi_2")


def test_it_stores_what_a_settlement_changes_and_nothing_else(users, clay, orders):
    other_orders, other_payments = column_values(Order.objects.all()), column_values(Payment.objects.all())
    order, payment = orders[0], orders[0].payments.get()
    payment_changes = {
        "enrollment_id": make_enrollment(users.student, make_class(users.instructor)).pk,
        "state": Payment.State.REFUNDED,
        "paid_at": NOW,
        "refund_reason": Payment.RefundReason.AT_PROVIDER,
        "refunded_at": NOW,
        "refunded_amount": Decimal("45.50"),
    }
    order_changes = {"intent_id": "pi_3", "state": Order.State.PAID, "paid_at": NOW}
    for name, value in (payment_changes | {"student_name": "Not stored", "price": Decimal(1)}).items():
        setattr(payment, name, value)
    for name, value in (order_changes | {"amount": Decimal(1)}).items():
        setattr(order, name, value)
    statements.update_settled(order, [payment])
    expected = other_payments.pop(payment.pk) | payment_changes
    assert column_values(Payment.objects.all()) == other_payments | {payment.pk: expected}
    expected = other_orders.pop(order.pk) | order_changes
    assert column_values(Order.objects.all()) == other_orders | {order.pk: expected}


def test_it_raises_if_the_settled_payment_is_gone(orders):
    payment = orders[0].payments.get()
    Payment.objects.all().delete()
    with pytest.raises(DatabaseError):
        statements.update_settled(orders[0], [payment])

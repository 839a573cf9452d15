"""The SQL statements on orders and payments of a sale (see ``core.sql`` for the reason)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from accounts.models import User
from classes.models import Enrollment
from core.sql import change, columns, fetch_all, fetch_joined, fetch_one, fetch_rows, records
from payments.models import Order, Payment, StripeEvent

ORDER, PAYMENT = columns(Order), columns(Payment)


# No statement that locks an order joins its payments: after waiting for the lock, PostgreSQL reads the locked row
# again, but not the joined one.
def select_order_for_update(order_id: UUID) -> Order | None:
    """Locks and returns the order with this id, if any."""
    return fetch_one(Order, f"SELECT {ORDER} FROM payments_order WHERE id = %(id)s FOR NO KEY UPDATE", id=order_id)


def select_order_by_intent_for_update(intent_id: str) -> Order | None:
    """Locks and returns the order that has this intent, if any."""
    sql = f"""SELECT {ORDER} FROM payments_order WHERE intent_id = %(intent_id)s FOR NO KEY UPDATE"""
    return fetch_one(Order, sql, intent_id=intent_id)


def select_order_without_intent_for_update(*, order_id: UUID, intent_id: str) -> Order | None:
    """Locks and returns the order with this id, unless it has another intent.

    The intent may be stored while this statement waits for the lock, so it matches "this intent" as well as "none".
    """
    sql = f"""SELECT {ORDER} FROM payments_order
        WHERE id = %(order_id)s AND (intent_id IS NULL OR intent_id = %(intent_id)s) FOR NO KEY UPDATE"""
    return fetch_one(Order, sql, order_id=order_id, intent_id=intent_id)


def select_open_orders_for_update(student_id: int) -> list[Order]:
    """Locks and returns the student's open orders, in primary-key order."""
    sql = f"""SELECT {ORDER} FROM payments_order
        WHERE student_id = %(student_id)s AND state = 'STARTED' ORDER BY id FOR NO KEY UPDATE"""
    return fetch_all(Order, sql, student_id=student_id)


def select_payments(order_id: UUID) -> list[Payment]:
    """Returns the payments of the locked order, in the order in which they were requested."""
    sql = f"""SELECT {PAYMENT} FROM payments_payment WHERE order_id = %(order_id)s ORDER BY position"""
    return fetch_all(Payment, sql, order_id=order_id)


def select_payments_with_enrollments(order_id: UUID) -> list[Payment]:
    """Returns the payments of the order with their enrollments, in the order in which they were requested."""
    sql = f"""SELECT {columns(Payment, "payment")}, {columns(Enrollment, "enrollment")}
        FROM payments_payment payment JOIN classes_enrollment enrollment ON enrollment.id = payment.enrollment_id
        WHERE payment.order_id = %(order_id)s ORDER BY payment.position"""
    found = fetch_joined([Payment, Enrollment], sql, order_id=order_id)
    for payment, enrollment in found:
        payment.enrollment = enrollment
    return [payment for payment, _ in found]


def select_payments_with_class_values(*, payment_ids: Sequence[UUID], now: datetime) -> dict[UUID, Payment]:
    """Returns these payments by id, as ``Payment.objects.with_class_values(now)`` does."""
    sql = f"""SELECT {columns(Payment, "payment")}, {columns(Order, "paid_order")}, {columns(User, "student")},
            {columns(Enrollment, "enrollment")}, camp_class.capacity, camp_class.withdrawn_at,
            camp_class.withdrawn_reason,
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id AND state = 'CONFIRMED'),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL)
        FROM payments_payment payment
        JOIN payments_order paid_order ON paid_order.id = payment.order_id
        JOIN accounts_user student ON student.id = payment.student_id
        JOIN classes_enrollment enrollment ON enrollment.id = payment.enrollment_id
        JOIN classes_campclass camp_class ON camp_class.id = payment.camp_class_id
        WHERE payment.id = ANY(%(payment_ids)s)"""
    payments = {}
    for payment, order, student, enrollment, *shown in fetch_joined(
        [Payment, Order, User, Enrollment], sql, payment_ids=list(payment_ids)
    ):
        payment.order, payment.student, payment.enrollment, payment.shown_at = order, student, enrollment, now
        payment.capacity, payment.withdrawn_at, payment.withdrawn_reason, payment.enrolled, payment.first_start = shown
        payments[payment.pk] = payment
    return payments


def select_superseded_orders(payment_ids: Sequence[UUID]) -> list[Order]:
    """Returns the open orders for the participants and classes of these payments, unless they have a hold there."""
    sql = f"""SELECT {ORDER} FROM payments_order WHERE state = 'STARTED' AND id IN (
            SELECT other.order_id FROM payments_payment paid
            JOIN classes_enrollment seat ON seat.id = paid.enrollment_id
            JOIN payments_payment other ON other.student_id = paid.student_id
                AND other.camp_class_id = paid.camp_class_id AND other.state = 'started'
            JOIN classes_enrollment requested ON requested.id = other.enrollment_id
                AND requested.child_id IS NOT DISTINCT FROM seat.child_id AND requested.state <> 'HELD'
            WHERE paid.id = ANY(%(payment_ids)s))"""
    return fetch_all(Order, sql, payment_ids=list(payment_ids))


def has_order(*, student_id: int, intent_id: str) -> bool:
    """Returns whether the student has an order with this intent."""
    sql = "SELECT FROM payments_order WHERE intent_id = %(intent_id)s AND student_id = %(student_id)s"
    return bool(fetch_rows(sql, student_id=student_id, intent_id=intent_id))


def update_intent(*, order_id: UUID, intent_id: str) -> None:
    """Stores the order's intent, unless it has one."""
    sql = """UPDATE "payments_order" SET intent_id = %(intent_id)s WHERE id = %(order_id)s AND intent_id IS NULL
        RETURNING id"""
    fetch_rows(sql, order_id=order_id, intent_id=intent_id)


def update_answered(*, order_id: UUID | None, answered_at: datetime) -> bool:
    """Stores when the browser got the result of the settlement. Returns False if it had got it before."""
    sql = """UPDATE "payments_order" SET answered_at = %(answered_at)s
        WHERE id = %(order_id)s AND answered_at IS NULL RETURNING id"""
    return bool(fetch_rows(sql, order_id=order_id, answered_at=answered_at))


def update_promoted(order_id: UUID) -> list[Payment]:
    """Promotes the pending payments of the locked order. Returns all its payments by position, as they are then."""
    sql = f"""WITH promoted AS (
            UPDATE "payments_payment" SET state = 'enrolled'
            WHERE order_id = %(order_id)s AND state = 'enrollPending' RETURNING id
        )
        SELECT {PAYMENT} FROM payments_payment WHERE order_id = %(order_id)s ORDER BY position"""
    payments = fetch_all(Payment, sql, order_id=order_id)
    for payment in payments:
        if payment.state == Payment.State.ENROLL_PENDING:  # PostgreSQL returns the rows as they were before
            payment.state = Payment.State.ENROLLED
    return payments


@dataclass(frozen=True)
class KnownEvent:
    """Whether the event was applied before, and whether the order of its intent is paid."""

    is_applied: bool
    is_paid: bool


def select_known_event(*, event_id: str, intent_id: str) -> KnownEvent:
    """Returns what is known about the provider's event before its intent is fetched."""
    sql = """SELECT EXISTS (SELECT FROM payments_stripeevent WHERE event_id = %(event_id)s),
        EXISTS (SELECT FROM payments_order WHERE intent_id = %(intent_id)s AND state = 'PAID')"""
    (found,) = fetch_rows(sql, event_id=event_id, intent_id=intent_id)
    return KnownEvent(*found)


def insert_event(*, event_id: str, event_type: str, object_id: str, received_at: datetime) -> bool:
    """Stores the provider's event. Returns False if it is stored already.

    Waits for a concurrent transaction that stores the same event.
    """
    sql = f"""INSERT INTO "payments_stripeevent" ({columns(StripeEvent)})
        VALUES (%(event_id)s, %(event_type)s, %(object_id)s, %(received_at)s)
        ON CONFLICT (event_id) DO NOTHING RETURNING event_id"""
    values = {"event_id": event_id, "event_type": event_type, "object_id": object_id}
    return bool(fetch_rows(sql, **values, received_at=received_at))


def insert_order(
    *, student_id: int, amount: Decimal, payments: Sequence[Mapping[str, object]], created_at: datetime
) -> Order:
    """Stores and returns a new open order with these payments, in this order.

    ``payments``: for each payment the columns of the recordset below, except ``payment_id`` and ``position``.
    Subqueries read the instructor and the selection, because PostgreSQL plans them faster than a join.
    """
    sql = f"""WITH new_order AS (
            INSERT INTO "payments_order" (id, student_id, state, amount, created_at, unassigned_refund)
            VALUES (%(id)s, %(student_id)s, 'STARTED', %(amount)s, %(created_at)s, 0)
            RETURNING {ORDER}
        ), payment AS (
            INSERT INTO "payments_payment" (id, order_id, position, student_id, camp_class_id, enrollment_id, state,
                price, selection_id_was, class_name, class_image, instructor_name, instructor_email, student_name,
                child_name, created_at, refund_reason, refund_id, refund_failures, refund_error, refunded_amount)
            SELECT payment_id, %(id)s, position, %(student_id)s, camp_class_id, enrollment_id, 'started', price,
                (SELECT selection.id FROM classes_selection selection
                    WHERE selection.student_id = %(student_id)s AND selection.camp_class_id = payment.camp_class_id
                    AND selection.child_id IS NOT DISTINCT FROM payment.child_id),
                class_name, class_image,
                (SELECT name FROM accounts_user WHERE id = payment.instructor_id),
                (SELECT email FROM accounts_user WHERE id = payment.instructor_id),
                student_name, child_name, %(created_at)s, '', '', 0, '', 0
            FROM jsonb_to_recordset(%(payments)s) AS payment (payment_id uuid, position smallint, camp_class_id bigint,
                enrollment_id bigint, price numeric, child_id bigint, class_name text, class_image text,
                instructor_id bigint, student_name text, child_name text)
        )
        SELECT {ORDER} FROM new_order"""
    rows = [{**each, "payment_id": uuid4(), "position": number} for number, each in enumerate(payments, start=1)]
    values = {"student_id": student_id, "amount": amount, "created_at": created_at, "payments": records(rows)}
    order = fetch_one(Order, sql, id=uuid4(), **values)
    assert order is not None
    return order


def update_settled(order: Order, payments: Sequence[Payment]) -> None:
    """Stores what a settlement changes in an order and its payments. Raises DatabaseError if a row is gone."""
    names = ("id", "enrollment_id", "state", "paid_at", "refund_reason", "refunded_at", "refunded_amount")
    sql = """WITH settled AS (
            UPDATE "payments_payment" payment
            SET enrollment_id = new.enrollment_id, state = new.state, paid_at = new.paid_at,
                refund_reason = new.refund_reason, refunded_at = new.refunded_at, refunded_amount = new.refunded_amount
            FROM jsonb_to_recordset(%(payments)s) AS new (id uuid, enrollment_id bigint, state text,
                paid_at timestamptz, refund_reason text, refunded_at timestamptz, refunded_amount numeric)
            WHERE payment.order_id = %(order_id)s AND payment.id = new.id RETURNING payment.id
        )
        UPDATE "payments_order" SET intent_id = %(intent_id)s, state = %(order_state)s, paid_at = %(order_paid_at)s
        WHERE id = %(order_id)s AND (SELECT count(*) FROM settled) = %(number)s"""
    change(
        sql,
        rows=1,
        payments=records([{name: getattr(payment, name) for name in names} for payment in payments]),
        number=len(payments),
        order_id=order.pk,
        intent_id=order.intent_id,
        order_state=order.state,
        order_paid_at=order.paid_at,
    )

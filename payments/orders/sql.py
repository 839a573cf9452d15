from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID, uuid4

from classes.models import Enrollment
from core.database.sql import change, columns, fetch_all, fetch_one, fetch_pairs, fetch_rows, records
from payments.models import Order, Payment, ShownPayment, StripeEvent

ORDER = columns(Order)


class Charge(NamedTuple):
    """For the books, with the admin who took it; ``method`` is "" if no money came."""

    method: str
    recorded_by: int | None = None
    reference: str = ""


BY_CARD = Charge("card")
NO_CHARGE = Charge("")


def select_orders_for_update(*, intent_id: str | None = None, open_of: int | None = None) -> list[Order]:
    """In primary-key order. ``open_of``: the id of a student."""
    sql = f"""SELECT {ORDER} FROM payments_order
        WHERE intent_id = %(intent_id)s OR (student_id = %(open_of)s AND state = 'STARTED')
        ORDER BY id FOR NO KEY UPDATE"""
    return fetch_all(Order, sql, intent_id=intent_id, open_of=open_of)


def select_payments(orders: Sequence[Order]) -> list[Payment]:
    """By position, each with its order and its enrollment."""
    sql = f"""SELECT {columns(Payment, "payment")}, {columns(Enrollment, "enrollment")}
        FROM payments_payment payment JOIN classes_enrollment enrollment ON enrollment.id = payment.enrollment_id
        WHERE payment.order_id = ANY(%(order_ids)s) ORDER BY payment.position"""
    by_id = {order.pk: order for order in orders}
    payments = []
    for payment, enrollment in fetch_pairs((Payment, Enrollment), sql, order_ids=list(by_id)):
        payment.order, payment.enrollment = by_id[payment.order_id], enrollment
        payments.append(payment)
    return payments


def select_shown_payments(payments: Sequence[Payment], *, now: datetime) -> list[ShownPayment]:
    """As ``ShownPayment.objects`` would, with order and enrollment as they are.

    For payments that staff have not changed, this executes one statement.
    """
    names = (
        *("student_email", "capacity", "withdrawn_at", "withdrawn_reason", "enrolled", "first_start"),
        "charge_method",
    )
    sql = """SELECT payment.id, student.email, capacity, withdrawn_at, withdrawn_reason,
            (SELECT count(*) FROM classes_enrollment WHERE camp_class_id = camp_class.id AND state = 'CONFIRMED'),
            (SELECT min(starts_at) FROM classes_lesson WHERE camp_class_id = camp_class.id AND canceled_at IS NULL),
            (SELECT method FROM payments_ledgerentry WHERE payment_id = payment.id AND kind = 'CHARGE'),
            EXISTS (SELECT FROM payments_move WHERE payment_id = payment.id)
                OR EXISTS (SELECT FROM payments_refund WHERE payment_id = payment.id)
        FROM payments_payment payment JOIN accounts_user student ON student.id = payment.student_id
        JOIN classes_campclass camp_class ON camp_class.id = payment.camp_class_id
        WHERE payment.id = ANY(%(ids)s)"""
    found = {pk: row for pk, *row in fetch_rows(sql, ids=[payment.pk for payment in payments])}
    changed = ShownPayment.objects.in_bulk([pk for pk, row in found.items() if row[-1]])
    shown = []
    for payment in payments:
        values = dict(zip(names, found[payment.pk], strict=False)) | {"shown_at": now}
        other = changed.get(payment.pk)
        moves, refunds = (other.shown_moves, other.shown_refunds) if other else ([], [])
        shown.append(ShownPayment.of(payment, **values, shown_moves=moves, shown_refunds=refunds))
    return shown


def select_superseded_orders(payment_ids: Sequence[UUID]) -> list[Order]:
    """For the participants and classes of these payments, unless the orders have a hold there."""
    sql = f"""SELECT {ORDER} FROM payments_order WHERE state = 'STARTED' AND id IN (
            SELECT other.order_id FROM payments_payment paid
            JOIN classes_enrollment seat ON seat.id = paid.enrollment_id
            JOIN payments_payment other ON other.student_id = paid.student_id
                AND other.camp_class_id = paid.camp_class_id AND other.state = 'started'
            JOIN classes_enrollment requested ON requested.id = other.enrollment_id
                AND requested.child_id IS NOT DISTINCT FROM seat.child_id AND requested.state <> 'HELD'
            WHERE paid.id = ANY(%(payment_ids)s))"""
    return fetch_all(Order, sql, payment_ids=list(payment_ids))


def insert_event(*, event_id: str, event_type: str, object_id: str, received_at: datetime) -> bool:
    """False if the event is stored already. Waits for a concurrent transaction that stores the same event."""
    sql = f"""INSERT INTO "payments_stripeevent" ({columns(StripeEvent)})
        VALUES (%(event_id)s, %(event_type)s, %(object_id)s, %(received_at)s)
        ON CONFLICT (event_id) DO NOTHING RETURNING event_id"""
    values = {"event_id": event_id, "event_type": event_type, "object_id": object_id}
    return bool(fetch_rows(sql, **values, received_at=received_at))


def promote_payments(*, intent_id: str) -> bool:
    """Of the paid order, which it locks. False if no order with this intent is paid.

    A payment that a concurrent transaction has changed meanwhile is left as it is then.
    """
    sql = """WITH paid AS (
            SELECT id FROM payments_order WHERE intent_id = %(intent_id)s AND state = 'PAID' FOR NO KEY UPDATE
        ), promoted AS (
            UPDATE "payments_payment" SET state = 'enrolled'
            WHERE order_id IN (SELECT id FROM paid) AND state = 'enrollPending'
        )
        SELECT id FROM paid"""
    return bool(fetch_rows(sql, intent_id=intent_id))


def select_ordered_classes(*, student_id: int, intent_id: str) -> list[int]:
    """The ids of the classes of the student's order; none if the student has no order with this intent."""
    sql = """SELECT camp_class_id FROM payments_payment WHERE order_id =
            (SELECT id FROM payments_order WHERE intent_id = %(intent_id)s AND student_id = %(student_id)s)"""
    return [class_id for (class_id,) in fetch_rows(sql, student_id=student_id, intent_id=intent_id)]


def store_intent(*, order_id: UUID, intent_id: str) -> None:
    """Unless the order has one."""
    sql = """UPDATE "payments_order" SET intent_id = %(intent_id)s
        WHERE id = %(order_id)s AND intent_id IS NULL RETURNING id"""
    fetch_rows(sql, order_id=order_id, intent_id=intent_id)


def store_answer(*, order_id: UUID, answered_at: datetime) -> bool:
    """False if the browser had received the payments before."""
    sql = """UPDATE "payments_order" SET answered_at = %(answered_at)s
        WHERE id = %(order_id)s AND answered_at IS NULL RETURNING id"""
    return bool(fetch_rows(sql, order_id=order_id, answered_at=answered_at))


def insert_order(
    *, student_id: int, amount: Decimal, payments: Sequence[Mapping[str, object]], created_at: datetime
) -> Order:
    """``payments``: the columns of the recordset below, except ``payment_id`` and ``position``, in this order.

    Subqueries read the instructor, because PostgreSQL plans them faster than a join.
    """
    sql = f"""WITH new_order AS (
            INSERT INTO "payments_order" (id, student_id, state, amount, created_at, unassigned_refund)
            VALUES (%(id)s, %(student_id)s, 'STARTED', %(amount)s, %(created_at)s, 0)
            RETURNING {ORDER}
        ), payment AS (
            INSERT INTO "payments_payment" (id, order_id, position, student_id, camp_class_id, enrollment_id, state,
                price, discount, discount_text, selection_id_was, class_name, class_image, instructor_name,
                instructor_email, student_name, child_name, created_at)
            SELECT payment_id, %(id)s, position, %(student_id)s, camp_class_id, enrollment_id, 'started', price,
                discount, discount_text, selection_id_was, class_name, class_image,
                (SELECT name FROM accounts_user WHERE id = payment.instructor_id),
                (SELECT email FROM accounts_user WHERE id = payment.instructor_id),
                student_name, child_name, %(created_at)s
            FROM jsonb_to_recordset(%(payments)s) AS payment (payment_id uuid, position smallint, camp_class_id bigint,
                enrollment_id bigint, price numeric, discount numeric, discount_text text, selection_id_was bigint,
                class_name text, class_image text, instructor_id bigint, student_name text, child_name text)
        )
        SELECT {ORDER} FROM new_order"""
    rows = [{**each, "payment_id": uuid4(), "position": number} for number, each in enumerate(payments, start=1)]
    values = {"student_id": student_id, "amount": amount, "created_at": created_at, "payments": records(rows)}
    order = fetch_one(Order, sql, id=uuid4(), **values)
    assert order is not None
    return order


def store_settlement(order: Order, payments: Sequence[Payment], *, charge: Charge) -> None:
    """``charge``: how the prices were paid, for the books. Raises DatabaseError if a row is gone."""
    names = ("id", "enrollment_id", "state", "paid_at")
    sql = """WITH settled AS (
            UPDATE "payments_payment" payment
            SET enrollment_id = new.enrollment_id, state = new.state, paid_at = new.paid_at
            FROM jsonb_to_recordset(%(payments)s) AS new (id uuid, enrollment_id bigint, state text,
                paid_at timestamptz)
            WHERE payment.order_id = %(order_id)s AND payment.id = new.id
            RETURNING payment.id, payment.camp_class_id, payment.price, payment.paid_at
        ), booked AS (
            INSERT INTO "payments_ledgerentry"
                (key, order_id, payment_id, camp_class_id, kind, method, amount, happened_at, recorded_by_id, reference)
            SELECT 'charge ' || id, %(order_id)s, id, camp_class_id, 'CHARGE', %(method)s, price, paid_at,
                %(recorded_by)s::bigint, %(reference)s
            FROM settled WHERE %(method)s <> '' AND price > 0
        )
        UPDATE "payments_order" SET intent_id = %(intent_id)s, state = %(order_state)s, paid_at = %(order_paid_at)s
        WHERE id = %(order_id)s AND (SELECT count(*) FROM settled) = %(number)s"""
    change(
        sql,
        rows=1,
        payments=records([{name: getattr(payment, name) for name in names} for payment in payments]),
        number=len(payments),
        **charge._asdict(),
        order_id=order.pk,
        intent_id=order.intent_id,
        order_state=order.state,
        order_paid_at=order.paid_at,
    )

"""The SQL statements on payments that run while a class row is locked (see ``core.sql`` for the reason)."""

from uuid import UUID, uuid4

from django.utils import timezone

from core.sql import change_one, columns, fetch_one, fetch_rows
from payments.models import Payment

PAYMENT = columns(Payment)


# No statement that locks a payment joins its enrollment: after waiting for the lock, PostgreSQL reads the locked row
# again, but not the joined one.
def select_by_intent_for_update(intent_id: str) -> Payment | None:
    """Locks and returns the payment that has this intent, if any."""
    sql = f"""SELECT {PAYMENT} FROM payments_payment WHERE intent_id = %(intent_id)s FOR NO KEY UPDATE"""
    return fetch_one(Payment, sql, intent_id=intent_id)


def select_by_attempt_for_update(*, payment_id: UUID, intent_id: str) -> Payment | None:
    """Locks and returns the payment with this id, unless it has another intent.

    The intent may be stored while this statement waits for the lock, so it matches "this intent" as well as "none".
    """
    sql = f"""SELECT {PAYMENT} FROM payments_payment
        WHERE id = %(payment_id)s AND (intent_id IS NULL OR intent_id = %(intent_id)s) FOR NO KEY UPDATE"""
    return fetch_one(Payment, sql, payment_id=payment_id, intent_id=intent_id)


def select_instructor_and_selection(
    *, student_id: int, child_id: int | None, camp_class_id: int
) -> tuple[str, str, int | None]:
    """Returns the instructor's name and e-mail, and the id of the participant's selection of the class."""
    sql = """SELECT instructor.name, instructor.email, selection.id
        FROM classes_campclass camp_class
        JOIN accounts_user instructor ON instructor.id = camp_class.instructor_id
        LEFT JOIN classes_selection selection
            ON selection.camp_class_id = camp_class.id AND selection.student_id = %(student_id)s
            AND selection.child_id IS NOT DISTINCT FROM %(child_id)s
        WHERE camp_class.id = %(camp_class_id)s"""
    ((name, email, selection_id),) = fetch_rows(
        sql, student_id=student_id, child_id=child_id, camp_class_id=camp_class_id
    )
    return name, email, selection_id


def insert_attempt(fields: dict[str, object]) -> Payment:
    """Stores and returns a new unpaid payment with these fields (those of ``attempts.payment_fields``)."""
    sql = f"""INSERT INTO "payments_payment" (id, student_id, camp_class_id, enrollment_id, state, price,
            selection_id_was, class_name, class_image, instructor_name, instructor_email, student_name,
            child_name, created_at, refund_reason, refund_id, refund_failures, refund_error, refunded_amount)
        VALUES (%(id)s, %(student_id)s, %(camp_class_id)s, %(enrollment_id)s, 'started', %(price)s,
            %(selection_id_was)s, %(class_name)s, %(class_image)s, %(instructor_name)s, %(instructor_email)s,
            %(student_name)s, %(child_name)s, %(created_at)s, '', '', 0, '', 0)
        RETURNING {PAYMENT}"""
    payment = fetch_one(Payment, sql, id=uuid4(), created_at=timezone.now(), **fields)
    assert payment is not None
    return payment


def update_settled(payment: Payment) -> None:
    """Stores what a settlement changes in a payment. Raises DatabaseError if the row is gone."""
    sql = """UPDATE "payments_payment"
        SET intent_id = %(intent_id)s, enrollment_id = %(enrollment_id)s, state = %(state)s, paid_at = %(paid_at)s,
            refund_reason = %(refund_reason)s, refunded_at = %(refunded_at)s, refunded_amount = %(refunded_amount)s
        WHERE id = %(id)s"""
    change_one(
        sql,
        id=payment.pk,
        intent_id=payment.intent_id,
        enrollment_id=payment.enrollment_id,
        state=payment.state,
        paid_at=payment.paid_at,
        refund_reason=payment.refund_reason,
        refunded_at=payment.refunded_at,
        refunded_amount=payment.refunded_amount,
    )

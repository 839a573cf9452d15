"""Cancellations and refunds.

One transaction releases the seat and marks the refund as owed. The refund is sent after the commit, and retried until
it succeeds.
"""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.models import User
from classes.models import CampClass
from classes.seats.enrollment import ClassBegun, read_availability, release_seat
from classes.seats.locks import lock_class
from core.errors import DomainError, NotFound
from payments.emails import messages
from payments.models import Payment
from payments.orders.locks import lock_payment
from payments.refunds.payment_refund import (
    REFUND_FIELDS,
    mark_owed,
)
from payments.refunds.rules import Terms, cancellation_terms, share
from payments.refunds.sending import try_to_send_refund


class TooLateToCancel(DomainError):
    code = "too_late"
    message = "It's too late for a refund. You can still give up your seat without one, or contact the school."


class CancellationAfterBegin(ClassBegun):
    message = "This class has already started, so it can't be canceled online. Please contact the school."


class RefundChanged(DomainError):
    code = "refund_changed"
    message = "The amount you'd get back has changed. Please check the new amount before you cancel."


class NotSeated(DomainError):
    code = "not_seated"
    message = "This payment has no seat anymore."


class AlreadyRefunded(DomainError):
    code = "already_refunded"
    message = "This seat has already been canceled."


def cancel_enrollment(
    *,
    student: User,
    payment_id: UUID,
    without_refund: bool = False,
    expected_amount: Decimal | None = None,
    now: datetime,
) -> Payment:
    """Cancels the student's own enrollment: releases the seat and refunds what ``cancellation_terms`` says.

    ``without_refund``: cancels even if nothing is refunded. ``expected_amount``: the dollars that the student saw.
    The seats of a withdrawn class are refunded in full, whatever the student saw. The other payments of the order stay.
    The refund may still be pending when this returns.
    """
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if payment.student_id != student.pk or payment.paid_at is None:
            raise NotFound
        if not payment.is_seated:
            raise AlreadyRefunded
        camp_class = lock_class(payment.camp_class_id)
        if camp_class.is_withdrawn:
            release_withdrawn_seat(payment, camp_class, now)
        else:
            terms = _terms(payment, now)
            if expected_amount not in (None, terms.amount):
                raise RefundChanged
            _cancel_on_terms(payment, terms, without_refund, now)
    return _send_and_reload(payment, now)


def _cancel_on_terms(payment: Payment, terms: Terms, without_refund: bool, now: datetime) -> None:
    if terms.percent == 0 and not without_refund:
        raise TooLateToCancel
    total = share(payment.price, terms.percent)
    amount = release_seat_and_owe_refund(payment, Payment.RefundReason.CANCELED, total, now)
    messages.put_canceled(payment=payment, amount=amount, percent=terms.percent, now=now)


def _terms(payment: Payment, now: datetime) -> Terms:
    """Reads the lessons and the enrollment under the class lock, so that nothing changes meanwhile."""
    first_start = read_availability(class_ids=[payment.camp_class_id], now=now)[payment.camp_class_id].first_start
    terms = cancellation_terms(payment, first_start, now)
    if terms is None:
        raise CancellationAfterBegin
    return terms


def refund_and_release(*, payment_id: UUID, now: datetime) -> Payment:
    """Refunds a payment and releases its seat, at any time; only for staff."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        camp_class = lock_class(payment.camp_class_id)
        if camp_class.is_withdrawn:
            release_withdrawn_seat(payment, camp_class, now)
        else:
            amount = release_seat_and_owe_refund(payment, Payment.RefundReason.BY_STAFF, payment.price, now)
            messages.put_refunded(payment=payment, amount=amount, by="staff", now=now)
    return _send_and_reload(payment, now)


def release_withdrawn_seat(payment: Payment, camp_class: CampClass, now: datetime) -> None:
    """Refunds a seat of a withdrawn class in full. The caller has locked the order and the class."""
    amount = release_seat_and_owe_refund(payment, Payment.RefundReason.CLASS_WITHDRAWN, payment.price, now)
    messages.put_withdrawn(payment=payment, camp_class=camp_class, amount=amount, now=now)


def release_seat_and_owe_refund(
    payment: Payment, reason: Payment.RefundReason, total: Decimal, now: datetime
) -> Decimal:
    """Releases the seat, owes the refund, and returns its dollars, without part refunds that are owed.

    ``total``: the dollars to refund, including what was refunded before. The caller has locked the order and the class.
    """
    if not payment.is_seated:
        raise AlreadyRefunded
    release_seat(enrollment=payment.enrollment, now=now)
    payment.refund_due = total if total < payment.price else None
    amount = payment.still_due - payment.parts_owed
    mark_owed(payment, reason, now)
    payment.save(update_fields=REFUND_FIELDS)
    return amount


def _send_and_reload(payment: Payment, now: datetime) -> Payment:
    try_to_send_refund(payment_id=payment.pk, now=now)
    payment.refresh_from_db()
    return payment

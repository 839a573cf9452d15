"""Cancels a seat: one transaction releases it and owes the refund.

The refund is sent after the commit, and retried until it succeeds.
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
from payments.emails import outgoing
from payments.models import Payment, Refund
from payments.orders.locks import lock_payment
from payments.refunds.owing import owe_refund
from payments.refunds.rules import Terms, cancellation_terms, share
from payments.refunds.sending import try_to_send_refunds


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
    """Refunds what ``cancellation_terms`` says. The refund may still be pending when this returns.

    ``without_refund``: cancels even if nothing is refunded. ``expected_amount``: the dollars that the student saw. The
    seats of a withdrawn class are refunded in full, whatever the student saw. The other payments of the order stay.
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
    try_to_send_refunds(payment_id=payment.pk, now=now)
    payment.refresh_from_db()
    return payment


def _cancel_on_terms(payment: Payment, terms: Terms, without_refund: bool, now: datetime) -> None:
    if terms.percent == 0 and not without_refund:
        raise TooLateToCancel
    refund = release_and_owe(payment, Refund.Reason.CANCELED, share(payment.price, terms.percent), now)
    outgoing.put_canceled(payment=payment, amount=refund.amount, percent=terms.percent, now=now)


def _terms(payment: Payment, now: datetime) -> Terms:
    # Read under the class lock, so that nothing changes meanwhile.
    first_start = read_availability(class_ids=[payment.camp_class_id], now=now)[payment.camp_class_id].first_start
    terms = cancellation_terms(payment, first_start, now)
    if terms is None:
        raise CancellationAfterBegin
    return terms


def release_withdrawn_seat(
    payment: Payment, camp_class: CampClass, now: datetime, *, note: str = "", by: User | None = None
) -> None:
    """In full. The caller has locked the order and the class."""
    reason = Refund.Reason.CLASS_WITHDRAWN
    refund = release_and_owe(payment, reason, payment.price, now, note=note, by=by)
    outgoing.put_withdrawn(payment=payment, camp_class=camp_class, amount=refund.amount, now=now)


def release_and_owe(
    payment: Payment, reason: Refund.Reason, total: Decimal, now: datetime, *, note: str = "", by: User | None = None
) -> Refund:
    """``total``: see ``owe_refund``. The caller has locked the order and the class."""
    if not payment.is_seated:
        raise AlreadyRefunded
    release_seat(enrollment=payment.enrollment, now=now)
    refund = owe_refund(payment, reason, total, now, note=note, by=by)
    payment.save(update_fields=["state"])
    return refund

"""Ending a seat from the desk: with a chosen refund, or because a check was returned."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.models import User
from classes.models import Enrollment
from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_class
from core.errors import DomainError
from payments.emails import messages
from payments.ledger import book_returned_check
from payments.models import LedgerEntry, Payment
from payments.orders.locks import lock_payment
from payments.refunds.parts import refuse_more_than_left, replace_parts
from payments.refunds.payment_refund import REFUND_FIELDS, mark_refunded
from payments.refunds.refunds import NotSeated, release_seat_and_owe_refund, release_withdrawn_seat
from payments.refunds.sending import try_to_send_refund

RETURNABLE = (LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER)


class NotReturnable(DomainError):
    code = "not_returnable"
    message = "Only a check or a bank transfer can come back from the bank."


class AlreadyReturned(DomainError):
    code = "already_returned"
    message = "This check has already been recorded as bounced."


def release(*, payment_id: UUID, refund: Decimal, note: str, now: datetime) -> None:
    """Releases a seat and refunds this amount; all of it if the class was withdrawn.

    Raises NotFound, NotSeated, AmountTooHigh.
    """
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if not payment.is_seated:
            raise NotSeated
        camp_class = lock_class(payment.camp_class_id)
        refuse_more_than_left(payment, refund)
        payment.staff_note = note
        if camp_class.is_withdrawn:
            release_withdrawn_seat(payment, camp_class, now)
        else:
            total = payment.refunded_amount + payment.parts_owed + refund
            release_seat_and_owe_refund(payment, Payment.RefundReason.BY_STAFF, total, now)
            messages.put_refunded(payment=payment, amount=refund, by="staff", now=now)
    try_to_send_refund(payment_id=payment_id, now=now)


def record_returned(*, payment_id: UUID, note: str, by: User, now: datetime) -> None:
    """Records that the bank returned a check: releases the seat if the family still has it, and pays nothing out.

    A refund that is owed for the seat is not owed anymore. Raises NotFound, NotReturnable, AlreadyReturned.
    """
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if not payment.entries.filter(kind=LedgerEntry.Kind.CHARGE, method__in=RETURNABLE).exists():
            raise NotReturnable
        if payment.is_returned_check:
            raise AlreadyReturned
        had_seat, paid_back = payment.is_seated, payment.refunded_amount
        if had_seat:
            lock_class(payment.camp_class_id)
            release_seat(enrollment=payment.enrollment, now=now)
        _mark_returned(payment, "" if _is_deleted(payment.enrollment) else note, now)
        book_returned_check(payment=payment, by=by, now=now)
        messages.put_check_returned(payment=payment, had_seat=had_seat, paid_back=paid_back, now=now)


def _mark_returned(payment: Payment, note: str, now: datetime) -> None:
    """Marks all of the price as returned, also if a cancellation was to refund only a share of it."""
    replace_parts(payment, now)
    payment.refund_due, payment.staff_note = None, note
    mark_refunded(payment, Payment.RefundReason.CHECK_RETURNED, now)
    payment.refund_reason = Payment.RefundReason.CHECK_RETURNED  # instead of an earlier reason, such as a cancellation
    payment.save(update_fields=REFUND_FIELDS)


def _is_deleted(seat: Enrollment) -> bool:
    """Returns whether the participant or the account was deleted. A note could name them."""
    return seat.student.deleted_at is not None or (seat.child is not None and seat.child.deleted_at is not None)

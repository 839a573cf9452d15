from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.models import User
from classes.models import Enrollment
from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_class
from core.errors import DomainError
from payments.emails import outgoing
from payments.ledger import book_returned_check
from payments.models import LedgerEntry, Payment, Refund
from payments.orders.locks import lock_payment
from payments.refunds.cancellation import NotSeated, release_and_owe, release_withdrawn_seat
from payments.refunds.owing import refuse_more_than_left, replace_owed, set_refund_state
from payments.refunds.sending import try_to_send_refunds

RETURNABLE = (LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER)


class NotReturnable(DomainError):
    code = "not_returnable"
    message = "Only a check or a bank transfer can come back from the bank."


class AlreadyReturned(DomainError):
    code = "already_returned"
    message = "This check has already been recorded as bounced."


def release(*, payment_id: UUID, refund: Decimal, note: str, by: User | None = None, now: datetime) -> None:
    """``refund``: the dollars to refund; all of the price if the class was withdrawn."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if not payment.is_seated:
            raise NotSeated
        camp_class = lock_class(payment.camp_class_id)
        refuse_more_than_left(payment, refund)
        if camp_class.is_withdrawn:
            release_withdrawn_seat(payment, camp_class, now, note=note, by=by)
        else:
            total = payment.refunded + payment.owed + refund
            release_and_owe(payment, Refund.Reason.BY_STAFF, total, now, note=note, by=by)
            outgoing.put_refunded(payment=payment, amount=refund, by="staff", now=now)
    try_to_send_refunds(payment_id=payment_id, now=now)


def record_returned(*, payment_id: UUID, note: str, by: User, now: datetime) -> None:
    """A check or a transfer bounced. Releases the seat if the family still has it; nothing is paid out or owed."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if not payment.entries.filter(kind=LedgerEntry.Kind.CHARGE, method__in=RETURNABLE).exists():
            raise NotReturnable
        if payment.is_returned_check:
            raise AlreadyReturned
        had_seat, paid_back = payment.is_seated, payment.refunded
        if had_seat:
            lock_class(payment.camp_class_id)
            release_seat(enrollment=payment.enrollment, now=now)
        _end_returned(payment, "" if _is_deleted(payment.enrollment) else note, by, now)
        book_returned_check(payment=payment, by=by, now=now)
        outgoing.put_check_returned(payment=payment, had_seat=had_seat, paid_back=paid_back, now=now)


def _end_returned(payment: Payment, note: str, by: User, now: datetime) -> None:
    """All of the price is gone, also if a cancellation was to refund only a share of it."""
    replace_owed(payment, now)
    Refund.objects.create(
        payment=payment,
        reason=Refund.Reason.CHECK_RETURNED,
        amount=payment.left,
        state=Refund.State.REPLACED,
        note=note,
        by=by,
        created_at=now,
        ended_at=now,
    )
    set_refund_state(payment)
    payment.save(update_fields=["state"])


def _is_deleted(seat: Enrollment) -> bool:
    # A note could name the participant or the account.
    return seat.student.deleted_at is not None or (seat.child is not None and seat.child.deleted_at is not None)

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.locking import lock_family
from accounts.models import User
from classes.models import CampClass, Enrollment
from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_class, lock_classes
from classes.seats.reservations import keep_as_reservation
from core.errors import DomainError, NotFound, first_or_not_found
from payments.desk.reservations import refuse_end, refuse_other_ends
from payments.emails import outgoing
from payments.ledger import book_returned_check
from payments.models import LedgerEntry, Order, Payment, Refund
from payments.orders.locks import lock_payment
from payments.refunds.cancellation import NotSeated, release_and_owe, release_withdrawn_seat
from payments.refunds.owing import refuse_more_than_left, replace_owed, set_refund_state
from payments.refunds.sending import try_to_send_refunds

RETURNABLE = (LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER)


class NotReturnable(DomainError):
    code = "not_returnable"
    message = "Only a check or a bank transfer can come back from the bank."


@dataclass(frozen=True)
class ReturnedOrder:
    """Numbers of seats that were released and kept; the payments that were skipped."""

    released: int
    kept: int
    skipped: list[UUID]


class AlreadyReturned(DomainError):
    code = "already_returned"
    message = "This check has already been recorded as bounced."


def release(*, payment_id: UUID, refund: Decimal, note: str, by: User | None = None, now: datetime) -> None:
    """``refund``: the dollars to refund; all of the price if the class was withdrawn.

    After a lost dispute all of it went back by the bank, and nothing is sent.
    """
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if not payment.is_seated:
            raise NotSeated
        camp_class = lock_class(payment.camp_class_id)
        refuse_more_than_left(payment, refund)
        refund = payment.left if payment.dispute == "lost" else refund
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
        if payment.is_seated:
            lock_class(payment.camp_class_id)
        Bounce(note, by, now).record(payment, keep_until=None)


def record_order_returned(
    *, order_id: UUID, note: str, keep_until: datetime | None = None, by: User, now: datetime
) -> ReturnedOrder:
    """One check for all seats of an order. What was refunded or recorded as bounced before is skipped.

    Until ``keep_until`` the seats are reserved at their price, except in a withdrawn class, and for a deleted child
    or account.
    """
    if keep_until is not None:
        refuse_end(keep_until, now, field="keep_until")
    with transaction.atomic():
        order = _lock_order(order_id, with_account=keep_until is not None)
        by_check = _paid_by_check(order)
        bounced = [each for each in by_check if not (each.is_returned_check or _was_refunded(each))]
        if not bounced:
            raise AlreadyReturned
        classes = lock_classes([each.camp_class_id for each in bounced])
        kept = [each for each in bounced if keep_until and _can_be_kept(each, classes[each.camp_class_id])]
        if keep_until is not None and kept:
            refuse_other_ends([each.enrollment for each in kept], keep_until, now)
        bounce = Bounce(note, by, now)
        # The seats that are kept come first: a seat that is released may be offered to somebody at once.
        for payment in sorted(bounced, key=lambda each: each not in kept):
            bounce.record(payment, keep_until=keep_until if payment in kept else None)
    return ReturnedOrder(bounce.released, len(kept), [each.pk for each in by_check if each not in bounced])


def _lock_order(order_id: UUID, *, with_account: bool) -> Order:
    # The account before the order: its new holds belong to it.
    student_id = first_or_not_found(Order.objects.filter(pk=order_id).values_list("student", flat=True))
    if with_account:
        with suppress(NotFound):  # the account was deleted, so no seat is kept
            lock_family(student_id)
    return Order.objects.locked().get(pk=order_id)


def _paid_by_check(order: Order) -> list[Payment]:
    payments = Payment.objects.of_order(order).select_related("order", "enrollment__student", "enrollment__child")
    charges = LedgerEntry.objects.filter(order=order, kind=LedgerEntry.Kind.CHARGE, method__in=RETURNABLE)
    by_check = list(payments.filter(pk__in=charges.values("payment")))
    if not by_check:
        raise NotReturnable
    return by_check


def _was_refunded(payment: Payment) -> bool:
    return not payment.is_seated and payment.refunded > 0


def _can_be_kept(payment: Payment, camp_class: CampClass) -> bool:
    return payment.is_seated and not camp_class.is_withdrawn and not _is_deleted(payment.enrollment)


@dataclass
class Bounce:
    """A check that the bank returned. The order and the classes of its seats are locked."""

    note: str
    by: User
    now: datetime
    released: int = 0

    def record(self, payment: Payment, *, keep_until: datetime | None) -> None:
        seat, paid_back = payment.enrollment, payment.refunded
        is_released = payment.is_seated and keep_until is None
        if is_released:
            self.released += release_seat(enrollment=seat, now=self.now)
        elif keep_until is not None:
            keep_as_reservation(seat=seat, by=self.by, until=keep_until, now=self.now)
        _end_returned(payment, "" if _is_deleted(seat) else self.note, self.by, self.now)
        book_returned_check(payment=payment, by=self.by, now=self.now)
        outgoing.put_check_returned(
            payment=payment, had_seat=is_released, kept_until=keep_until, paid_back=paid_back, now=self.now
        )


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

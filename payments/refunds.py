"""Giving money back: owed first, in the transaction that decides it; sent after it; retried until it has arrived."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection, transaction

from accounts.models import User
from camp.lib.errors import DomainError, NotFound
from camp.lib.figures import REFUNDS, count_after_commit
from classes.enrollment import free_seat, lock_class
from payments import stripe_api
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable, Intent, Refund, RefundRefused

logger = logging.getLogger(__name__)


class TooLateToGiveBack(DomainError):
    code = "too_late"
    message = (
        f"A place can be given back within {settings.CANCEL_WITHIN_HOURS} hours of paying, and that time is over. "
        "Please write to the school."
    )


class NothingToGiveBack(DomainError):
    code = "already_refunded"
    message = "This place has been given back already."


def give_place_back(*, student: User, payment_id: UUID, now: datetime) -> Payment:
    """A student gives a place back in time: the seat is free at once, the money goes back in full.

    Raises NotFound, TooLateToGiveBack, NothingToGiveBack. The refund may still be under way when this returns.
    """
    with transaction.atomic():
        payment = _lock(payment_id)
        if payment.student_id != student.pk or payment.paid_at is None:
            raise NotFound
        if payment.is_seated and now > payment.paid_at + timedelta(hours=settings.CANCEL_WITHIN_HOURS):
            raise TooLateToGiveBack
        _take_seat_and_owe(payment, Payment.RefundReason.GIVEN_BACK, now)
    return _sent(payment, now)


def refund_and_release(*, payment_id: UUID, now: datetime) -> Payment:
    """The school gives the money back and frees the seat, at any time. Raises NotFound, NothingToGiveBack."""
    with transaction.atomic():
        payment = _lock(payment_id)
        _take_seat_and_owe(payment, Payment.RefundReason.BY_STAFF, now)
    return _sent(payment, now)


def mark_owed(payment: Payment, reason: Payment.RefundReason) -> None:
    """From now on this money is owed to the student; the caller saves, in the transaction that decided it."""
    payment.state, payment.refund_reason = Payment.State.REFUND_PENDING, reason


def mark_refunded(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """All of the money is back with the student; the caller saves. A reason given before stands."""
    payment.state, payment.refunded_at, payment.refunded_amount = Payment.State.REFUNDED, now, payment.price
    payment.refund_reason = payment.refund_reason or reason
    payment.refund_error = ""
    count_after_commit(REFUNDS)


def record_refunded_at_provider(*, payment: Payment, intent: Intent, now: datetime) -> None:
    """Write down what the provider has refunded of a settled, locked payment: in full, its seat is free again.

    In part only the amount is recorded. Only a seat that rests on this very payment is taken: the refund of a
    duplicate must not cost the student the place that the good payment bought.
    """
    assert connection.in_atomic_block
    if not intent.refunded_in_full:
        payment.refunded_amount = max(payment.refunded_amount, min(intent.refunded, payment.price))
        payment.save(update_fields=["refunded_amount"])
        return
    if payment.is_seated:
        lock_class(payment.camp_class_id)
        free_seat(enrollment=payment.enrollment, now=now)
    if payment.state != Payment.State.REFUNDED:
        mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
        payment.save()


def try_to_send(*, payment_id: UUID, now: datetime) -> None:
    """Send an owed refund; what fails is written on the payment and left for ``reconcile_payments``."""
    try:
        send(payment_id=payment_id, now=now)
    except (CardProviderUnavailable, OperationalError):  # away, or a lock not had in time
        logger.warning("refund of payment %s could not be sent yet", payment_id)


def send(*, payment_id: UUID, now: datetime) -> None:
    """Send the refund that this payment is owed, if it still is. Raises ProviderUnavailable.

    The idempotency key is the payment and the number of definite refusals so far: a lost answer finds the same
    refund again, and a refused one (whose refusal the provider would repeat for that key) can be tried anew.
    """
    payment = Payment.objects.get(pk=payment_id)
    if payment.state != Payment.State.REFUND_PENDING or payment.intent_id is None:
        return
    try:
        refund = _ask_for(payment)
    except RefundRefused as refusal:
        _record_refusal(payment, str(refusal), now)
        return
    _record(payment, refund, now)


def _ask_for(payment: Payment) -> Refund:
    if payment.refund_id:
        return stripe_api.get_refund(payment.refund_id)
    key = f"refund-{payment.pk}-{payment.refund_failures}"
    assert payment.intent_id is not None
    return stripe_api.refund_intent(intent_id=payment.intent_id, idempotency_key=key)


def _record(asked: Payment, refund: Refund, now: datetime) -> None:
    with transaction.atomic():
        payment = _lock(asked.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        if refund.status in ("failed", "canceled"):
            _note_failure(payment, asked, f"The refund {refund.status}.")
            return
        payment.refund_id = refund.id
        if refund.status == "succeeded":
            mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
        payment.save()


def _record_refusal(asked: Payment, text: str, now: datetime) -> None:
    """Refused: because the money is back already (another process, a dashboard), or for a reason to mend."""
    assert asked.intent_id is not None
    intent = stripe_api.get_intent(asked.intent_id)
    with transaction.atomic():
        payment = _lock(asked.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        if intent is not None and intent.refunded_in_full:
            mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
            payment.save()
        else:
            _note_failure(payment, asked, text)


def _note_failure(payment: Payment, asked: Payment, text: str) -> None:
    logger.error("refund of payment %s failed: it stays owed and is tried again", payment.pk)
    payment.refund_failures = asked.refund_failures + 1
    payment.refund_error, payment.refund_id = text[:200], ""
    payment.save(update_fields=["refund_failures", "refund_error", "refund_id"])


def _lock(payment_id: UUID) -> Payment:
    payment = Payment.objects.select_for_update(of=("self",), no_key=True).filter(pk=payment_id).first()
    if payment is None:
        raise NotFound
    return payment


def _take_seat_and_owe(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    if not payment.is_seated:
        raise NothingToGiveBack
    lock_class(payment.camp_class_id)
    free_seat(enrollment=payment.enrollment, now=now)
    if payment.is_free:
        mark_refunded(payment, reason, now)
    else:
        mark_owed(payment, reason)
    payment.save()


def _sent(payment: Payment, now: datetime) -> Payment:
    try_to_send(payment_id=payment.pk, now=now)
    payment.refresh_from_db()
    return payment

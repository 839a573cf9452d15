"""Refunds: marked as owed in the transaction that decides them, sent after it, and retried until they succeed."""

import logging
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection, transaction

from accounts.models import User
from classes.enrollment import lock_class, release_seat
from core.errors import DomainError, NotFound
from core.metrics import REFUNDS, count_after_commit
from payments import stripe_api
from payments.card_provider import CardProviderServerError, CardProviderUnavailable, Intent, Refund, RefundRefused
from payments.models import Payment

logger = logging.getLogger(__name__)


class TooLateToCancel(DomainError):
    code = "too_late"
    message = (
        f"You can cancel your seat within {settings.CANCEL_WITHIN_HOURS} hours of paying, and that time is over. "
        "Please contact the school."
    )


class AlreadyRefunded(DomainError):
    code = "already_refunded"
    message = "This seat has already been canceled."


class RefundFailed(DomainError):
    code = "refund_failed"
    message = "The refund didn't go through. We still owe it and will keep trying."


def cancel_enrollment(*, student: User, payment_id: UUID, now: datetime) -> Payment:
    """Cancels the student's own enrollment until ``cancel_until``: releases the seat and refunds the full price.

    Raises NotFound, TooLateToCancel, AlreadyRefunded. The refund may still be pending when this returns.
    """
    with transaction.atomic():
        payment = _lock(payment_id)
        if payment.student_id != student.pk or payment.paid_at is None:
            raise NotFound
        if payment.cancel_until is not None and now > payment.cancel_until:
            raise TooLateToCancel
        _free_seat_and_owe_refund(payment, Payment.RefundReason.CANCELED, now)
    return _send_and_reload(payment, now)


def refund_and_release(*, payment_id: UUID, now: datetime) -> Payment:
    """Refunds a payment and releases its seat, at any time; only for staff. Raises NotFound, AlreadyRefunded."""
    with transaction.atomic():
        payment = _lock(payment_id)
        _free_seat_and_owe_refund(payment, Payment.RefundReason.BY_STAFF, now)
    return _send_and_reload(payment, now)


def mark_owed(payment: Payment, reason: Payment.RefundReason) -> None:
    """Marks the payment for a refund. The caller saves it, in the transaction that decides this."""
    payment.state, payment.refund_reason = Payment.State.REFUND_PENDING, reason


def mark_refunded(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """Marks the payment as refunded in full, and keeps an earlier reason. The caller saves it."""
    payment.state, payment.refunded_at, payment.refunded_amount = Payment.State.REFUNDED, now, payment.price
    payment.refund_reason = payment.refund_reason or reason
    payment.refund_error = ""
    count_after_commit(REFUNDS)


def record_refunded_at_provider(*, payment: Payment, intent: Intent, now: datetime) -> None:
    """Records what the provider refunded of a settled, locked payment. A full refund releases the seat.

    Only a seat that this payment bought is released: the refund of a duplicate payment must not cost the student the
    seat that the other payment bought.
    """
    assert connection.in_atomic_block
    if not intent.refunded_in_full:
        payment.refunded_amount = max(payment.refunded_amount, min(intent.refunded, payment.price))
        payment.save(update_fields=["refunded_amount"])
        return
    if payment.is_seated:
        lock_class(payment.camp_class_id)
        release_seat(enrollment=payment.enrollment, now=now)
    if payment.state != Payment.State.REFUNDED:
        mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
        payment.save()


def record_failed_refund(*, payment: Payment, intent: Intent) -> None:
    """Records that a refund of a settled, locked payment failed after it had succeeded, if it did.

    If the whole payment was refunded, its refund is owed again; ``reconcile_payments`` sends it.
    """
    assert connection.in_atomic_block
    refunded = min(intent.refunded, payment.price)
    if payment.state == Payment.State.REFUNDED and not intent.refunded_in_full:
        payment.state, payment.refunded_at = Payment.State.REFUND_PENDING, None
        _record_failure(payment, payment.refund_failures + 1, "The refund had succeeded, and failed later.")
    elif payment.is_seated and refunded < payment.refunded_amount:
        logger.error("a refund of a part of payment %s failed", payment.pk)
    else:
        return
    payment.refunded_amount = refunded
    payment.save(update_fields=["state", "refunded_at", "refunded_amount"])


def try_to_send_refund(*, payment_id: UUID, now: datetime) -> None:
    """Sends the refund that is owed. If that fails, ``reconcile_payments`` retries it."""
    try:
        send_refund(payment_id=payment_id, now=now)
    except (CardProviderUnavailable, RefundFailed, OperationalError):  # OperationalError: lock timeout
        logger.warning("refund of payment %s could not be sent yet", payment_id)


def send_refund(*, payment_id: UUID, now: datetime) -> None:
    """Sends the refund that is owed for this payment, if any. Raises RefundFailed, ProviderUnavailable.

    The idempotency key consists of the payment's id and its number of failed refunds. After a lost response the same
    key finds the same refund; after a refusal or a server error, which the provider would repeat for the same key, the
    key is a new one.
    """
    payment = Payment.objects.get(pk=payment_id)
    if payment.state != Payment.State.REFUND_PENDING or payment.intent_id is None:
        return
    try:
        refund = _get_or_create_refund(payment)
    except RefundRefused as refusal:
        _record_refusal(payment, str(refusal), now)
    else:
        _record_refund(payment, refund, now)


def _get_or_create_refund(payment: Payment) -> Refund:
    """Raises RefundRefused, also if the refund has failed and another one must be sent; ProviderUnavailable."""
    refund = stripe_api.get_refund(payment.refund_id) if payment.refund_id else _create_refund(payment)
    if refund is None:
        raise RefundRefused("The card provider does not know the refund.")
    if refund.failed:
        raise RefundRefused(f"The refund {refund.status}.")
    return refund


def _create_refund(payment: Payment) -> Refund:
    assert payment.intent_id is not None
    key = f"refund-{payment.pk}-{payment.refund_failures}"
    try:
        return stripe_api.refund_intent(intent_id=payment.intent_id, idempotency_key=key)
    except CardProviderServerError as error:
        raise RefundRefused("The card provider had an internal error.") from error


def _record_refund(sent: Payment, refund: Refund, now: datetime) -> None:
    """``sent`` is the payment as it was read before the call to the provider."""
    with transaction.atomic():
        payment = _lock(sent.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        payment.refund_id = refund.id
        if refund.status == "succeeded":
            mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
        payment.save()


def _record_refusal(sent: Payment, message: str, now: datetime) -> None:
    """Raises RefundFailed, unless the money was returned already (by another process, or from the dashboard)."""
    assert sent.intent_id is not None
    intent = stripe_api.get_intent(sent.intent_id)
    with transaction.atomic():
        payment = _lock(sent.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        if intent is not None and intent.refunded_in_full:
            mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
            payment.save()
            return
        _record_failure(payment, sent.refund_failures + 1, message)
    raise RefundFailed


def _record_failure(payment: Payment, failures: int, message: str) -> None:
    logger.error("refund of payment %s failed; it is still owed and will be retried", payment.pk)
    payment.refund_failures, payment.refund_error, payment.refund_id = failures, message[:200], ""
    payment.save(update_fields=["refund_failures", "refund_error", "refund_id"])


def _lock(payment_id: UUID) -> Payment:
    payment = Payment.objects.select_for_update(of=("self",), no_key=True).filter(pk=payment_id).first()
    if payment is None:
        raise NotFound
    return payment


def _free_seat_and_owe_refund(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    if not payment.is_seated:
        raise AlreadyRefunded
    lock_class(payment.camp_class_id)
    release_seat(enrollment=payment.enrollment, now=now)
    if payment.is_free:
        mark_refunded(payment, reason, now)
    else:
        mark_owed(payment, reason)
    payment.save()


def _send_and_reload(payment: Payment, now: datetime) -> Payment:
    try_to_send_refund(payment_id=payment.pk, now=now)
    payment.refresh_from_db()
    return payment

"""Refunds: marked as owed in the transaction that decides them, sent after it, and retried until they succeed."""

import logging
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection, transaction

from accounts.models import User
from classes.enrollment import lock_class, lock_classes, release_seat
from core.errors import DomainError, NotFound
from core.metrics import REFUNDS, count_after_commit
from payments import stripe_api
from payments.card_provider import CardProviderServerError, CardProviderUnavailable, Intent, Refund, RefundRefused
from payments.models import Payment
from payments.orders import lock_payment

logger = logging.getLogger(__name__)

REFUND_FIELDS = ("state", "refund_reason", "refund_id", "refund_error", "refunded_at", "refunded_amount")
"""What a refund changes. The row is not locked, and a deletion may anonymize its names at the same time."""


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
    """Cancels the student's own enrollment until ``cancel_until``: releases the seat and refunds its full price.

    The other payments of the order stay. Raises NotFound, TooLateToCancel, AlreadyRefunded. The refund may still be
    pending when this returns.
    """
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if payment.student_id != student.pk or payment.paid_at is None:
            raise NotFound
        if payment.cancel_until is not None and now > payment.cancel_until:
            raise TooLateToCancel
        _free_seat_and_owe_refund(payment, Payment.RefundReason.CANCELED, now)
    return _send_and_reload(payment, now)


def refund_and_release(*, payment_id: UUID, now: datetime) -> Payment:
    """Refunds a payment and releases its seat, at any time; only for staff. Raises NotFound, AlreadyRefunded."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        _free_seat_and_owe_refund(payment, Payment.RefundReason.BY_STAFF, now)
    return _send_and_reload(payment, now)


def mark_owed(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """Marks the payment for a refund; one that is free is refunded. The caller saves it, in the same transaction."""
    if payment.is_free:
        mark_refunded(payment, reason, now)
    else:
        payment.state, payment.refund_reason = Payment.State.REFUND_PENDING, reason


def mark_refunded(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """Marks the payment as refunded in full, and keeps an earlier reason. The caller saves it."""
    payment.state, payment.refunded_at, payment.refunded_amount = Payment.State.REFUNDED, now, payment.price
    payment.refund_reason = payment.refund_reason or reason
    payment.refund_error = ""
    count_after_commit(REFUNDS)


def record_refunded_at_provider(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Records what the provider refunded of a settled, locked order. A full refund of a payment releases its seat.

    A refund of the whole amount is one of each payment. A partial refund that does not name a payment is that of the
    only one; of several, it is recorded at the order, and staff see it. Only a seat that the payment bought is
    released: the refund of a duplicate payment must not cost the student the seat that the other payment bought.
    """
    assert connection.in_atomic_block
    _record_unassigned(payments, intent)
    # Staff refund all of an order; the refunds that this site sends are of single payments.
    is_by_staff = not intent.refunded_by_payment
    refunded = [
        payment
        for payment in payments
        if payment.state != Payment.State.REFUNDED and _is_refunded(payment, intent, free=is_by_staff)
    ]
    lock_classes([payment.camp_class_id for payment in refunded if payment.is_seated])
    for payment in payments:
        if payment in refunded:
            if payment.is_seated:
                release_seat(enrollment=payment.enrollment, now=now)
            mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
            payment.save(update_fields=REFUND_FIELDS)
        elif payment.refunded_amount < (part := refunded_part(payment, intent)):
            payment.refunded_amount = part
            payment.save(update_fields=["refunded_amount"])


def record_failed_refund(*, payments: list[Payment], intent: Intent) -> None:
    """Records the refunds of a settled, locked order that failed after they had succeeded.

    A payment that was refunded in full is owed again; ``reconcile_payments`` sends it.
    """
    assert connection.in_atomic_block
    if intent.refunded_in_full:
        return
    for payment in payments:
        refunded = refunded_part(payment, intent)
        if payment.state == Payment.State.REFUNDED and refunded < payment.price:
            payment.state, payment.refunded_at = Payment.State.REFUND_PENDING, None
            _record_failure(payment, payment.refund_failures + 1, "The refund had succeeded, and failed later.")
        elif payment.is_seated and refunded < payment.refunded_amount:
            logger.error("a refund of a part of payment %s failed", payment.pk)
        else:
            continue
        payment.refunded_amount = refunded
        payment.save(update_fields=["state", "refunded_at", "refunded_amount"])
    _record_unassigned(payments, intent)


def refunded_part(payment: Payment, intent: Intent) -> Decimal:
    """Returns how many dollars of this payment the provider has refunded, as far as its order's intent says."""
    of_all = intent.refunded_in_full or _pays_all(payment)
    refunded = intent.refunded if of_all else intent.refunded_by_payment.get(str(payment.pk), Decimal(0))
    return min(refunded, payment.price)


def _is_refunded(payment: Payment, intent: Intent, *, free: bool) -> bool:
    """Returns whether all of the payment was refunded. ``free``: whether a full refund includes a free one."""
    if payment.is_free:
        return free and intent.refunded_in_full
    return refunded_part(payment, intent) >= payment.price


def _pays_all(payment: Payment) -> bool:
    """Returns whether the other payments of the order, if any, are free."""
    assert payment.order is not None
    return payment.price == payment.order.amount


def _record_unassigned(payments: list[Payment], intent: Intent) -> None:
    """Records at the order what was refunded of one of several payments that the refund does not name."""
    named = (intent.refunded_by_payment.get(str(payment.pk), Decimal(0)) for payment in payments)
    unassigned = intent.refunded - sum(named)
    is_assigned = intent.refunded_in_full or any(_pays_all(payment) for payment in payments)
    order = payments[0].order
    assert order is not None
    order.unassigned_refund = Decimal(0) if is_assigned else min(unassigned, order.amount)
    order.save(update_fields=["unassigned_refund"])


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
    payment = Payment.objects.select_related("order").get(pk=payment_id)
    if payment.state != Payment.State.REFUND_PENDING:
        return
    if payment.intent_id is None:
        raise RefundFailed
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
    """Refunds the price, or all that is left if no other payment has a claim to it.

    Less than the price is left if a part was refunded at the provider. If the charge had another amount than the order,
    all of it goes back with the refund of the first payment.
    """
    assert payment.intent_id is not None
    others = Payment.objects.filter(order=payment.order_id, price__gt=0).exclude(pk=payment.pk)
    is_all = (
        payment.refund_reason == Payment.RefundReason.AMOUNT_CHANGED
        or not others.exclude(state=Payment.State.REFUNDED).exists()
    )
    amount = None if is_all else payment.price - payment.refunded_amount
    try:
        return stripe_api.refund_intent(
            intent_id=payment.intent_id,
            payment=payment.pk,
            amount=amount,
            idempotency_key=f"refund-of-{payment.pk}-{payment.refund_failures}-{amount or 'rest'}",
        )
    except CardProviderServerError as error:
        raise RefundRefused("The card provider had an internal error.") from error


def _record_refund(sent: Payment, refund: Refund, now: datetime) -> None:
    """``sent`` is the payment as it was read before the call to the provider."""
    with transaction.atomic():
        payment = lock_payment(sent.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        payment.refund_id = refund.id
        if refund.status == "succeeded":
            mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
        payment.save(update_fields=REFUND_FIELDS)


def _record_refusal(sent: Payment, message: str, now: datetime) -> None:
    """Raises RefundFailed, unless the money was returned already (by another process, or from the dashboard)."""
    assert sent.intent_id is not None
    intent = stripe_api.get_intent(sent.intent_id)
    with transaction.atomic():
        payment = lock_payment(sent.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        if intent is not None and refunded_part(payment, intent) >= payment.price:
            mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
            payment.save(update_fields=REFUND_FIELDS)
            return
        _record_failure(payment, sent.refund_failures + 1, message)
    raise RefundFailed


def _record_failure(payment: Payment, failures: int, message: str) -> None:
    logger.error("refund of payment %s failed; it is still owed and will be retried", payment.pk)
    payment.refund_failures, payment.refund_error, payment.refund_id = failures, message[:200], ""
    payment.save(update_fields=["refund_failures", "refund_error", "refund_id"])


def _free_seat_and_owe_refund(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    if not payment.is_seated:
        raise AlreadyRefunded
    lock_class(payment.camp_class_id)
    release_seat(enrollment=payment.enrollment, now=now)
    mark_owed(payment, reason, now)
    payment.save(update_fields=REFUND_FIELDS)


def _send_and_reload(payment: Payment, now: datetime) -> Payment:
    try_to_send_refund(payment_id=payment.pk, now=now)
    payment.refresh_from_db()
    return payment

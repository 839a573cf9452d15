"""Sending the refunds that are owed to Stripe, until each has succeeded."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import OperationalError, transaction

from payments import ledger
from payments.models import PartRefund, Payment
from payments.orders.locks import lock_payment
from payments.refunds.part_sending import try_to_send_parts
from payments.refunds.payment_refund import (
    REFUND_FIELDS,
    RefundFailed,
    adopt_refunds,
    book_refunds_at_provider,
    is_refunded_at_provider,
    mark_refunded,
    record_failure,
)
from payments.stripe import api as stripe_api
from payments.stripe.objects import PAYMENT
from payments.stripe.results import Refund, RefundRefused, StripeServerError, StripeUnavailable

logger = logging.getLogger(__name__)


def try_to_send_refund(*, payment_id: UUID, now: datetime) -> None:
    """Sends what is owed, part refunds first. If that fails, ``reconcile_payments`` retries it."""
    try_to_send_parts(payment_id=payment_id, now=now)
    try:
        send_refund(payment_id=payment_id, now=now)
    except (StripeUnavailable, RefundFailed, OperationalError):  # OperationalError: lock timeout
        logger.warning("refund of payment %s could not be sent yet", payment_id)


def send_refund(*, payment_id: UUID, now: datetime) -> None:
    """Sends the refund that is owed for this payment, if any. Raises RefundFailed, ProviderUnavailable.

    While the charge is disputed the bank has the money, and the site sends nothing. Part refunds come first, so that
    the rest of the charge is what is still due. What was paid at the desk is paid back by hand.

    The idempotency key consists of the payment's id and its number of failed refunds. After a lost response the same
    key finds the same refund; after a refusal or a server error, which the provider would repeat for the same key, the
    key is a new one.
    """
    payment = Payment.objects.select_related("order").get(pk=payment_id)
    if (
        payment.state != Payment.State.REFUND_PENDING
        or payment.is_in_dispute
        or payment.is_at_desk
        or payment.parts_owed
    ):
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
    """Returns the refund that was sent before, or sends one.

    Raises ProviderUnavailable, and RefundRefused, also if the earlier refund has failed or returned only a part.
    """
    refund = stripe_api.get_refund(payment.refund_id) if payment.refund_id else _create_refund(payment)
    if refund is None:
        raise RefundRefused("Stripe does not know the refund.")
    if refund.failed:
        raise RefundRefused(f"The refund {refund.status}: {refund.reason or 'no reason given'}.")
    if refund.succeeded and refund.amount < payment.still_due:
        raise RefundRefused("The refund returned only a part of what is due.")
    return refund


def _create_refund(payment: Payment) -> Refund:
    """Refunds what is still due of the payment, or the rest of the charge if the school keeps nothing of the order.

    The rest may be less than what is due, because a part may have been refunded at the provider. If the charge had
    another amount than the order, the refund of the first payment returns the whole charge.
    """
    assert payment.intent_id is not None
    others = Payment.objects.filter(order=payment.order_id, price__gt=0).exclude(pk=payment.pk)
    # The charge still includes what staff paid back by hand, which must not be refunded again.
    kept = others.exclude(state=Payment.State.REFUNDED, refund_due=None, refunded_by_hand="")
    by_hand = PartRefund.objects.by_hand().filter(payment__order=payment.order_id)
    is_all = payment.refund_reason == Payment.RefundReason.AMOUNT_CHANGED or (
        payment.refund_due is None and not kept.exists() and not by_hand.exists()
    )
    amount = None if is_all else payment.still_due
    try:
        return stripe_api.refund_intent(
            intent_id=payment.intent_id,
            metadata={PAYMENT: str(payment.pk)},
            amount=amount,
            idempotency_key=f"refund-of-{payment.pk}-{payment.refund_failures}-{amount or 'rest'}",
        )
    except StripeServerError as error:
        raise RefundRefused("Stripe had an internal error.") from error


def _record_refund(sent: Payment, refund: Refund, now: datetime) -> None:
    """``sent`` is the payment as it was read before the call to the provider."""
    with transaction.atomic():
        payment = lock_payment(sent.pk)
        if payment.refunded_by_hand:
            logger.error("payment %s was paid back by hand and at Stripe", payment.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        payment.refund_id, payment.refund_error = refund.id, refund.reason
        if refund.succeeded:
            mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
            ledger.book_refund(payment=payment, refund_id=refund.id, amount=refund.amount, now=now)
        payment.save(update_fields=REFUND_FIELDS)


def _record_refusal(sent: Payment, message: str, now: datetime) -> None:
    """Raises RefundFailed, unless other refunds return the rest (by another process, or from the dashboard)."""
    assert sent.intent_id is not None
    intent = stripe_api.get_intent(sent.intent_id)
    with transaction.atomic():
        payment = lock_payment(sent.pk)
        if payment.state != Payment.State.REFUND_PENDING:
            return
        if intent is not None and is_refunded_at_provider(payment, intent):
            adopt_refunds(payment, intent, now)
            payment.save(update_fields=REFUND_FIELDS)
            book_refunds_at_provider(payment.order, intent, now)
            return
        record_failure(payment, sent.refund_failures + 1, message, now)
    raise RefundFailed

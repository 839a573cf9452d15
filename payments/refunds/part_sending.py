"""Sending part refunds to Stripe, until each has succeeded."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import OperationalError, transaction

from payments import ledger
from payments.models import PartRefund
from payments.orders.locks import lock_payment, payments_of
from payments.refunds.from_stripe import record_refunded_at_provider
from payments.refunds.parts import record_failed_part, record_part
from payments.refunds.payment_refund import RefundFailed
from payments.stripe import api as stripe_api
from payments.stripe.objects import PART, PAYMENT
from payments.stripe.results import Refund, RefundRefused, StripeServerError, StripeUnavailable

logger = logging.getLogger(__name__)


def try_to_send_parts(*, payment_id: UUID, now: datetime) -> None:
    """Sends the part refunds that are owed. If that fails, ``reconcile_payments`` retries it."""
    for part_id in list(PartRefund.objects.sendable().filter(payment=payment_id).values_list("pk", flat=True)):
        try:
            send_part(part_id=part_id, now=now)
        except (StripeUnavailable, RefundFailed, OperationalError):  # OperationalError: lock timeout
            logger.warning("part refund %s could not be sent yet", part_id)


def send_part(*, part_id: UUID, now: datetime) -> None:
    """Sends the part refund unless it has ended. Raises RefundFailed, ProviderUnavailable."""
    part = PartRefund.objects.select_related("payment__order").get(pk=part_id)
    if part.state != PartRefund.State.OWED:
        return
    try:
        refund = _get_or_create_refund(part)
    except RefundRefused as refusal:
        _record_refusal(part, str(refusal), now)
    else:
        _record_refund(part, refund, now)


def _get_or_create_refund(part: PartRefund) -> Refund:
    """Returns the refund that was sent before, or sends one. Raises ProviderUnavailable, RefundRefused."""
    refund = stripe_api.get_refund(part.refund_id) if part.refund_id else _create_refund(part)
    if refund is None:
        raise RefundRefused("Stripe does not know the refund.")
    if refund.failed:
        raise RefundRefused(f"The refund {refund.status}: {refund.reason or 'no reason given'}.")
    return refund


def _create_refund(part: PartRefund) -> Refund:
    payment = part.payment
    assert payment.intent_id is not None
    if part.amount > payment.price - payment.refunded_amount:
        raise RefundRefused("Less than this is left of the payment.")
    try:
        return stripe_api.refund_intent(
            intent_id=payment.intent_id,
            metadata={PAYMENT: str(payment.pk), PART: str(part.pk)},
            amount=part.amount,
            idempotency_key=f"{part.pk}-{part.failures}" if part.failures else str(part.pk),
        )
    except StripeServerError as error:
        raise RefundRefused("Stripe had an internal error.") from error


def _record_refund(sent: PartRefund, refund: Refund, now: datetime) -> None:
    with transaction.atomic():
        payment = lock_payment(sent.payment_id)
        part = PartRefund.objects.get(pk=sent.pk)
        if part.state != PartRefund.State.OWED:
            return
        amount = record_part(part, payment, refund, now)
        ledger.book_refund(payment=payment, refund_id=refund.id, amount=amount, now=now)


def _record_refusal(sent: PartRefund, message: str, now: datetime) -> None:
    """Raises RefundFailed, unless Stripe has refunded it meanwhile."""
    intent = stripe_api.get_intent(sent.payment.intent_id or "")
    with transaction.atomic():
        payment = lock_payment(sent.payment_id)
        if intent is not None:
            record_refunded_at_provider(payments=payments_of(payment.order), intent=intent, now=now)
        part = PartRefund.objects.get(pk=sent.pk)
        if part.state != PartRefund.State.OWED or part.refund_id != sent.refund_id:
            return
        record_failed_part(part, sent.failures + 1, message, now)
    raise RefundFailed

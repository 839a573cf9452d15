import logging
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import OperationalError, transaction

from payments import ledger
from payments.models import Refund
from payments.orders.locks import lock_payment, payments_of
from payments.refunds.from_stripe import record_refunds_at_stripe
from payments.refunds.owing import RefundFailed, record_at_stripe, record_failure
from payments.stripe import api as stripe_api
from payments.stripe.objects import PAYMENT, REFUND
from payments.stripe.results import RefundRefused, StripeRefund, StripeServerError, StripeUnavailable

logger = logging.getLogger(__name__)


def try_to_send_refunds(*, payment_id: UUID, now: datetime) -> None:
    """If that fails, ``reconcile_payments`` retries it."""
    for refund_id in list(Refund.objects.sendable().filter(payment=payment_id).values_list("pk", flat=True)):
        try:
            send_refund(refund_id=refund_id, now=now)
        except (StripeUnavailable, RefundFailed, OperationalError):  # OperationalError: lock timeout
            logger.warning("refund %s could not be sent yet", refund_id)


def send_refund(*, refund_id: UUID, now: datetime) -> None:
    """Sends the refund unless it has ended.

    While the charge is disputed the bank has the money, and the site sends nothing. What was paid at the desk is paid
    back by hand. Parts come first; the refund of the seat can then ask Stripe for the rest.

    The idempotency key consists of the refund's id, its number of failures and the amount: the same key after a lost
    response, to find the same refund; a new key after a failure, which Stripe would repeat for the same key.
    """
    refund = Refund.objects.select_related("payment__order").get(pk=refund_id)
    payment = refund.payment
    if refund.state != Refund.State.OWED or payment.is_in_dispute or payment.is_at_desk:
        return
    if not refund.is_part and payment.refunds.owed().parts().exists():
        return
    if payment.intent_id is None:
        raise RefundFailed
    try:
        found = _get_or_create(refund, payment.intent_id)
    except RefundRefused as refusal:
        _record_refusal(refund, payment.intent_id, str(refusal), now)
    else:
        _record(refund, found, now)


def _get_or_create(refund: Refund, intent_id: str) -> StripeRefund:
    # RefundRefused also if the earlier refund has failed or returned only a part.
    found = stripe_api.get_refund(refund.stripe_id) if refund.stripe_id else _create(refund, intent_id)
    if found is None:
        raise RefundRefused("Stripe does not know the refund.")
    if found.failed:
        raise RefundRefused(f"The refund {found.status}: {found.reason or 'no reason given'}.")
    if found.succeeded and found.amount < refund.amount:
        raise RefundRefused("The refund returned only a part of what is due.")
    return found


def _create(refund: Refund, intent_id: str) -> StripeRefund:
    payment = refund.payment
    if refund.amount > payment.price - payment.refunded:
        raise RefundRefused("Less than this is left of the payment.")
    amount = None if _is_rest(refund) else refund.amount
    try:
        return stripe_api.refund_intent(
            intent_id=intent_id,
            metadata={PAYMENT: str(payment.pk), REFUND: str(refund.pk)},
            amount=amount,
            idempotency_key=f"{refund.pk}-{refund.failures}-{amount or 'rest'}",
        )
    except StripeServerError as error:
        raise RefundRefused("Stripe had an internal error.") from error


def _is_rest(refund: Refund) -> bool:
    # Asks for the rest of the charge, not for an amount, if the school keeps nothing of the order. The rest may be less
    # than the amount, because a part may have been refunded in the dashboard.
    if refund.is_part:
        return False
    # Only refunds in SENT count: what staff paid back by hand is still on the charge, and must not go back again.
    # If the charge had another amount than the order, the refund of the first payment returns all of it.
    sent = Refund.objects.filter(payment__order=refund.payment.order_id, state=Refund.State.SENT).total()
    return refund.reason == Refund.Reason.AMOUNT_CHANGED or sent + refund.amount == refund.payment.order.amount


def _record(sent: Refund, found: StripeRefund, now: datetime) -> None:
    """``sent`` is the refund as it was read before the call to Stripe."""
    with transaction.atomic():
        payment = lock_payment(sent.payment_id)
        refund = payment.refunds.get(pk=sent.pk)
        if refund.state == Refund.State.BY_HAND:
            logger.error("refund %s was paid back by hand and at Stripe", refund.pk)
        if refund.state != Refund.State.OWED:
            return
        amount = record_at_stripe(refund, found, now)
        payment.save(update_fields=["state"])
        if found.own_id == str(refund.pk):
            amount = found.amount if found.succeeded else Decimal(0)  # also of a charge with another amount
        ledger.book_refund(payment=payment, refund_id=found.id, amount=amount, now=now)


def _record_refusal(sent: Refund, intent_id: str, message: str, now: datetime) -> None:
    # Other refunds may have returned it (by another process, or from the dashboard).
    intent = stripe_api.get_intent(intent_id)
    with transaction.atomic():
        payment = lock_payment(sent.payment_id)
        if intent is not None:
            record_refunds_at_stripe(payments=payments_of(payment.order), intent=intent, now=now)
        refund = Refund.objects.select_related("payment__order").get(pk=sent.pk)
        if refund.state != Refund.State.OWED or refund.stripe_id != sent.stripe_id:
            return
        record_failure(refund, sent.failures + 1, message, now)
    raise RefundFailed

"""Part refunds of a payment: each is owed on its own until it is sent, paid back by hand, or replaced.

The callers lock the order of the payment, and save ``REFUND_FIELDS``. See docs/adr/0032.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import connection

from accounts.models import User
from core.errors import DomainError
from mail.models import Alert
from payments.alerts import put_alert
from payments.models import PartRefund, Payment
from payments.refunds.payment_refund import MAX_COUNTED_FAILURES, mark_refunded
from payments.stripe.results import Intent, Refund

logger = logging.getLogger(__name__)

State = PartRefund.State


class AmountTooHigh(DomainError):
    code = "amount_too_high"

    def __init__(self, left: Decimal) -> None:
        super().__init__(f"Only ${left:.2f} of this payment is left to refund.")


class Disputed(DomainError):
    code = "disputed"
    message = "The cardholder disputes this payment, so nothing can be refunded. The bank decides."


def owe_part(*, payment: Payment, key: UUID, amount: Decimal, note: str, by: User, now: datetime) -> PartRefund:
    """Owes a part of the payment and saves it. Raises Disputed, AmountTooHigh."""
    assert connection.in_atomic_block
    if payment.dispute is not None:
        raise Disputed
    refuse_more_than_left(payment, amount)
    payment.parts_owed += amount
    payment.save(update_fields=["parts_owed"])
    return PartRefund.objects.create(pk=key, payment=payment, amount=amount, note=note, asked_by=by, created_at=now)


def refuse_more_than_left(payment: Payment, amount: Decimal) -> None:
    if amount > payment.amount_left:
        raise AmountTooHigh(payment.amount_left)


def end_part(part: PartRefund, payment: Payment, state: PartRefund.State, now: datetime) -> Decimal:
    """Ends an owed part that was returned, and returns the dollars. The last one completes the refund of a seat.

    If a refund in Stripe's dashboard has left less than the part, the part becomes what was left.
    """
    amount = min(part.amount, payment.price - payment.refunded_amount)
    payment.parts_owed -= part.amount
    payment.refunded_amount += amount
    part.amount = amount or part.amount
    _end(part, state if amount else State.REPLACED, now)
    if payment.state == Payment.State.REFUND_PENDING and payment.still_due == 0:
        mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
    return amount


def replace_parts(payment: Payment, now: datetime) -> None:
    """Ends the owed parts of a payment that went back as a whole."""
    if payment.parts_owed:
        for part in payment.part_refunds.owed():
            _end(part, State.REPLACED, now)
        payment.parts_owed = Decimal(0)


def owe_replaced_parts(payment: Payment, ended_at: datetime | None) -> None:
    """Owes again the parts that ``replace_parts`` has ended at this time."""
    for part in payment.part_refunds.filter(state=State.REPLACED, ended_at=ended_at):
        _owe_again(part, payment)


def adopt_parts(payments: Sequence[Payment], intent: Intent, now: datetime) -> None:
    """Ends the owed parts that Stripe has refunded, although its response was lost. Saves the payments."""
    refunds = {refund.part: refund for refund in intent.refunds if not refund.failed}
    for payment in payments:
        if not payment.parts_owed:
            continue
        for part in payment.part_refunds.owed():
            if (refund := refunds.get(str(part.pk))) is not None:
                record_part(part, payment, refund, now)


def record_part(part: PartRefund, payment: Payment, refund: Refund, now: datetime) -> Decimal:
    """Records Stripe's refund of an owed part, saves both, and returns the dollars that were refunded now."""
    part.refund_id, part.error = refund.id, refund.reason
    if not refund.succeeded:
        part.save(update_fields=["refund_id", "error"])
        return Decimal(0)
    amount = end_part(part, payment, State.SENT, now)
    payment.save(update_fields=["state", "refunded_at", "refunded_amount", "refund_error", "parts_owed"])
    return amount


def owe_failed_parts(payments: Sequence[Payment], intent: Intent, now: datetime) -> None:
    """Owes again the parts that Stripe had sent, and whose refunds failed later. Saves the payments."""
    failed = {refund.id for refund in intent.refunds if refund.failed and refund.part}
    if not failed:
        return
    by_id = {payment.pk: payment for payment in payments}
    for part in PartRefund.objects.filter(payment__in=payments, state=State.SENT, refund_id__in=failed):
        payment = by_id[part.payment_id]
        payment.refunded_amount = max(Decimal(0), payment.refunded_amount - part.amount)
        record_failed_part(part, part.failures + 1, "The refund had succeeded, and failed later.", now)
        _owe_again(part, payment)
        if payment.state == Payment.State.REFUNDED and not payment.refunded_by_hand:
            payment.state, payment.refunded_at = Payment.State.REFUND_PENDING, None
        payment.save(update_fields=["state", "refunded_at", "refunded_amount", "parts_owed"])


def record_failed_part(part: PartRefund, failures: int, message: str, now: datetime) -> None:
    """Records that a part is still owed after this number of failures. The next try needs a new idempotency key."""
    logger.error("part refund %s failed; it is still owed and will be retried", part.pk)
    part.failures, part.error, part.refund_id = min(failures, MAX_COUNTED_FAILURES), message[:200], ""
    part.save(update_fields=["failures", "error", "refund_id"])
    put_alert(Alert.Kind.REFUND_FAILED, part.payment, about=part.pk, now=now)


def is_all_in_parts(payment: Payment) -> bool:
    """Returns whether the site itself refunds the whole price in parts, while the seat stays."""
    return payment.part_refunds.exclude(state=State.REPLACED).total() >= payment.price


def _end(part: PartRefund, state: PartRefund.State, now: datetime) -> None:
    part.state, part.ended_at = state, now
    part.save(update_fields=["state", "ended_at", "amount", "refund_id", "error"])


def _owe_again(part: PartRefund, payment: Payment) -> None:
    part.state, part.ended_at = State.OWED, None
    part.save(update_fields=["state", "ended_at"])
    payment.parts_owed += part.amount

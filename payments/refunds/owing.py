"""Owing refunds, and ending them: sent, paid back by hand, or replaced by another one.

The callers lock the order of the payment, and save its state.
"""

import logging
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import connection

from accounts.models import User
from core.errors import DomainError
from core.observability.metrics import REFUNDS, count_after_commit
from mail.models import Alert
from payments.alerts import put_alert
from payments.models import Payment, Refund
from payments.stripe.results import StripeRefund

logger = logging.getLogger(__name__)

Reason, State = Refund.Reason, Refund.State
CHANGED = ("amount", "state", "stripe_id", "failures", "error", "ended_at")
"""What an end changes. The other columns are not saved: a concurrent deletion may have removed the note."""
MAX_COUNTED_FAILURES = 32_767
"""The highest value of the column."""


class RefundFailed(DomainError):
    code = "refund_failed"
    message = "The refund didn't go through. We still owe it and will keep trying."


class AmountTooHigh(DomainError):
    code = "amount_too_high"

    def __init__(self, left: Decimal) -> None:
        super().__init__(f"Only ${left:.2f} of this payment is left to refund.")


class Disputed(DomainError):
    code = "disputed"
    message = "The cardholder disputes this payment, so nothing can be refunded. The bank decides."


def owe_refund(
    payment: Payment, reason: Refund.Reason, total: Decimal, now: datetime, *, note: str = "", by: User | None = None
) -> Refund:
    """Ends the payment. Owes ``total`` minus what was refunded or is owed already.

    After a lost dispute nothing is owed, because the bank has returned the money.
    """
    amount = max(Decimal(0), total - payment.refunded - payment.owed)
    refund = Refund(payment=payment, reason=reason, amount=amount, note=note, by=by, created_at=now)
    if amount == 0 or payment.dispute_lost_at is not None:
        refund.state, refund.ended_at = State.REPLACED if amount else State.SENT, now
    refund.save()
    set_refund_state(payment)
    return refund


def owe_part(*, payment: Payment, key: UUID, amount: Decimal, note: str, by: User | None, now: datetime) -> Refund:
    """The seat stays."""
    assert connection.in_atomic_block
    if payment.dispute is not None:
        raise Disputed
    refuse_more_than_left(payment, amount)
    return Refund.objects.create(
        pk=key, payment=payment, reason=Reason.PART, amount=amount, note=note, by=by, created_at=now
    )


def refuse_more_than_left(payment: Payment, amount: Decimal) -> None:
    if amount > payment.left:
        raise AmountTooHigh(payment.left)


def set_refund_state(payment: Payment) -> None:
    """For a payment without a seat: refunded, or still owed."""
    payment.state = Payment.State.REFUND_PENDING if payment.owed else Payment.State.REFUNDED
    if payment.state == Payment.State.REFUNDED:
        count_after_commit(REFUNDS)


def end_refund(refund: Refund, state: Refund.State, now: datetime) -> Decimal:
    """Ends an owed refund that was returned, and returns the dollars.

    If too little is left of the payment, because of a refund in the dashboard, the refund shrinks to what is left. A
    part of which nothing is left is replaced.
    """
    payment = refund.payment
    amount = min(refund.amount, payment.price - payment.refunded)
    if refund.is_part and not amount:
        state = State.REPLACED
    else:
        refund.amount = amount
    refund.state, refund.ended_at = state, now
    refund.save(update_fields=CHANGED)
    if not payment.is_seated:
        set_refund_state(payment)
    return amount


def replace_owed(payment: Payment, now: datetime) -> None:
    """Marks owed refunds as replaced: the money went back otherwise."""
    payment.refunds.owed().update(state=State.REPLACED, ended_at=now)


def owe_again(refund: Refund, now: datetime, *, message: str) -> None:
    """For a refund that had succeeded at Stripe, and failed later."""
    refund.state, refund.ended_at = State.OWED, None
    record_failure(refund, refund.failures + 1, message, now)


def record_at_stripe(refund: Refund, found: StripeRefund, now: datetime) -> Decimal:
    """The result is what was refunded now, in dollars."""
    refund.stripe_id, refund.error = found.id, found.reason
    if found.succeeded:
        if found.own_id == str(refund.pk):  # a refund in the dashboard may have reduced it since it was sent
            refund.amount = max(refund.amount, found.amount)
        return end_refund(refund, State.SENT, now)
    refund.save(update_fields=["stripe_id", "error"])
    return Decimal(0)


def record_failure(refund: Refund, failures: int, message: str, now: datetime) -> None:
    """The refund is still owed. The next try needs a new idempotency key."""
    logger.error("refund %s failed; it is still owed and will be retried", refund.pk)
    refund.failures, refund.error, refund.stripe_id = min(failures, MAX_COUNTED_FAILURES), message[:200], ""
    refund.save(update_fields=CHANGED)
    put_alert(Alert.Kind.REFUND_FAILED, refund.payment, about=refund.pk, now=now)

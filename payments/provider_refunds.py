"""Records in a settled order what the card provider has refunded, and refunds that failed after they had succeeded."""

import logging
from datetime import datetime
from decimal import Decimal

from django.db import connection

from classes.enrollment import lock_classes, release_seat
from payments import emails
from payments.card_provider import Intent
from payments.models import Payment
from payments.refunds import REFUND_FIELDS, mark_refunded, pays_all, record_failure, refunded_part

logger = logging.getLogger(__name__)


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
            _record_refunded(payment, intent, now)
        elif payment.refunded_amount < (part := refunded_part(payment, intent)):
            _record_part(payment, part, now)


def _record_refunded(payment: Payment, intent: Intent, now: datetime) -> None:
    """Records the refund of all that is due. Only a student whose seat this releases is mailed."""
    had_seat, before = payment.is_seated, payment.refunded_amount
    if had_seat:
        release_seat(enrollment=payment.enrollment, now=now)
    mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
    payment.refunded_amount = max(payment.refunded_amount, refunded_part(payment, intent))
    payment.save(update_fields=REFUND_FIELDS)
    if had_seat:
        emails.put_refunded(payment=payment, amount=payment.refunded_amount - before, by="provider", now=now)


def _record_part(payment: Payment, part: Decimal, now: datetime) -> None:
    """Records the refund of a part. A student who waits for a refund was mailed about all of it before."""
    amount, payment.refunded_amount = part - payment.refunded_amount, part
    payment.save(update_fields=["refunded_amount"])
    if payment.state != Payment.State.REFUND_PENDING:
        emails.put_refunded(payment=payment, amount=amount, by="provider", is_part=True, now=now)


def record_failed_refund(*, payments: list[Payment], intent: Intent) -> None:
    """Records the refunds of a settled, locked order that failed after they had succeeded.

    A payment of which less was returned than is due is owed again; ``reconcile_payments`` sends it. What staff paid
    back by hand stays refunded.
    """
    assert connection.in_atomic_block
    if intent.refunded_in_full:
        return
    for payment in payments:
        refunded = refunded_part(payment, intent)
        if payment.refunded_by_hand or refunded >= payment.refunded_amount:
            continue
        if payment.state == Payment.State.REFUNDED and refunded < payment.total_due:
            payment.state, payment.refunded_at = Payment.State.REFUND_PENDING, None
            record_failure(payment, payment.refund_failures + 1, "The refund had succeeded, and failed later.")
        else:
            logger.error("a refund of a part of payment %s failed", payment.pk)
        payment.refunded_amount = refunded
        payment.save(update_fields=["state", "refunded_at", "refunded_amount"])
    _record_unassigned(payments, intent)


def _is_refunded(payment: Payment, intent: Intent, *, free: bool) -> bool:
    """Returns whether all that is due was refunded. ``free``: whether a full refund includes a free payment."""
    if payment.is_free:
        return free and intent.refunded_in_full
    return refunded_part(payment, intent) >= payment.total_due


def _record_unassigned(payments: list[Payment], intent: Intent) -> None:
    """Records at the order what was refunded of one of several payments that the refund does not name."""
    named = (intent.refunded_by_payment.get(str(payment.pk), Decimal(0)) for payment in payments)
    unassigned = intent.refunded - sum(named)
    is_assigned = intent.refunded_in_full or any(pays_all(payment) for payment in payments)
    order = payments[0].order
    assert order is not None
    order.unassigned_refund = Decimal(0) if is_assigned else min(unassigned, order.amount)
    order.save(update_fields=["unassigned_refund"])

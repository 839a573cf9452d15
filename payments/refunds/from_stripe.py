"""Records Stripe's refunds of a settled order, and refunds that failed later."""

import logging
from datetime import datetime
from decimal import Decimal

from django.db import connection

from classes.seats.enrollment import release_seat
from classes.seats.locks import lock_classes
from mail.models import Alert
from payments.alerts import put_alert
from payments.emails import messages
from payments.models import Payment
from payments.refunds.parts import adopt_parts, is_all_in_parts, owe_failed_parts, replace_parts
from payments.refunds.payment_refund import (
    REFUND_FIELDS,
    adopt_refunds,
    book_refunds_at_provider,
    is_refunded_at_provider,
    pays_all,
    record_failure,
    refunded_part,
)
from payments.stripe.results import Intent

logger = logging.getLogger(__name__)


def record_refunded_at_provider(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Records the provider's refunds of a settled order, which the caller has locked.

    A full refund releases the seat, also while it is pending: then it stays owed. But if this site has sent all of it
    as part refunds, the seat stays. A refund of the whole order is a full refund of each payment. A partial refund that
    names none of several payments is recorded at the order, for staff. A payment without a seat releases none: the
    participant may have a seat by another payment.
    """
    assert connection.in_atomic_block
    _record_unassigned(payments, intent, now)
    adopt_parts(payments, intent, now)
    refunded = [
        payment
        for payment in payments
        if payment.state != Payment.State.REFUNDED and _is_refunded(payment, intent.with_pending_refunds)
    ]
    lock_classes([payment.camp_class_id for payment in refunded if payment.is_seated])
    for payment in payments:
        if payment in refunded:
            _record_refunded(payment, intent, now)
        elif payment.refunded_amount < (part := refunded_part(payment, intent)):
            _record_part(payment, part, now)
    book_refunds_at_provider(payments[0].order, intent, now)


def _record_refunded(payment: Payment, intent: Intent, now: datetime) -> None:
    """Records the refund of all that is due. Mails the student only if this releases the seat."""
    had_seat, before = payment.is_seated, payment.refunded_amount
    if had_seat:
        release_seat(enrollment=payment.enrollment, now=now)
    adopt_refunds(payment, intent, now)
    if payment.state == Payment.State.REFUNDED:
        replace_parts(payment, now)
    payment.save(update_fields=REFUND_FIELDS)
    if had_seat:
        amount = max(payment.refunded_amount, payment.total_due) - before
        messages.put_refunded(payment=payment, amount=amount, by="provider", now=now)


def _record_part(payment: Payment, part: Decimal, now: datetime) -> None:
    """Records a partial refund. Mails the student unless an e-mail has announced the whole refund before."""
    amount, payment.refunded_amount = part - payment.refunded_amount, part
    payment.save(update_fields=["refunded_amount"])
    if payment.state != Payment.State.REFUND_PENDING:
        messages.put_refunded(payment=payment, amount=amount, by="provider", is_part=True, now=now)


def record_failed_refund(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Records that refunds of a settled order failed after they had succeeded. The caller has locked the order.

    What is missing is owed again, and ``reconcile_payments`` sends it, unless staff have paid it back by hand.
    """
    assert connection.in_atomic_block
    owe_failed_parts(payments, intent, now)
    expected = intent.with_pending_refunds
    if expected.refunded_in_full:
        return
    for payment in payments:
        if payment.refunded_by_hand or refunded_part(payment, expected) >= payment.refunded_amount:
            continue
        if payment.state == Payment.State.REFUNDED and not is_refunded_at_provider(payment, intent):
            payment.state, payment.refunded_at = Payment.State.REFUND_PENDING, None
            record_failure(payment, payment.refund_failures + 1, "The refund had succeeded, and failed later.", now)
        else:
            put_alert(Alert.Kind.REFUND_FAILED, payment, about=payment.pk, now=now)
            logger.error("a refund of a part of payment %s failed", payment.pk)
        payment.refunded_amount = refunded_part(payment, intent)
        payment.save(update_fields=["state", "refunded_at", "refunded_amount"])
    _record_unassigned(payments, intent, now)


def _is_refunded(payment: Payment, intent: Intent) -> bool:
    """Returns whether the intent's refunds return all that is due of this payment.

    A free payment ends with its order only if staff refund the order at Stripe. They name no payment; this site does.
    """
    if payment.is_free:
        return intent.refunded_in_full and not intent.refunded_by_payment
    if refunded_part(payment, intent) < payment.total_due:
        return False
    return not (payment.is_seated and is_all_in_parts(payment))


def _record_unassigned(payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Records at the order how much was refunded of several payments without naming one of them."""
    named = (intent.refunded_by_payment.get(str(payment.pk), Decimal(0)) for payment in payments)
    unassigned = intent.refunded - sum(named)
    is_assigned = intent.refunded_in_full or any(pays_all(payment) for payment in payments)
    order = payments[0].order
    order.unassigned_refund = Decimal(0) if is_assigned else min(unassigned, order.amount)
    order.save(update_fields=["unassigned_refund"])
    if order.unassigned_refund:
        about = f"{order.pk}/{order.unassigned_refund}"
        put_alert(Alert.Kind.REFUND_UNASSIGNED, payments[0], about=about, now=now)

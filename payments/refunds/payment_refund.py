"""The refund of one payment: what is still owed, and what Stripe has refunded.

The callers lock the order of the payment.
"""

import logging
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from core.errors import DomainError
from core.observability.metrics import REFUNDS, count_after_commit
from mail.models import Alert
from payments.alerts import put_alert
from payments.ledger import book_refunds_at_stripe
from payments.models import Order, Payment
from payments.stripe.results import Intent

logger = logging.getLogger(__name__)

REFUND_FIELDS = (
    *("state", "refund_reason", "refund_id", "refund_error", "refund_due"),
    *("refunded_at", "refunded_amount", "refunded_by_hand", "parts_owed", "staff_note"),
)
"""The columns that a refund changes. The others are not saved: a concurrent deletion may have anonymized names."""
RETURNED_BY_BANK = "The bank returned it after a dispute."
MAX_COUNTED_FAILURES = 32_767
"""The highest value of the column."""


class RefundFailed(DomainError):
    code = "refund_failed"
    message = "The refund didn't go through. We still owe it and will keep trying."


def mark_owed(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """Marks a refund as owed, or the payment as refunded if nothing is due. The caller saves the payment."""
    if payment.still_due == 0:
        mark_refunded(payment, reason, now)
    elif payment.dispute_lost_at is not None:
        payment.refund_reason = reason
        mark_returned_by_bank(payment, now)
    else:
        payment.state, payment.refund_reason = Payment.State.REFUND_PENDING, reason


def mark_refunded(payment: Payment, reason: Payment.RefundReason, now: datetime) -> None:
    """Marks all that is due as refunded, and keeps an earlier reason. The caller saves the payment."""
    payment.state, payment.refunded_at = Payment.State.REFUNDED, now
    payment.refunded_amount = max(payment.refunded_amount, payment.total_due)
    payment.refund_reason = payment.refund_reason or reason
    payment.refund_error = ""
    count_after_commit(REFUNDS)


def mark_returned_by_bank(payment: Payment, now: datetime) -> None:
    """Marks all that is due as refunded, because a lost dispute has returned it. The caller saves the payment."""
    mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
    payment.refunded_by_hand = RETURNED_BY_BANK


def refunded_part(payment: Payment, intent: Intent) -> Decimal:
    """Returns how many dollars of this payment were refunded: at the provider, and part refunds by hand."""
    by_hand = payment.part_refunds.by_hand().total() if payment.refunded_amount else 0
    return min(refunded_at_provider(payment, intent) + by_hand, payment.price)


def refunded_at_provider(payment: Payment, intent: Intent) -> Decimal:
    """Returns how many dollars of this payment the provider has refunded. Pending refunds do not count."""
    of_all = intent.refunded_in_full or pays_all(payment)
    refunded = intent.refunded if of_all else intent.refunded_by_payment.get(str(payment.pk), Decimal(0))
    return min(refunded, payment.price)


def book_refunds_at_provider(order: Order, intent: Intent, now: datetime) -> None:
    """Books what the books do not have yet of the intent's refunds."""
    payments = {payment.pk: payment for payment in Payment.objects.of_order(order).select_related("order")}
    ids: dict[UUID | None, str] = {}
    for refund in reversed(intent.refunds):  # the newest ones remain: they come first
        named = next((pk for pk in payments if str(pk) == refund.payment), None)
        if named or not refund.payment:
            ids[named] = refund.id
    book_refunds_at_stripe(
        order=order,
        total=intent.refunded,
        by_payment={pk: refunded_at_provider(payment, intent) for pk, payment in payments.items()},
        ids=ids,
        now=now,
    )


def is_refunded_at_provider(payment: Payment, intent: Intent) -> bool:
    """Returns whether the provider's refunds, including pending ones, cover all that is due or the whole charge.

    Then no other refund may be sent. The charge can be lower than what is due if it had another amount than the order.
    """
    expected = intent.with_pending_refunds
    return expected.refunded_in_full or refunded_part(payment, expected) >= payment.total_due


def adopt_refunds(payment: Payment, intent: Intent, now: datetime) -> None:
    """Marks as refunded a payment that ``is_refunded_at_provider``. The caller saves it.

    While one of the refunds is pending, the payment stays owed and gets its id, so that no other refund is sent.
    """
    payment.refunded_amount = max(payment.refunded_amount, refunded_part(payment, intent))
    pending = [refund for refund in intent.refunds if refund.pending]
    if payment.still_due == 0 or not pending:
        mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
        return
    payment.state = Payment.State.REFUND_PENDING
    payment.refund_reason = payment.refund_reason or Payment.RefundReason.AT_PROVIDER
    own_first = max(pending, key=lambda refund: refund.payment == str(payment.pk))
    payment.refund_id, payment.refund_error = own_first.id, own_first.reason


def pays_all(payment: Payment) -> bool:
    """Returns whether the other payments of the order, if any, are free."""
    return payment.price == payment.order.amount


def record_failure(payment: Payment, failures: int, message: str, now: datetime) -> None:
    """Records that a refund is still owed after this number of failures. The next one needs a new idempotency key."""
    logger.error("refund of payment %s failed; it is still owed and will be retried", payment.pk)
    payment.refund_failures = min(failures, MAX_COUNTED_FAILURES)
    payment.refund_error, payment.refund_id = message[:200], ""
    payment.save(update_fields=["refund_failures", "refund_error", "refund_id"])
    put_alert(Alert.Kind.REFUND_FAILED, payment, about=payment.pk, now=now)

"""Disputes of charges: the bank takes the money back until it decides, and keeps it if the school loses.

While a dispute is open, no refund can be sent, and none is promised. If the school wins, what is owed is sent as usual.
If it loses, the bank has refunded the cardholder, so nothing is owed anymore; staff decide about a seat that is left.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from core.errors import DomainError
from mail.models import Alert
from payments.alerts import put_alert
from payments.ledger import book_dispute
from payments.models import Payment, Refund
from payments.orders.locks import lock_payment
from payments.refunds.owing import replace_owed, set_refund_state
from payments.stripe.results import Intent

logger = logging.getLogger(__name__)


class NoLostDispute(DomainError):
    code = "no_lost_dispute"
    message = "This dispute isn't lost, or somebody has settled it already."


def record_dispute(*, payments: list[Payment], intent: Intent, now: datetime) -> None:
    """Stores the present state of the dispute. The caller has locked the order."""
    assert connection.in_atomic_block
    for payment in payments:
        is_recorded_loss = intent.dispute == "lost" and payment.dispute == "lost"
        if payment.is_free or is_recorded_loss:
            continue
        if intent.dispute and intent.dispute != payment.dispute:
            about = f"{payment.pk}/{intent.dispute}"
            put_alert(Alert.Kind.DISPUTE, payment, about=about, now=now, dispute=intent.dispute)
        if intent.dispute == "lost":
            _record_loss(payment, now)
        elif payment.dispute == "lost":
            _reverse_loss(payment, intent, now)
        elif bool(intent.dispute) != (payment.disputed_at is not None):
            payment.disputed_at = now if intent.dispute else None
            logger.error("payment %s: the dispute %s", payment.pk, "has begun" if intent.dispute else "is over")
            payment.save(update_fields=["disputed_at"])


def _record_loss(payment: Payment, now: datetime) -> None:
    logger.error("payment %s: the dispute is lost", payment.pk)
    payment.disputed_at, payment.dispute_lost_at = payment.disputed_at or now, now
    replace_owed(payment, now)
    if not payment.is_seated:
        set_refund_state(payment)
    payment.save(update_fields=["state", "disputed_at", "dispute_lost_at"])
    book_dispute(payment=payment, now=now)


def _reverse_loss(payment: Payment, intent: Intent, now: datetime) -> None:
    # What the bank had returned is owed again once the dispute is over.
    logger.error("payment %s: the lost dispute is %s", payment.pk, intent.dispute or "won")
    replaced = payment.refunds.filter(state=Refund.State.REPLACED)
    by_bank = ~Q(reason=Refund.Reason.PART) | Q(ended_at=payment.dispute_lost_at)
    replaced.filter(by_bank).update(state=Refund.State.OWED, ended_at=None)
    payment.dispute_lost_at, payment.disputed_at = None, now if intent.dispute else None
    if not payment.is_seated:
        set_refund_state(payment)
    payment.save(update_fields=["state", "disputed_at", "dispute_lost_at"])
    book_dispute(payment=payment, now=now)


def accept_loss(*, payment_id: UUID) -> None:
    """Closes a lost dispute: the school lets the participant keep the seat, or has settled with the family."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if payment.dispute_lost_at is None or payment.disputed_at is None:
            raise NoLostDispute
        payment.disputed_at = None
        payment.save(update_fields=["disputed_at"])

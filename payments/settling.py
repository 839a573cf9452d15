"""Settling: what a succeeded card payment becomes, on whichever road the news arrives.

Browser, webhook, reconcile and Django admin all come through here: the intent was fetched from the provider before;
then, in one transaction, the attempt is locked, then the class, and the payment becomes a seat or a refund that is
owed. A payment that is settled already is at most promoted, never demoted.
"""

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from camp.lib.compiled import update
from camp.lib.money import CURRENCY
from classes.enrollment import SeatGone, SeatHadAlready, confirm_seat, lock_class, release_hold
from classes.models import CampClass, Selection
from payments import attempts, refunds
from payments.models import Payment
from payments.stripe_api import Intent

logger = logging.getLogger(__name__)

SETTLED = ("intent_id", "enrollment", "state", "paid_at", "refund_reason", "refunded_at", "refunded_amount")
"""What settling may change of a payment."""


@dataclass(frozen=True)
class Settled:
    """What became of a payment. ``new`` where this call did it; ``selections_removed`` is 0 or 1."""

    payment: Payment
    new: bool = False
    selections_removed: int = 0


def settle(*, intent: Intent, by_provider: bool, now: datetime) -> Settled | None:
    """Turn a succeeded intent into a seat, or into a refund that is owed; None where the intent is none of ours.

    ``by_provider``: the card provider itself brings the news (webhook, reconcile), which makes ``enrolled`` of
    ``enrollPending``. The caller's transaction may hold more that has to stand or fall with it.
    """
    assert connection.in_atomic_block
    assert intent.succeeded
    payment = attempts.lock_attempt(intent)
    if payment is None:
        return None
    if payment.paid_at is not None:
        _promote(payment, by_provider)
        return Settled(payment)
    return _settle_first_time(payment, intent, by_provider, now)


def _settle_first_time(payment: Payment, intent: Intent, by_provider: bool, now: datetime) -> Settled:
    camp_class = lock_class(payment.camp_class_id)
    payment.paid_at = now
    removed = 0
    if intent.refunded_in_full:
        release_hold(enrollment=payment.enrollment, now=now)
        refunds.mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
    elif intent.amount != payment.price or intent.currency != CURRENCY:
        # Somebody with the provider's keys has changed it: no seat for another price, and the money is not kept.
        logger.error("intent of attempt %s has another amount or currency than the attempt", payment.pk)
        release_hold(enrollment=payment.enrollment, now=now)
        refunds.mark_owed(payment, Payment.RefundReason.AMOUNT_CHANGED)
    else:
        removed = _give_seat_or_owe_refund(payment, camp_class, by_provider, now)
    update(payment, *SETTLED)
    return Settled(payment, new=True, selections_removed=removed)


def _give_seat_or_owe_refund(payment: Payment, camp_class: CampClass, by_provider: bool, now: datetime) -> int:
    try:
        payment.enrollment = confirm_seat(
            student_id=payment.student_id, camp_class=camp_class, price=payment.price, now=now
        )
    except SeatGone:
        refunds.mark_owed(payment, Payment.RefundReason.SEAT_GONE)
        return 0
    except SeatHadAlready:
        refunds.mark_owed(payment, Payment.RefundReason.ALREADY_ENROLLED)
        return 0
    payment.state = Payment.State.ENROLLED if by_provider else Payment.State.ENROLL_PENDING
    removed, _ = Selection.objects.filter(student=payment.student_id, camp_class=camp_class).delete()
    return removed


def _promote(payment: Payment, by_provider: bool) -> None:
    if by_provider and payment.state == Payment.State.ENROLL_PENDING:
        payment.state = Payment.State.ENROLLED
        payment.save(update_fields=["state"])

"""Settlement: a succeeded card payment becomes a seat, or a refund that is owed.

The browser, the webhook, reconciliation and the Django admin all settle through ``settle_intent``. The caller fetches
the intent first; one transaction then locks the payment, locks the class, and confirms the seat or marks the refund.
A settled payment is only promoted, never demoted, except that a refund which fails later is owed again.
"""

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import OperationalError, connection, transaction

from accounts.models import User
from classes.enrollment import AlreadyEnrolled, ClassFull, confirm_seat, lock_class, release_hold
from classes.models import CampClass, Enrollment
from classes.selection import delete_selection_of
from core.errors import DomainError, NotFound
from core.money import CURRENCY
from payments import attempts, refunds, statements, stripe_api
from payments.card_provider import CardProviderUnavailable, Intent
from payments.models import Payment, PaymentQuerySet

logger = logging.getLogger(__name__)


class NotPaid(DomainError):
    code = "not_paid"
    status = 402
    message = "Your card hasn't been charged yet. Please finish the payment first."


@dataclass(frozen=True)
class Settlement:
    """A settled payment for the student's browser; ``is_first_answer`` is False if the browser got it before."""

    payment: Payment
    is_first_answer: bool

    @property
    def selections_removed(self) -> int:
        """1 with the first answer, if the settlement made a seat of the student's selection; else 0."""
        return int(self.is_first_answer and self.payment.is_seated and self.payment.selection_id_was is not None)


def settle_intent(*, intent: Intent, by_provider: bool, now: datetime) -> Payment | None:
    """Settles a succeeded intent inside the caller's transaction, which calls ``follow_up`` after its commit.

    ``by_provider``: the caller learned of the success from the card provider itself (webhook, reconciliation), which
    promotes ``enrollPending`` to ``enrolled``. Returns None if no payment has this intent.
    """
    assert connection.in_atomic_block
    assert intent.succeeded
    payment = attempts.lock_attempt(intent)
    if payment is None:
        return None
    if payment.paid_at is not None:
        _promote(payment, by_provider)
        return payment
    return _settle_first_time(payment, intent, by_provider, now)


def settle_and_follow_up(*, intent: Intent, by_provider: bool, now: datetime) -> Payment:
    """Settles a succeeded intent in a transaction of its own, then calls ``follow_up``.

    Raises NotFound if no payment has this intent.
    """
    with transaction.atomic():
        payment = settle_intent(intent=intent, by_provider=by_provider, now=now)
    if payment is None:
        raise NotFound
    follow_up(payment=payment, now=now)
    payment.refresh_from_db()
    return payment


def settle_own_payment(*, student: User, intent_id: str, now: datetime) -> Settlement:
    """Settles the student's own payment when their browser returns from the card form.

    Raises NotFound (no such intent, or another student's), NotPaid, ProviderUnavailable.
    """
    if not Payment.objects.filter(student=student, intent_id=intent_id).exists():
        raise NotFound
    intent = stripe_api.get_intent(intent_id)
    if intent is None:
        raise NotFound
    if not intent.succeeded:
        raise NotPaid
    return answer_browser(payment=settle_and_follow_up(intent=intent, by_provider=False, now=now), now=now)


def answer_browser(*, payment: Payment, now: datetime) -> Settlement:
    """Returns the result of a settlement for the student's browser, and records that the browser got it.

    The webhook may settle a payment first; the browser's first request gets the same answer as if it had not. Of
    concurrent requests exactly one is the first.
    """
    is_first = Payment.objects.filter(pk=payment.pk, answered_at=None).update(answered_at=now) == 1
    return Settlement(payment, is_first_answer=is_first)


def follow_up(*, payment: Payment, now: datetime) -> None:
    """Calls the card provider as a settlement requires, after its commit.

    Sends the refund that is owed. For a seat, cancels the other attempts to pay for the same participant and class.
    Calls that fail are repeated by ``reconcile_payments``.
    """
    if payment.state == Payment.State.REFUND_PENDING:
        refunds.try_to_send_refund(payment_id=payment.pk, now=now)
    elif payment.is_seated:
        others = Payment.objects.of_participant(payment.enrollment).started()
        # If the participant has a hold on this class now, this payment's seat has been canceled in the meantime.
        _cancel_or_settle_each(others.exclude(enrollment__state=Enrollment.State.HELD), now)


def cancel_or_settle(*, attempt: Payment, now: datetime) -> None:
    """Cancels an attempt whose hold is over, or settles it if it was paid before. Raises ProviderUnavailable."""
    paid = attempts.cancel_at_provider(attempt=attempt, now=now)
    if paid is not None:
        settle_and_follow_up(intent=paid, by_provider=False, now=now)


def cancel_attempts_of(*, released: list[Enrollment], now: datetime) -> None:
    """Cancels (or settles) the open attempts for released holds. ``reconcile_payments`` repeats calls that fail."""
    _cancel_or_settle_each(Payment.objects.filter(enrollment__in=released).started(), now)


def _cancel_or_settle_each(open_attempts: PaymentQuerySet, now: datetime) -> None:
    for attempt in list(open_attempts):
        try:
            cancel_or_settle(attempt=attempt, now=now)
        except (CardProviderUnavailable, OperationalError):  # OperationalError: lock timeout
            logger.warning("attempt %s could not be canceled yet", attempt.pk)


def _settle_first_time(payment: Payment, intent: Intent, by_provider: bool, now: datetime) -> Payment:
    camp_class = lock_class(payment.camp_class_id)
    payment.paid_at = now
    if intent.refunded_in_full:
        release_hold(enrollment=payment.enrollment, now=now)
        refunds.mark_refunded(payment, Payment.RefundReason.AT_PROVIDER, now)
    elif intent.amount != payment.price or intent.currency != CURRENCY:
        # The intent was changed at the provider. Another price buys no seat, and the money goes back.
        logger.error("the intent of payment %s has another amount or currency than the payment", payment.pk)
        release_hold(enrollment=payment.enrollment, now=now)
        refunds.mark_owed(payment, Payment.RefundReason.AMOUNT_CHANGED)
    else:
        _confirm_seat_or_owe_refund(payment, camp_class, by_provider, now)
    statements.update_settled(payment)
    return payment


def _confirm_seat_or_owe_refund(payment: Payment, camp_class: CampClass, by_provider: bool, now: datetime) -> None:
    try:
        payment.enrollment = confirm_seat(
            paid_for=payment.enrollment_id,
            student_id=payment.student_id,
            camp_class=camp_class,
            price=payment.price,
            now=now,
        )
    except ClassFull:
        refunds.mark_owed(payment, Payment.RefundReason.SEAT_GONE)
    except AlreadyEnrolled:
        refunds.mark_owed(payment, Payment.RefundReason.ALREADY_ENROLLED)
    else:
        payment.state = Payment.State.ENROLLED if by_provider else Payment.State.ENROLL_PENDING
        delete_selection_of(enrollment=payment.enrollment)


def _promote(payment: Payment, by_provider: bool) -> None:
    if by_provider and payment.state == Payment.State.ENROLL_PENDING:
        payment.state = Payment.State.ENROLLED
        payment.save(update_fields=["state"])

"""What follows a settlement or the end of a hold: everything that the card provider then has to be asked for.

Called after the commit that decided it. A provider that is away is no reason to refuse whoever caused it; what is
left undone here is done by ``reconcile_payments``.
"""

import logging
from datetime import datetime

from django.db import OperationalError, transaction

from accounts.models import User
from camp.lib.errors import DomainError, NotFound
from classes.models import Enrollment
from payments import attempts, refunds, stripe_api
from payments.models import Payment
from payments.settling import Settled, settle
from payments.stripe_api import CardProviderUnavailable, Intent

logger = logging.getLogger(__name__)


class NotPaid(DomainError):
    code = "not_paid"
    status = 402
    message = "The card has not been charged for this yet. Finish the payment, then come back."


def settle_for(*, student: User, intent_id: str, now: datetime) -> Settled:
    """Settle the student's payment when their browser comes back from paying.

    Raises NotFound (no such intent, or not theirs), NotPaid, ProviderUnavailable.
    """
    if not Payment.objects.filter(student=student, intent_id=intent_id).exists():
        raise NotFound
    intent = stripe_api.get_intent(intent_id)
    if intent is None:
        raise NotFound
    if not intent.succeeded:
        raise NotPaid
    return settle_and_follow_up(intent=intent, by_provider=False, now=now)


def settle_and_follow_up(*, intent: Intent, by_provider: bool, now: datetime) -> Settled:
    """Settle in a transaction of its own, then do what follows from it. Raises NotFound for an intent of nobody's."""
    with transaction.atomic():
        settled = settle(intent=intent, by_provider=by_provider, now=now)
    if settled is None:
        raise NotFound
    follow_up(payment=settled.payment, now=now)
    settled.payment.refresh_from_db()
    return settled


def follow_up(*, payment: Payment, now: datetime) -> None:
    """Send the refund that is owed; for a seat, close the student's other open tries to pay for the same class."""
    if payment.state == Payment.State.REFUND_PENDING:
        refunds.try_to_send(payment_id=payment.pk, now=now)
    elif payment.is_seated:
        started = Payment.objects.filter(
            student=payment.student_id, camp_class=payment.camp_class_id, state=Payment.State.STARTED
        )
        # A hold beside a seat is of a later claim: this seat has been given back in the meantime.
        _end_each(list(started.exclude(enrollment__state=Enrollment.State.HELD)), now)


def end_attempts_of(*, released: list[Enrollment], now: datetime) -> None:
    """Cancel at the provider what could still be paid for holds that have ended; settle what was paid already."""
    _end_each(list(Payment.objects.filter(enrollment__in=released, state=Payment.State.STARTED)), now)


def end_attempt(*, attempt: Payment, now: datetime) -> None:
    """End a try to pay whose hold is over. Raises ProviderUnavailable."""
    if attempt.intent_id is None:
        # Nobody was ever given this intent's secret, so nobody can pay it.
        unpayable = Payment.objects.filter(pk=attempt.pk, state=Payment.State.STARTED, intent_id=None)
        unpayable.update(state=Payment.State.CANCELED)
        attempt.refresh_from_db(fields=["intent_id"])
    if attempt.intent_id is None:
        return
    intent = stripe_api.cancel_intent(attempt.intent_id)
    if intent is not None and intent.succeeded:
        settle_and_follow_up(intent=intent, by_provider=False, now=now)
    elif intent is not None and intent.canceled:
        with transaction.atomic():
            attempts.record_canceled(intent=intent, now=now)


def _end_each(open_attempts: list[Payment], now: datetime) -> None:
    for attempt in open_attempts:
        try:
            end_attempt(attempt=attempt, now=now)
        except (CardProviderUnavailable, OperationalError):  # away, or a lock not had in time
            logger.warning("attempt %s could not be ended yet", attempt.pk)

"""Asking the card provider about everything that is not at its end here, and finishing it.

May run at any time, by cron, twice at once: every step goes through the same locked deeds as the site itself.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from camp.lib.errors import DomainError
from classes.enrollment import lock_class, release_overdue
from classes.models import Enrollment
from payments import attempts, finishing, refunds, stripe_api, webhooks
from payments.models import Payment
from payments.stripe_api import CardProviderUnavailable

logger = logging.getLogger(__name__)

TROUBLE = (DomainError, OperationalError)
"""A refusal, a provider that is away, or a lock not had in time: it is left for the next run."""


def reconcile(*, now: datetime, days: int) -> Counter[str]:
    """Finish what is unfinished of the last ``days`` days; how many of each kind were looked at, and ``failed``.

    A refund that is owed is looked at however old it is.
    """
    since = now - timedelta(days=days)
    done: Counter[str] = Counter()
    _release_overdue_holds(now, done)
    recent = Payment.objects.unfinished().filter(created_at__gte=since)
    owed = Payment.objects.filter(state=Payment.State.REFUND_PENDING)
    _each((recent | owed).order_by("created_at"), now, done)
    _undelivered(since, now, done)
    return done


def _each(payments: Iterable[Payment], now: datetime, done: Counter[str]) -> None:
    for payment in payments:
        try:
            _finish(payment, now)
            done[payment.state] += 1
        except TROUBLE as error:
            logger.warning("payment %s could not be finished: %s", payment.pk, type(error).__name__)
            done["failed"] += 1


def _finish(payment: Payment, now: datetime) -> None:
    if payment.state == Payment.State.REFUND_PENDING:
        refunds.send(payment_id=payment.pk, now=now)
        return
    if payment.intent_id is None:
        _end_if_over(payment, now)
        return
    intent = stripe_api.get_intent(payment.intent_id)
    if intent is None:
        raise CardProviderUnavailable("The card provider knows no such intent.")
    if intent.succeeded:
        _settle(payment, intent, now)
    elif intent.canceled:
        with transaction.atomic():
            attempts.record_canceled(intent=intent, now=now)
    else:
        _end_if_over(payment, now)


def _settle(payment: Payment, intent: stripe_api.Intent, now: datetime) -> None:
    settled = finishing.settle_and_follow_up(intent=intent, by_provider=True, now=now)
    if intent.refunded > settled.payment.refunded_amount:
        with transaction.atomic():
            locked = attempts.lock_attempt(intent)
            assert locked is not None
            refunds.record_refunded_at_provider(payment=locked, intent=intent, now=now)


def _end_if_over(payment: Payment, now: datetime) -> None:
    """A try to pay whose hold is over is ended; one whose seat is still held is somebody at their card form."""
    if not payment.enrollment.is_live(now):
        finishing.end_attempt(attempt=payment, now=now)


def _release_overdue_holds(now: datetime, done: Counter[str]) -> None:
    overdue = Enrollment.objects.overdue(now)
    for class_id in sorted(set(overdue.values_list("camp_class_id", flat=True))):
        try:
            with transaction.atomic():
                done["holds released"] += len(release_overdue(camp_class=lock_class(class_id), now=now))
        except OperationalError:
            logger.warning("the holds on class %s could not be released yet", class_id)
            done["failed"] += 1


def _undelivered(since: datetime, now: datetime, done: Counter[str]) -> None:
    try:
        for event in stripe_api.undelivered_events(types=list(webhooks.EFFECTS), since=since):
            _take_in(event, now, done)
    except DomainError as error:
        logger.warning("undelivered events could not be read: %s", error.code)
        done["failed"] += 1


def _take_in(event: stripe_api.Event, now: datetime, done: Counter[str]) -> None:
    try:
        done["events"] += webhooks.handle(event=event, now=now)
    except TROUBLE as error:
        logger.warning("event %s could not be taken in: %s", event.id, type(error).__name__)
        done["failed"] += 1

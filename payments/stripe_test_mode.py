"""Removes what was paid in Stripe's test mode, before a site gets its live keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Left

from accounts.models import User
from classes.models import Enrollment
from classes.reminders import delete_queued_reminders
from classes.seats.locks import lock_classes
from core.errors import DomainError
from mail.models import OutboxEmail
from payments.models import LedgerEntry, Move, Order, PartRefund, Payment, StripeEvent
from payments.stripe import api

UUID_LENGTH = 36
LOCK_ORDERS = "LOCK TABLE payments_order IN SHARE ROW EXCLUSIVE MODE"
"""Waits for the transactions that have written an order, and makes later ones wait. Reads do not wait."""
BEING_OPENED = timedelta(minutes=2)
"""How long opening an intent at Stripe may take. Until then the order has none, and may become a live payment."""


class LiveKeyConfigured(DomainError):
    code = "live_key"
    message = "STRIPE_SECRET_KEY is a live key. Test payments are removed before the live keys are set."


class NotInTestMode(DomainError):
    """An intent is live, or unknown with this key: Stripe shows a live intent only to a live key."""

    code = "not_in_test_mode"


class PaymentsChanged(DomainError):
    code = "payments_changed"
    message = "A payment arrived during the removal. Stop the web server and the worker, then run this again."


@dataclass(frozen=True)
class Removed:
    """How many rows were removed of each kind."""

    payments: int
    orders: int
    seats: int
    emails: int
    events: int


def intents_in_test_mode() -> dict[UUID, str | None]:
    """Returns the intent of each order that is paid by card, after asking Stripe whether all are in test mode.

    Bookings of free classes stay, and so does what was paid at the desk. Call it outside of a transaction. Raises
    LiveKeyConfigured, NotInTestMode, ProviderUnavailable.
    """
    if "_test_" not in settings.STRIPE_SECRET_KEY:
        raise LiveKeyConfigured
    intents = _intents()
    other = [intent for intent in intents.values() if intent and not api.is_test_intent(intent)]
    if other:
        raise NotInTestMode(
            f"Stripe does not know these payments in test mode: {', '.join(other[:5])} ({len(other)} in total). "
            "They may be live payments."
        )
    return intents


def remove_test_payments(*, intents: Mapping[UUID, str | None], now: datetime) -> Removed:
    """Removes the orders of ``intents_in_test_mode``, with their payments, seats and e-mails, and all events of Stripe.

    Holds stay until they expire, because they may be offers to the waitlist. Raises PaymentsChanged.
    """
    with transaction.atomic():
        _lock(intents)
        if _intents() != intents or _is_one_being_opened(now):
            raise PaymentsChanged
        payments = Payment.objects.filter(order__in=intents)
        moves = Move.objects.filter(payment__in=payments)
        seats = dict(moves.values_list("from_enrollment", "from_enrollment__camp_class"))
        seats |= dict(payments.values_list("enrollment", "camp_class"))
        for seat, camp_class in seats.items():
            delete_queued_reminders(camp_class_id=camp_class, enrollment_id=seat)
        subjects = [str(pk) for pk in (*intents, *payments.values_list("pk", flat=True))]
        emails = OutboxEmail.objects.alias(subject=Left("about", UUID_LENGTH)).filter(subject__in=subjects)
        LedgerEntry.objects.filter(order__in=intents).delete()
        PartRefund.objects.filter(payment__in=payments).delete()
        moves.delete()
        return Removed(
            emails=emails.delete()[0],
            payments=payments.delete()[0],
            orders=Order.objects.filter(pk__in=intents).delete()[0],
            seats=Enrollment.objects.exclude(state=Enrollment.State.HELD)
            .filter(pk__in=seats, payments=None)
            .delete()[0],
            events=StripeEvent.objects.all().delete()[0],
        )


def _intents() -> dict[UUID, str | None]:
    return dict(Order.objects.filter(amount__gt=0, method=Order.Method.CARD).values_list("pk", "intent_id"))


def _is_one_being_opened(now: datetime) -> bool:
    opened = Order.objects.started().filter(amount__gt=0, intent_id=None, created_at__gt=now - BEING_OPENED)
    return opened.exists()


def _lock(orders: Mapping[UUID, str | None]) -> None:
    """Locks the accounts, orders and classes, in the order in which every change of seats locks them.

    Then it locks the table of the orders, because an order that does not exist yet has no row to lock.
    """
    students = User.objects.select_for_update(no_key=True, of=("self",))
    list(students.filter(pk__in=Order.objects.filter(pk__in=orders).values("student")).order_by("pk").values_list("pk"))
    list(Order.objects.locked().filter(pk__in=orders).order_by("pk").values_list("pk"))
    lock_classes(Payment.objects.filter(order__in=orders).values_list("camp_class", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(LOCK_ORDERS)

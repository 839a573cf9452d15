"""Withdraws a class, one transaction per step: the class is marked, then each seat is released and its refund owed.

After that the worker sends the refunds and cancels the open orders. ``reconciliation`` repeats what is missing.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import OperationalError, transaction

from accounts.models import User
from classes.catalog.withdrawal import mark_withdrawn, refuse_withdrawal
from classes.models import CampClass
from classes.seats.locks import lock_class
from core.errors import first_or_not_found
from mail import outbox
from payments.models import Payment, Refund
from payments.orders.locks import lock_payment
from payments.refunds.cancellation import release_withdrawn_seat

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Withdrawal:
    """The payments are those for seats, and those that arrived too late."""

    camp_class: CampClass
    payments: list[Payment]
    modified_count = 1

    @property
    def seats(self) -> int:
        return sum(payment.enrollment.confirmed_at is not None for payment in self.payments)

    @property
    def sent(self) -> list[Payment]:
        return [each for each in self.payments if each.state == Payment.State.REFUNDED and not each.is_free]

    @property
    def owed_by_card(self) -> list[Payment]:
        return [each for each in self._pending if not each.is_at_desk]

    @property
    def by_hand(self) -> list[Payment]:
        """At the desk."""
        return [each for each in self._pending if each.is_at_desk]

    @property
    def _pending(self) -> list[Payment]:
        return [each for each in self.payments if each.state == Payment.State.REFUND_PENDING]

    @property
    def failed(self) -> list[Payment]:
        """Stripe has refused them, or does not accept them because of a dispute."""
        return [each for each in self.owed_by_card if any(refund.needs_hand for refund in each.refund_rows)]

    @property
    def amount_sent(self) -> Decimal:
        """In dollars, including refunds before the withdrawal."""
        return sum((payment.refunded for payment in self.payments), Decimal(0))

    @property
    def amount_by_card(self) -> Decimal:
        return sum((payment.owed for payment in self.owed_by_card), Decimal(0))

    @property
    def amount_by_hand(self) -> Decimal:
        return sum((payment.owed for payment in self.by_hand), Decimal(0))


@dataclass(frozen=True)
class WithdrawalPreview:
    """What a withdrawal would do now: the payments of the seats.

    ``unreached``: the accounts with a seat, a reservation or a place on the waitlist that no e-mail reaches.
    """

    payments: list[Payment]
    unreached: list[User]
    modified_count = 0

    @property
    def seats(self) -> int:
        return len(self.payments)

    @property
    def owed_by_card(self) -> list[Payment]:
        """Without lost disputes, because the bank has returned the money."""
        return [each for each in self.payments if each.left and not each.is_at_desk and each.dispute_lost_at is None]

    @property
    def amount_by_card(self) -> Decimal:
        return _left(self.owed_by_card)

    @property
    def owed_by_hand(self) -> Decimal:
        return _left([each for each in self.payments if each.is_at_desk])

    @property
    def amount(self) -> Decimal:
        """In dollars, by card and by hand."""
        return self.amount_by_card + self.owed_by_hand


def _left(payments: list[Payment]) -> Decimal:
    return sum((each.left for each in payments), Decimal(0))


def preview_withdrawal(*, camp_class_id: int, now: datetime) -> WithdrawalPreview:
    camp_class = first_or_not_found(CampClass.objects.filter(pk=camp_class_id))
    refuse_withdrawal(camp_class, now)
    seated = Payment.objects.seated().filter(camp_class=camp_class).select_related("order").prefetch_related("refunds")
    payments = list(seated)
    reserved = camp_class.enrollments.reserved(now).values_list("student", flat=True)
    waiting = camp_class.waitlist.active().values_list("student", flat=True)
    accounts = {*(each.student_id for each in payments), *reserved, *waiting}
    return WithdrawalPreview(payments, list(outbox.unreached(accounts)))


def withdraw_class(*, camp_class_id: int, reason: str, now: datetime) -> Withdrawal:
    """Releases the seats, owes their refunds, and mails the instructor and the students."""
    with transaction.atomic():
        mark_withdrawn(camp_class_id=camp_class_id, reason=reason, now=now)
    seated = Payment.objects.seated_in_withdrawn_classes().filter(camp_class=camp_class_id)
    for payment_id in list(seated.order_by("pk").values_list("pk", flat=True)):
        try:
            refund_withdrawn_seat(payment_id=payment_id, now=now)
        except OperationalError:  # a lock timeout
            logger.warning("the seat of payment %s could not be released yet", payment_id)
    return read_withdrawal(camp_class_id=camp_class_id)


def refund_withdrawn_seat(*, payment_id: UUID, now: datetime) -> None:
    """Does nothing if the seat was refunded already, or moved to another class."""
    with transaction.atomic():
        payment = lock_payment(payment_id)
        camp_class = lock_class(payment.camp_class_id)
        if payment.is_seated and camp_class.is_withdrawn:
            release_withdrawn_seat(payment, camp_class, now)


def read_withdrawal(*, camp_class_id: int) -> Withdrawal:
    """NotFound also if the class is not withdrawn."""
    camp_class = first_or_not_found(CampClass.objects.filter(pk=camp_class_id, withdrawn_at__isnull=False))
    of_class = Payment.objects.filter(camp_class=camp_class, refunds__reason=Refund.Reason.CLASS_WITHDRAWN)
    payments = of_class.exclude(refunds__reason=Refund.Reason.CHECK_RETURNED).order_by("created_at", "pk")
    return Withdrawal(
        camp_class, list(payments.select_related("student", "enrollment", "order").prefetch_related("refunds"))
    )

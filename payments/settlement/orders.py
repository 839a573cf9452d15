"""Settlement: the payments of a succeeded intent become seats, or refunds that are owed.

The browser, the webhook and the reconciliation all settle through ``settle_intent``. The caller fetches the intent
first. One transaction then locks the order and its classes, and confirms each seat or owes its refund. A settled
payment is only promoted, never demoted. One exception: a refund that fails later is owed again.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import OperationalError, connection, transaction

from accounts.models import User
from classes.models import CampClass, Enrollment
from classes.seats.confirmation import NoSeat, PaidSeat, confirm_holds, confirm_paid_seats
from classes.seats.enrollment import release_hold
from classes.seats.locks import lock_classes
from core.errors import DomainError, NotFound
from core.money import CURRENCY
from payments import ledger
from payments.emails import outgoing
from payments.models import Order, Payment, Refund
from payments.orders import intents, locks, sql
from payments.refunds.from_stripe import adopt_refunds, book_refunds
from payments.refunds.owing import owe_refund
from payments.refunds.sending import try_to_send_refunds
from payments.settlement.named_class import exchange_for_named_class
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent, StripeUnavailable

logger = logging.getLogger(__name__)

REFUND_REASONS = {
    NoSeat.CLASS_WITHDRAWN: Refund.Reason.CLASS_WITHDRAWN,
    NoSeat.CLASS_FULL: Refund.Reason.CLASS_FULL,
    NoSeat.ALREADY_ENROLLED: Refund.Reason.ALREADY_ENROLLED,
}


class NotPaid(DomainError):
    code = "not_paid"
    status = 402
    message = "Your card hasn't been charged yet. Please finish the payment first."


@dataclass(frozen=True)
class Settlement:
    """For the student's browser; ``is_first_response``: the browser had not received the payments yet."""

    payments: Sequence[Payment]
    is_first_response: bool

    @property
    def payment(self) -> Payment:
        """For a client that expects one seat per order."""
        return self.payments[0]

    @property
    def selections_removed(self) -> int:
        """0 after the first response."""
        seats = (each for each in self.payments if each.is_seated and each.selection_id_was is not None)
        return len(list(seats)) if self.is_first_response else 0


def settle_intent(*, intent: Intent, confirmed_by_stripe: bool, now: datetime) -> list[Payment]:
    """Inside the caller's transaction. The caller then calls ``call_stripe_after_commit``.

    ``confirmed_by_stripe``: the webhook or the reconciliation has reported the success, which promotes
    ``enrollPending`` to ``enrolled``. Returns the payments of the order, each with ``order``; none if no order has this
    intent.
    """
    assert connection.in_atomic_block
    assert intent.succeeded
    order = locks.lock_order(intent)
    if order is None:
        return []
    payments = locks.payments_of(order)
    if order.state != Order.State.PAID:
        _settle_first_time(order, payments, intent, confirmed_by_stripe, now)
    elif confirmed_by_stripe:
        return _promote(order)
    return payments


def settle_and_call_stripe(*, intent: Intent, confirmed_by_stripe: bool, now: datetime) -> list[Payment]:
    """In a transaction of its own. NotFound if no order has this intent."""
    with transaction.atomic():
        payments = settle_intent(intent=intent, confirmed_by_stripe=confirmed_by_stripe, now=now)
    if not payments:
        raise NotFound
    _call_stripe_and_reload(payments, now)
    return payments


def settle_own_order(*, student: User, intent_id: str, camp_class_id: int | None = None, now: datetime) -> Settlement:
    """For the student whose browser returns from the card form.

    ``camp_class_id``: the class that the client means, if it opened the intent by price (``named_class.py``).
    """
    ordered_classes = sql.select_ordered_classes(student_id=student.pk, intent_id=intent_id)
    intent = stripe_api.get_intent(intent_id) if ordered_classes else None
    if intent is None:
        raise NotFound
    if not intent.succeeded:
        raise NotPaid
    with transaction.atomic():
        named = None
        if camp_class_id is not None and camp_class_id not in ordered_classes:
            named = exchange_for_named_class(student=student, intent=intent, camp_class_id=camp_class_id, now=now)
        payments = settle_intent(intent=intent, confirmed_by_stripe=False, now=now)
        if named is not None:
            named.complete(payments[0], now)
    _call_stripe_and_reload(payments, now)
    if named is not None and payments[0].is_seated:  # the named class may be cheaper
        try_to_send_refunds(payment_id=payments[0].pk, now=now)
    settled = record_first_response(payments=payments, now=now)
    if settled.is_first_response:
        _show_as_pending(payments)
    return settled


def _call_stripe_and_reload(payments: list[Payment], now: datetime) -> None:
    call_stripe_after_commit(payments=payments, now=now)
    for payment in payments:
        if payment.state == Payment.State.REFUND_PENDING:
            payment.refresh_from_db()


def _show_as_pending(payments: list[Payment]) -> None:
    # The API promises ``enrollPending`` in the first response, even if the webhook was faster. Nothing is stored.
    for payment in payments:
        if payment.state == Payment.State.ENROLLED:
            payment.state = Payment.State.ENROLL_PENDING


def complete_order(*, order: Order, charge: sql.Charge = sql.NO_CHARGE, now: datetime) -> list[Payment]:
    """For an order that is free or paid at the desk. The account and the classes are locked."""
    assert connection.in_atomic_block
    payments = locks.payments_of(order)
    seats = [payment.enrollment for payment in payments]
    confirm_holds([seat for seat in seats if seat.state == Enrollment.State.HELD], now)
    for payment in payments:
        payment.state, payment.paid_at = Payment.State.ENROLLED, now
    order.state, order.paid_at = Order.State.PAID, now
    sql.store_settlement(order, payments, charge=charge)
    outgoing.put_settled(order=order, payments=payments, method=charge.method, now=now)
    return payments


def record_first_response(*, payments: list[Payment], now: datetime) -> Settlement:
    """Of concurrent requests exactly one is the first.

    The webhook may settle an order first; the browser's first request gets the same response as if it had not.
    """
    is_first = sql.store_answer(order_id=payments[0].order_id, answered_at=now)
    return Settlement(payments, is_first_response=is_first)


def call_stripe_after_commit(*, payments: list[Payment], now: datetime) -> None:
    """Sends the refunds that are owed, and cancels other orders for the same participants and classes.

    Calls that fail are repeated by ``reconcile_payments``.
    """
    for payment in payments:
        if payment.state == Payment.State.REFUND_PENDING:
            try_to_send_refunds(payment_id=payment.pk, now=now)
    seated = [payment.pk for payment in payments if payment.is_seated]
    if seated:
        # Orders with a hold on the class stay: a hold on the class now means that this seat was canceled since.
        try_to_cancel_or_settle(open_orders=sql.select_superseded_orders(seated), now=now)


def cancel_or_settle(*, order: Order, now: datetime) -> None:
    """For an order that lost a hold; it is settled if it was paid before."""
    paid = intents.cancel_at_stripe(order=order, now=now)
    if paid is not None:
        settle_and_call_stripe(intent=paid, confirmed_by_stripe=False, now=now)


def cancel_orders_of(*, released: list[Enrollment], now: datetime, **_signal: object) -> None:
    """Open orders that have a released hold. Their other holds are released too."""
    if released:
        payments = Payment.objects.filter(enrollment__in=released).started()
        try_to_cancel_or_settle(open_orders=Order.objects.filter(pk__in=payments.values("order")), now=now)


def try_to_cancel_or_settle(*, open_orders: Iterable[Order], now: datetime) -> None:
    """For orders that lost a hold. The worker repeats calls that fail."""
    for order in open_orders:
        try:
            cancel_or_settle(order=order, now=now)
        except (StripeUnavailable, OperationalError):  # OperationalError: lock timeout
            logger.warning("order %s could not be canceled yet", order.pk)


def _settle_first_time(
    order: Order, payments: list[Payment], intent: Intent, confirmed_by_stripe: bool, now: datetime
) -> None:
    classes = lock_classes([payment.camp_class_id for payment in payments])
    is_as_ordered = intent.amount == order.amount and intent.currency == CURRENCY
    order.state, order.paid_at = Order.State.PAID, now
    for payment in payments:
        payment.paid_at = now
    if intent.with_pending_refunds.refunded_in_full:
        _give_no_seats(payments, now)
        for payment in payments:
            adopt_refunds(payment, intent, now)
    elif not is_as_ordered:
        # The intent was changed at Stripe. Another price buys no seat, and the money goes back.
        logger.error("the intent of order %s has another amount or currency than the order", order.pk)
        _give_no_seats(payments, now)
        for payment in payments:
            owe_refund(payment, Refund.Reason.AMOUNT_CHANGED, payment.price, now)
    else:
        _confirm_seats_or_owe_refunds(order, payments, classes, confirmed_by_stripe, now)
    sql.store_settlement(order, payments, charge=sql.BY_CARD if is_as_ordered else sql.NO_CHARGE)
    if not is_as_ordered:
        ledger.book_changed_charge(order=order, amount=intent.amount, now=now)
    if intent.refunded:
        book_refunds(order, intent, now)
    outgoing.put_settled(order=order, payments=payments, method=sql.BY_CARD.method, now=now)


def _give_no_seats(payments: list[Payment], now: datetime) -> None:
    for payment in payments:
        release_hold(enrollment=payment.enrollment, now=now)


def _confirm_seats_or_owe_refunds(
    order: Order, payments: list[Payment], classes: Mapping[int, CampClass], confirmed_by_stripe: bool, now: datetime
) -> None:
    seats = [PaidSeat(each.enrollment_id, each.camp_class_id, each.seat_price) for each in payments]
    results = confirm_paid_seats(student_id=order.student_id, seats=seats, classes=classes, now=now)
    for payment, result in zip(payments, results, strict=True):
        if isinstance(result, Enrollment):
            payment.enrollment = result
            payment.state = Payment.State.ENROLLED if confirmed_by_stripe else Payment.State.ENROLL_PENDING
        else:
            owe_refund(payment, REFUND_REASONS[result], payment.price, now)
            if result is NoSeat.CLASS_WITHDRAWN:
                camp_class = classes[payment.camp_class_id]
                amount = payment.price
                outgoing.put_withdrawn(payment=payment, camp_class=camp_class, amount=amount, is_late=True, now=now)


def _promote(order: Order) -> list[Payment]:
    Payment.objects.of_order(order).promote()
    return locks.payments_of(order)

"""Checkout: from selected classes to held seats with an open order, or to seats in free classes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NoReturn
from uuid import UUID

from django.db import transaction

from accounts.models import User
from classes.models import Enrollment
from classes.seats.enrollment import AlreadyEnrolled, ClassFull
from classes.seats.limits import FREE
from classes.seats.requests import NotAllAvailable, Obstacle, SeatRequest
from classes.seats.selection import own_selections
from core.errors import DomainError, first_or_not_found
from payments.checkout.documented_client import UNNAMED, Unnamed, requested_seat, seats_at_price
from payments.checkout.free_seats import enroll_free
from payments.models import Order, Payment, Refund
from payments.orders import intents, opening
from payments.orders.locks import payments_of
from payments.settlement.orders import cancel_or_settle, cancel_orders_of, settle_and_call_stripe
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent, PaymentRefused, StripeUnavailable

HELD, CONFIRMED = Enrollment.State.HELD, Enrollment.State.CONFIRMED


class HoldEnded(DomainError):
    code = "hold_ended"
    message = "We could no longer hold this seat for you. You haven't been charged; please start the payment again."


class PaidAndRefunded(DomainError):
    code = "payment_refunded"
    message = (
        "You had already paid for this class, and your money is on its way back: see your payment history. "
        "You haven't been charged again. If you still want a seat, please start over."
    )


@dataclass(frozen=True)
class Checkout:
    """``held_until``: when the first hold ends (UTC). A free order is paid already: it has no secret."""

    order: Order
    payments: list[Payment]
    client_secret: str | None = None
    held_until: datetime | None = None


def open_checkout(
    *,
    student: User,
    camp_class_id: int | None,
    child_id: int | Unnamed | None = UNNAMED,
    price: Decimal,
    code: str | None = None,
    now: datetime,
) -> Checkout:
    """Holds a seat and opens an order for it. A repeated call prolongs the hold.

    ``price`` is what the student saw: the list price, or the price after the discounts. If no class is named, it takes
    the dearest of the selected classes at this price that has an open seat, and ends the former order of one seat: such
    a client has one payment page at a time. Raises the single obstacle of ``check_out`` instead of NotAllAvailable.
    """
    if price == FREE:
        raise opening.NoCardNeeded
    stripe_api.check_available()
    if camp_class_id is None:
        found = seats_at_price(student=student, child_id=child_id, price=price, now=now)
    else:
        found = [requested_seat(student=student, camp_class_id=camp_class_id, child_id=child_id, price=price)]
    is_only_page = camp_class_id is None
    refusals: list[DomainError] = []
    for request in found:
        try:
            return check_out(
                student=student, requests=[request], total=None, code=code, is_only_page=is_only_page, now=now
            )
        except NotAllAvailable as refusal:
            refusals.append(refusal.obstacles[0].reason)
            if not isinstance(refusals[-1], ClassFull):
                raise refusals[-1] from refusal
    raise refusals[0]


def check_out_selections(
    *, student: User, selection_ids: Sequence[int], total: Decimal, code: str | None = None, now: datetime
) -> Checkout:
    """``total`` is the sum in dollars that the student saw."""
    selections = own_selections(student=student, selection_ids=selection_ids)
    requests = [SeatRequest(each.camp_class_id, each.child_id, selection_id=each.pk) for each in selections]
    return check_out(student=student, requests=requests, total=total, code=code, now=now)


def check_out(
    *,
    student: User,
    requests: Sequence[SeatRequest],
    total: Decimal | None,
    code: str | None = None,
    is_only_page: bool = False,
    now: datetime,
) -> Checkout:
    """Holds all of these seats and opens one order for them, or holds none. A repeated call prolongs the holds.

    If the total is 0, the seats are confirmed at once. Another open order with one of these seats is ended first; if
    this is the only page on which the student pays (``is_only_page``), also the other orders of one seat. ``total`` is
    what the student saw; None if the requests say it. After PaymentRefused the holds are released. After
    ProviderUnavailable they remain, and a repeated call continues; but none is held while no calls are made to Stripe.
    """
    if total == FREE:
        payments = enroll_free(student=student, requests=requests, code=code, now=now).payments
        return Checkout(payments[0].order, list(payments))
    stripe_api.check_available()
    order, intent = _hold_and_get_intent(student, requests, total, code, is_only_page, now)
    if intent.canceled:
        # Stripe canceled the intent, and its webhook has not arrived yet. The next order is a new row.
        cancel_or_settle(order=order, now=now)
        order, intent = _hold_and_get_intent(student, requests, total, code, is_only_page, now)
    if intent.succeeded:
        _refuse_settled(settle_and_call_stripe(intent=intent, confirmed_by_stripe=False, now=now), requests)
    payments = _end_unless_held(order, requests, now)
    return Checkout(order, payments, intent.client_secret, _held_until(payments))


def _hold_and_get_intent(
    student: User,
    requests: Sequence[SeatRequest],
    total: Decimal | None,
    code: str | None,
    is_only_page: bool,
    now: datetime,
) -> tuple[Order, Intent]:
    with transaction.atomic():
        opened = opening.open_order(
            student=student, requests=requests, total=total, code=code, is_only_page=is_only_page, now=now
        )
    cancel_orders_of(released=opened.released, now=now)
    for other in opened.superseded:
        cancel_or_settle(order=other, now=now)
    if opened.superseded:
        _end_unless_held(opened.order, requests, now)
    try:
        return opened.order, intents.get_or_create_intent(order=opened.order)
    except PaymentRefused:
        cancel_or_settle(order=opened.order, now=now)
        raise


def _held_until(payments: list[Payment]) -> datetime | None:
    # An offer may last longer than the other holds of its order.
    return min((each.enrollment.held_until for each in payments if each.enrollment.held_until), default=None)


def _end_unless_held(order: Order, requests: Sequence[SeatRequest], now: datetime) -> list[Payment]:
    """Ends the order and raises NotAllAvailable if a hold was released in the meantime.

    The student may have paid the order in another tab before it ends here.
    """
    payments = payments_of(order)
    if all(each.state == Payment.State.STARTED and each.enrollment.state == HELD for each in payments):
        return payments
    # The worker cancels it later. A payment that arrives before is settled as a late payment.
    with suppress(StripeUnavailable):
        cancel_or_settle(order=order, now=now)
    payments = payments_of(order)
    if any(payment.paid_at for payment in payments):
        _refuse_settled(payments, requests)
    # Another order was paid first and canceled this one. Only its seats are obstacles; the others can be held again.
    enrolled = [payment for payment in payments if payment.enrollment.state == CONFIRMED]
    raise _not_available(
        {payment: AlreadyEnrolled() for payment in enrolled} or {payment: HoldEnded() for payment in payments}, requests
    )


def _refuse_settled(payments: list[Payment], requests: Sequence[SeatRequest]) -> NoReturn:
    # The order was paid while the student started it again.
    is_seat = [each.is_seated or each.refund_reason == Refund.Reason.ALREADY_ENROLLED for each in payments]
    reasons = [AlreadyEnrolled() if each else PaidAndRefunded() for each in is_seat]
    raise _not_available(dict(zip(payments, reasons, strict=True)), requests)


def _not_available(reasons: Mapping[Payment, DomainError], requests: Sequence[SeatRequest]) -> NotAllAvailable:
    # In the order of the requests.
    return NotAllAvailable(
        [
            Obstacle(request.names, reason)
            for request in requests
            for payment, reason in reasons.items()
            if request.is_for(payment.enrollment)
        ]
    )


def own_order(*, student: User, order_id: UUID) -> Checkout:
    """Without the secret. Another student's order is NotFound."""
    order = first_or_not_found(Order.objects.filter(student=student, pk=order_id))
    payments = payments_of(order)
    is_open = order.state == Order.State.STARTED
    return Checkout(order, payments, held_until=_held_until(payments) if is_open else None)

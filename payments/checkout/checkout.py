"""Checkout: from selected classes to held seats with an open order, or to seats in free classes."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NoReturn
from uuid import UUID

from django.db import transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.models import Enrollment, Selection
from classes.seats.enrollment import AlreadyEnrolled, cancel_hold, enroll_free
from classes.seats.holds import NotAllAvailable, SeatRequest
from classes.seats.limits import FREE
from classes.seats.selection import own_selections
from classes.waitlist import waitlist
from core.errors import DomainError, NotFound
from payments.checkout import orders
from payments.checkout.documented_client import UNNAMED, Unnamed, requested_participant, requested_seat
from payments.models import Order, Payment
from payments.settlement.settlement import (
    Settlement,
    call_provider_after_commit,
    cancel_or_settle,
    cancel_orders_of,
    complete_free_order,
    record_first_response,
    settle_and_call_provider,
    try_to_cancel_or_settle,
)
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent, PaymentRefused, StripeUnavailable

HELD, CONFIRMED = Enrollment.State.HELD, Enrollment.State.CONFIRMED
NO_CLASS = 0


class NoCardNeeded(DomainError):
    code = "no_card_needed"
    status = 400
    message = "This class is free, so you don't need a card. Just enroll in it."


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
    """An order with its payments, the secret with which the browser pays it, and when its first hold ends (UTC).

    A free order is paid already: it has no secret, and its seats are confirmed.
    """

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
    now: datetime,
) -> Checkout:
    """Holds a seat at the price that the student saw, and opens an order for it. A repeated call prolongs the hold.

    Raises NoCardNeeded, the errors of ``requested_seat`` and ``check_out``, and its obstacles.
    """
    if price == FREE:
        raise NoCardNeeded
    stripe_api.check_available()
    class_id, participant = requested_seat(
        student=student, camp_class_id=camp_class_id, child_id=child_id, price=price, now=now
    )
    try:
        return check_out(student=student, requests=[SeatRequest(class_id, participant, price)], total=price, now=now)
    except NotAllAvailable as refusal:
        raise refusal.obstacles[0] from refusal


def check_out_selections(*, student: User, selection_ids: Sequence[int], total: Decimal, now: datetime) -> Checkout:
    """Opens one order for these selections of the student. ``total`` is the sum in dollars that they saw.

    Raises the errors of ``check_out``, with the obstacles and prices in the order of the selections.
    """
    selections = own_selections(student=student, selection_ids=selection_ids)
    requests = [_request_for(selections.get(selection_id)) for selection_id in selection_ids]
    return check_out(student=student, requests=requests, total=total, now=now)


def _request_for(selection: Selection | None) -> SeatRequest:
    """A selection that does not exist becomes a request for no class, which ``hold_seats`` names as an obstacle."""
    if selection is None:
        return SeatRequest(NO_CLASS, None)
    return SeatRequest(selection.camp_class_id, selection.child_id)


def check_out(*, student: User, requests: Sequence[SeatRequest], total: Decimal, now: datetime) -> Checkout:
    """Holds all of these seats and opens one order for them, or holds none. A repeated call prolongs the holds.

    Another open order with one of these seats is ended first. ``total`` is what the student saw. Raises NotFound (no
    such child), NotAllAvailable (its obstacles are those of ``hold_seats``, HoldEnded or PaidAndRefunded),
    TotalChanged, TooManyHolds, PaymentRefused (the holds are released), ProviderUnavailable (the holds remain, and a
    repeated call continues; while no calls are made to the provider, no seat is held).
    """
    if total > FREE:
        stripe_api.check_available()
    order, intent = _hold_and_get_intent(student, requests, total, now)
    if intent is not None and intent.canceled:
        # The provider canceled the intent, and its webhook has not arrived yet. The next order is a new row.
        cancel_or_settle(order=order, now=now)
        order, intent = _hold_and_get_intent(student, requests, total, now)
    if intent is None:
        return Checkout(order, _payments_of(order))
    if intent.succeeded:
        _refuse_settled(settle_and_call_provider(intent=intent, by_provider=False, now=now), requests)
    payments = _end_unless_held(order, requests, now)
    return Checkout(order, payments, intent.client_secret, _held_until(payments))


def _hold_and_get_intent(
    student: User, requests: Sequence[SeatRequest], total: Decimal, now: datetime
) -> tuple[Order, Intent | None]:
    """Returns the open order for the seats and its intent, or a free order that is paid."""
    with transaction.atomic():
        opened = orders.open_order(student=student, requests=requests, total=total, now=now)
        if total == FREE:
            complete_free_order(order=opened.order, now=now)
    cancel_orders_of(released=opened.released, now=now)
    if total == FREE:
        try_to_cancel_or_settle(open_orders=opened.superseded, now=now)  # the seats are confirmed in any case
        record_first_response(payments=_payments_of(opened.order), now=now)
        return opened.order, None
    for other in opened.superseded:
        cancel_or_settle(order=other, now=now)
    if opened.superseded:
        _end_unless_held(opened.order, requests, now)
    try:
        return opened.order, orders.get_or_create_intent(order=opened.order)
    except PaymentRefused:
        cancel_or_settle(order=opened.order, now=now)
        raise


def _held_until(payments: list[Payment]) -> datetime | None:
    """Returns when the first of the holds ends. An offer may last longer than the other holds of its order."""
    return min((each.enrollment.held_until for each in payments if each.enrollment.held_until), default=None)


def _refuse_settled(payments: list[Payment], requests: Sequence[SeatRequest]) -> NoReturn:
    """Raises NotAllAvailable for an order that was paid while the student started it again."""
    obstacles: dict[int, DomainError] = {}
    for payment in payments:
        is_duplicate = payment.refund_reason == Payment.RefundReason.ALREADY_ENROLLED
        obstacle = AlreadyEnrolled() if payment.is_seated or is_duplicate else PaidAndRefunded()
        obstacles[_position(payment, requests)] = obstacle
    raise NotAllAvailable(obstacles)


def _end_unless_held(order: Order, requests: Sequence[SeatRequest], now: datetime) -> list[Payment]:
    """Returns the payments of the order. Ends it and raises NotAllAvailable if a hold was released in the meantime.

    The student may have paid the order in another tab before it ends here.
    """
    payments = _payments_of(order)
    if all(each.state == Payment.State.STARTED and each.enrollment.state == HELD for each in payments):
        return payments
    # The worker cancels it later. A payment that arrives before is settled as a late payment.
    with suppress(StripeUnavailable):
        cancel_or_settle(order=order, now=now)
    payments = _payments_of(order)
    if any(payment.paid_at for payment in payments):
        _refuse_settled(payments, requests)
    enrolled = [payment for payment in payments if payment.enrollment.state == CONFIRMED]
    # Another order was paid first and canceled this one. Only its seats are obstacles; the others can be held again.
    raise NotAllAvailable(
        {_position(payment, requests): AlreadyEnrolled() for payment in enrolled}
        or {_position(payment, requests): HoldEnded() for payment in payments}
    )


def _payments_of(order: Order) -> list[Payment]:
    return list(Payment.objects.of_order(order).select_related("enrollment"))


def _position(payment: Payment, requests: Sequence[SeatRequest]) -> int:
    """Returns the position of the request for this payment's seat. An order keeps the order of its first request."""
    participants = [(request.camp_class_id, request.child_id) for request in requests]
    return participants.index((payment.camp_class_id, payment.enrollment.child_id))


def own_order(*, student: User, order_id: UUID) -> Checkout:
    """Returns the student's order, without the secret. Raises NotFound (also for another student's)."""
    order = Order.objects.filter(student=student, pk=order_id).first()
    if order is None:
        raise NotFound
    payments = _payments_of(order)
    is_open = order.state == Order.State.STARTED
    return Checkout(order, payments, held_until=_held_until(payments) if is_open else None)


def take_free_seat(
    *, student: User, camp_class_id: int, child_id: int | Unnamed | None = UNNAMED, now: datetime
) -> Settlement:
    """Enrolls the student or their child in a free class. A repeated call returns the same payment.

    Raises NotFound, AlreadyEnrolled (through a card payment), PriceChanged (the class is not free), AmbiguousChild and
    the other errors of ``enroll_free``.
    """
    participant = requested_participant(student=student, camp_class_id=camp_class_id, child_id=child_id)
    with transaction.atomic():
        account = lock_account(student)
        try:
            enrollment = enroll_free(account=account, camp_class_id=camp_class_id, child_id=participant, now=now)
        except AlreadyEnrolled:
            payments = [_free_payment_of(student, participant, camp_class_id)]
        else:
            order = orders.start_order(student=account, enrollments=[enrollment], now=now)
            payments = complete_free_order(order=order, now=now)
    # The student may still have a card form open from a time when the class was not free.
    call_provider_after_commit(payments=payments, now=now)
    return record_first_response(payments=payments, now=now)


def _free_payment_of(student: User, child_id: int | None, camp_class_id: int) -> Payment:
    payment = Payment.objects.filter(
        student=student, enrollment__child=child_id, camp_class=camp_class_id, price=0, state__in=Payment.SEATED
    )
    found = payment.select_related("order").first()
    if found is None:
        raise AlreadyEnrolled
    return found


def remove_selection(*, student: User, selection_id: int, now: datetime) -> None:
    """Removes a selection and releases the hold on that class.

    Raises AccountInactive, NotFound (also for another student's).
    """
    with transaction.atomic():
        selection = Selection.objects.filter(pk=selection_id, student=lock_account(student)).first()
        if selection is None:
            raise NotFound
        released = cancel_hold(
            student=student, child_id=selection.child_id, camp_class_id=selection.camp_class_id, now=now
        )
        selection.delete()
    cancel_orders_of(released=[released] if released else [], now=now)


def leave_waitlist(*, student: User, entry_id: int, now: datetime) -> None:
    """Takes the student's entry off the waitlist. If it has an offer, cancels the open order with it.

    Raises NotFound (also for another student's entry and for one that has ended).
    """
    cancel_orders_of(released=waitlist.leave(student=student, entry_id=entry_id, now=now), now=now)

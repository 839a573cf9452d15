"""Some API clients (``checkout/documented_client.py``) pay a price first, and name the class afterwards.

Several selections can match the price that the client names, and cost different prices now, after their discounts. The
order is for the dearest of them. If the student meant another class, the seat is exchanged, before or after the webhook
has settled the order, and the difference goes back. If the named class can't be sold, all of the money goes back. See
docs/rules/orders.md.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from uuid import uuid4

from django.db import connection, transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.models import CampClass, Enrollment, SeatPrice, Selection
from classes.seats.confirmation import confirm_holds
from classes.seats.enrollment import (
    AlreadyEnrolled,
    ClassFull,
    FewerSeatsLeft,
    PriceChanged,
    release_hold,
    release_seat,
)
from classes.seats.holds import hold_seats
from classes.seats.locks import lock_classes
from classes.seats.requests import AgreedPrice, NotAllAvailable, SeatRequest
from core.errors import DomainError
from payments.emails import outgoing
from payments.ledger import book_move
from payments.models import Order, Payment, Refund
from payments.orders import locks
from payments.refunds.cancellation import release_and_owe
from payments.refunds.owing import owe_part
from payments.stripe.results import Intent

TIME_TO_NAME = timedelta(hours=1)
"""The browser can name the class for this long after the settlement. Later exchanges are refused."""

Reason = Refund.Reason


@dataclass
class NamedClass:
    """What follows the settlement, in its transaction: ``difference`` dollars go back, or all after a ``refusal``."""

    account: User
    request: SeatRequest
    difference: Decimal = Decimal(0)
    refusal: Refund.Reason | None = None

    def complete(self, payment: Payment, now: datetime) -> None:
        """``payment`` is settled; without a seat, everything is refunded anyway."""
        if not payment.is_seated:
            return
        if self.refusal is not None:
            self._give_back(payment, self.refusal, now)
        elif self.difference and payment.dispute is None:
            self._owe_difference(payment, now)

    def _owe_difference(self, payment: Payment, now: datetime) -> None:
        amount = min(self.difference, payment.left)
        note = f"The price of this class is ${payment.price - self.difference:.2f}."
        if amount:
            refund = owe_part(payment=payment, key=uuid4(), amount=amount, note=note, by=None, now=now)
            outgoing.put_part_refunded(refund=refund, now=now)

    def _give_back(self, payment: Payment, refusal: Refund.Reason, now: datetime) -> None:
        # The payment then shows the named class, if there is one.
        former, former_name, former_selection = payment.enrollment, payment.class_name, payment.selection_id_was
        release_and_owe(payment, refusal, payment.price, now)
        _select_again(former, former_selection, payment.order)
        named = CampClass.objects.select_related("instructor").filter(pk=self.request.camp_class_id).first()
        if named is not None:
            book_move(payment=payment, to_class_id=named.pk, by=None, now=now)
            _assign_seat(payment, self._released_seat(named, payment, now), self.request.selection_id)
        outgoing.put_not_sold(payment=payment, former_name=former_name, now=now)

    def _released_seat(self, named: CampClass, payment: Payment, now: datetime) -> Enrollment:
        seat = Enrollment(student=self.account, child_id=self.request.child_id, camp_class=named)
        seat.state, seat.released_at = Enrollment.State.RELEASED, now
        seat.set_price(SeatPrice(payment.price))
        seat.save()
        return seat


def exchange_for_named_class(*, student: User, intent: Intent, camp_class_id: int, now: datetime) -> NamedClass | None:
    """Exchanges the seat of the order for one in the named class if it can be sold for what was paid.

    The caller settles the order in the same transaction, and then completes the result. Returns None, and changes
    nothing, if the order is for several seats or the named class, or if its seat can't be exchanged anymore.
    """
    assert connection.in_atomic_block
    account = lock_account(student)
    order = locks.lock_order(intent)
    payments = locks.payments_of(order) if order is not None else []
    if order is None or len(payments) != 1:
        return None
    (payment,) = payments
    # A concurrent call may have exchanged the seat while this one waited for the lock.
    if payment.camp_class_id == camp_class_id or not _can_be_exchanged(order, payment, now):
        return None
    named = NamedClass(account, _requested_seat(camp_class_id, payment))
    locked = lock_classes([payment.camp_class_id, camp_class_id])
    request = replace(named.request, agreed=partial(_paid_price, payment.price))
    try:
        with transaction.atomic():
            held = hold_seats(account=account, requests=[request], locked=locked, confirmed_at_once=True, now=now)
    except DomainError as refusal:
        named.refusal = _reason(refusal)
    else:
        named.difference = payment.price - held.present_prices[0].price
        _exchange(order, payment, held.holds[0], now)
    return named


def _can_be_exchanged(order: Order, payment: Payment, now: datetime) -> bool:
    # As with a cancellation, a seat in a class that has begun is refused.
    if order.answered_at is not None or payment.moves.exists():
        return False
    if order.state == Order.State.STARTED:
        return True
    is_new = order.paid_at is not None and order.paid_at > now - TIME_TO_NAME
    return payment.is_seated and is_new and not _has_begun(payment.camp_class, now)


def _has_begun(camp_class: CampClass, now: datetime) -> bool:
    first_start = camp_class.lessons.taking_place().first_start()
    return first_start is not None and first_start <= now


def _requested_seat(camp_class_id: int, payment: Payment) -> SeatRequest:
    # If only other participants of the family have selected the class, it is for the first of them.
    child_id = payment.enrollment.child_id
    selections = Selection.objects.filter(student=payment.student_id, camp_class=camp_class_id).order_by("pk")
    found = {each.child_id: each for each in reversed(selections)}
    selection = found.get(child_id) or next(reversed(found.values()), None)
    if selection is None:
        return SeatRequest(camp_class_id, child_id)
    return SeatRequest(camp_class_id, selection.child_id, selection_id=selection.pk)


def _paid_price(paid: Decimal, present: SeatPrice) -> AgreedPrice:
    if present.price > paid:
        raise PriceChanged
    # The discount of this seat is what the student paid less than the list price.
    discount = max(present.list_price - paid, Decimal(0))
    return AgreedPrice(SeatPrice(paid + discount, discount, present.discount_text if discount else ""))


def _reason(refusal: DomainError) -> Refund.Reason:
    obstacle = refusal.obstacles[0].reason if isinstance(refusal, NotAllAvailable) else refusal
    if isinstance(obstacle, AlreadyEnrolled):
        return Reason.ALREADY_ENROLLED
    return Reason.CLASS_FULL if isinstance(obstacle, ClassFull | FewerSeatsLeft) else Reason.NOT_BOOKABLE


def _exchange(order: Order, payment: Payment, hold: Enrollment, now: datetime) -> None:
    """Releases the former hold or seat."""
    former, former_name, former_selection = payment.enrollment, payment.class_name, payment.selection_id_was
    if order.state == Order.State.PAID:
        book_move(payment=payment, to_class_id=hold.camp_class_id, by=None, now=now)
    _assign_seat(payment, hold, hold.selection_id)
    if order.state == Order.State.STARTED:
        if not former.is_live_promise(now):
            release_hold(enrollment=former, now=now)
        return
    confirm_holds([hold], now)
    release_seat(enrollment=former, now=now)
    _select_again(former, former_selection, order)
    outgoing.put_exchanged(order=order, payment=payment, former_name=former_name, now=now)


def _assign_seat(payment: Payment, seat: Enrollment, selection_id: int | None) -> None:
    payment.take_seat(seat)
    payment.selection_id_was = selection_id
    payment.child_name = seat.child.name if seat.child else ""
    payment.save(update_fields=[*Payment.SEAT_FIELDS, "selection_id_was", "child_name"])


def _select_again(former: Enrollment, selection_id: int | None, order: Order) -> None:
    # The settlement deleted the selection of the former class; restore it.
    if selection_id is not None:
        selection = Selection(pk=selection_id, student_id=former.student_id, child_id=former.child_id)
        selection.camp_class_id, selection.created_at = former.camp_class_id, order.created_at
        Selection.objects.bulk_create([selection], ignore_conflicts=True)

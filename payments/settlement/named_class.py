"""The class that a client names only after the card payment, because it opened the intent by price alone.

Its order is for the newest selection at this price. If the student meant another class at the same price, the seat is
exchanged, before or after the webhook has settled the order. See docs/adr/0021.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction

from accounts.locking import lock_account
from accounts.models import User
from classes.models import CampClass, Enrollment, Selection
from classes.seats.confirmation import confirm_holds
from classes.seats.enrollment import PriceChanged, release_hold, release_seat
from classes.seats.holds import hold_seats
from classes.seats.locks import lock_classes
from classes.seats.seat_requests import SeatRequest
from core.errors import DomainError
from payments.emails import messages
from payments.ledger import book_move
from payments.models import Order, Payment
from payments.orders import locks
from payments.stripe.results import Intent

TIME_TO_NAME = timedelta(hours=1)
"""The browser can name the class for this long after the settlement. Later exchanges are refused."""


def take_named_class(*, student: User, intent: Intent, camp_class_id: int, now: datetime) -> None:
    """Exchanges the seat of the order for one in the named class if one is free there, at the same price.

    The class must have been selected before the order was opened, and the browser must not have had a response yet.
    Otherwise nothing changes. The caller settles the order in the same transaction.
    """
    assert connection.in_atomic_block
    account = lock_account(student)
    order = locks.lock_order(intent)
    payments = locks.payments_of(order) if order is not None else []
    if order is None or len(payments) != 1:
        return
    (payment,) = payments
    # A concurrent call may have exchanged the seat while this one waited for the lock.
    if payment.camp_class_id == camp_class_id or not _can_be_exchanged(order, payment, now):
        return
    selection = _selection_of(camp_class_id, order, payment)
    if selection is None:
        return
    lock_classes([payment.camp_class_id, camp_class_id])
    hold = _hold_free_seat(account, selection, payment, now)
    if hold is not None:
        _exchange(order, payment, hold, now)


def _can_be_exchanged(order: Order, payment: Payment, now: datetime) -> bool:
    """Returns whether the payment can get another class. As a cancellation, a seat in a begun class is refused."""
    if order.answered_at is not None or payment.moves.exists():
        return False
    if order.state == Order.State.STARTED:
        return True
    is_new = order.paid_at is not None and order.paid_at > now - TIME_TO_NAME
    return payment.is_seated and is_new and not _has_begun(payment.camp_class, now)


def _has_begun(camp_class: CampClass, now: datetime) -> bool:
    first_start = camp_class.lessons.taking_place().first_start()
    return first_start is not None and first_start <= now


def _selection_of(camp_class_id: int, order: Order, payment: Payment) -> Selection | None:
    """Returns the only selection of the class; among several, the one of the payment's participant."""
    selections = Selection.objects.filter(student=order.student_id, camp_class=camp_class_id)
    found = {each.child_id: each for each in selections.filter(created_at__lte=order.created_at)}
    return next(iter(found.values())) if len(found) == 1 else found.get(payment.enrollment.child_id)


def _hold_free_seat(account: User, selection: Selection, payment: Payment, now: datetime) -> Enrollment | None:
    """Holds the selected seat at the price of the payment, or returns None if that is refused."""
    request = SeatRequest(selection.camp_class_id, selection.child_id, payment.price, selection.pk)
    try:
        with transaction.atomic():
            (hold,) = hold_seats(account=account, requests=[request], confirmed_at_once=True, now=now).holds
            if hold.price != payment.price:
                raise PriceChanged
            return hold
    except DomainError:
        return None


def _exchange(order: Order, payment: Payment, hold: Enrollment, now: datetime) -> None:
    """Gives the payment the hold in the named class, and releases its former hold or seat."""
    former, former_name, former_selection = payment.enrollment, payment.class_name, payment.selection_id_was
    if order.state == Order.State.PAID:
        book_move(payment=payment, to_class_id=hold.camp_class_id, by=None, now=now)
    payment.take_seat(hold)
    payment.selection_id_was = hold.selection_id
    payment.child_name = hold.child.name if hold.child else ""
    payment.save()
    if order.state == Order.State.STARTED:
        if not former.is_live_promise(now):
            release_hold(enrollment=former, now=now)
        return
    confirm_holds([hold], now)
    release_seat(enrollment=former, now=now)
    if former_selection is not None:  # the settlement has deleted it, but it was not paid
        selection = Selection(pk=former_selection, student_id=former.student_id, child_id=former.child_id)
        selection.camp_class_id, selection.created_at = former.camp_class_id, order.created_at
        Selection.objects.bulk_create([selection], ignore_conflicts=True)
    messages.put_exchanged(order=order, payment=payment, former_name=former_name, now=now)

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import connection

from accounts.locking import lock_account
from accounts.models import User
from classes.models import Enrollment
from classes.seats.enrollment import PriceChanged
from classes.seats.holds import hold_seats
from classes.seats.limits import FREE
from classes.seats.requests import SeatRequest
from core.errors import DomainError
from payments import vouchers
from payments.models import Order, Payment
from payments.orders import limits, locks, sql


class TotalChanged(PriceChanged):
    """The seats cost more than the student saw, or they became free of charge."""

    message = "The price of a class has changed. Please check the total before you pay."

    def __init__(self, holds: Sequence[Enrollment]) -> None:
        self.lines = [{"selection_id": each.selection_id, "price": each.price} for each in holds]
        super().__init__()


class NoCardNeeded(DomainError):
    code = "no_card_needed"
    status = 400
    message = "This class is free, so you don't need a card. Just enroll in it."


@dataclass(frozen=True)
class OpenOrder:
    """An order, the open orders that it supersedes, and the expired holds that the call released."""

    order: Order
    superseded: list[Order]
    released: list[Enrollment]


def open_order(
    *,
    student: User,
    requests: Sequence[SeatRequest],
    total: Decimal | None,
    code: str | None = None,
    is_only_page: bool = False,
    now: datetime,
) -> OpenOrder:
    """Returns the open order for exactly these seats at this sum, or a new one.

    ``code``: None leaves the codes of holds, an empty one takes them back.
    ``total`` is what the student saw, and the seats may cost less; None if the requests say it. ``is_only_page``: the
    order also supersedes the other ones of one seat. Raises NoCardNeeded only without ``total``.
    """
    account = lock_account(student)
    open_orders = locks.lock_open_orders(account)
    others = _other_live_orders(open_orders, requests, now)
    former = [order for order in others if is_only_page and len(open_orders[order]) == 1]
    counted = {order: holds for order, holds in others.items() if order not in former}

    def check_limit(seats: int) -> None:
        if total != FREE:
            limits.refuse_another_order(account=account, seats=seats, others=counted)

    held = hold_seats(
        account=account,
        requests=requests,
        check_limit=check_limit,
        lock_voucher=vouchers.locker(account=account, code=code, now=now) if code else None,
        without_code=code == "",
        confirmed_at_once=total == FREE,
        now=now,
    )
    amount = sum((each.price for each in held.holds), Decimal(0))
    if total is None and amount == FREE:
        raise NoCardNeeded
    # A lower sum needs no consent. An order that costs nothing is confirmed at once, and only if the student saw that.
    if total is not None and (amount > total or amount == FREE < total):
        raise TotalChanged(held.holds)
    existing, superseded = _orders_with(held.holds, amount, open_orders)
    if existing:
        _name_selections(open_orders[existing], held.holds)
    order = existing or start_order(student=account, enrollments=held.holds, now=now)
    return OpenOrder(order, [*superseded, *former], held.released)


def _orders_with(
    holds: Sequence[Enrollment], amount: Decimal, open_orders: dict[Order, list[Payment]]
) -> tuple[Order | None, list[Order]]:
    # One order has exactly these holds at this amount; the others share a hold with it.
    hold_ids = {hold.pk for hold in holds}
    existing, others = None, []
    for order, payments in open_orders.items():
        enrollment_ids = {payment.enrollment_id for payment in payments}
        if enrollment_ids == hold_ids and order.amount == amount and existing is None:
            existing = order
        elif enrollment_ids & hold_ids:
            others.append(order)
    return existing, others


def _name_selections(payments: Sequence[Payment], holds: Sequence[Enrollment]) -> None:
    # A documented client can hold a seat before it is selected.
    selection_ids = {hold.pk: hold.selection_id for hold in holds}
    for payment in payments:
        selection_id = selection_ids[payment.enrollment_id]
        if selection_id not in (None, payment.selection_id_was):
            payment.selection_id_was = selection_id
            payment.save(update_fields=["selection_id_was"])


def _other_live_orders(
    open_orders: dict[Order, list[Payment]], requests: Sequence[SeatRequest], now: datetime
) -> dict[Order, list[Enrollment]]:
    # Promised holds do not count as live holds.
    others = {}
    for order, payments in open_orders.items():
        live = [payment.enrollment for payment in payments if payment.enrollment.is_live(now)]
        counted = [each for each in live if each.promised_until is None]
        if counted and not any(request.is_for(each) for request in requests for each in live):
            others[order] = counted
    return others


def start_order(*, student: User, enrollments: Sequence[Enrollment], now: datetime) -> Order:
    """The caller has locked the account and the classes."""
    assert connection.in_atomic_block
    amount = sum((enrollment.price for enrollment in enrollments), Decimal(0))
    payments = _payment_fields(student, enrollments)
    return sql.insert_order(student_id=student.pk, amount=amount, payments=payments, created_at=now)


def _payment_fields(student: User, enrollments: Sequence[Enrollment]) -> list[dict[str, object]]:
    """What ``sql.insert_order`` needs."""
    return [
        {
            "camp_class_id": enrollment.camp_class_id,
            "enrollment_id": enrollment.pk,
            "price": enrollment.price,
            "discount": enrollment.discount,
            "discount_text": enrollment.discount_text,
            "selection_id_was": enrollment.selection_id,
            "class_name": enrollment.camp_class.name,
            "class_image": enrollment.camp_class.image,
            "instructor_id": enrollment.camp_class.instructor_id,
            "student_name": student.name,
            "child_name": enrollment.child.name if enrollment.child else "",
        }
        for enrollment in enrollments
    ]

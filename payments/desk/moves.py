"""The seat changes, and the money stays. See docs/rules/desk.md."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import transaction

from accounts.locking import lock_family
from accounts.models import User
from classes.catalog.clashes import Clash, find_clashes_of_seats
from classes.catalog.schedules import FULL_REFUND_AFTER_CHANGE
from classes.seats.locks import lock_classes
from classes.seats.moves import move_seat
from classes.seats.requests import Override, SeatRequest
from core.errors import DomainError, NotFound, first_or_not_found
from payments import ledger
from payments.checkout.quote import quote_seats
from payments.emails import outgoing
from payments.models import Move, Payment, ShownPayment
from payments.orders.locks import lock_open_orders, lock_payment
from payments.refunds.cancellation import NotSeated
from payments.refunds.owing import owe_part
from payments.refunds.sending import try_to_send_refunds
from payments.settlement.orders import call_stripe_after_commit


class SameClass(DomainError):
    code = "same_class"
    message = "The seat is in this class already."


@dataclass(frozen=True)
class MoveRequest:
    """``refund``: the dollars of the price that the family gets back.

    ``by_school`` opens the full refund for a week. Otherwise the terms of the new class apply, and the hours since
    paying.
    """

    camp_class_id: int
    reason: str
    refund: Decimal | None = None
    by_school: bool = False
    override: Collection[Override] = ()


@dataclass(frozen=True)
class Moved:
    """``new_price``: what the seat in the new class would cost now. ``proposed_refund``: what it costs less."""

    payment: ShownPayment
    clashes: list[Clash]
    new_price: Decimal
    proposed_refund: Decimal


def move(*, payment_id: UUID, request: MoveRequest, by: User, dry_run: bool = False, now: datetime) -> Moved:
    """Mails the student. ``dry_run`` rolls everything back."""
    known = first_or_not_found(Payment.objects.filter(pk=payment_id))
    with transaction.atomic():
        account = lock_family(known.student_id)
        lock_open_orders(account)
        payment = lock_payment(payment_id)
        if not payment.is_seated:
            raise NotSeated
        if payment.camp_class_id == request.camp_class_id:
            raise SameClass
        former_name, left = payment.class_name, Decimal(0) if payment.dispute else payment.left
        moved, new_price = _move(account, payment, request, by, now)
        refund = request.refund or Decimal(0)
        if refund:
            owe_part(payment=payment, key=uuid4(), amount=refund, note=request.reason, by=by, now=now)
        outgoing.put_moved(move=moved, former_name=former_name, amount=refund, now=now)
        result = Moved(
            payment=ShownPayment.objects.get(pk=payment_id),
            clashes=find_clashes_of_seats(seats=[moved.to_enrollment], now=now),
            new_price=new_price,
            proposed_refund=min(left, max(Decimal(0), payment.price - new_price)),
        )
        if dry_run:
            transaction.set_rollback(True)
            return result
    try_to_send_refunds(payment_id=payment_id, now=now)
    call_stripe_after_commit(payments=[payment], now=now)  # another order may have a hold on the new class
    return replace(result, payment=ShownPayment.objects.get(pk=payment_id))


def _move(account: User, payment: Payment, request: MoveRequest, by: User, now: datetime) -> tuple[Move, Decimal]:
    """With what the new seat would cost."""
    camp_class = lock_classes([payment.camp_class_id, request.camp_class_id]).get(request.camp_class_id)
    if camp_class is None:
        raise NotFound
    former = payment.enrollment
    wanted = SeatRequest(camp_class.pk, former.child_id)
    price = quote_seats(
        account=account, requests=[wanted], classes={camp_class.pk: camp_class}, holds=[], code=None, now=now
    ).total
    seat = move_seat(
        account=account,
        seat=former,
        camp_class=camp_class,
        override=request.override,
        full_refund_until=now + FULL_REFUND_AFTER_CHANGE if request.by_school else None,
        now=now,
    )
    ledger.book_move(payment=payment, to_class_id=camp_class.pk, by=by, now=now)
    payment.take_seat(seat)
    payment.save(update_fields=Payment.SEAT_FIELDS)
    made = Move.objects.create(
        payment=payment, from_enrollment=former, to_enrollment=seat, reason=request.reason, by=by, at=now
    )
    return made, price

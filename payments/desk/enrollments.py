import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.locking import lock_family
from accounts.models import User
from classes.seats.requests import Override
from core.errors import DomainError
from payments.desk.lines import Line, hold_lines
from payments.models import Order, Payment
from payments.orders import locks, opening
from payments.orders.sql import NO_CHARGE, Charge
from payments.settlement.orders import call_stripe_after_commit, cancel_orders_of, complete_order


class KeyUsed(DomainError):
    """The key belongs to a request with another body."""

    code = "key_used"
    message = "This payment was already recorded with other details. Please open the family again."


@dataclass(frozen=True, kw_only=True)
class Sale:
    """``key`` identifies the request; ``method`` is None if the total is 0."""

    user_id: int
    lines: Sequence[Line]
    method: str | None
    reference: str
    total: Decimal
    key: UUID
    override: Collection[Override]
    code: str = ""

    @property
    def digest(self) -> str:
        """It is stored instead of the content, which may name people."""
        lines = [(line.seat.names, line.price, line.reason) for line in self.lines]
        how = (self.method, self.reference, self.total, sorted(self.override), self.code.upper())
        content = (self.user_id, lines, *how)
        return sha256(json.dumps(content, default=_text).encode()).hexdigest()


def _text(value: object) -> str:
    return str(value.normalize() if isinstance(value, Decimal) else value)


@dataclass(frozen=True)
class Sold:
    """``is_new``: no earlier request with this key has stored the order."""

    order: Order
    payments: Sequence[Payment]
    is_new: bool


def enroll_at_desk(*, staff: User, sale: Sale, now: datetime) -> Sold:
    """All of these seats at once, or none. A repeated request with the same key returns the same order.

    An open card order with one of the seats is superseded, as by any other payment.
    """
    try:
        with transaction.atomic():
            account = lock_family(sale.user_id)
            order = Order.objects.filter(desk_key=sale.key).first()
            if order is not None:
                return _sold_before(order, sale)
            locks.lock_open_orders(account)
            held = hold_lines(
                account=account,
                lines=sale.lines,
                override=sale.override,
                total=sale.total,
                code=sale.code,
                now=now,
            )
            order = opening.start_order(student=account, enrollments=held.holds, now=now)
            payments = _complete(order, staff, sale, now)
    except IntegrityError as error:  # a concurrent request for another account has the same key
        if Order.objects.filter(desk_key=sale.key).exists():
            raise KeyUsed from error
        raise
    cancel_orders_of(released=held.released, now=now)
    call_stripe_after_commit(payments=payments, now=now)
    return Sold(order, payments, is_new=True)


def _sold_before(order: Order, sale: Sale) -> Sold:
    if order.desk_body != sale.digest:
        raise KeyUsed
    return Sold(order, locks.payments_of(order), is_new=False)


def _complete(order: Order, staff: User, sale: Sale, now: datetime) -> list[Payment]:
    order.method, order.taken_by = Order.Method.DESK, staff
    order.desk_key, order.desk_body = sale.key, sale.digest
    order.save(update_fields=["method", "taken_by", "desk_key", "desk_body"])
    charge = Charge(sale.method, staff.pk, sale.reference) if sale.method else NO_CHARGE
    return complete_order(order=order, charge=charge, now=now)

"""Appends entries to the books. ``payments.orders.sql.store_settlement`` books the charges. See docs/adr/0030.

The callers have locked the order.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Sum

from accounts.models import User
from payments.models import LedgerEntry, Order, Payment

Kind, Method = LedgerEntry.Kind, LedgerEntry.Method
OF_NO_PAYMENT = None


def book_changed_charge(*, order: Order, amount: Decimal, now: datetime) -> None:
    """For a charge that differs from the order in amount or currency: it belongs to no payment."""
    _append(order, OF_NO_PAYMENT, Kind.CHARGE, Method.CARD, amount, now)


def book_refund(*, payment: Payment, refund_id: str, amount: Decimal, now: datetime) -> None:
    """For a refund that the site has sent."""
    _append(payment.order, _if_charged(payment), Kind.REFUND, Method.CARD, -amount, now, reference=refund_id)


def book_refunds_at_stripe(
    *,
    order: Order,
    total: Decimal,
    by_payment: Mapping[UUID, Decimal],
    ids: Mapping[UUID | None, str],
    now: datetime,
) -> None:
    """Books refunds that the books do not have yet, and what came back because a refund failed.

    ``total`` and ``by_payment`` are dollars. ``ids``: the newest refund of each payment, and that of none.
    """
    refunds = LedgerEntry.objects.filter(order=order, kind=Kind.REFUND, method=Method.CARD)
    booked = dict(refunds.values_list("payment").annotate(Sum("amount")))
    of_no_payment, unassigned = ids.get(OF_NO_PAYMENT, ""), total
    for payment in Payment.objects.of_order(order).filter(entries__kind=Kind.CHARGE):
        part = by_payment[payment.pk]
        unassigned -= part
        refund_id = ids.get(payment.pk, of_no_payment)
        _append(order, payment, Kind.REFUND, Method.CARD, -part - booked.get(payment.pk, 0), now, reference=refund_id)
    _append(
        order, OF_NO_PAYMENT, Kind.REFUND, Method.CARD, -unassigned - booked.get(None, 0), now, reference=of_no_payment
    )


def book_paid_back_by_hand(
    *, payment: Payment, amount: Decimal, method: LedgerEntry.Method, reference: str, by: User, now: datetime
) -> None:
    recorded = {"recorded_by": by, "reference": reference}
    _append(payment.order, _if_charged(payment), Kind.REFUND, method, -amount, now, **recorded)


def book_returned_check(*, payment: Payment, by: User, now: datetime) -> None:
    """The bank has taken back what it had paid for the check."""
    charge = payment.entries.filter(kind=Kind.CHARGE).first()
    if charge is not None:
        recorded = {"recorded_by": by, "reference": charge.reference}
        _append(payment.order, payment, Kind.RETURNED, Method(charge.method), -charge.amount, now, **recorded)


def book_move(*, payment: Payment, to_class_id: int, by: User | None, now: datetime) -> None:
    """Takes what the school has of the payment from one class to the other. No money is paid."""
    kept = payment.entries.aggregate(sum=Sum("amount", default=Decimal(0)))["sum"]
    for class_id, amount in ((payment.camp_class_id, -kept), (to_class_id, kept)):
        moved = {"recorded_by": by, "camp_class_id": class_id}
        _append(payment.order, payment, Kind.MOVE, Method.BY_HAND, amount, now, **moved)


def book_dispute(*, payment: Payment, now: datetime) -> None:
    """Books what the bank has returned after a lost dispute, and what came back because it reversed its decision."""
    entries = LedgerEntry.objects.filter(payment=payment)
    returned = entries.filter(kind=Kind.RETURNED).aggregate(sum=Sum("amount", default=Decimal(0)))["sum"]
    left = entries.exclude(kind=Kind.RETURNED).aggregate(sum=Sum("amount", default=Decimal(0)))["sum"]
    amount = -left if payment.dispute == "lost" else Decimal(0)
    _append(payment.order, payment, Kind.RETURNED, Method.CARD, amount - returned, now)


def _if_charged(payment: Payment) -> Payment | None:
    # Without a booked charge the refund belongs to the order alone.
    return payment if payment.entries.filter(kind=Kind.CHARGE).exists() else OF_NO_PAYMENT


def _append(
    order: Order,
    payment: Payment | None,
    kind: LedgerEntry.Kind,
    method: LedgerEntry.Method,
    amount: Decimal,
    now: datetime,
    **recorded: Any,
) -> None:
    """Unless the amount is 0. ``recorded``: further columns."""
    if amount:
        number = LedgerEntry.objects.filter(order=order).count()
        own_class = {"camp_class_id": None if payment is None else payment.camp_class_id}
        LedgerEntry.objects.create(
            key=f"{order.pk} {number}",
            order=order,
            payment=payment,
            kind=kind,
            method=method,
            amount=amount,
            happened_at=now,
            **own_class | recorded,
        )

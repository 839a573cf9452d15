"""The books: what refunds append to them. ``payments.checkout.sql.update_settled`` books the charges."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from payments.models import LedgerEntry, Order, Payment

Kind, Method = LedgerEntry.Kind, LedgerEntry.Method


def book_refunds(*, payments: Sequence[Payment], now: datetime) -> None:
    """Books what was returned of these payments since their last entries, or what came back when a refund failed.

    The caller has locked their order and saved them.
    """
    booked = defaultdict(list)
    for entry in LedgerEntry.objects.filter(payment__in=payments).order_by("pk"):
        booked[entry.payment_id].append(entry)
    for payment in payments:
        entries = booked[payment.pk]
        charged = sum((each.amount for each in entries if each.kind == Kind.CHARGE), Decimal(0))
        amount = charged - _returned(payment, charged) - sum(each.amount for each in entries)
        if amount:
            kind, method = _way(payment) if amount < 0 else (entries[-1].kind, entries[-1].method)
            LedgerEntry.objects.create(
                key=f"refund {payment.pk} {len(entries)}",
                order_id=payment.order_id,
                payment=payment,
                camp_class_id=payment.camp_class_id,
                kind=kind,
                method=method,
                amount=amount,
                happened_at=now,
            )


def book_unassigned_refund(*, order: Order, amount: Decimal, now: datetime) -> None:
    """Books a refund at Stripe that names none of the order's payments, or with a negative amount its assignment."""
    if amount:
        number = LedgerEntry.objects.filter(order=order, payment=None).count()
        LedgerEntry.objects.create(
            key=f"refund {order.pk} {number}",
            order=order,
            kind=Kind.REFUND,
            method=Method.CARD,
            amount=-amount,
            happened_at=now,
        )


def _returned(payment: Payment, charged: Decimal) -> Decimal:
    """Returns the dollars that were returned of what was charged, which may be another amount than the price."""
    is_all = payment.state == Payment.State.REFUNDED and payment.refund_due is None
    return charged if is_all or payment.dispute == "lost" else min(payment.refunded_amount, charged)


def _way(payment: Payment) -> tuple[str, str]:
    """Returns the kind and the method of a movement that returns money of the payment."""
    if payment.dispute == "lost":
        return Kind.RETURNED, Method.CARD
    return Kind.REFUND, Method.BY_HAND if payment.refunded_by_hand else Method.CARD

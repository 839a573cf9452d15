"""Creates orders with their payments, refunds and entries of the books."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Child, User
from classes.models import (
    CampClass,
    Enrollment,
)
from payments.ledger import book_refund
from payments.models import LedgerEntry, Order, Payment, Refund
from payments.orders.opening import start_order
from testing.factories.seats import make_enrollment


def make_payment(
    student: User,
    camp_class: CampClass,
    days_ago: int = 0,
    child: Child | None = None,
    intent_id: str | None = None,
    **fields: Any,
) -> Payment:
    """Creates a confirmed enrollment and its payment, the only one of an order that Stripe does not know."""
    return make_order_for(make_enrollment(student, camp_class, child), days_ago, intent_id, **fields)


def make_order_for(
    enrollment: Enrollment,
    days_ago: int = 0,
    intent_id: str | None = None,
    refund_reason: str = "",
    refund: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Payment:
    """Creates an order for this enrollment only, paid by default. Returns its payment; ``fields`` are the payment's.

    ``refund_reason``, ``refund``: of its refund, as for ``make_refund``.
    """
    with transaction.atomic():
        order = start_order(student=enrollment.student, enrollments=[enrollment], now=timezone.now())
    values = {"state": "enrolled", "paid_at": timezone.now() - timedelta(days=days_ago)} | fields
    payment = order.payments.get()
    for name, value in values.items():
        setattr(payment, name, value)
    payment.save()
    order.state = {"started": Order.State.STARTED, "canceled": Order.State.CANCELED}.get(
        payment.state, Order.State.PAID
    )
    order.paid_at = payment.paid_at if order.state == Order.State.PAID else None
    order.amount, order.intent_id = payment.price, intent_id
    order.save()
    payment.refresh_from_db()
    if refund_reason or refund:
        make_refund(payment, **{"reason": refund_reason or "at_provider", **(refund or {})})
    book_payment(payment)
    return payment


def make_refund(payment: Payment, *, reason: str = "canceled", **fields: Any) -> Refund:
    """Creates a refund of the payment: by default of its price, which is owed if the payment's refund is pending."""
    is_owed = fields.setdefault("state", "OWED" if payment.state == "refundPending" else "SENT") == "OWED"
    at = fields.setdefault("created_at", payment.paid_at or timezone.now())
    values = {"amount": payment.price, "ended_at": None if is_owed else at} | fields
    return Refund.objects.create(payment=payment, reason=reason, **values)


def refund_of(payment: Payment) -> Refund:
    """Returns the refund that ended the payment."""
    refund = Payment.objects.get(pk=payment.pk).ending
    assert refund is not None
    return refund


def book_payment(payment: Payment) -> None:
    """Writes the entries of a payment that no operation has settled into the books."""
    if payment.paid_at is not None and payment.price:
        LedgerEntry.objects.create(
            key=f"charge {payment.pk}",
            order=payment.order,
            payment=payment,
            camp_class=payment.camp_class,
            kind=LedgerEntry.Kind.CHARGE,
            method=LedgerEntry.Method.CARD,
            amount=payment.price,
            happened_at=payment.paid_at,
        )
        for refund in payment.refunds.filter(state="SENT", amount__gt=0):
            assert refund.ended_at is not None
            book_refund(payment=payment, refund_id=refund.stripe_id, amount=refund.amount, now=refund.ended_at)

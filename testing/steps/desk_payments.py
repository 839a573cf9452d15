"""What the office records about payments, for tests."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import Child, User
from classes.models import CampClass
from payments import ledger
from payments.desk import releases
from payments.models import LedgerEntry, Order, Payment
from payments.refunds import by_hand
from testing.factories import make_payment

OUTSIDE_STRIPE = LedgerEntry.Method.BY_HAND


def make_desk_payment(admin: User, student: User, camp_class: CampClass, child: Child | None = None) -> Payment:
    """Creates a confirmed seat that was paid by check at the desk."""
    payment = make_payment(student, camp_class, child=child)
    Order.objects.filter(pk=payment.order_id).update(method=Order.Method.DESK, taken_by=admin, desk_key=uuid4())
    payment.entries.update(method=LedgerEntry.Method.CHECK, reference="1042", recorded_by=admin)
    return Payment.objects.select_related("order", "enrollment").get(pk=payment.pk)


def pay_back_by_hand(payment: Payment) -> Payment:
    """Records that staff have paid back what is owed, outside of Stripe."""
    recorded: dict[str, Any] = {"method": OUTSIDE_STRIPE, "reference": "", "by": payment.student}
    return by_hand.record_paid_back_by_hand(payment_id=payment.pk, now=timezone.now(), **recorded)


def refund_and_release(payment: Payment) -> Payment:
    """Ends the seat and refunds what is left, as the office does."""
    releases.release(payment_id=payment.pk, refund=payment.left, note="Sorry", now=timezone.now())
    return Payment.objects.select_related("order", "enrollment").get(pk=payment.pk)


def book_by_hand(payment: Payment, amount: Decimal) -> None:
    recorded: dict[str, Any] = {"method": OUTSIDE_STRIPE, "reference": "", "by": payment.student}
    ledger.book_paid_back_by_hand(payment=payment, amount=amount, now=timezone.now(), **recorded)

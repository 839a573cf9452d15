"""The e-mails about orders and payments. Each is stored in the transaction that makes it true."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from classes.models import CampClass
from classes.withdrawal import withdrawal_facts
from mail import outbox
from mail.models import OutboxEmail
from payments.models import Order, Payment

Kind = OutboxEmail.Kind
WITHDRAWN = Payment.RefundReason.CLASS_WITHDRAWN


def put_settled(*, order: Order, payments: Sequence[Payment], now: datetime) -> None:
    """One e-mail for all seats of the order, and one for each payment that got no seat and is refunded.

    For a payment for a withdrawn class there is ``put_withdrawn``.
    """
    seated = [payment for payment in payments if payment.is_seated]
    if seated:
        amount = sum((payment.price for payment in seated), Decimal(0))
        facts = {"order": str(order.pk), "amount": str(amount), "lines": [_line(payment) for payment in seated]}
        outbox.put(Kind.BOOKED, recipient_id=order.student_id, about=order.pk, facts=facts, now=now)
    for payment in payments:
        if payment.state == Payment.State.REFUND_PENDING and payment.refund_reason != WITHDRAWN:
            facts = payment_facts(payment) | {"amount": str(payment.price), "reason": payment.refund_reason}
            outbox.put(
                Kind.LATE_PAYMENT_REFUNDED, recipient_id=order.student_id, about=payment.pk, facts=facts, now=now
            )


def put_canceled(*, payment: Payment, amount: Decimal, percent: int, now: datetime) -> None:
    """The student has canceled the seat; ``amount`` dollars, this percentage of the price, are refunded."""
    facts = payment_facts(payment) | {"price": str(payment.price), "amount": dollars(amount), "percent": percent}
    outbox.put(Kind.ENROLLMENT_CANCELED, recipient_id=payment.student_id, about=payment.pk, facts=facts, now=now)


def put_refunded(*, payment: Payment, amount: Decimal, by: str, is_part: bool = False, now: datetime) -> None:
    """Staff have refunded ``amount`` dollars here (``by`` "staff") or at the card provider ("provider").

    ``is_part``: the refund does not end the seat, so there may be another one.
    """
    about = f"{payment.pk}/{dollars(payment.refunded_amount)}" if is_part else str(payment.pk)
    facts = payment_facts(payment) | {"amount": dollars(amount), "seatReleased": not payment.is_seated, "by": by}
    outbox.put(Kind.REFUNDED, recipient_id=payment.student_id, about=about, facts=facts, now=now)


def put_withdrawn(*, payment: Payment, camp_class: CampClass, amount: Decimal, now: datetime) -> None:
    """The class was withdrawn; ``amount`` dollars are refunded, of a seat or of a payment that came too late."""
    facts = payment_facts(payment) | withdrawal_facts(camp_class) | {"amount": dollars(amount), "role": "student"}
    outbox.put(Kind.CLASS_WITHDRAWN, recipient_id=payment.student_id, about=payment.pk, facts=facts, now=now)


def dollars(amount: Decimal) -> str:
    """Returns the amount with two decimals."""
    return str(amount.quantize(Decimal("0.01")))


def _line(payment: Payment) -> dict[str, Any]:
    return payment_facts(payment) | {"price": str(payment.price), "enrollment": payment.enrollment_id}


def payment_facts(payment: Payment) -> dict[str, Any]:
    """Returns what every e-mail about a payment says: the class, and the child's first name (empty: the student)."""
    child = outbox.first_name(payment.child_name)
    return {"class": payment.class_name, "classId": payment.camp_class_id, "child": child}

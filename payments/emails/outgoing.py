"""Stores the e-mails about payments. Call these functions in the transaction that changes the payment."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from accounts.guardians import told_about
from classes.catalog.withdrawal import withdrawal_facts
from classes.models import CampClass, Enrollment
from mail import outbox
from mail.facts import template_values
from mail.guardians import put_to_guardian
from mail.models import OutboxEmail
from mail.rendering import Details
from payments.models import LedgerEntry, Move, Order, Payment, Refund

Kind = OutboxEmail.Kind
Reason = Refund.Reason
NOT_BOOKED = (Reason.CLASS_FULL, Reason.ALREADY_ENROLLED, Reason.NOT_BOOKABLE, Reason.AMOUNT_CHANGED)
"""Why a payment gets no seat, except because of a withdrawal or a refund at Stripe."""


def put_settled(*, order: Order, payments: Sequence[Payment], method: str, now: datetime) -> None:
    """One e-mail about all booked seats, and one about each payment without a seat.

    About a payment for a withdrawn class, the settlement calls ``put_withdrawn``.
    """
    seated = [payment for payment in payments if payment.is_seated]
    if seated:
        facts = _booking_facts(order, seated) | {"method": method}
        outbox.put(Kind.BOOKED, recipient_id=order.student_id, about=order.pk, facts=facts, now=now)
        _tell_guardians(seated, "booked", now)
    for payment in payments:
        if not payment.is_seated and payment.refund_reason in NOT_BOOKED:
            _put_not_booked(payment, "", now)


def put_exchanged(*, order: Order, payment: Payment, former_name: str, now: datetime) -> None:
    """``former_name`` is in the e-mail only if an earlier one has confirmed that seat."""
    was_sent = _withdraw_booking(order)
    facts = _booking_facts(order, [payment]) | {"instead_of": former_name if was_sent else ""}
    outbox.put(
        Kind.BOOKED, recipient_id=order.student_id, about=f"{order.pk}/{payment.camp_class_id}", facts=facts, now=now
    )
    _tell_guardians([payment], "booked", now)


def put_not_sold(*, payment: Payment, former_name: str, now: datetime) -> None:
    """As ``put_exchanged``, about a class that couldn't be sold instead: all of the money goes back."""
    was_sent = _withdraw_booking(payment.order)
    _put_not_booked(payment, former_name if was_sent else "", now)


def _withdraw_booking(order: Order) -> bool:
    # True if the e-mail was sent.
    was_sent = outbox.was_sent(Kind.BOOKED, recipient_id=order.student_id, about=order.pk)
    outbox.withdraw(Kind.BOOKED, recipient_id=order.student_id, about=order.pk)
    return was_sent


def _put_not_booked(payment: Payment, instead_of: str, now: datetime) -> None:
    facts = payment_facts(payment) | {"amount": dollars(payment.price), "reason": payment.refund_reason}
    facts["instead_of"] = instead_of
    outbox.put(Kind.LATE_PAYMENT_REFUNDED, recipient_id=payment.student_id, about=payment.pk, facts=facts, now=now)


def _booking_facts(order: Order, seated: Sequence[Payment]) -> dict[str, Any]:
    amount = sum((payment.price for payment in seated), Decimal(0))
    return {"order": str(order.pk), "amount": dollars(amount), "lines": [_line(payment) for payment in seated]}


def put_canceled(*, payment: Payment, amount: Decimal, percent: int, now: datetime) -> None:
    """``amount`` dollars are refunded: ``percent`` of the price."""
    facts = payment_facts(payment) | {"amount": dollars(amount), "percent": percent}
    outbox.put(Kind.ENROLLMENT_CANCELED, recipient_id=payment.student_id, about=payment.pk, facts=facts, now=now)
    _tell_guardians([payment], "canceled", now)


def put_refunded(*, payment: Payment, amount: Decimal, by: str, is_part: bool = False, now: datetime) -> None:
    """``amount`` dollars are refunded. ``by`` is "staff", or "provider" for Stripe's dashboard.

    ``is_part``: the student keeps the seat. More partial refunds may follow, so each has its own e-mail.
    """
    about = f"{payment.pk}/{dollars(payment.refunded)}" if is_part else str(payment.pk)
    facts = payment_facts(payment) | {"amount": dollars(amount), "seat_released": not payment.is_seated, "by": by}
    facts["note"] = payment.note
    outbox.put(Kind.REFUNDED, recipient_id=payment.student_id, about=about, facts=facts, now=now)
    if not payment.is_seated:
        _tell_guardians([payment], "canceled", now)


def put_part_refunded(*, refund: Refund, now: datetime) -> None:
    """The student keeps the seat."""
    payment = refund.payment
    facts = payment_facts(payment) | {"amount": dollars(refund.amount), "seat_released": False, "by": "staff"}
    facts["note"] = refund.note
    outbox.put(Kind.REFUNDED, recipient_id=payment.student_id, about=f"{payment.pk}/{refund.pk}", facts=facts, now=now)


def put_paid_back(*, payment: Payment, amount: Decimal, method: str, now: datetime) -> None:
    """``amount`` dollars, by hand."""
    facts = payment_facts(payment) | {"amount": dollars(amount), "method": method}
    about = f"{payment.pk}/{dollars(payment.refunded)}"
    outbox.put(Kind.PAID_BACK, recipient_id=payment.student_id, about=about, facts=facts, now=now)


def put_check_returned(
    *, payment: Payment, had_seat: bool, kept_until: datetime | None, paid_back: Decimal, now: datetime
) -> None:
    """``had_seat``: it is released. ``paid_back``: the dollars that the school had paid back before."""
    line = payment_facts(payment) | {"payment": str(payment.pk), "note": payment.note, "seat_released": had_seat}
    if kept_until:
        line["until"] = kept_until.isoformat()
    line["paid_back"] = dollars(paid_back)
    outbox.put_or_merge(
        Kind.CHECK_RETURNED,
        recipient_id=payment.student_id,
        topic=_first_order_by_check(payment),
        facts={"lines": [line]},
        lines_by="payment",
        now=now,
    )
    if had_seat or kept_until:  # a reservation is no seat until it is paid
        _tell_guardians([payment], "canceled", now)


def _first_order_by_check(payment: Payment) -> UUID:
    # One check can pay for several orders; each has its number.
    charge = payment.entries.get(kind=LedgerEntry.Kind.CHARGE)
    if not charge.reference:
        return payment.order_id
    same = LedgerEntry.objects.filter(
        kind=charge.kind, method=charge.method, reference=charge.reference, order__student=payment.student_id
    )
    return same.order_by("pk").values_list("order", flat=True)[0]


def returned_check(facts: Mapping[str, Any], now: datetime) -> Details:
    """What the seats of a check have in common."""
    lines = template_values(facts["lines"])
    return Details(
        {
            "notes": list(dict.fromkeys(line["note"] for line in lines if line["note"])),
            "paid_back": sum(line["paid_back"] for line in lines),
            "is_released": any(line["seat_released"] for line in lines),
            "is_kept": any("until" in line for line in lines),
        }
    )


def put_moved(*, move: Move, former_name: str, amount: Decimal, now: datetime) -> None:
    """``amount`` dollars are refunded."""
    payment = move.payment
    facts = payment_facts(payment) | {
        "former": former_name,
        "reason": move.reason,
        "amount": dollars(amount),
        "former_enrollment": move.from_enrollment_id,
        "enrollment": move.to_enrollment_id,
    }
    if move.to_enrollment.full_refund_until and payment.price:
        facts["until"] = move.to_enrollment.full_refund_until.isoformat()
    outbox.put(Kind.MOVED, recipient_id=payment.student_id, about=f"{payment.pk}/{move.pk}", facts=facts, now=now)
    seats = [move.from_enrollment_id, move.to_enrollment_id]
    _tell_guardians([payment], "moved", now, former=former_name, enrollments=seats)


def put_withdrawn(
    *, payment: Payment, camp_class: CampClass, amount: Decimal, is_late: bool = False, now: datetime
) -> None:
    """``amount`` dollars are refunded.

    ``is_late``: the payment arrived after the withdrawal, so that the student never had a seat.
    """
    facts = payment_facts(payment) | withdrawal_facts(camp_class) | {"amount": dollars(amount), "role": "student"}
    facts["late"] = is_late
    outbox.put(Kind.CLASS_WITHDRAWN, recipient_id=payment.student_id, about=payment.pk, facts=facts, now=now)
    if not is_late:
        _tell_guardians([payment], "withdrawn", now, reason=camp_class.withdrawn_reason)


def _tell_guardians(payments: Sequence[Payment], what: str, now: datetime, **facts: Any) -> None:
    # They read about the seats only. What staff write to one family is not for them.
    seats = {each.enrollment_id: each for each in payments if each.child_name}
    children = dict(Enrollment.objects.filter(pk__in=seats).values_list("pk", "child_id")) if seats else {}
    told = told_about(children.values())
    for seat_id, child_id in children.items():
        payment = seats[seat_id]
        own = {"class": payment.class_name, "class_id": payment.camp_class_id, "child": payment.child_name}
        own |= {"what": what, "enrollments": [seat_id]} | facts
        for each in told.get(child_id or 0, ()):
            about = f"{payment.pk}/{seat_id}/{what}"
            put_to_guardian(Kind.SHARED_SEAT, each, about=about, facts=own, now=now)


def is_still_so(email: OutboxEmail) -> bool:
    """For a second guardian: whether the child still has the seat, or has lost one that it had."""
    seat = Enrollment.objects.get(pk=email.facts["enrollments"][-1])
    if email.facts["what"] in ("booked", "moved"):
        return seat.state == Enrollment.State.CONFIRMED
    return seat.state == Enrollment.State.RELEASED and seat.confirmed_at is not None


def dollars(amount: Decimal) -> str:
    """With two decimals."""
    return str(amount.quantize(Decimal("0.01")))


def _line(payment: Payment) -> dict[str, Any]:
    return payment_facts(payment) | payment.price_facts | {"enrollment": payment.enrollment_id}


def payment_facts(payment: Payment) -> dict[str, Any]:
    """For every e-mail about a payment. The child's name is empty if the student takes part.

    No e-mail promises a refund of a disputed charge, nor to a card what was paid at the desk.
    """
    return {
        "class": payment.class_name,
        "class_id": payment.camp_class_id,
        "child": payment.child_name,
        "price": dollars(payment.price),
        "dispute": payment.dispute or "",
        "at_desk": payment.is_at_desk,
    }


def is_still_booked(email: OutboxEmail) -> bool:
    """True for a paid order. For free seats: one of them has not been canceled meanwhile."""
    enrollments = [line["enrollment"] for line in email.facts["lines"]]
    is_paid = Decimal(email.facts["amount"]) > 0
    return is_paid or Enrollment.objects.confirmed().filter(pk__in=enrollments).exists()


def is_cancellation_of_confirmed_booking(email: OutboxEmail) -> bool:
    """True for a paid seat. For a free one: an e-mail has confirmed the booking before."""
    if Decimal(email.facts["price"]) > 0:
        return True
    order_id = Payment.objects.values_list("order", flat=True).get(pk=email.about)
    return email.recipient_id is not None and outbox.was_sent(
        Kind.BOOKED, recipient_id=email.recipient_id, about=order_id
    )

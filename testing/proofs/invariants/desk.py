"""The invariants of moves and refunds (docs/rules/invariants.md); see ``testing.proofs.invariants``."""

from collections import defaultdict
from typing import Any

from django.db.models import Sum

from payments.models import LedgerEntry, Move, Payment, Refund


def violations(payments: list[Payment]) -> list[str]:
    return [*_booked_to_another_class(payments), *_wrong_moves(payments), *_wrong_refunds(payments)]


def _booked_to_another_class(payments: list[Payment]) -> list[str]:
    """Invariant 15: the money of a payment is booked to its class, and moves sum up to 0."""
    by_class = LedgerEntry.objects.exclude(payment=None).values_list("payment", "camp_class")
    present = {payment.pk: payment.camp_class_id for payment in payments}
    moved = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.MOVE).values_list("payment")
    return [
        *(
            f"booked to another class: {amount} of payment {payment}"
            for payment, camp_class, amount in by_class.annotate(Sum("amount"))
            if amount and camp_class != present[payment]
        ),
        *(f"a move changes the books: {payment}" for payment, amount in moved.annotate(Sum("amount")) if amount),
    ]


def _wrong_moves(payments: list[Payment]) -> list[str]:
    """Invariant 5: the moves of a payment lead to its seat, and keep the participant."""
    found, now_at = [], {payment.pk: payment for payment in payments}
    moves: dict[Any, list[Move]] = defaultdict(list)
    for move in Move.objects.select_related("from_enrollment", "to_enrollment").order_by("pk"):
        moves[move.payment_id].append(move)
    for payment_id, of_payment in moves.items():
        payment = now_at[payment_id]
        starts = [*(move.from_enrollment_id for move in of_payment), payment.enrollment_id]
        ends = [move.to_enrollment_id for move in of_payment]
        seats = [each for move in of_payment for each in (move.from_enrollment, move.to_enrollment)]
        if starts[1:] != ends or payment.camp_class_id != of_payment[-1].to_enrollment.camp_class_id:
            found.append(f"moves that do not lead to the seat: {payment_id}")
        if {(each.student_id, each.child_id) for each in seats} != {(payment.student_id, payment.enrollment.child_id)}:
            found.append(f"moved to another participant: {payment_id}")
    return found


def _wrong_refunds(payments: list[Payment]) -> list[str]:
    """Invariant 8: at most the price goes back. A payment without a seat has a reason, and is pending while it owes."""
    found = []
    for payment in payments:
        reasons = [refund.reason for refund in payment.refunds.exclude(reason__in=["part", "at_provider"])]
        if payment.refunded > payment.price:
            found.append(f"more than the price was refunded: {payment.pk}")
        if payment.state in Payment.ENDED:
            if payment.ending is None:
                found.append(f"ended without a reason: {payment.pk}")
            if (payment.state == Payment.State.REFUND_PENDING) != (payment.owed > 0):
                found.append(f"{payment.state}, but {payment.owed} is owed: {payment.pk}")
        elif reasons:
            found.append(f"{payment.state}, but refunded because of {reasons}: {payment.pk}")
        if len([reason for reason in reasons if reason != Refund.Reason.CHECK_RETURNED]) > 1:
            found.append(f"ended twice: {payment.pk} because of {reasons}")
    return found

"""Checks invariant 16 (docs/rules/invariants.md) on the site's rows: prices, and the uses of vouchers."""

from collections import Counter
from datetime import datetime

from classes.models import Enrollment, Voucher
from payments.models import Payment


def violations(payments: list[Payment], *, now: datetime) -> list[str]:
    """Returns a line for each discount that differs between payment and seat, and each voucher that is used too often.

    ``payments``: all of them, with their enrollments.
    """
    return [*_other_discounts(payments), *_used_too_often(payments, now)]


def _other_discounts(payments: list[Payment]) -> list[str]:
    return [
        f"another discount than was paid: {payment.pk}"
        for payment in payments
        if payment.is_seated and payment.enrollment.seat_price._replace(voucher_id=None) != payment.seat_price
    ]


def _used_too_often(payments: list[Payment], now: datetime) -> list[str]:
    oldest_first = sorted(payments, key=lambda each: (each.is_seated, each.created_at))
    latest = {payment.enrollment_id: payment for payment in oldest_first}
    # Another order has one of its seats, and it only waits for its cancellation at Stripe.
    superseded = {each.order_id for each in payments if latest[each.enrollment_id].order_id != each.order_id}
    seats = Enrollment.objects.taking_seats(now).exclude(voucher=None)
    uses = {
        (seat.voucher_id, seat.student_id, payment.order_id)
        for seat in seats
        if (payment := latest.get(seat.pk)) and payment.order_id not in superseded and not _is_late(payment)
    }
    by_voucher = Counter(voucher_id for voucher_id, _, _ in uses)
    by_account = Counter((voucher_id, student_id) for voucher_id, student_id, _ in uses)
    vouchers = Voucher.objects.in_bulk()
    return [
        *(
            f"voucher {voucher_id} is used by {count} orders"
            for voucher_id, count in by_voucher.items()
            if (most := vouchers[voucher_id].max_uses) is not None and count > most
        ),
        *(
            f"voucher {voucher_id} is used by {count} orders of student {student_id}"
            for (voucher_id, student_id), count in by_account.items()
            if count > vouchers[voucher_id].per_account
        ),
    ]


def _is_late(payment: Payment) -> bool:
    """The hold of the order had ended: it was paid late, and got an open seat or a later hold of the participant."""
    held_at = payment.enrollment.held_at
    return held_at is None or held_at > payment.created_at

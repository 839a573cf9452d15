"""Refunds that staff pay back by hand: of the desk, and those that Stripe does not return."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core.errors import DomainError
from payments.emails import messages
from payments.ledger import book_paid_back_by_hand
from payments.models import LedgerEntry, PartRefund, Payment
from payments.orders.locks import lock_payment, payments_of
from payments.refunds.from_stripe import record_refunded_at_provider
from payments.refunds.parts import end_part
from payments.refunds.payment_refund import REFUND_FIELDS, mark_refunded
from payments.stripe import api as stripe_api


class RefundNotFailed(DomainError):
    code = "refund_not_failed"
    message = "This can't be marked as paid back by hand: nothing is owed, or the card provider may still return it."


def record_paid_back_by_hand(
    *, payment_id: UUID, note: str, method: LedgerEntry.Method, reference: str, by: User, now: datetime
) -> Payment:
    """Records that staff returned all that has to be paid back by hand. Only for staff.

    ``note`` says how. Stripe is asked first, because the response to an earlier refund may have been lost.
    """
    sent = Payment.objects.select_related("order").filter(pk=payment_id).first()
    intent = stripe_api.get_intent(sent.intent_id) if sent is not None and sent.intent_id else None
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if intent is not None and intent.refunds:
            record_refunded_at_provider(payments=payments_of(payment.order), intent=intent, now=now)
            payment.refresh_from_db()
        amounts = _end_parts(payment, now) + _end_refund(payment, note, now)
        if not amounts:
            raise RefundNotFailed
        amount = sum(amounts, Decimal(0))
        payment.save(update_fields=REFUND_FIELDS)
        book_paid_back_by_hand(payment=payment, amount=amount, method=method, reference=reference, by=by, now=now)
        if amount:  # else a refund in the dashboard has left nothing of a part refund
            messages.put_paid_back(payment=payment, amount=amount, method=method, now=now)
    return payment


def _end_parts(payment: Payment, now: datetime) -> list[Decimal]:
    """Ends the part refunds that Stripe does not return. Returns the dollars of each."""
    for_staff = [part for part in payment.part_refunds.owed() if part.needs_hand]
    return [end_part(part, payment, PartRefund.State.BY_HAND, now) for part in for_staff]


def _end_refund(payment: Payment, note: str, now: datetime) -> list[Decimal]:
    """Ends the refund of the payment itself, unless Stripe may return it. Returns its dollars."""
    if not payment.needs_refund_by_hand or payment.parts_owed:
        return []
    amount = payment.still_due
    mark_refunded(payment, Payment.RefundReason.BY_STAFF, now)
    payment.refunded_by_hand = note
    return [amount]

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core.errors import DomainError
from payments.emails import outgoing
from payments.ledger import book_paid_back_by_hand
from payments.models import LedgerEntry, Payment, Refund
from payments.orders.locks import lock_payment, payments_of
from payments.refunds.amounts import returned_amount
from payments.refunds.from_stripe import record_refunds_at_stripe
from payments.refunds.owing import end_refund
from payments.stripe import api as stripe_api
from payments.stripe.results import Intent


class RefundNotFailed(DomainError):
    code = "refund_not_failed"
    message = "This can't be marked as paid back by hand: nothing is owed, or the card provider may still return it."


def record_paid_back_by_hand(
    *, payment_id: UUID, method: LedgerEntry.Method, reference: str, by: User, now: datetime
) -> Payment:
    """Staff returned all that has to be paid back by hand.

    Stripe is asked first: the response to an earlier refund may have been lost, or one in the dashboard is pending.
    """
    sent = Payment.objects.select_related("order").filter(pk=payment_id).first()
    intent = stripe_api.get_intent(sent.intent_id) if sent is not None and sent.intent_id else None
    with transaction.atomic():
        payment = lock_payment(payment_id)
        if intent is not None and intent.refunds:
            record_refunds_at_stripe(payments=payments_of(payment.order), intent=intent, now=now)
            payment.refresh_from_db()
        refunds = _for_staff(payment)
        if not refunds or (intent is not None and _is_on_its_way(refunds, payment, intent)):
            raise RefundNotFailed
        amount = sum((end_refund(refund, Refund.State.BY_HAND, now) for refund in refunds), Decimal(0))
        payment.save(update_fields=["state"])
        book_paid_back_by_hand(payment=payment, amount=amount, method=method, reference=reference, by=by, now=now)
        if amount:  # A refund in the dashboard may have left nothing of a part.
            outgoing.put_paid_back(payment=payment, amount=amount, method=method, now=now)
    return payment


def _for_staff(payment: Payment) -> list[Refund]:
    # The refund of the seat waits until no part can still go through Stripe.
    owed = list(payment.refunds.owed())
    by_hand = [refund for refund in owed if refund.needs_hand]
    is_part_left = any(refund.is_part and refund not in by_hand for refund in owed)
    return [refund for refund in by_hand if refund.is_part or not is_part_left]


def _is_on_its_way(refunds: list[Refund], payment: Payment, intent: Intent) -> bool:
    # By refunds that are pending at Stripe, those in the dashboard included: if they succeed, too little is left.
    owed = sum((refund.amount for refund in refunds), Decimal(0))
    expected = returned_amount(payment, intent.with_pending_refunds)
    return expected > payment.refunded and expected + owed > payment.price

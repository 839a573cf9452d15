from datetime import datetime
from decimal import Decimal
from uuid import UUID

from accounts.models import User
from core.errors import DomainError, refused_if_taken
from payments.emails import outgoing
from payments.models import Refund
from payments.orders.locks import lock_payment
from payments.refunds.cancellation import NotSeated
from payments.refunds.owing import owe_part
from payments.refunds.sending import try_to_send_refunds


class KeyUsed(DomainError):
    code = "key_used"
    message = "The last refund was recorded with another amount or reason. Please check it before you refund more."


def refund_part(*, payment_id: UUID, key: UUID, amount: Decimal, note: str, by: User, now: datetime) -> bool:
    """Mails the student. False if the key was used for this refund before."""
    with refused_if_taken(KeyUsed):  # by a concurrent request for another payment
        is_new = _owe_once(payment_id, key, amount, note, by, now)
    try_to_send_refunds(payment_id=payment_id, now=now)
    return is_new


def _owe_once(payment_id: UUID, key: UUID, amount: Decimal, note: str, by: User, now: datetime) -> bool:
    payment = lock_payment(payment_id)
    known = Refund.objects.filter(pk=key).first()
    if known is not None:
        if (known.payment_id, known.amount, known.note) != (payment_id, amount, note):
            raise KeyUsed
        return False
    if not payment.is_seated:
        raise NotSeated
    refund = owe_part(payment=payment, key=key, amount=amount, note=note, by=by, now=now)
    outgoing.put_part_refunded(refund=refund, now=now)
    return True

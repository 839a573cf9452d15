from decimal import Decimal

from payments.models import Payment, Refund
from payments.stripe.results import Intent, StripeRefund


def refunded_at_stripe(payment: Payment, intent: Intent) -> Decimal:
    """In dollars. Pending refunds do not count."""
    of_all = intent.refunded_in_full or pays_all(payment)
    refunded = intent.refunded if of_all else intent.refunded_by_payment.get(str(payment.pk), Decimal(0))
    return min(refunded, payment.price)


def returned(payment: Payment, intent: Intent) -> Decimal:
    """In dollars: at Stripe and by hand."""
    return min(refunded_at_stripe(payment, intent) + payment.refunds.by_hand().total(), payment.price)


def returns_all(payment: Payment, intent: Intent) -> bool:
    """Stripe's refunds, including pending ones, cover what ended the payment, or the whole charge.

    The charge can be lower than the price if it had another amount than the order.
    """
    expected = intent.with_pending_refunds
    return expected.refunded_in_full or returned(payment, expected) >= due(payment)


def pays_all(payment: Payment) -> bool:
    """The other payments of the order, if any, are free."""
    return payment.price == payment.order.amount


def is_refunded(payment: Payment, expected: Intent) -> bool:
    """The intent's refunds return all that is due of this payment.

    A free payment ends with its order only if staff refund the order at Stripe. They name no payment; this site does.
    """
    if payment.is_free:
        return expected.refunded_in_full and not expected.refunded_by_payment
    if payment.is_seated:
        return returned(payment, expected) >= payment.price and not _is_all_in_parts(payment)
    is_all = expected.refunded_in_full or returned(payment, expected) >= payment.refunded + payment.owed
    return is_all and owed_ending(payment) is not None


def _is_all_in_parts(payment: Payment) -> bool:
    # The seat stays although the site refunds the whole price.
    return payment.refunds.parts().exclude(state=Refund.State.REPLACED).total() >= payment.price


def due(payment: Payment) -> Decimal:
    """In dollars: what had gone back before the payment ended, and what its end owes."""
    ending = payment.ending
    assert ending is not None
    before = payment.refunds.gone_back().filter(created_at__lte=ending.created_at)
    return before.total() + payment.owed


def unrecorded(payment: Payment, intent: Intent) -> Decimal:
    """The dollars that Stripe has refunded beyond the refunds of the payment."""
    return returned(payment, intent) - payment.refunded


def owed_ending(payment: Payment) -> Refund | None:
    return payment.refunds.owed().exclude(reason=Refund.Reason.PART).first()


def newest(payment: Payment, intent: Intent) -> StripeRefund | None:
    """The newest refund that names the payment, else the newest without a payment. Stripe lists the newest first."""
    succeeded = [each for each in intent.refunds if each.succeeded and each.payment in ("", str(payment.pk))]
    return max(succeeded, key=lambda each: bool(each.payment), default=None)

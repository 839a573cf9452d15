from decimal import Decimal

from payments.models import Payment, Refund
from payments.stripe.results import Intent, StripeRefund


def refunded_at_stripe(payment: Payment, intent: Intent) -> Decimal:
    """In dollars. Pending refunds do not count."""
    of_all = intent.refunded_in_full or pays_whole_order(payment)
    refunded = intent.refunded if of_all else intent.refunded_by_payment.get(str(payment.pk), Decimal(0))
    return min(refunded, payment.price)


def returned_amount(payment: Payment, intent: Intent) -> Decimal:
    """In dollars: at Stripe and by hand."""
    return min(refunded_at_stripe(payment, intent) + payment.refunds.by_hand().total(), payment.price)


def returns_all(payment: Payment, intent: Intent) -> bool:
    """Stripe's refunds, pending ones included, cover the payment: what is due of it, or the whole charge.

    The charge can be lower than the price if it had another amount than the order.
    """
    expected = intent.with_pending_refunds
    return expected.refunded_in_full or returned_amount(payment, expected) >= due_amount(payment)


def pays_whole_order(payment: Payment) -> bool:
    """The other payments of the order, if any, are free."""
    return payment.price == payment.order.amount


def is_refunded(payment: Payment, expected: Intent) -> bool:
    """The intent's refunds return all that is due of this payment.

    Refunds by this site name a payment; refunds in the dashboard don't. A free payment ends with its order only if
    staff have refunded the order in the dashboard.
    """
    if payment.is_free:
        return expected.refunded_in_full and not expected.refunded_by_payment
    if payment.is_seated:
        return returned_amount(payment, expected) >= payment.price and not _is_all_in_parts(payment)
    is_all = expected.refunded_in_full or returned_amount(payment, expected) >= payment.refunded + payment.owed
    return is_all and owed_ending(payment) is not None


def _is_all_in_parts(payment: Payment) -> bool:
    # The seat stays although the site refunds the whole price.
    return payment.refunds.parts().exclude(state=Refund.State.REPLACED).total() >= payment.price


def due_amount(payment: Payment) -> Decimal:
    """In dollars: what was refunded before the payment ended, plus what is owed now."""
    ending = payment.ending
    assert ending is not None
    before = payment.refunds.gone_back().filter(created_at__lte=ending.created_at)
    return before.total() + payment.owed


def unrecorded_amount(payment: Payment, intent: Intent) -> Decimal:
    """The dollars that Stripe has refunded beyond the refunds of the payment."""
    return returned_amount(payment, intent) - payment.refunded


def owed_ending(payment: Payment) -> Refund | None:
    return payment.refunds.owed().exclude(reason=Refund.Reason.PART).first()


def newest_refund(payment: Payment, intent: Intent) -> StripeRefund | None:
    """The newest refund that names the payment, else the newest without a payment. Stripe lists the newest first."""
    succeeded = [each for each in intent.refunds if each.succeeded and each.payment in ("", str(payment.pk))]
    return max(succeeded, key=lambda each: bool(each.payment), default=None)

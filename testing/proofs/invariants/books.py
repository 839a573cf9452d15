"""Checks invariant 15, the books (docs/rules/invariants.md)."""

from decimal import Decimal

from django.db.models import Sum

from core.money import to_cents
from payments.models import LedgerEntry, Order, Payment, Refund
from testing.proofs.invariants.provider_records import ProviderRecords


def wrongly_booked(payments: list[Payment]) -> list[str]:
    """Invariant 15: the books have what was paid and not returned of each payment."""
    booked = dict(LedgerEntry.objects.exclude(payment=None).values_list("payment").annotate(Sum("amount")))
    found = _wrongly_returned()
    for payment in payments:
        sum_of_entries = booked.get(payment.pk, Decimal(0))
        kept = Decimal(0) if payment.paid_at is None else payment.price - payment.refunded
        if payment.is_returned_check:  # the bank takes all of it
            kept -= payment.refunds.by_hand().total()
        if kept != sum_of_entries and not _is_booked_otherwise(payment):
            found.append(f"wrongly booked: {payment.pk} kept {kept}, the books have {sum_of_entries}")
    return found


def _wrongly_returned() -> list[str]:
    """Invariant 15: the bank takes back all of a returned check, and its payment shows that."""
    checks = Refund.objects.filter(reason=Refund.Reason.CHECK_RETURNED).values("payment")
    of_checks = LedgerEntry.objects.filter(payment__in=checks)
    of_banks = of_checks.filter(kind__in=["CHARGE", "RETURNED"]).values_list("payment").annotate(sum=Sum("amount"))
    returned = LedgerEntry.objects.filter(kind="RETURNED", order__method=Order.Method.DESK)
    unknown = returned.exclude(payment__in=checks)
    return [
        *(f"a returned check is still booked: {id} with {kept}" for id, kept in of_banks.exclude(sum=0)),
        *(f"a returned check that its payment doesn't show: {entry.payment_id}" for entry in unknown),
    ]


def _is_booked_otherwise(payment: Payment) -> bool:
    """Only the books of the order count: it was charged another amount, or money may have been returned twice."""
    is_other_amount = payment.refund_reason == Refund.Reason.AMOUNT_CHANGED
    by_hand = is_returned_otherwise(payment) and not payment.is_at_desk
    return is_other_amount or by_hand or payment.dispute == "lost"


def is_returned_otherwise(payment: Payment) -> bool:
    """Returns whether staff or the bank have returned the payment, and not Stripe."""
    others = payment.refunds.filter(state__in=[Refund.State.BY_HAND, Refund.State.REPLACED])
    return others.exclude(reason=Refund.Reason.PART).exists()


def books_other_than_provider(orders: list[Order], records: ProviderRecords) -> list[str]:
    """Invariant 15: the books of an order have what the provider charged and did not refund."""
    at_provider = LedgerEntry.objects.filter(kind__in=["CHARGE", "REFUND"], method="card")
    booked = dict(at_provider.values_list("order").annotate(Sum("amount")))
    return [
        f"books of order {order.pk}: {cents} cents, the provider has {records.net_cents(order.intent_id)}"
        for order in orders
        if (cents := to_cents(booked.get(order.pk, Decimal(0)))) != records.net_cents(order.intent_id)
        and not any(waits_for_staff(payment) for payment in order.payments.all())
    ]


def waits_for_staff(payment: Payment) -> bool:
    """A refund is owed that staff must decide: of the desk, disputed, or with too little left by a partial refund."""
    owed = list(payment.refunds.owed())
    if payment.is_at_desk or payment.is_in_dispute:
        return bool(owed)
    left, unassigned = payment.price - payment.refunded, payment.order.unassigned_refund
    return any(each.needs_hand and (each.amount > left or unassigned > 0) for each in owed)

"""What the payment history shows of a payment."""

from decimal import Decimal
from functools import cache
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Func, JSONField, OuterRef, QuerySet, Subquery, Sum, TextField, Value, When
from django.db.models.functions import Cast, Coalesce

from payments.models.ledger_entry import LedgerEntry
from payments.models.move import Move
from payments.models.part_refund import PartRefund
from payments.models.payment import Payment
from payments.models.payment_queryset import PaymentQuerySet

CHECK_RETURNED = Payment.RefundReason.CHECK_RETURNED
MOVE = {
    "from_class_id": Cast("from_enrollment__camp_class_id", TextField()),
    "from_class": "from_enrollment__camp_class__name",
    "to_class_id": Cast("to_enrollment__camp_class_id", TextField()),
    "to_class": "to_enrollment__camp_class__name",
    "reason": "reason",
    "at": "at",
}
PART_REFUND = {
    "pk": Cast("pk", TextField()),
    "amount": "amount",
    "state": "state",
    "note": "note",
    "created_at": "created_at",
    "ended_at": "ended_at",
}


def payments_with_class_values() -> PaymentQuerySet:
    """Returns ``Payment.objects.with_class_values()`` with ``shown_moves``, ``shown_refunds`` and ``paid_back``."""
    return _with_class_values().all()


@cache
def _with_class_values() -> PaymentQuerySet:
    """Returns a query that is built only once. Only copies of it are evaluated: it would keep its rows."""
    changes = {
        "shown_moves": _rows(Move.objects.all(), MOVE, "at"),
        "shown_refunds": _rows(PartRefund.objects.all(), PART_REFUND, "created_at"),
        "paid_back": Case(When(refund_reason=CHECK_RETURNED, then=_paid_back()), default=Decimal(0)),
    }
    return Payment.objects.with_class_values().annotate(**changes)


def _paid_back() -> Coalesce:
    """Returns the dollars that the school has paid back."""
    refunds = LedgerEntry.objects.filter(payment=OuterRef("pk"), kind=LedgerEntry.Kind.REFUND).order_by()
    return Coalesce(Subquery(refunds.values("payment").values(sum=-Sum("amount"))), Decimal(0))


def _rows(rows: QuerySet[Any], columns: dict[str, Any], order: str) -> ArraySubquery:
    """Returns the rows about the payment of the outer query as JSON, the oldest first.

    Django's ``JSONObject`` casts each name, and takes longer to compile.
    """
    pairs = [each for name, column in columns.items() for each in (Value(name), column)]
    row = Func(*pairs, function="JSONB_BUILD_OBJECT", output_field=JSONField())
    return ArraySubquery(rows.filter(payment=OuterRef("pk")).order_by(order).values(row=row))

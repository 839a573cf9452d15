from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import F, Func, JSONField, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast

from classes.models import Enrollment, Lesson, count_per_class
from core.database.expressions import CurrentTime
from payments.models.ledger_entry import LedgerEntry
from payments.models.move import Move
from payments.models.payment import NOTHING, Payment
from payments.models.refund import Refund

READ_COLUMNS = (
    *("order__intent_id", "order__method"),
    *("enrollment__child", "enrollment__booked_start", "enrollment__full_refund_until"),
)
MOVE = {
    "from_class_id": Cast("from_enrollment__camp_class_id", TextField()),
    "from_class": "from_enrollment__camp_class__name",
    "to_class_id": Cast("to_enrollment__camp_class_id", TextField()),
    "to_class": "to_enrollment__camp_class__name",
    "reason": "reason",
    "at": "at",
}
REFUND = {
    "pk": Cast("pk", TextField()),
    "amount": "amount",
    "reason": "reason",
    "state": "state",
    "note": "note",
    "created_at": "created_at",
    "ended_at": "ended_at",
}


class ShownPaymentManager(models.Manager["ShownPayment"]):
    def get_queryset(self) -> QuerySet["ShownPayment"]:
        return _shown_payments().all()


class ShownPayment(Payment):
    """Everything that the payment history shows, read in one query.

    ``first_start`` is that of the lessons; ``charge_method`` is None for a free seat; ``shown_at`` is the time of the
    query; ``shown_moves`` and ``shown_refunds`` are JSON, the oldest first.
    """

    class Meta:
        proxy = True

    objects: ClassVar[ShownPaymentManager] = ShownPaymentManager()  # type: ignore[assignment]

    student_email: str
    enrolled: int
    capacity: int
    first_start: datetime | None
    withdrawn_at: datetime | None
    withdrawn_reason: str
    charge_method: str | None
    shown_at: datetime
    shown_moves: Sequence[dict[str, Any]]
    shown_refunds: Sequence[dict[str, Any]]

    @classmethod
    def of(cls, payment: Payment, **values: Any) -> Self:
        """With these values instead of a query's."""
        shown = cls()
        shown.__dict__.update(payment.__dict__ | values)
        return shown

    @cached_property
    def refund_rows(self) -> Sequence[Refund]:
        return [_refund(row) for row in self.shown_refunds]

    @property
    def shown_parts(self) -> list[dict[str, Any]]:
        """The seat stays."""
        return [row for row in self.shown_refunds if row["reason"] == Refund.Reason.PART]

    @property
    def unsold_seats(self) -> int:
        return max(0, self.capacity - self.enrolled)

    @property
    def paid_back(self) -> Decimal:
        """The dollars that the school had paid back of a check that the bank returned later."""
        if not self.is_returned_check:
            return NOTHING
        return sum((each.amount for each in self.refund_rows if each.state == Refund.State.BY_HAND), NOTHING)


def _refund(row: dict[str, Any]) -> Refund:
    return Refund(
        pk=row["pk"],
        amount=Decimal(str(row["amount"])),
        reason=row["reason"],
        state=row["state"],
        note=row["note"],
        created_at=datetime.fromisoformat(row["created_at"]),
    )


@cache
def _shown_payments() -> QuerySet[ShownPayment]:
    """Built only once. Only copies are evaluated: this query would keep its rows."""
    charges = LedgerEntry.objects.filter(payment=OuterRef("pk"), kind=LedgerEntry.Kind.CHARGE)
    lessons = Lesson.objects.taking_place().filter(camp_class=OuterRef("camp_class"))
    own = [field.name for field in Payment._meta.concrete_fields]  # noqa: SLF001 (Django documents `_meta`)
    shown: QuerySet[ShownPayment] = (
        QuerySet(ShownPayment)
        .select_related("enrollment", "order")
        .only(*own, *READ_COLUMNS)
        .annotate(
            student_email=F("student__email"),
            enrolled=count_per_class(Enrollment.objects.confirmed(), "camp_class"),
            capacity=F("camp_class__capacity"),
            withdrawn_at=F("camp_class__withdrawn_at"),
            withdrawn_reason=F("camp_class__withdrawn_reason"),
            first_start=Subquery(lessons.values(time=Func("starts_at", function="MIN"))),
            charge_method=Subquery(charges.values("method")[:1]),
            shown_at=CurrentTime(),
            shown_moves=_rows(Move.objects.all(), MOVE, "at"),
            shown_refunds=_rows(Refund.objects.all(), REFUND, "created_at"),
        )
    )
    return shown


def _rows(rows: QuerySet[Any], columns: dict[str, Any], order: str) -> ArraySubquery:
    # Django's ``JSONObject`` casts each name, and takes longer to compile.
    pairs = [each for name, column in columns.items() for each in (Value(name), column)]
    row = Func(*pairs, function="JSONB_BUILD_OBJECT", output_field=JSONField())
    return ArraySubquery(rows.filter(payment=OuterRef("pk")).order_by(order).values(row=row))

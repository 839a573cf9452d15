from django.db.models import Prefetch, Q, QuerySet

from accounts.models import DELETED_CHILD_NAME, DELETED_NAME
from core.personal_data import DELETED_NOTE, PersonalRows
from payments.models import LedgerEntry, Move, Order, Payment, Refund, ShownPayment


def _shown_payments() -> QuerySet[ShownPayment]:
    entries = LedgerEntry.objects.order_by("happened_at", "pk")
    refunds = Refund.objects.order_by("created_at", "pk")
    return ShownPayment.objects.prefetch_related(
        Prefetch("entries", queryset=entries, to_attr="movements"), Prefetch("refunds", queryset=refunds)
    )


PERSONAL_ROWS = (
    # Deletion also replaces the instructor of a payment: privacy/deletion.py.
    PersonalRows(
        model=Payment,
        account="student",
        exported_as="payments",
        fields=(
            *("pk", "class_id", "name_class", "student_name", "child_id", "child_name"),
            *("price", "discount", "discount_text", "state", "started_at", "paid_at", "transaction_id"),
            *("refund_reason", "refunded_amount", "disputed_at", "dispute_lost_at", "movements", "moves", "refunds"),
        ),
        sources={
            "class_id": "camp_class_id",
            "name_class": "class_name",
            "child_id": "enrollment.child_id",
            "started_at": "created_at",
            "transaction_id": "order.intent_id",
            "moves": "shown_moves",
            "refund_reason": "refund_reason_text",
            "refunded_amount": "refunded",
        },
        order=("-created_at", "-pk"),
        query=_shown_payments,
        kept="An audit asks for amounts, times and Stripe's ids.",
    ),
    PersonalRows(model=Payment, account="student", replaced={"student_name": DELETED_NAME}),
    PersonalRows(
        model=Payment, account="student", child="enrollment__child", replaced={"child_name": DELETED_CHILD_NAME}
    ),
    PersonalRows(
        model=LedgerEntry,
        account="payment__student",
        child="payment__enrollment__child",
        exported_as="movements",
        inside=Payment,
        fields=("kind", "method", "amount", "reference", "date"),
        sources={"date": "happened_at"},
        # What staff wrote may name the family. The reference of a refund to a card is Stripe's.
        replaced={"reference": ""},
        untouched=Q(kind=LedgerEntry.Kind.REFUND, method=LedgerEntry.Method.CARD),
    ),
    PersonalRows(
        model=Refund,
        account="payment__student",
        child="payment__enrollment__child",
        exported_as="refunds",
        inside=Payment,
        fields=("pk", "amount", "reason", "state", "refund_id", "note", "created_at", "ended_at"),
        sources={"refund_id": "stripe_id"},
        replaced={"note": DELETED_NOTE},
    ),
    PersonalRows(
        model=Move,
        account="payment__student",
        child="payment__enrollment__child",
        replaced={"reason": DELETED_NOTE},
    ),
    PersonalRows(model=Order, account="student", kept="An audit asks for it. It contains no name."),
)

from rest_framework import serializers

from core.api.fields import IdField, PriceField
from core.api.serializers import CampModelSerializer
from payments.api.row_serializers import MoveOutput
from payments.models import LedgerEntry, Payment, Refund


class MovementDataOutput(CampModelSerializer):
    """A movement of money: a charge, a refund, what the bank has returned, or a move to another class."""

    amount = serializers.FloatField(help_text="US dollars; negative if the school paid it.")
    date = serializers.DateTimeField(source="happened_at")

    class Meta:
        model = LedgerEntry
        fields = ("kind", "method", "amount", "reference", "date")
        read_only_fields = fields


class RefundDataOutput(CampModelSerializer):
    """Money of a payment that went back, or is owed. A refund of 0 dollars says why a payment ended."""

    pk = IdField()
    amount = PriceField(help_text="US dollars.")
    refund_id = serializers.CharField(source="stripe_id", help_text="Stripe's id; may be empty.")
    note = serializers.CharField(help_text="Why the school refunded it, if it did.")
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Refund
        fields = ("pk", "amount", "reason", "state", "refund_id", "note", "created_at", "ended_at")
        read_only_fields = ("reason", "state")


class PaymentDataOutput(CampModelSerializer):
    """A payment in any state."""

    pk = IdField()
    class_id = IdField(source="camp_class_id")
    name_class = serializers.CharField(source="class_name")
    student_name = serializers.CharField(help_text="At the time of payment.")
    child_id = IdField(source="enrollment.child_id", allow_null=True)
    child_name = serializers.CharField(help_text="At the time of payment; empty without a child.")
    price = PriceField()
    discount = PriceField(help_text="US dollars off the list price.")
    discount_text = serializers.CharField(help_text="Its reason; empty without a discount.")
    state = serializers.ChoiceField(choices=Payment.State.choices)
    started_at = serializers.DateTimeField(source="created_at")
    paid_at = serializers.DateTimeField(allow_null=True)
    transaction_id = serializers.CharField(source="intent_id", allow_null=True, help_text="Stripe's id.")
    refund_reason = serializers.CharField(source="refund_reason_text", help_text="Empty unless refunded.")
    refunded_amount = PriceField(source="refunded")
    movements = MovementDataOutput(many=True)
    disputed_at = serializers.DateTimeField(allow_null=True)
    dispute_lost_at = serializers.DateTimeField(allow_null=True)
    moves = MoveOutput(source="shown_moves", many=True)
    refunds = RefundDataOutput(many=True)

    class Meta:
        model = Payment
        fields = (
            *("pk", "class_id", "name_class", "student_name", "child_id", "child_name"),
            *("price", "discount", "discount_text", "state", "started_at", "paid_at", "transaction_id"),
            *("refund_reason", "refunded_amount", "disputed_at", "dispute_lost_at", "movements", "moves", "refunds"),
        )

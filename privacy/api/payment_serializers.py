from rest_framework import serializers

from core.api.fields import IdField, PriceField
from core.api.serializers import CampModelSerializer
from payments.api.row_serializers import MoveOutput, PartRefundOutput
from payments.models import LedgerEntry, Payment


class MovementDataOutput(CampModelSerializer):
    """A movement of money: a charge, a refund, what the bank has returned, or a move to another class."""

    amount = serializers.FloatField(help_text="US dollars; negative if the school paid it.")
    date = serializers.DateTimeField(source="happened_at")

    class Meta:
        model = LedgerEntry
        fields = ("kind", "method", "amount", "reference", "date")
        read_only_fields = fields


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
    refund_id = serializers.CharField(help_text="Stripe's id; empty without a refund.")
    refund_reason = serializers.CharField(source="refund_reason_text", help_text="Empty unless refunded.")
    refund_due = PriceField(allow_null=True, help_text="The total of the refund; null if it is the price.")
    refunded_amount = PriceField()
    refunded_by_hand = serializers.CharField(help_text="How the school paid it back, if Stripe could not.")
    refunded_at = serializers.DateTimeField(allow_null=True)
    movements = MovementDataOutput(many=True)
    disputed_at = serializers.DateTimeField(allow_null=True)
    dispute_lost_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(source="staff_note", help_text="Why the school ended the seat, if it did.")
    moves = MoveOutput(source="shown_moves", many=True)
    refunds = PartRefundOutput(source="shown_refunds", many=True)

    class Meta:
        model = Payment
        fields = (
            *("pk", "class_id", "name_class", "student_name", "child_id", "child_name"),
            *("price", "discount", "discount_text", "state", "started_at", "paid_at", "transaction_id"),
            *("refund_id", "refund_reason", "refund_due", "refunded_amount", "refunded_by_hand"),
            *("refunded_at", "disputed_at", "dispute_lost_at", "note", "movements", "moves", "refunds"),
        )

"""Serializers of payments in the data export."""

from rest_framework import serializers

from core.api.fields import PriceField
from payments.api.row_serializers import MoveOutput, PartRefundOutput
from payments.models import LedgerEntry, Payment


class MovementDataOutput(serializers.ModelSerializer):
    """A movement of money: a charge, a refund, what the bank has returned, or a move to another class."""

    amount = serializers.FloatField(help_text="US dollars; negative if the school paid it.")
    date = serializers.DateTimeField(source="happened_at")

    class Meta:
        model = LedgerEntry
        fields = ("kind", "method", "amount", "reference", "date")
        read_only_fields = fields


class PaymentDataOutput(serializers.ModelSerializer):
    """A payment in any state."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="class_name")
    studentName = serializers.CharField(source="student_name", help_text="At the time of payment.")
    childId = serializers.CharField(source="enrollment.child_id", allow_null=True)
    childName = serializers.CharField(source="child_name", help_text="At the time of payment; empty without a child.")
    price = PriceField()
    discount = PriceField(help_text="US dollars off the list price.")
    discountText = serializers.CharField(source="discount_text", help_text="Its reason; empty without a discount.")
    state = serializers.ChoiceField(choices=Payment.State.choices)
    startedAt = serializers.DateTimeField(source="created_at")
    paidAt = serializers.DateTimeField(source="paid_at", allow_null=True)
    transactionId = serializers.CharField(source="intent_id", allow_null=True, help_text="Stripe's id.")
    refundId = serializers.CharField(source="refund_id", help_text="Stripe's id; empty without a refund.")
    refundReason = serializers.CharField(source="refund_reason_text", help_text="Empty unless refunded.")
    refundDue = PriceField(
        source="refund_due", allow_null=True, help_text="The total of the refund; null if it is the price."
    )
    refundedAmount = PriceField(source="refunded_amount")
    refundedByHand = serializers.CharField(
        source="refunded_by_hand", help_text="How the school paid it back, if Stripe could not."
    )
    refundedAt = serializers.DateTimeField(source="refunded_at", allow_null=True)
    movements = MovementDataOutput(many=True)
    disputedAt = serializers.DateTimeField(source="disputed_at", allow_null=True)
    disputeLostAt = serializers.DateTimeField(source="dispute_lost_at", allow_null=True)
    note = serializers.CharField(source="staff_note", help_text="Why the school ended the seat, if it did.")
    moves = MoveOutput(source="shown_moves", many=True)
    refunds = PartRefundOutput(source="shown_refunds", many=True)

    class Meta:
        model = Payment
        fields = (
            *("_id", "classId", "nameClass", "studentName", "childId", "childName"),
            *("price", "discount", "discountText", "state", "startedAt", "paidAt", "transactionId"),
            *("refundId", "refundReason", "refundDue", "refundedAmount", "refundedByHand"),
            *("refundedAt", "disputedAt", "disputeLostAt", "note", "movements", "moves", "refunds"),
        )

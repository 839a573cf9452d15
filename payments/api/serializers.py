"""Serializers of payments. Field names are those of the documented API."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from core.api.fields import PictureUrlField, PriceField
from core.api.path_converters import ID_PATTERN
from payments.api.row_serializers import MoveOutput, PartRefundOutput
from payments.models import LedgerEntry, Payment
from payments.refunds.rules import cancellation_terms, full_refund_until
from payments.settlement.settlement import Settlement

ID = rf"\A{ID_PATTERN}\Z"
DISCOUNT = "US dollars off the list price."
DISCOUNT_TEXT = "The reason of the discount; empty without one."
PARTICIPANT = "Without it, the participant of the only selection of the class; without a selection, the user."


class PaymentInput(serializers.Serializer):
    """A card payment by the id of its intent, or a free class by its id. Other fields of the body are ignored."""

    transactionId = serializers.CharField(max_length=255, required=False, help_text="The PaymentIntent's id.")
    classId = serializers.RegexField(
        ID,
        required=False,
        help_text="A free class; with `transactionId`, the class that is meant at the price.",
    )
    childId = ChildIdField(help_text=f"Only for a free class. {PARTICIPANT}")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.get("transactionId") and not attrs.get("classId"):
            raise serializers.ValidationError({"transactionId": ["This field is required."]})
        return attrs


class CancellationInput(serializers.Serializer):
    """Whether to release the seat even if nothing is refunded, and the refund that the student saw."""

    withoutRefund = serializers.BooleanField(source="without_refund", default=False)
    amount = PriceField(
        source="expected_amount",
        required=False,
        help_text="US dollars, as `cancellation` said. If it is given and has changed, nothing is canceled.",
    )


class CancelUntilField(serializers.DateTimeField):
    """The deadline for a full refund. Takes a row of ``payments_with_class_values()``."""

    def get_attribute(self, instance: Payment) -> Any:
        return full_refund_until(instance, instance.first_start, instance.shown_at)


class CancellationOutput(serializers.Serializer):
    """The terms on which the student can cancel the seat now. Takes a row of ``payments_with_class_values()``."""

    percent = serializers.IntegerField(help_text="Of the price.")
    amount = PriceField(help_text="US dollars that are refunded: that percentage of the price, minus earlier refunds.")
    until = serializers.DateTimeField(allow_null=True, help_text="It applies until then; null at 0 percent.")

    def get_attribute(self, instance: Payment) -> Any:
        return cancellation_terms(instance, instance.first_start, instance.shown_at)


class WithdrawnClassOutput(serializers.Serializer):
    """When and why the school withdrew the class. Takes a row of ``payments_with_class_values()``."""

    withdrawnAt = serializers.DateTimeField(source="withdrawn_at")
    reason = serializers.CharField(source="withdrawn_reason")

    def get_attribute(self, instance: Payment) -> Any:
        return instance if instance.refund_reason == Payment.RefundReason.CLASS_WITHDRAWN else None


class PaymentOutput(serializers.ModelSerializer):
    """A payment as its student sees it, with the class's name and price at the time of payment.

    Takes a row of ``payments_with_class_values()``.
    """

    _id = serializers.CharField(source="pk")
    email = AccountEmailField(source="student_email")
    studentName = serializers.CharField(source="student_name")
    childId = serializers.CharField(
        source="enrollment.child_id", allow_null=True, help_text="The child who takes part; null for the student."
    )
    childName = serializers.SerializerMethodField(help_text="The child's name at the time of payment.")
    transactionId = serializers.CharField(source="intent_id", allow_null=True, help_text="Null without a card payment.")
    method = serializers.ChoiceField(
        choices=LedgerEntry.Method.choices,
        source="charge_method",
        read_only=True,
        allow_null=True,
        help_text="How it was paid; null if it cost nothing.",
    )
    price = PriceField()
    listPrice = PriceField(source="list_price", read_only=True)
    discount = PriceField(help_text=DISCOUNT)
    discountText = serializers.CharField(source="discount_text", help_text=DISCOUNT_TEXT)
    date = serializers.DateTimeField(source="paid_at", help_text="Time of payment by the server's clock, UTC.")
    nameClass = serializers.CharField(source="class_name")
    image = PictureUrlField(source="class_image")
    instructorEmail = AccountEmailField(source="instructor_email", help_text="Empty if the instructor had none.")
    instructorName = serializers.CharField(source="instructor_name")
    payId = serializers.SerializerMethodField(help_text="The id of the former selection.")
    classId = serializers.CharField(source="camp_class_id")
    seats = serializers.IntegerField(source="seats_free", help_text="Current number of free seats in the class.")
    enroll = serializers.IntegerField(source="enrolled", help_text="Current number of enrolled students in the class.")
    status = serializers.ChoiceField(
        choices=["enrollPending", "enrolled", "refundPending", "refunded"], source="state", read_only=True
    )
    refundReason = serializers.CharField(source="refund_reason_text", help_text="Empty unless refunded.")
    refundedAmount = PriceField(source="refunded_amount")
    refundOwed = PriceField(
        source="amount_owed", read_only=True, help_text="US dollars that are still on their way back."
    )
    dispute = serializers.ChoiceField(
        choices=["open", "lost"],
        read_only=True,
        allow_null=True,
        help_text="A dispute of the charge. While it is open no refund is sent; if lost, the bank returned the money.",
    )
    withdrawal = WithdrawnClassOutput(
        read_only=True, allow_null=True, help_text="Null unless refunded because the school withdrew the class."
    )
    cancelUntil = CancelUntilField(
        read_only=True, allow_null=True, help_text="Deadline for canceling the enrollment for a full refund, or null."
    )
    cancellation = CancellationOutput(
        read_only=True, allow_null=True, help_text="Null without a seat, and once the class has begun."
    )

    moves = MoveOutput(source="shown_moves", many=True, read_only=True, help_text="Oldest first.")
    refunds = PartRefundOutput(source="shown_refunds", many=True, read_only=True, help_text="Oldest first.")
    note = serializers.CharField(source="staff_note", help_text="Why the school ended the seat, if it did.")
    returned = serializers.BooleanField(
        source="is_returned_check", read_only=True, help_text="Whether the bank returned the check: it was never paid."
    )
    paidBack = PriceField(
        source="paid_back",
        read_only=True,
        help_text="US dollars that the school had paid back of a check that the bank returned later, else 0.",
    )

    class Meta:
        model = Payment
        fields = (
            *("_id", "email", "studentName", "transactionId", "price", "date"),
            *("nameClass", "image", "instructorEmail", "instructorName", "payId", "classId", "seats", "enroll"),
            *("status", "refundReason", "refundedAmount", "refundOwed", "dispute", "withdrawal"),
            *("cancelUntil", "cancellation", "childId", "childName"),
            *("method", "moves", "refunds", "note", "returned", "paidBack"),
            *("listPrice", "discount", "discountText"),
        )

    def get_childName(self, payment: Payment) -> str | None:
        return payment.child_name or None

    def get_payId(self, payment: Payment) -> str | None:
        return None if payment.selection_id_was is None else str(payment.selection_id_was)


class InsertedPaymentOutput(serializers.Serializer):
    insertedId = serializers.CharField(source="payment.pk")


class RemovedSelectionOutput(serializers.Serializer):
    deletedCount = serializers.IntegerField(source="selections_removed")


class SettledResultOutput(serializers.Serializer):
    insertedId = serializers.CharField(source="payment.pk")
    modifiedCount = serializers.SerializerMethodField(help_text="1 if the payment became a seat, 0 if it is refunded.")

    def get_modifiedCount(self, settlement: Settlement) -> int:
        return int(settlement.payment.is_seated)


class SettledOutput(serializers.Serializer):
    """The result of a settlement; each payment says whether it is a seat or is refunded, and why.

    ``insertResult``, ``result`` and ``payment`` are about the first payment of the order.
    """

    insertResult = InsertedPaymentOutput(source="*")
    deleteResult = RemovedSelectionOutput(source="*")
    result = SettledResultOutput(source="*")
    payment = PaymentOutput()
    payments = PaymentOutput(many=True)


class WebhookOutput(serializers.Serializer):
    received = serializers.BooleanField()

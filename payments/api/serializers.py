from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from core.api.base import output
from core.api.fields import IdField, IdInputField, PictureUrlField, PriceField
from core.api.serializers import CampModelSerializer, CampSerializer
from payments.api.row_serializers import MoveOutput, PartRefundOutput
from payments.models import LedgerEntry, Payment, Refund, ShownPayment
from payments.refunds.rules import cancellation_terms, full_refund_until, refund_steps
from payments.settlement.orders import Settlement

DISCOUNT = "US dollars off the list price."
DISCOUNT_TEXT = "The reason of the discount; empty without one."
PARTICIPANT = "Without it, the participant of the only selection of the class; without a selection, the user."


class PaymentInput(CampSerializer):
    """A card payment by the id of its intent, or a free class by its id. Other fields of the body are ignored."""

    transaction_id = serializers.CharField(max_length=255, required=False, help_text="The PaymentIntent's id.")
    class_id = IdInputField(
        required=False,
        help_text="A free class; with `transactionId`, the class that is meant at the price.",
    )
    child_id = ChildIdField(help_text=f"Only for a free class. {PARTICIPANT}")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.get("transaction_id") and attrs.get("class_id") is None:
            raise serializers.ValidationError({"transaction_id": ["This field is required."]})
        return attrs


class CancellationInput(CampSerializer):
    """Whether to release the seat even if nothing is refunded, and the refund that the student saw."""

    without_refund = serializers.BooleanField(default=False)
    amount = PriceField(
        source="expected_amount",
        required=False,
        help_text="US dollars, as `cancellation` said. If it is given and has changed, nothing is canceled.",
    )


class CancelUntilField(serializers.DateTimeField):
    """The deadline for a full refund. Takes a ``ShownPayment``."""

    def get_attribute(self, instance: ShownPayment) -> Any:
        return full_refund_until(instance, instance.first_start, instance.shown_at)


class TermsOutput(CampSerializer):
    """The terms on which the student can cancel the seat."""

    percent = serializers.IntegerField(help_text="Of the price.")
    amount = PriceField(help_text="US dollars that are refunded: that percentage of the price, minus earlier refunds.")
    until = serializers.DateTimeField(allow_null=True, help_text="It applies until then; null at 0 percent.")


class CancellationOutput(TermsOutput):
    """The terms on which the student can cancel the seat now. Takes a ``ShownPayment``."""

    def get_attribute(self, instance: ShownPayment) -> Any:
        return cancellation_terms(instance, instance.first_start, instance.shown_at)


class WithdrawnClassOutput(CampSerializer):
    """When and why the school withdrew the class. Takes a ``ShownPayment``."""

    withdrawn_at = serializers.DateTimeField()
    reason = serializers.CharField(source="withdrawn_reason")

    def get_attribute(self, instance: ShownPayment) -> Any:
        return instance if instance.refund_reason == Refund.Reason.CLASS_WITHDRAWN else None


class PaymentOutput(CampModelSerializer):
    """A payment as its student sees it, with the class's name and price at the time of payment.

    Takes a ``ShownPayment``.
    """

    pk = IdField()
    email = AccountEmailField(source="student_email")
    student_name = serializers.CharField()
    child_id = IdField(
        source="enrollment.child_id", allow_null=True, help_text="The child who takes part; null for the student."
    )
    child_name = serializers.SerializerMethodField(help_text="The child's name at the time of payment.")
    transaction_id = serializers.CharField(
        source="intent_id", allow_null=True, help_text="Null without a card payment."
    )
    method = serializers.ChoiceField(
        choices=LedgerEntry.Method.choices,
        source="charge_method",
        read_only=True,
        allow_null=True,
        help_text="How it was paid; null if it cost nothing.",
    )
    price = PriceField()
    list_price = PriceField(read_only=True)
    discount = PriceField(help_text=DISCOUNT)
    discount_text = serializers.CharField(help_text=DISCOUNT_TEXT)
    date = serializers.DateTimeField(source="paid_at", help_text="Time of payment by the server's clock, UTC.")
    name_class = serializers.CharField(source="class_name")
    image = PictureUrlField(source="class_image")
    instructor_email = AccountEmailField(help_text="Empty if the instructor had none.")
    instructor_name = serializers.CharField()
    pay_id = serializers.SerializerMethodField(help_text="The id of the former selection.")
    class_id = IdField(source="camp_class_id")
    seats = serializers.IntegerField(source="unsold_seats", help_text="Current number of unsold seats in the class.")
    enroll = serializers.IntegerField(source="enrolled", help_text="Current number of enrolled students in the class.")
    status = serializers.ChoiceField(
        choices=["enrollPending", "enrolled", "refundPending", "refunded"], source="state", read_only=True
    )
    refund_reason = serializers.CharField(source="refund_reason_text", help_text="Empty unless refunded.")
    refunded_amount = PriceField(source="refunded", read_only=True)
    refund_owed = PriceField(source="owed", read_only=True, help_text="US dollars that are still on their way back.")
    dispute = serializers.ChoiceField(
        choices=["open", "lost"],
        read_only=True,
        allow_null=True,
        help_text="A dispute of the charge. While it is open no refund is sent; if lost, the bank returned the money.",
    )
    withdrawal = WithdrawnClassOutput(
        read_only=True, allow_null=True, help_text="Null unless refunded because the school withdrew the class."
    )
    cancel_until = CancelUntilField(
        read_only=True, allow_null=True, help_text="Deadline for canceling the enrollment for a full refund, or null."
    )
    cancellation = CancellationOutput(
        read_only=True, allow_null=True, help_text="Null without a seat, and once the class has begun."
    )

    refund_steps = serializers.SerializerMethodField(
        help_text="`cancellation`, and what it will be later: the highest refund first."
    )
    moves = MoveOutput(source="shown_moves", many=True, read_only=True, help_text="Oldest first.")
    refunds = PartRefundOutput(source="shown_parts", many=True, read_only=True, help_text="Oldest first.")
    note = serializers.CharField(read_only=True, help_text="Why the school ended the seat, if it did.")
    returned = serializers.BooleanField(
        source="is_returned_check", read_only=True, help_text="Whether the bank returned the check: it was never paid."
    )
    paid_back = PriceField(
        read_only=True,
        help_text="US dollars that the school had paid back of a check that the bank returned later, else 0.",
    )

    class Meta:
        model = Payment
        fields = (
            *("pk", "email", "student_name", "transaction_id", "price", "date"),
            *("name_class", "image", "instructor_email", "instructor_name", "pay_id", "class_id", "seats", "enroll"),
            *("status", "refund_reason", "refunded_amount", "refund_owed", "dispute", "withdrawal"),
            *("cancel_until", "cancellation", "refund_steps", "child_id", "child_name"),
            *("method", "moves", "refunds", "note", "returned", "paid_back"),
            *("list_price", "discount", "discount_text"),
        )

    @extend_schema_field(TermsOutput(many=True))
    def get_refund_steps(self, payment: ShownPayment) -> list[dict[str, Any]]:
        steps = refund_steps(payment, payment.first_start, payment.shown_at)
        return [output(TermsOutput, each) for each in steps]

    def get_child_name(self, payment: Payment) -> str | None:
        return payment.child_name or None

    def get_pay_id(self, payment: Payment) -> str | None:
        return None if payment.selection_id_was is None else str(payment.selection_id_was)


class InsertedPaymentOutput(CampSerializer):
    inserted_id = IdField(source="payment.pk")


class RemovedSelectionOutput(CampSerializer):
    deleted_count = serializers.IntegerField(source="selections_removed")


class SettledResultOutput(CampSerializer):
    inserted_id = IdField(source="payment.pk")
    modified_count = serializers.SerializerMethodField(help_text="1 if the payment became a seat, 0 if it is refunded.")

    def get_modified_count(self, settlement: Settlement) -> int:
        return int(settlement.payment.is_seated)


class SettledOutput(CampSerializer):
    """The result of a settlement; each payment says whether it is a seat or is refunded, and why.

    ``insertResult``, ``result`` and ``payment`` are about the first payment of the order.
    """

    insert_result = InsertedPaymentOutput(source="*")
    delete_result = RemovedSelectionOutput(source="*")
    result = SettledResultOutput(source="*")
    payment = PaymentOutput()
    payments = PaymentOutput(many=True)


class WebhookOutput(CampSerializer):
    received = serializers.BooleanField()

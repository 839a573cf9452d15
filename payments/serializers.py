"""What the money calls take and answer, in the wire's own names."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.serializers import AccountData, AccountVersion
from camp.lib.api import PriceField, SumField
from classes.serializers import OfferedClassData, PlaceData, SelectionData
from payments.models import Payment


class IntentRequest(serializers.Serializer):
    """Which seat to hold, and the price the student saw."""

    price = PriceField(min_value=0)
    classId = serializers.RegexField(
        r"\A[0-9]{1,18}\Z", required=False, help_text="Without it, the one selected class that has this price is meant."
    )


class IntentAnswer(serializers.Serializer):
    clientSecret = serializers.CharField(source="client_secret")
    heldUntil = serializers.DateTimeField(source="held_until")


class PaymentRequest(serializers.Serializer):
    """A card payment by its intent's id, or a free class by its own; everything else is the server's to know."""

    transactionId = serializers.CharField(max_length=255, required=False, help_text="The PaymentIntent's id.")
    classId = serializers.RegexField(r"\A[0-9]{1,18}\Z", required=False, help_text="A free class.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.get("transactionId") and not attrs.get("classId"):
            raise serializers.ValidationError({"transactionId": ["This field is required."]})
        return attrs


class PaymentAnswer(serializers.ModelSerializer):
    """A payment as its student sees it: what the class was called and cost when it was paid."""

    _id = serializers.CharField(source="pk")
    email = serializers.EmailField(source="student.email")
    studentName = serializers.CharField(source="student_name")
    transactionId = serializers.CharField(source="intent_id", allow_null=True, help_text="None for a free class.")
    price = PriceField()
    date = serializers.DateTimeField(source="paid_at", help_text="When it was paid, by the server's clock, UTC.")
    nameClass = serializers.CharField(source="class_name")
    image = serializers.CharField(source="class_image")
    instructorEmail = serializers.EmailField(source="instructor_email")
    instructorName = serializers.CharField(source="instructor_name")
    payId = serializers.SerializerMethodField(help_text="The selection's id as it was.")
    classId = serializers.CharField(source="camp_class_id")
    seats = serializers.IntegerField(source="seats_free", help_text="Seats free in the class now.")
    enroll = serializers.IntegerField(source="enrolled", help_text="Students enrolled in the class now.")
    status = serializers.ChoiceField(
        choices=["enrollPending", "enrolled", "refundPending", "refunded"], source="state", read_only=True
    )
    refundReason = serializers.CharField(source="get_refund_reason_display", help_text="Empty unless refunded.")
    refundedAmount = PriceField(source="refunded_amount")
    giveBackUntil = serializers.SerializerMethodField(help_text="Until when the place can be given back; else null.")

    class Meta:
        model = Payment
        fields = (
            "_id",
            "email",
            "studentName",
            "transactionId",
            "price",
            "date",
            "nameClass",
            "image",
            "instructorEmail",
            "instructorName",
            "payId",
            "classId",
            "seats",
            "enroll",
            "status",
            "refundReason",
            "refundedAmount",
            "giveBackUntil",
        )

    def get_payId(self, payment: Payment) -> str | None:
        return None if payment.selection_id_was is None else str(payment.selection_id_was)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_giveBackUntil(self, payment: Payment) -> str | None:
        if not payment.is_seated or payment.paid_at is None:
            return None
        until = payment.paid_at + timedelta(hours=settings.CANCEL_WITHIN_HOURS)
        return serializers.DateTimeField().to_representation(until)


class InsertedPayment(serializers.Serializer):
    insertedId = serializers.CharField()


class RemovedSelection(serializers.Serializer):
    deletedCount = serializers.IntegerField()


class SettledResult(serializers.Serializer):
    insertedId = serializers.CharField()
    modifiedCount = serializers.IntegerField(help_text="1 where the payment became a seat, 0 where it is refunded.")


class SettledAnswer(serializers.Serializer):
    """What became of a payment; ``payment`` tells whether it is a seat or is being refunded, and why."""

    insertResult = InsertedPayment()
    deleteResult = RemovedSelection()
    result = SettledResult()
    payment = PaymentAnswer()


class WeekAnswer(serializers.Serializer):
    week = serializers.DateField(help_text="The week's Monday, UTC.")
    income = SumField(help_text="Dollars, refunds taken off.")
    sales = serializers.IntegerField()


class ClassesByStatus(serializers.Serializer):
    Pending = serializers.IntegerField()
    Approved = serializers.IntegerField()
    Denied = serializers.IntegerField()


class SeatsSold(serializers.Serializer):
    sold = serializers.IntegerField()
    capacity = serializers.IntegerField(help_text="Of Approved classes.")


class OverviewAnswer(serializers.Serializer):
    students = serializers.IntegerField()
    instructors = serializers.IntegerField()
    classes = ClassesByStatus()
    seats = SeatsSold()
    income = SumField(help_text="Dollars, refunds taken off.")
    weeks = WeekAnswer(many=True, help_text="The last twelve weeks, oldest first.")


class PaymentData(serializers.ModelSerializer):
    """A try to pay and what became of it, for whose it is to take along."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="class_name")
    studentName = serializers.CharField(source="student_name", help_text="As it was then.")
    price = PriceField()
    state = serializers.ChoiceField(choices=Payment.State.choices)
    startedAt = serializers.DateTimeField(source="created_at")
    paidAt = serializers.DateTimeField(source="paid_at", allow_null=True)
    transactionId = serializers.CharField(source="intent_id", allow_null=True, help_text="The card provider's id.")
    refundId = serializers.CharField(source="refund_id", help_text="The card provider's id; empty without a refund.")
    refundReason = serializers.CharField(source="get_refund_reason_display", help_text="Empty unless refunded.")
    refundedAmount = PriceField(source="refunded_amount")
    refundedAt = serializers.DateTimeField(source="refunded_at", allow_null=True)
    disputedAt = serializers.DateTimeField(source="disputed_at", allow_null=True)

    class Meta:
        model = Payment
        fields = (
            *("_id", "classId", "nameClass", "studentName", "price", "state", "startedAt", "paidAt", "transactionId"),
            *("refundId", "refundReason", "refundedAmount", "refundedAt", "disputedAt"),
        )


class PersonalDataAnswer(serializers.Serializer):
    """Everything that is kept about somebody, newest first in each list."""

    account = AccountData()
    changes = AccountVersion(many=True, help_text="The account as it was after each change.")
    selections = SelectionData(many=True)
    places = PlaceData(many=True)
    payments = PaymentData(many=True)
    classesOffered = OfferedClassData(many=True, source="classes_offered")


class LeavingInput(serializers.Serializer):
    """The proof that it is the person who asks, and not somebody who found the page open."""

    idToken = serializers.CharField(
        max_length=8192, help_text="The identity provider's ID token of the same person, who logged in just now."
    )


class Received(serializers.Serializer):
    received = serializers.BooleanField()

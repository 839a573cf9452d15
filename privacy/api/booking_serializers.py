"""Serializers of what a person has selected and booked, for the export."""

from rest_framework import serializers

from classes.models import Enrollment, Selection, Voucher, WaitlistEntry
from core.api.fields import PriceField
from payments.models import LedgerEntry, Payment


class ClassRowOutput(serializers.ModelSerializer):
    """Base of the rows that refer to a class and a participant."""

    _id = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="camp_class.name")
    childId = serializers.CharField(source="child_id", allow_null=True)
    childName = serializers.CharField(source="child.name", allow_null=True, default=None)


class SelectionDataOutput(ClassRowOutput):
    """A selected class."""

    selectedAt = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Selection
        fields = ("_id", "classId", "nameClass", "childId", "childName", "selectedAt")


class WaitlistDataOutput(ClassRowOutput):
    """An entry on a waitlist in any state."""

    state = serializers.ChoiceField(choices=WaitlistEntry.State.choices)
    joinedAt = serializers.DateTimeField(source="joined_at")
    endedAt = serializers.DateTimeField(source="ended_at", allow_null=True)
    seatId = serializers.CharField(source="offer_id", allow_null=True, help_text="The seat that was offered.")
    putNextAt = serializers.DateTimeField(
        source="next_at", allow_null=True, help_text="When staff put the entry before the others."
    )
    putNextReason = serializers.CharField(source="next_reason", help_text="Why they did; else empty.")

    class Meta:
        model = WaitlistEntry
        fields = (
            *("_id", "classId", "nameClass", "childId", "childName", "state"),
            *("joinedAt", "endedAt", "seatId", "putNextAt", "putNextReason"),
        )


class SeatDataOutput(ClassRowOutput):
    """An enrollment in any state."""

    state = serializers.ChoiceField(choices=Enrollment.State.choices)
    price = PriceField(help_text="US dollars, fixed when the seat was held.")
    discount = PriceField(help_text="US dollars off the list price.")
    discountText = serializers.CharField(source="discount_text", help_text="Its reason; empty without a discount.")
    code = serializers.CharField(source="voucher.code", allow_null=True, default=None, help_text="Of the discount.")
    heldAt = serializers.DateTimeField(source="held_at", allow_null=True)
    heldUntil = serializers.DateTimeField(source="held_until", allow_null=True)
    offeredUntil = serializers.DateTimeField(
        source="offered_until", allow_null=True, help_text="Of an offer to the waitlist."
    )
    reservedUntil = serializers.DateTimeField(
        source="reserved_until", allow_null=True, help_text="Of a reservation by the office."
    )
    priceReason = serializers.CharField(
        source="price_reason", help_text="Why staff asked for another price than the class's; else empty."
    )
    confirmedAt = serializers.DateTimeField(source="confirmed_at", allow_null=True)
    releasedAt = serializers.DateTimeField(source="released_at", allow_null=True)
    bookedStart = serializers.DateTimeField(
        source="booked_start", allow_null=True, help_text="The first lesson when it was booked, if it has changed."
    )
    fullRefundUntil = serializers.DateTimeField(source="full_refund_until", allow_null=True)

    class Meta:
        model = Enrollment
        fields = (
            *("_id", "classId", "nameClass", "childId", "childName", "state", "price"),
            *("discount", "discountText", "code"),
            *("priceReason", "heldAt", "heldUntil", "offeredUntil", "reservedUntil"),
            *("confirmedAt", "releasedAt", "bookedStart", "fullRefundUntil"),
        )


class MovementDataOutput(serializers.ModelSerializer):
    """A movement of money: a charge, a refund, or what the bank has returned."""

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
    refundReason = serializers.CharField(source="get_refund_reason_display", help_text="Empty unless refunded.")
    refundDue = PriceField(
        source="refund_due", allow_null=True, help_text="The total of the refund; null if it is the price."
    )
    refundedAmount = PriceField(source="refunded_amount")
    refundedByHand = serializers.CharField(
        source="refunded_by_hand", help_text="How the school paid it back, if Stripe could not."
    )
    refundedAt = serializers.DateTimeField(source="refunded_at", allow_null=True)
    disputedAt = serializers.DateTimeField(source="disputed_at", allow_null=True)
    disputeLostAt = serializers.DateTimeField(source="dispute_lost_at", allow_null=True)

    movements = MovementDataOutput(many=True, source="entries.all")

    class Meta:
        model = Payment
        fields = (
            *("_id", "classId", "nameClass", "studentName", "childId", "childName"),
            *("price", "discount", "discountText", "state", "startedAt", "paidAt", "transactionId"),
            *("refundId", "refundReason", "refundDue", "refundedAmount", "refundedByHand"),
            *("refundedAt", "disputedAt", "disputeLostAt", "movements"),
        )


class VoucherDataOutput(serializers.ModelSerializer):
    """A code that only the user can use."""

    amount = PriceField(allow_null=True, help_text="US dollars.")
    startsAt = serializers.DateTimeField(source="starts_at", allow_null=True)
    endsAt = serializers.DateTimeField(source="ends_at", allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    canceledAt = serializers.DateTimeField(source="canceled_at", allow_null=True)

    class Meta:
        model = Voucher
        fields = ("code", "percent", "amount", "note", "createdAt", "startsAt", "endsAt", "canceledAt")
        read_only_fields = fields

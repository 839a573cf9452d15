"""Serializers of what a person has selected and booked, for the export."""

from rest_framework import serializers

from classes.models import Enrollment, Selection, Voucher, WaitlistEntry
from core.api.fields import PriceField


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

from rest_framework import serializers

from classes.models import Enrollment, Selection, Voucher, WaitlistEntry
from core.api.fields import IdField, PriceField
from core.api.serializers import CampModelSerializer


class ClassRowOutput(CampModelSerializer):
    """Base of the rows that refer to a class and a participant."""

    pk = IdField()
    class_id = IdField(source="camp_class_id")
    name_class = serializers.CharField(source="camp_class.name")
    child_id = IdField(allow_null=True)
    child_name = serializers.CharField(source="child.name", allow_null=True, default=None)


class SelectionDataOutput(ClassRowOutput):
    """A selected class."""

    selected_at = serializers.DateTimeField(source="created_at")

    class Meta:
        model = Selection
        fields = ("pk", "class_id", "name_class", "child_id", "child_name", "selected_at")


class WaitlistDataOutput(ClassRowOutput):
    """An entry on a waitlist in any state."""

    state = serializers.ChoiceField(choices=WaitlistEntry.State.choices)
    joined_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    seat_id = IdField(source="offer_id", allow_null=True, help_text="The seat that was offered.")
    put_next_at = serializers.DateTimeField(
        source="next_at", allow_null=True, help_text="When staff put the entry before the others."
    )
    put_next_reason = serializers.CharField(source="next_reason", help_text="Why they did; else empty.")

    class Meta:
        model = WaitlistEntry
        fields = (
            *("pk", "class_id", "name_class", "child_id", "child_name", "state"),
            *("joined_at", "ended_at", "seat_id", "put_next_at", "put_next_reason"),
        )


class SeatDataOutput(ClassRowOutput):
    """An enrollment in any state."""

    state = serializers.ChoiceField(choices=Enrollment.State.choices)
    price = PriceField(help_text="US dollars, fixed when the seat was held.")
    discount = PriceField(help_text="US dollars off the list price.")
    discount_text = serializers.CharField(help_text="Its reason; empty without a discount.")
    code = serializers.CharField(source="voucher.code", allow_null=True, default=None, help_text="Of the discount.")
    held_at = serializers.DateTimeField(allow_null=True)
    held_until = serializers.DateTimeField(allow_null=True)
    offered_until = serializers.DateTimeField(allow_null=True, help_text="Of an offer to the waitlist.")
    reserved_until = serializers.DateTimeField(allow_null=True, help_text="Of a reservation by the office.")
    price_reason = serializers.CharField(help_text="Why staff asked for another price than the class's; else empty.")
    confirmed_at = serializers.DateTimeField(allow_null=True)
    released_at = serializers.DateTimeField(allow_null=True)
    booked_start = serializers.DateTimeField(
        allow_null=True, help_text="The first lesson when it was booked, if it has changed."
    )
    full_refund_until = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Enrollment
        fields = (
            *("pk", "class_id", "name_class", "child_id", "child_name", "state", "price"),
            *("discount", "discount_text", "code"),
            *("price_reason", "held_at", "held_until", "offered_until", "reserved_until"),
            *("confirmed_at", "released_at", "booked_start", "full_refund_until"),
        )


class VoucherDataOutput(CampModelSerializer):
    """A code that only the user can use."""

    amount = PriceField(allow_null=True, help_text="US dollars.")
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    canceled_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Voucher
        fields = ("code", "percent", "amount", "note", "created_at", "starts_at", "ends_at", "canceled_at")
        read_only_fields = fields

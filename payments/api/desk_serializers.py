"""Serializers of what staff book at the desk."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from accounts.api.serializers import ChildIdField
from classes.seats.seat_requests import Override, SeatRequest
from core.api.fields import PriceField
from payments.api.order_serializers import TotalField
from payments.api.serializers import ID, PaymentOutput
from payments.desk.lines import Line
from payments.models import LedgerEntry, Order

METHODS = [LedgerEntry.Method.CASH, LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER]
MAX_REFERENCE = 100


class DeskLineInput(serializers.Serializer):
    """A seat in a class. Another price than the present one needs a reason."""

    classId = serializers.RegexField(ID)
    childId = ChildIdField(help_text="Null or missing: the account holder.")
    price = PriceField(required=False, help_text="US dollars; by default what the seat costs now.")
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")

    def to_internal_value(self, data: Any) -> Line:
        values = super().to_internal_value(data)
        seat = SeatRequest(int(values["classId"]), values.get("childId"))
        return Line(seat, values.get("price"), values["reason"])


class DeskInput(serializers.Serializer):
    """Seats for the participants of one account."""

    userId = serializers.RegexField(ID)
    lines = serializers.ListField(child=DeskLineInput(), min_length=1, max_length=Order.MAX_PAYMENTS)

    def validate_lines(self, value: list[Line]) -> list[Line]:
        if len({line.seat for line in value}) < len(value):
            raise serializers.ValidationError("Each seat can be named only once.")
        return value


class DeskEnrollmentInput(DeskInput):
    """What a family pays at the desk."""

    method = serializers.ChoiceField(
        choices=METHODS, required=False, allow_null=True, default=None, help_text="Required unless the total is 0."
    )
    reference = serializers.CharField(
        max_length=MAX_REFERENCE, allow_blank=True, default="", help_text="Such as the number of a check."
    )
    total = TotalField(help_text="US dollars; what staff saw.")
    key = serializers.UUIDField(help_text="Identifies the request, so that a repeated one takes no money twice.")
    override = serializers.ListField(
        child=serializers.ChoiceField(choices=[each.value for each in Override]),
        default=list,
        max_length=len(Override),
        help_text="The obstacles that staff ignore.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["total"] == Decimal(0):
            attrs["method"], attrs["reference"] = None, ""
        elif attrs["method"] is None:
            raise serializers.ValidationError({"method": ["This field is required."]})
        return attrs


class DeskEnrollmentOutput(serializers.Serializer):
    """The order and its payments, each with its seat."""

    orderId = serializers.CharField(source="order.pk")
    payments = PaymentOutput(many=True)


class ReservationInput(DeskInput):
    """Seats to reserve until a time."""

    until = serializers.DateTimeField(
        help_text="At most 21 days from now, and two hours before the first lesson of each class."
    )


class ReservationOutput(serializers.Serializer):
    """A reserved seat."""

    enrollmentId = serializers.CharField(source="pk")
    classId = serializers.CharField(source="camp_class_id")
    childId = serializers.CharField(source="child_id", allow_null=True)
    price = PriceField()
    reservedUntil = serializers.DateTimeField(source="reserved_until")


class ReservationsOutput(serializers.Serializer):
    """The reserved seats, in the order of the request."""

    reservations = ReservationOutput(many=True)

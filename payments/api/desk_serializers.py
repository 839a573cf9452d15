from decimal import Decimal
from typing import Any

from rest_framework import serializers

from accounts.api.serializers import AccountEmailField, ChildIdField
from classes.api.selection_serializers import ClashOutput
from classes.seats.requests import Override, SeatRequest
from core.api.fields import BoundedListField, IdField, IdInputField, PriceField, SumField
from core.api.serializers import CampSerializer
from payments.api.order_serializers import CodeField, QuotedPriceOutput, TotalField
from payments.api.serializers import PaymentOutput
from payments.desk.lines import Line
from payments.desk.owed import OwedItem
from payments.models import LedgerEntry, Order, Payment

METHODS = [LedgerEntry.Method.CASH, LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER]
MAX_REFERENCE = 100
MAX_NOTE_LENGTH = 200


class DeskSeatInput(CampSerializer):
    """A seat in a class."""

    class_id = IdInputField()
    child_id = ChildIdField(help_text="Null or missing: the account holder.")


class DeskLineInput(DeskSeatInput):
    """A seat in a class. Another price than the present one needs a reason."""

    price = PriceField(required=False, help_text="US dollars; by default what the seat costs now.")
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")

    def to_internal_value(self, data: Any) -> Line:
        values = super().to_internal_value(data)
        return Line(_seat(values), values.get("price"), values["reason"])


class DeskInput(CampSerializer):
    """Seats for the participants of one account."""

    user_id = IdInputField()
    lines = BoundedListField(child=DeskLineInput(), min_length=1, max_length=Order.MAX_PAYMENTS)

    def validate_lines(self, value: list[Line]) -> list[Line]:
        _refuse_repeated([line.seat for line in value])
        return value


class DeskQuoteInput(CampSerializer):
    """Seats for the participants of one account, and the code that the family has."""

    user_id = IdInputField()
    lines = BoundedListField(child=DeskSeatInput(), min_length=1, max_length=Order.MAX_PAYMENTS)
    code = CodeField()

    def validate_lines(self, value: list[dict[str, Any]]) -> list[SeatRequest]:
        seats = [_seat(values) for values in value]
        _refuse_repeated(seats)
        return seats


class DeskQuoteLineOutput(QuotedPriceOutput):
    """What a seat would cost."""

    class_id = IdField(source="seat.camp_class_id")
    child_id = IdField(source="seat.child_id", allow_null=True)
    clashes = ClashOutput(many=True, help_text="Other classes of the participant at the same time.")


class DeskQuoteOutput(CampSerializer):
    """What the seats would cost now."""

    lines = DeskQuoteLineOutput(many=True, help_text="In the order of the request.")
    total = SumField(help_text="US dollars.")


def _seat(values: dict[str, Any]) -> SeatRequest:
    return SeatRequest(values["class_id"], values.get("child_id"))


def _refuse_repeated(seats: list[SeatRequest]) -> None:
    if len(set(seats)) < len(seats):
        raise serializers.ValidationError("Each seat can be named only once.")


class OverrideField(BoundedListField):
    """The obstacles that staff ignore."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=serializers.ChoiceField(choices=list(Override)),
            default=list,
            max_length=len(Override),
            help_text="The obstacles that staff ignore. A full class is never overridden.",
            **kwargs,
        )


class DeskEnrollmentInput(DeskInput):
    """What a family pays at the desk."""

    method = serializers.ChoiceField(
        choices=METHODS, required=False, allow_null=True, default=None, help_text="Required unless the total is 0."
    )
    reference = serializers.CharField(
        max_length=MAX_REFERENCE, allow_blank=True, default="", help_text="Such as the number of a check."
    )
    total = TotalField(help_text="US dollars; what staff saw.")
    code = CodeField()
    key = serializers.UUIDField(help_text="Identifies the request, so that a repeated one takes no money twice.")
    override = OverrideField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["total"] == Decimal(0):
            attrs["method"], attrs["reference"] = None, ""
        elif attrs["method"] is None:
            raise serializers.ValidationError({"method": ["This field is required."]})
        return attrs


class ClashesOutput(CampSerializer):
    clashes = ClashOutput(many=True)


class DeskEnrollmentOutput(ClashesOutput):
    """The order and its payments, each with its seat, and the participants' other classes at the same time."""

    order_id = IdField(source="sold.order.pk")
    payments = PaymentOutput(source="sold.payments", many=True)


class ReservationInput(DeskInput):
    """Seats to reserve until a time."""

    until = serializers.DateTimeField(
        help_text="At most 21 days from now, and two hours before the first lesson of each class."
    )


class ReservationOutput(CampSerializer):
    """A reserved seat."""

    enrollment_id = IdField(source="pk")
    class_id = IdField(source="camp_class_id")
    child_id = IdField(allow_null=True)
    price = PriceField()
    reserved_until = serializers.DateTimeField()


class ReservationsOutput(ClashesOutput):
    """The reserved seats, in the order of the request, and the participants' other classes at the same time."""

    reservations = ReservationOutput(many=True)


class NoteField(serializers.CharField):
    """What staff write about a change. The family reads it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_NOTE_LENGTH, **kwargs)


class MoveInput(CampSerializer):
    """The class to which the seat is moved, and what the family gets back of the price."""

    class_id = IdInputField(source="camp_class_id")
    refund = PriceField(default=None, allow_null=True, help_text="US dollars. Without it, nothing is refunded.")
    reason = NoteField(required=False, default="", allow_blank=True, help_text="Required, but for a dry run.")
    by_school = serializers.BooleanField(
        default=False, help_text="The school wants the move: the full refund is open for a week."
    )
    override = OverrideField()
    dry_run = serializers.BooleanField(default=False, help_text="Only say what would be, or what is in the way.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["reason"] and not attrs["dry_run"]:
            raise serializers.ValidationError({"reason": ["This field is required."]})
        return attrs


class MoveResultOutput(ClashesOutput):
    """What else staff should know of a move."""

    new_price = PriceField(help_text="US dollars that the seat in the new class would cost now.")
    proposed_refund = PriceField(help_text="US dollars that the new class costs less, as far as they are left.")


class MovedOutput(MoveResultOutput, PaymentOutput):
    """The payment with its new seat, and the participant's other classes at the same time."""

    class Meta:
        model = Payment
        fields = (*PaymentOutput.Meta.fields, "clashes", "new_price", "proposed_refund")


class PartRefundInput(CampSerializer):
    """A part of the price that the school gives back. The seat stays."""

    amount = PriceField(help_text="US dollars, more than 0.")
    note = NoteField()
    key = serializers.UUIDField(help_text="A new UUID for each refund, so that a repeated request refunds it once.")

    def validate_amount(self, value: Any) -> Any:
        if not value:
            raise serializers.ValidationError("Ensure this value is greater than 0.")
        return value


class ReleaseInput(CampSerializer):
    """What the family gets back for a seat that the school ends."""

    refund = PriceField(help_text="US dollars: from 0 to what was paid and not refunded.")
    note = NoteField()


class ReturnedInput(CampSerializer):
    note = NoteField()


class OrderReturnedInput(ReturnedInput):
    keep_until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Until then the seats are reserved, as by `/desk/reservations`. Without it they are released.",
    )


class OrderReturnedOutput(CampSerializer):
    """What happened to the seats of an order."""

    released = serializers.IntegerField()
    kept = serializers.IntegerField(help_text="They are reservations now, at their prices.")
    skipped = serializers.ListField(
        child=IdField(), help_text="The payments that were refunded or recorded as bounced before."
    )


class PaidBackInput(CampSerializer):
    """How the school paid back what it owed."""

    method = serializers.ChoiceField(choices=METHODS)
    reference = serializers.CharField(
        max_length=MAX_REFERENCE, default="", allow_blank=True, help_text="Such as the number of the check."
    )


class OwedFamilyOutput(CampSerializer):
    pk = IdField()
    name = serializers.CharField()
    phone = serializers.CharField(help_text="May be empty.")
    email = AccountEmailField(help_text="Empty if the account has none: it has to be called.")


class OwedOutput(CampSerializer):
    """Something that waits for the office."""

    _id = IdField(source="id", help_text="Of the payment, or of the enrollment of a reservation.")
    kind = serializers.ChoiceField(
        choices=list(OwedItem.Kind),
        help_text="`owed`: to be paid back by hand. `failed`: the card provider refused the refund. `disputed`: the "
        "cardholder disputes the charge, or the bank has returned it. `unassigned`: a refund at the card provider that "
        "names none of several payments. `reservation`: it ends soon.",
    )
    payment_id = IdField(allow_null=True, help_text="Null for a reservation.")
    enrollment_id = IdField()
    family = OwedFamilyOutput()
    class_id = IdField()
    name_class = serializers.CharField(source="class_name")
    participant = serializers.CharField(help_text="The name of the child, or of the account holder.")
    amount = PriceField(help_text="US dollars.")
    since = serializers.DateTimeField(help_text="For a reservation: until when.")
    detail = serializers.CharField(help_text="Why the refund failed; else empty.")
    lost = serializers.BooleanField(
        source="is_lost", help_text="Whether the bank has decided a dispute for the cardholder: see `acceptLoss`."
    )

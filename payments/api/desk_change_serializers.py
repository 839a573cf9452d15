"""Serializers of what the office does with a payment."""

from typing import Any

from rest_framework import serializers

from classes.seats.moves import Override
from core.api.fields import PriceField
from payments.api.serializers import ID
from payments.desk.owed import OwedItem
from payments.models import LedgerEntry

MAX_NOTE_LENGTH = 200
BY_HAND = (LedgerEntry.Method.CASH, LedgerEntry.Method.CHECK, LedgerEntry.Method.TRANSFER)


class NoteField(serializers.CharField):
    """What staff write about a change. The family reads it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_NOTE_LENGTH, **kwargs)


class MoveInput(serializers.Serializer):
    """The class to which the seat is moved, and what the family gets back of the price."""

    classId = serializers.RegexField(ID)
    refund = PriceField(default=None, allow_null=True, help_text="US dollars. Without it, nothing is refunded.")
    reason = NoteField()
    bySchool = serializers.BooleanField(
        source="by_school", default=False, help_text="The school wants the move: the full refund is open for a week."
    )
    override = serializers.ListField(
        child=serializers.ChoiceField(choices=list(Override)),
        default=list,
        help_text="Rules that are not checked. A full class is never overridden.",
    )


class PartRefundInput(serializers.Serializer):
    """A part of the price that the school gives back. The seat stays."""

    amount = PriceField(help_text="US dollars, more than 0.")
    note = NoteField()
    key = serializers.UUIDField(help_text="A new UUID for each refund, so that a repeated request refunds it once.")

    def validate_amount(self, value: Any) -> Any:
        if not value:
            raise serializers.ValidationError("Ensure this value is greater than 0.")
        return value


class ReleaseInput(serializers.Serializer):
    """What the family gets back for a seat that the school ends."""

    refund = PriceField(help_text="US dollars: from 0 to what was paid and not refunded.")
    note = NoteField()


class ReturnedInput(serializers.Serializer):
    note = NoteField()


class PaidBackInput(serializers.Serializer):
    """How the school paid back what it owed."""

    method = serializers.ChoiceField(choices=list(BY_HAND))
    reference = serializers.CharField(
        max_length=100, default="", allow_blank=True, help_text="Such as the number of the check."
    )


class FamilyOutput(serializers.Serializer):
    _id = serializers.CharField(source="family_id")
    name = serializers.CharField(source="family_name")


class OwedOutput(serializers.Serializer):
    """Something that waits for the office."""

    _id = serializers.CharField(source="id", help_text="Of the payment, or of the enrollment of a reservation.")
    kind = serializers.ChoiceField(
        choices=list(OwedItem.Kind),
        help_text="`owed`: to be paid back by hand. `failed`: the card provider refused the refund. `disputed`: the "
        "cardholder disputes the charge, or the bank has returned it. `unassigned`: a refund at the card provider that "
        "names none of several payments. `reservation`: it ends soon.",
    )
    paymentId = serializers.CharField(source="payment_id", allow_null=True, help_text="Null for a reservation.")
    enrollmentId = serializers.CharField(source="enrollment_id")
    family = FamilyOutput(source="*")
    classId = serializers.CharField(source="class_id")
    nameClass = serializers.CharField(source="class_name")
    participant = serializers.CharField(help_text="The name of the child, or of the account holder.")
    amount = PriceField(help_text="US dollars.")
    since = serializers.DateTimeField(help_text="From when it waits; of a reservation, when it ends.")
    detail = serializers.CharField(help_text="Why the refund failed; else empty.")

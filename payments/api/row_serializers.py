"""What PostgreSQL writes as JSON about a payment: see ``ShownPayment``."""

from typing import Any, ClassVar

from rest_framework import serializers

from core.api.fields import IdField, PriceField
from core.api.serializers import CampSerializer, wire_name
from payments.models import Refund


class ChangeOutput(CampSerializer):
    """Base of the rows that PostgreSQL writes as JSON: see ``ShownPayment``."""

    times: ClassVar[tuple[str, ...]]

    def to_representation(self, row: dict[str, Any]) -> dict[str, Any]:
        """Returns the row with times as in every other response, which PostgreSQL writes with +00:00."""
        times = {name: row[name] and row[name].replace("+00:00", "Z") for name in self.times}
        named = {wire_name(name): value for name, value in (row | times).items()}
        return {str(name): named[str(name)] for name in self.fields}


class MoveOutput(ChangeOutput):
    """The school moved the seat from one class to another."""

    times = ("at",)
    from_class_id = IdField()
    from_class = serializers.CharField(help_text="Its present name.")
    to_class_id = IdField()
    to_class = serializers.CharField(help_text="Its present name.")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class PartRefundOutput(ChangeOutput):
    """A part of the price that the school gives back while the seat stays."""

    times = ("created_at", "ended_at")
    pk = IdField()
    amount = PriceField(help_text="US dollars.")
    state = serializers.ChoiceField(
        choices=Refund.State.choices,
        help_text="`OWED`: on its way, or to be paid back by hand. `REPLACED`: the whole payment went back instead.",
    )
    note = serializers.CharField()
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)

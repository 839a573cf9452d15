from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from core.api.fields import IdField, PriceField, SumField
from core.api.serializers import CampSerializer
from core.site_time import site_day
from office.receipts.statement import what
from payments.models import LedgerEntry

DAYS = "In the camp's time zone, without canceled lessons."
NO_EMAIL = "Empty if the account has none."
YEARS = range(2000, 2100)


class SchoolOutput(CampSerializer):
    name = serializers.CharField()
    address = serializers.CharField()
    tax_id = serializers.CharField(help_text="May be empty.")


class ReceiptLineOutput(CampSerializer):
    """One seat of a receipt. Amounts are US dollars."""

    payment_id = IdField(source="payment.pk")
    class_id = IdField(source="payment.camp_class_id")
    name_class = serializers.CharField(source="payment.class_name")
    participant = serializers.CharField(help_text="The name at the time of payment.")
    days = serializers.ListField(child=serializers.DateField(), help_text=f"Days of service. {DAYS}")
    list_price = PriceField(source="payment.list_price")
    discount = PriceField(source="payment.discount")
    amount = PriceField(source="paid")
    refund = SumField(help_text="What was returned so far.")
    returned = serializers.BooleanField(
        source="payment.is_returned_check", help_text="Whether the bank returned the check, so that nothing was paid."
    )


class ReceiptOutput(CampSerializer):
    """The receipt of an order. A refund that names none of its seats is only in ``refunded``."""

    number = serializers.CharField()
    date = serializers.DateTimeField(source="order.paid_at")
    method = serializers.ChoiceField(
        choices=LedgerEntry.Method.choices, allow_null=True, help_text="How it was paid; null if it was free."
    )
    transaction_id = serializers.CharField(source="order.intent_id", allow_null=True)
    paid_by = serializers.CharField(source="order.student.name")
    email = AccountEmailField(source="order.student.email", help_text=NO_EMAIL)
    school = SchoolOutput()
    lines = ReceiptLineOutput(many=True)
    total = SumField(help_text="US dollars that were charged, without a check that bounced.")
    refunded = SumField(help_text="US dollars that were returned.")


class StatementQueryInput(CampSerializer):
    year = serializers.IntegerField(
        required=False,
        min_value=YEARS[0],
        max_value=YEARS[-1],
        help_text="In the camp's time zone; by default the present one.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {"year": site_day(timezone.now()).year, **attrs}


class ClassDaysOutput(CampSerializer):
    class_id = IdField()
    name_class = serializers.CharField(source="name")
    days = serializers.ListField(child=serializers.DateField(), help_text=f"Days with a lesson. {DAYS}")


class ParticipantYearOutput(CampSerializer):
    """What was paid and returned for a participant in the year, and when they had lessons. Amounts are US dollars."""

    child_id = IdField(allow_null=True, help_text="Null for the account holder.")
    name = serializers.CharField()
    paid = SumField()
    refunded = SumField()
    classes = ClassDaysOutput(many=True)


class StatementEntryOutput(CampSerializer):
    """A charge, or money that was returned: then ``amount`` is negative."""

    pk = IdField()
    what = serializers.SerializerMethodField(help_text="In words.")
    date = serializers.DateTimeField(source="happened_at")
    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    method = serializers.ChoiceField(choices=LedgerEntry.Method.choices)
    name_class = serializers.CharField(
        source="camp_class.name", default=None, allow_null=True, help_text="Null if it belongs to no seat."
    )
    amount = SumField(help_text="US dollars.")

    def get_what(self, entry: LedgerEntry) -> str:
        return what(entry)


class StatementOutput(CampSerializer):
    """A year of an account, without checks that bounced. An entry of no seat is in no participant's sums."""

    year = serializers.IntegerField()
    name = serializers.CharField(source="user.name")
    email = AccountEmailField(source="user.email", help_text=NO_EMAIL)
    provider = SchoolOutput(allow_null=True, help_text="Null: the school has to be asked for its tax ID.")
    participants = ParticipantYearOutput(many=True)
    entries = StatementEntryOutput(many=True)
    paid = SumField(help_text="US dollars that were charged in the year.")
    refunded = SumField(help_text="US dollars that were returned in the year.")

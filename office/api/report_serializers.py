"""Amounts are US dollars."""

from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from classes.models.season import validate_year
from core.api.fields import IdField, IdInputField, SumField
from core.api.serializers import CampSerializer
from core.site_time import site_day
from payments.models import LedgerEntry


class BooksQueryInput(CampSerializer):
    """The days in the camp's time zone."""

    from_ = serializers.DateField(
        required=False, validators=[validate_year], help_text="By default the first day of that month."
    )
    to = serializers.DateField(required=False, validators=[validate_year], help_text="By default today.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, date]:
        last_day = attrs.get("to", site_day(timezone.now()))
        first_day = attrs.get("from_", last_day.replace(day=1))
        if first_day > last_day:
            raise serializers.ValidationError({"from_": ["The first day can't be after the last."]})
        return {"first_day": first_day, "last_day": last_day}


class BookEntryOutput(CampSerializer):
    """One movement of money. It never changes; only names are today's."""

    _id = IdField(source="id")
    date = serializers.DateTimeField(source="happened_at")
    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    method = serializers.ChoiceField(choices=LedgerEntry.Method.choices)
    amount = SumField(help_text="Negative if the school paid it.")
    order_id = IdField()
    payment_id = IdField(allow_null=True, help_text="Null: of the order alone.")
    class_id = IdField(source="camp_class_id", allow_null=True)
    name_class = serializers.CharField(source="camp_class__name", allow_null=True)
    family_id = IdField(source="order__student_id")
    name = serializers.CharField(source="order__student__name", help_text="The family's.")
    email = AccountEmailField(source="order__student__email", help_text="Empty if the account has none.")
    transaction_id = serializers.CharField(source="order__intent_id", allow_null=True, help_text="The PaymentIntent.")
    refund_id = serializers.CharField(help_text="At Stripe; may be empty.")
    reference = serializers.CharField(source="other_reference", help_text="Such as the number of a check.")
    recorded_by = serializers.CharField(source="recorded_by__name", allow_null=True, help_text="Null: the site.")


class MethodTotalOutput(CampSerializer):
    """The sums of the entries with one method, but not of moves between classes."""

    method = serializers.ChoiceField(choices=LedgerEntry.Method.choices)
    charged = SumField()
    refunded = SumField(help_text="Negative if the school paid it.")
    returned = SumField(help_text="By the bank: bounced checks and lost disputes. Negative if the school paid it.")
    total = SumField(help_text="The sum of all three.")


class CheckOutput(CampSerializer):
    """A check that a family has paid with, for all seats of an order."""

    _id = IdField(source="pk", help_text="Of its order.")
    date = serializers.DateTimeField(source="taken_at")
    reference = serializers.CharField(help_text="The number of the check; may be empty.")
    family_id = IdField(source="student_id")
    name = serializers.CharField(source="student.name", help_text="The family's.")
    email = AccountEmailField(source="student.email", help_text="Empty if the account has none.")
    amount = SumField(source="sum")


class SeasonQueryInput(CampSerializer):
    season = serializers.CharField(
        required=False, default=None, help_text="The slug of a season; `none`: the classes that have none."
    )


class ClassReportQueryInput(SeasonQueryInput):
    class_id = IdInputField(required=False, default=None, help_text="Only this class.")


class ClassReportOutput(CampSerializer):
    """The seats and the money of a class. List less discount is charged; less refunded is kept."""

    class_id = IdField(source="camp_class.pk")
    name_class = serializers.CharField(source="camp_class.name")
    instructor_name = serializers.CharField(source="camp_class.instructor_name")
    season = serializers.CharField(source="camp_class.season", default=None, allow_null=True)
    first_start = serializers.DateTimeField(source="lessons.first_start", allow_null=True)
    seats = serializers.IntegerField(source="camp_class.enrolled", help_text="Sold seats.")
    capacity = serializers.IntegerField(source="camp_class.capacity")
    waiting = serializers.IntegerField(source="camp_class.waiting")
    list = SumField(source="list_sum", help_text="List prices of what was charged.")
    discount = SumField()
    charged = SumField()
    refunded = SumField()
    kept = SumField()
    earned = SumField(help_text="The share of the lessons that are over, and what is kept of canceled seats.")
    not_yet_earned = SumField()
    lessons_held = serializers.IntegerField(source="lessons.held")
    lessons = serializers.IntegerField(source="lessons.total")


class InstructorReportOutput(CampSerializer):
    instructor_id = IdField(source="instructor.pk")
    name = serializers.CharField(source="instructor.name")
    email = AccountEmailField(source="instructor.email", help_text="Empty if the account has none.")
    lessons = serializers.IntegerField()
    hours = serializers.FloatField(help_text="With two decimals.")

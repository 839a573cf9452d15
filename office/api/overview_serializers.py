from datetime import date

from rest_framework import serializers

from core.api.fields import IdField, SumField
from core.api.serializers import CampSerializer


class WeekOutput(CampSerializer):
    week = serializers.DateField(help_text="The week's Monday.")
    income = SumField(help_text="US dollars, less refunds.")
    sales = serializers.IntegerField()


class ClassesByStatusOutput(CampSerializer):
    Pending = serializers.IntegerField()
    Approved = serializers.IntegerField()
    Denied = serializers.IntegerField()


class SeatsSoldOutput(CampSerializer):
    sold = serializers.IntegerField()
    capacity = serializers.IntegerField(help_text="Seats of Approved classes.")


class ClassSalesOutput(CampSerializer):
    class_id = IdField()
    name_class = serializers.CharField(source="name")
    income = SumField(help_text="US dollars, less refunds.")
    sales = serializers.IntegerField()


EARLIEST_DAY, LATEST_DAY = date(2000, 1, 1), date(2099, 12, 31)


class OverviewQueryInput(CampSerializer):
    """The days that the weeks and the top classes are about, in the camp's time zone."""

    first_day = serializers.DateField(
        required=False, help_text="By default the last twelve weeks, but not before the first sale."
    )
    last_day = serializers.DateField(required=False, help_text="By default today.")

    def validate_first_day(self, value: date) -> date:
        return _plausible(value)

    def validate_last_day(self, value: date) -> date:
        return _plausible(value)


def _plausible(day: date) -> date:
    if not EARLIEST_DAY <= day <= LATEST_DAY:
        raise serializers.ValidationError(f"A day from {EARLIEST_DAY.year} to {LATEST_DAY.year} is required.")
    return day


class OverviewOutput(CampSerializer):
    students = serializers.IntegerField()
    instructors = serializers.IntegerField()
    classes = ClassesByStatusOutput()
    seats = SeatsSoldOutput()
    income = SumField(help_text="US dollars, less refunds.")
    first_day = serializers.DateField(help_text="First day of the weeks and the top classes.")
    last_day = serializers.DateField()
    weeks = WeekOutput(many=True, help_text="Oldest first; the weeks without sales too.")
    top_classes = ClassSalesOutput(many=True, help_text="The five with the highest income.")

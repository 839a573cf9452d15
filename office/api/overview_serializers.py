"""Serializers of the statistics on the admin's first page."""

from datetime import date

from rest_framework import serializers

from core.api.fields import SumField


class WeekOutput(serializers.Serializer):
    week = serializers.DateField(help_text="The week's Monday.")
    income = SumField(help_text="US dollars, less refunds.")
    sales = serializers.IntegerField()


class ClassesByStatusOutput(serializers.Serializer):
    Pending = serializers.IntegerField()
    Approved = serializers.IntegerField()
    Denied = serializers.IntegerField()


class SeatsSoldOutput(serializers.Serializer):
    sold = serializers.IntegerField()
    capacity = serializers.IntegerField(help_text="Seats of Approved classes.")


class ClassSalesOutput(serializers.Serializer):
    classId = serializers.CharField(source="class_id")
    nameClass = serializers.CharField(source="name")
    income = SumField(help_text="US dollars, less refunds.")
    sales = serializers.IntegerField()


EARLIEST_DAY, LATEST_DAY = date(2000, 1, 1), date(2099, 12, 31)


class OverviewQueryInput(serializers.Serializer):
    """The days that the weeks and the top classes are about, in the camp's time zone."""

    firstDay = serializers.DateField(
        source="first_day", required=False, help_text="By default the last twelve weeks, but not before the first sale."
    )
    lastDay = serializers.DateField(source="last_day", required=False, help_text="By default today.")

    def validate_firstDay(self, value: date) -> date:
        return _plausible(value)

    def validate_lastDay(self, value: date) -> date:
        return _plausible(value)


def _plausible(day: date) -> date:
    if not EARLIEST_DAY <= day <= LATEST_DAY:
        raise serializers.ValidationError(f"A day from {EARLIEST_DAY.year} to {LATEST_DAY.year} is required.")
    return day


class OverviewOutput(serializers.Serializer):
    students = serializers.IntegerField()
    instructors = serializers.IntegerField()
    classes = ClassesByStatusOutput()
    seats = SeatsSoldOutput()
    income = SumField(help_text="US dollars, less refunds.")
    firstDay = serializers.DateField(source="first_day", help_text="First day of the weeks and the top classes.")
    lastDay = serializers.DateField(source="last_day")
    weeks = WeekOutput(many=True, help_text="Oldest first; the weeks without sales too.")
    topClasses = ClassSalesOutput(source="top_classes", many=True, help_text="The five with the highest income.")

from rest_framework import serializers

from classes.models.season import validate_year
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


class OverviewQueryInput(CampSerializer):
    """The days that the weeks and the top classes are about, in the camp's time zone."""

    first_day = serializers.DateField(
        required=False,
        validators=[validate_year],
        help_text="By default the last twelve weeks, but not before the first sale.",
    )
    last_day = serializers.DateField(required=False, validators=[validate_year], help_text="By default today.")


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

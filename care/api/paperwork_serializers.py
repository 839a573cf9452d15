"""Serializers of the office's view of the paperwork."""

from datetime import date

from django.utils import timezone
from rest_framework import serializers

from accounts.api.serializers import AccountEmailField
from care.api.serializers import MISSING
from core.api.path_converters import ID_PATTERN
from core.site_time import site_day


class SeatOutput(serializers.Serializer):
    """A class in which a child has a seat."""

    classId = serializers.CharField(source="camp_class_id")
    nameClass = serializers.CharField(source="camp_class.name")


class PaperworkOutput(serializers.Serializer):
    """A child that lacks paperwork, and its guardian."""

    childId = serializers.CharField()
    name = serializers.CharField()
    guardianId = serializers.CharField()
    guardianName = serializers.CharField()
    email = AccountEmailField(help_text="Empty if the account has none.")
    phone = serializers.CharField(help_text="Empty if it is missing.")
    classes = SeatOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class AskedOutput(serializers.Serializer):
    """How many guardians get an e-mail."""

    sent = serializers.IntegerField()


class PaperInput(serializers.Serializer):
    """A paper that staff have seen."""

    childId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    kind = serializers.RegexField(r"\A[a-z0-9_-]+\Z", max_length=40, help_text="As in CARE_REQUIRES, without `paper:`.")
    seenOn = serializers.DateField(help_text="In the camp's time zone; not in the future.")

    def validate_seenOn(self, value: date) -> date:
        if value > site_day(timezone.now()):
            raise serializers.ValidationError("This day is in the future.")
        return value

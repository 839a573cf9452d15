from rest_framework import serializers

from care.api.serializers import MISSING
from classes.api.message_serializers import MessageOutput
from classes.api.serializers import LessonOutput
from core.api.fields import IdField
from core.api.serializers import CampSerializer


class SharedSeatOutput(CampSerializer):
    """A seat in a class, without a price."""

    enrollment_id = IdField(source="pk")
    class_id = IdField(source="camp_class_id")
    name_class = serializers.CharField(source="camp_class.name")
    instructor_name = serializers.CharField(source="camp_class.instructor.name")
    place = serializers.CharField(source="camp_class.place")
    bring = serializers.CharField(source="camp_class.bring")
    lessons = LessonOutput(source="camp_class.shown_lessons", many=True)


class SharedChildOutput(CampSerializer):
    """A child of another account that the user sees."""

    child_id = IdField(source="child.pk")
    guardianship_id = IdField(source="guardianship.pk")
    name = serializers.CharField(source="child.name")
    care = serializers.BooleanField(source="guardianship.care", help_text="Also the care sheet, contacts, agreements.")
    seats = SharedSeatOutput(many=True, help_text="In classes that are not over.")
    missing = serializers.ListField(child=serializers.CharField(), help_text=f"Empty without `care`. {MISSING}")
    messages = MessageOutput(many=True, help_text="To those who have these seats, the latest twenty.")

from rest_framework import serializers

from classes.api.serializers import MAX_TEXT_LENGTH
from core.api.fields import IdInputField
from core.api.serializers import CampSerializer


class FeedbackInput(CampSerializer):
    """The reason why a class was denied."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH)


class OptionalFeedbackInput(CampSerializer):
    """The reason why a class is denied; optional."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, default="")


class HandoverInput(CampSerializer):
    """The instructor who gets a class."""

    instructor_id = IdInputField()


class SubstituteInput(CampSerializer):
    """The instructor who teaches one lesson instead of the instructor of its class."""

    substitute_id = IdInputField(allow_null=True, help_text="Null: nobody else.")

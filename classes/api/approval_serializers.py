"""Serializers of an admin's decisions about a class."""

from rest_framework import serializers

from classes.api.serializers import MAX_TEXT_LENGTH
from core.api.path_converters import ID_PATTERN


class FeedbackInput(serializers.Serializer):
    """The reason why a class was denied."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH)


class OptionalFeedbackInput(serializers.Serializer):
    """The reason why a class is denied; optional."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, default="")


class HandoverInput(serializers.Serializer):
    """The instructor who gets a class."""

    instructorId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")


class SubstituteInput(serializers.Serializer):
    """The instructor who teaches one lesson instead of the instructor of its class."""

    substituteId = serializers.RegexField(rf"\A{ID_PATTERN}\Z", allow_null=True, help_text="Null: nobody else.")

"""Serializers of care in the data export."""

from rest_framework import serializers

from care.models import CareRead, CareSheet, PaperSeen, PresenceEvent


class CareSheetDataOutput(serializers.ModelSerializer):
    """What the user has told about a child's health, decrypted."""

    childId = serializers.CharField(source="child_id")
    texts = serializers.SerializerMethodField()
    confirmedAt = serializers.DateTimeField(source="confirmed_at")

    class Meta:
        model = CareSheet
        fields = ("childId", "texts", "keep", "confirmedAt")
        read_only_fields = fields

    def get_texts(self, sheet: CareSheet) -> dict[str, str] | None:
        """Null if the site has no key for it."""
        return sheet.readable_texts


class PaperSeenDataOutput(serializers.ModelSerializer):
    """A paper of a child that staff have seen."""

    childId = serializers.CharField(source="child_id")
    seenOn = serializers.DateField(source="seen_on")

    class Meta:
        model = PaperSeen
        fields = ("childId", "kind", "seenOn")
        read_only_fields = fields


class CareReadDataOutput(serializers.ModelSerializer):
    """Somebody has read a child's care sheet and contacts."""

    childId = serializers.CharField(source="child_id")
    readBy = serializers.CharField(source="reader.name")
    nameClass = serializers.CharField(source="camp_class.name")
    readAt = serializers.DateTimeField(source="read_at")

    class Meta:
        model = CareRead
        fields = ("childId", "readBy", "nameClass", "readAt")


class PresenceDataOutput(serializers.ModelSerializer):
    """What was recorded about a participant of the account in a lesson."""

    _id = serializers.CharField(source="pk")
    seatId = serializers.CharField(source="enrollment_id")
    nameClass = serializers.CharField(source="lesson.camp_class.name")
    receivedAt = serializers.DateTimeField(source="received_at")
    withName = serializers.CharField(source="with_name")

    class Meta:
        model = PresenceEvent
        fields = ("_id", "seatId", "nameClass", "kind", "at", "receivedAt", "withName", "reason", "undoes")
        read_only_fields = fields

from rest_framework import serializers

from care.models import CareRead, CareSheet, PaperSeen, PresenceEvent
from core.api.fields import IdField
from core.api.serializers import CampModelSerializer


class CareSheetDataOutput(CampModelSerializer):
    """What the user has told about a child's health, decrypted."""

    child_id = IdField()
    texts = serializers.SerializerMethodField()
    confirmed_at = serializers.DateTimeField()

    class Meta:
        model = CareSheet
        fields = ("child_id", "texts", "keep", "confirmed_at")
        read_only_fields = fields

    def get_texts(self, sheet: CareSheet) -> dict[str, str] | None:
        """Null if the site has no key for it."""
        return sheet.readable_texts


class PaperSeenDataOutput(CampModelSerializer):
    """A paper of a child that staff have seen."""

    child_id = IdField()
    seen_on = serializers.DateField()

    class Meta:
        model = PaperSeen
        fields = ("child_id", "kind", "seen_on")
        read_only_fields = fields


class CareReadDataOutput(CampModelSerializer):
    """Somebody has read a child's care sheet and contacts."""

    child_id = IdField()
    read_by = serializers.CharField(source="reader.name")
    name_class = serializers.CharField(source="camp_class.name")
    read_at = serializers.DateTimeField()

    class Meta:
        model = CareRead
        fields = ("child_id", "read_by", "name_class", "read_at")


class PresenceDataOutput(CampModelSerializer):
    """What was recorded about a participant of the account in a lesson."""

    pk = IdField()
    seat_id = IdField(source="enrollment_id")
    name_class = serializers.CharField(source="lesson.camp_class.name")
    received_at = serializers.DateTimeField()
    with_name = serializers.CharField()

    class Meta:
        model = PresenceEvent
        fields = ("pk", "seat_id", "name_class", "kind", "at", "received_at", "with_name", "reason", "undoes")
        read_only_fields = fields

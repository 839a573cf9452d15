from rest_framework import serializers

from classes.models import Message
from core.api.fields import IdField
from core.api.serializers import CampModelSerializer, CampSerializer
from core.names import clean_name, validate_visible_line
from mail.api.serializers import UnreachedOutput

UNREACHED = "Only in a dry run. The accounts that get no e-mail, by name. Only an admin gets their phone numbers."


class AudienceInput(CampSerializer):
    """The recipients of a message."""

    to = serializers.ChoiceField(choices=Message.To.choices)


class MessageInput(AudienceInput):
    """A message in plain text. The same ``key`` again sends nothing."""

    key = serializers.UUIDField()
    subject = serializers.CharField(max_length=Message.MAX_SUBJECT, validators=[validate_visible_line])
    text = serializers.CharField(max_length=Message.MAX_TEXT)

    def validate_subject(self, value: str) -> str:
        return clean_name(value)


class DryRunInput(CampSerializer):
    """Whether to count only."""

    dry_run = serializers.BooleanField(default=False, help_text="Only count the recipients; then only `to` is needed.")


class SentMessageOutput(CampSerializer):
    """A message that was sent, or a dry run."""

    recipients = serializers.IntegerField(min_value=0)
    inserted_id = IdField(source="pk", required=False, help_text="Not in a dry run.")
    unreached = UnreachedOutput(many=True, required=False, help_text=UNREACHED)


class MessageOutput(CampModelSerializer):
    """A message, as it was sent."""

    pk = IdField(read_only=True)
    author = serializers.CharField(source="author.name", read_only=True)
    sent_at = serializers.DateTimeField(read_only=True)

    class Meta:
        model = Message
        fields = ("pk", "subject", "text", "author", "to", "recipients", "sent_at")
        read_only_fields = fields

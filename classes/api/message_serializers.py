"""Serializers of messages."""

from rest_framework import serializers

from classes.models import Message
from core.names import clean_name, validate_visible_line


class AudienceInput(serializers.Serializer):
    """The recipients of a message."""

    to = serializers.ChoiceField(choices=Message.To.choices)


class MessageInput(AudienceInput):
    """A message in plain text. The same ``key`` again sends nothing."""

    key = serializers.UUIDField()
    subject = serializers.CharField(max_length=Message.MAX_SUBJECT, validators=[validate_visible_line])
    text = serializers.CharField(max_length=Message.MAX_TEXT)

    def validate_subject(self, value: str) -> str:
        return clean_name(value)


class DryRunInput(serializers.Serializer):
    """Whether to count only."""

    dryRun = serializers.BooleanField(default=False, help_text="Only count the recipients; then only `to` is needed.")


class RecipientsOutput(serializers.Serializer):
    """The number of accounts that the message is mailed to."""

    recipients = serializers.IntegerField(min_value=0)


class SentMessageOutput(RecipientsOutput):
    """A message that was sent."""

    insertedId = serializers.CharField(source="pk", required=False, help_text="Not in a dry run.")


class MessageOutput(serializers.ModelSerializer):
    """A message, as it was sent."""

    _id = serializers.CharField(source="pk", read_only=True)
    author = serializers.CharField(source="author.name", read_only=True)
    sentAt = serializers.DateTimeField(source="sent_at", read_only=True)

    class Meta:
        model = Message
        fields = ("_id", "subject", "text", "author", "to", "recipients", "sentAt")
        read_only_fields = fields

"""Serializers of the user's own e-mail settings."""

from rest_framework import serializers


class EmailSettingsOutput(serializers.Serializer):
    """The user's choice of optional e-mails, and whether the user's address refuses e-mails."""

    wantsReminders = serializers.BooleanField(
        source="wants_reminders", help_text="Some days before a class starts, and before a season opens."
    )
    refusedAt = serializers.DateTimeField(
        source="refused_at", allow_null=True, help_text="When the last e-mail was refused; null if it was not."
    )


class EmailSettingsInput(serializers.Serializer):
    wantsReminders = serializers.BooleanField(source="wants_reminders")

"""Serializers of the user's own e-mail settings."""

from rest_framework import serializers


class EmailSettingsOutput(serializers.Serializer):
    """Which e-mails the user gets beside those about their own bookings, and whether they arrive."""

    wantsReminders = serializers.BooleanField(source="wants_reminders", help_text="Some days before a class starts.")
    refusedAt = serializers.DateTimeField(
        source="refused_at", allow_null=True, help_text="When the last e-mail was refused, if the address is refused."
    )


class EmailSettingsInput(serializers.Serializer):
    wantsReminders = serializers.BooleanField(source="wants_reminders")

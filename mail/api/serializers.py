from rest_framework import serializers

from accounts.models import User
from core.api.fields import IdField
from core.api.serializers import CampSerializer


class EmailSettingsOutput(CampSerializer):
    """The user's choice of optional e-mails, and whether the user's address refuses e-mails."""

    wants_reminders = serializers.BooleanField(help_text="Some days before a class starts, and before a season opens.")
    refused_at = serializers.DateTimeField(
        allow_null=True, help_text="When the last e-mail was refused; null if it was not."
    )
    alerts = serializers.ChoiceField(
        choices=User.Alerts.choices,
        allow_null=True,
        help_text="When an admin is mailed what needs a decision; `PATCH /users/me` changes it. Null for others.",
    )


class EmailSettingsInput(CampSerializer):
    wants_reminders = serializers.BooleanField()


class UnreachedOutput(CampSerializer):
    """An account that no e-mail reaches."""

    user_id = IdField(source="pk")
    name = serializers.CharField()
    phone = serializers.CharField(help_text="Empty if it is missing.")

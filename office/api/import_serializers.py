from typing import Any

from rest_framework import serializers

from core.api.fields import BoundedListField, IdField, IdInputField
from core.api.serializers import CampSerializer
from core.api.sheet_serializers import DRY_RUN, PreviewOutput, ProblemOutput, SpreadsheetInput

MAX_INVITED = 1000


class FamiliesImportInput(SpreadsheetInput):
    """A spreadsheet of families, and the answers to what it leaves open."""

    returning_until = serializers.DateField(
        required=False,
        default=None,
        help_text="The last day on which the families of the file are returning ones, who book in the early window.",
    )


class FamiliesImportOutput(CampSerializer):
    """The result of an import."""

    created = serializers.IntegerField(help_text="Number of new accounts.")
    existing = serializers.IntegerField(help_text="Number of accounts that were there before, and stay as they are.")
    children = serializers.IntegerField(help_text="Number of new children, of new and existing accounts.")
    warnings = ProblemOutput(many=True)


class UnderstoodFamilyOutput(CampSerializer):
    """A family of the file, in the words of the site."""

    row = serializers.IntegerField(help_text="The first one.")
    guardian = serializers.CharField()
    email = serializers.CharField(help_text="Empty: the family has none, and nobody can log in.")
    phone = serializers.CharField()
    children = serializers.CharField()
    contact = serializers.CharField()
    outcome = serializers.CharField(help_text="Whether it is new, and what it gets if not.")


class FamiliesImportPreviewOutput(FamiliesImportOutput, PreviewOutput):
    """What an import would do, and how the file was understood."""

    rows = UnderstoodFamilyOutput(many=True, help_text="The first 500.")


class InviteInput(CampSerializer):
    """The accounts, or all families, to which nobody has logged in."""

    ids = BoundedListField(child=IdInputField(), min_length=1, max_length=MAX_INVITED, required=False)
    all = serializers.BooleanField(default=False)
    again = serializers.BooleanField(default=False, help_text="Also who was invited before, once a day.")
    dry_run = serializers.BooleanField(default=False, help_text=DRY_RUN)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["all"] == ("ids" in attrs):
            raise serializers.ValidationError({"ids": ["Please name the accounts, or send `all`."]})
        return attrs


class UninvitedOutput(CampSerializer):
    """An account that no e-mail reaches."""

    pk = IdField()
    name = serializers.CharField()
    phone = serializers.CharField(help_text="Empty if it is missing.")


class InviteOutput(CampSerializer):
    """Who is invited, and who has to be called."""

    invited = serializers.IntegerField(help_text="Number of e-mails.")
    unreached = UninvitedOutput(many=True)

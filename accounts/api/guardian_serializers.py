from rest_framework import serializers

from accounts.api.serializers import FamilyGuardianOutput
from accounts.models import Guardianship
from core.api.fields import EmailField, IdField
from core.api.serializers import CampModelSerializer, CampSerializer


class InvitationInput(CampSerializer):
    """Somebody who shall see when and where the child has lessons."""

    email = EmailField()
    care = serializers.BooleanField(
        default=False, help_text="Also the care sheet, contacts and agreements, which they can write too."
    )


class FreezeInput(CampSerializer):
    """Whether the school stops it."""

    frozen = serializers.BooleanField()
    note = serializers.CharField(
        max_length=300, allow_blank=True, default="", help_text="For the office, such as an order of a court."
    )


class GuardianOutput(FamilyGuardianOutput):
    """Somebody who sees the child's lessons, or is invited to."""

    phone = serializers.CharField(
        source="user.phone", read_only=True, required=False, default="", help_text="For admins only."
    )
    note = serializers.CharField(read_only=True, required=False, help_text="Of the office; for admins only.")

    class Meta(FamilyGuardianOutput.Meta):
        fields = (*FamilyGuardianOutput.Meta.fields, "phone", "note")


class InvitationOutput(CampModelSerializer):
    """An invitation to see a child."""

    pk = IdField(read_only=True)
    child_id = IdField(read_only=True)
    child_name = serializers.CharField(source="child.name", read_only=True)
    invited_by = serializers.CharField(
        source="inviter", read_only=True, help_text="The name of the family's account; empty if the office invites."
    )
    accepted_at = serializers.DateTimeField(read_only=True, allow_null=True)

    class Meta:
        model = Guardianship
        fields = ("pk", "child_id", "child_name", "invited_by", "care", "accepted_at")
        read_only_fields = ("care",)

from rest_framework import serializers

from care.models import Agreement, AgreementText
from core.api.fields import IdField, IdInputField, NameField
from core.api.serializers import CampModelSerializer, CampSerializer


class AgreementTextInput(CampModelSerializer):
    """A new version of the text of its kind."""

    class Meta:
        model = AgreementText
        fields = ("kind", "title", "body", "required")


class AgreementTextOutput(CampModelSerializer):
    """A version of a text."""

    pk = IdField(read_only=True)
    created_at = serializers.DateTimeField(read_only=True)

    class Meta:
        model = AgreementText
        fields = ("pk", "kind", "version", "title", "body", "required", "sha256", "created_at")
        read_only_fields = ("kind", "version", "title", "body", "required", "sha256")


class AgreementQueryInput(CampSerializer):
    child_id = IdInputField(help_text="A child of the user's own account.")


class AgreementInput(CampSerializer):
    """The answer to a text for a child."""

    text_id = IdInputField()
    child_id = IdInputField()
    accepted = serializers.BooleanField()
    typed_name = NameField(max_length=100, help_text="The name that the guardian types as a signature.")


class AgreementOutput(CampModelSerializer):
    """An answer, with exactly the text that was signed."""

    pk = IdField(read_only=True)
    text_id = IdField(read_only=True)
    kind = serializers.ChoiceField(source="text.kind", choices=AgreementText.Kind.choices, read_only=True)
    version = serializers.IntegerField(source="text.version", read_only=True)
    title = serializers.CharField(source="text.title", read_only=True)
    body = serializers.CharField(source="text.body", read_only=True)
    sha256 = serializers.CharField(source="text.sha256", read_only=True, help_text="Of title, line feed and body.")
    child_id = IdField(read_only=True)
    child_name = serializers.CharField(read_only=True, help_text="When it was signed.")
    typed_name = serializers.CharField(read_only=True)
    signed_at = serializers.DateTimeField(read_only=True)

    class Meta:
        model = Agreement
        fields = (
            *("pk", "text_id", "kind", "version", "title", "body", "sha256"),
            *("child_id", "child_name", "accepted", "typed_name", "signed_at"),
        )
        read_only_fields = ("accepted",)


class AgreementsOutput(CampSerializer):
    """The agreements of a child."""

    to_sign = AgreementTextOutput(many=True, help_text="The newest texts without an answer; the required ones first.")
    signed = AgreementOutput(many=True, help_text="Newest first.")

"""Serializers of agreements."""

from rest_framework import serializers

from care.models import Agreement, AgreementText
from core.api.fields import NameField
from core.api.path_converters import ID_PATTERN


class AgreementTextInput(serializers.ModelSerializer):
    """A new version of the text of its kind."""

    class Meta:
        model = AgreementText
        fields = ("kind", "title", "body", "required")


class AgreementTextOutput(serializers.ModelSerializer):
    """A version of a text."""

    _id = serializers.CharField(source="pk", read_only=True)
    createdAt = serializers.DateTimeField(source="created_at", read_only=True)

    class Meta:
        model = AgreementText
        fields = ("_id", "kind", "version", "title", "body", "required", "sha256", "createdAt")
        read_only_fields = ("kind", "version", "title", "body", "required", "sha256")


class AgreementQueryInput(serializers.Serializer):
    childId = serializers.RegexField(rf"\A{ID_PATTERN}\Z", help_text="A child of the user's own account.")


class AgreementInput(serializers.Serializer):
    """The answer to a text for a child."""

    textId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    childId = serializers.RegexField(rf"\A{ID_PATTERN}\Z")
    accepted = serializers.BooleanField()
    typedName = NameField(max_length=100, help_text="The name that the guardian types as a signature.")


class AgreementOutput(serializers.ModelSerializer):
    """An answer, with exactly the text that was signed."""

    _id = serializers.CharField(source="pk", read_only=True)
    textId = serializers.CharField(source="text_id", read_only=True)
    kind = serializers.ChoiceField(source="text.kind", choices=AgreementText.Kind.choices, read_only=True)
    version = serializers.IntegerField(source="text.version", read_only=True)
    title = serializers.CharField(source="text.title", read_only=True)
    body = serializers.CharField(source="text.body", read_only=True)
    sha256 = serializers.CharField(source="text.sha256", read_only=True, help_text="Of title, line feed and body.")
    childId = serializers.CharField(source="child_id", read_only=True)
    childName = serializers.CharField(source="child_name", read_only=True, help_text="When it was signed.")
    typedName = serializers.CharField(source="typed_name", read_only=True)
    signedAt = serializers.DateTimeField(source="signed_at", read_only=True)

    class Meta:
        model = Agreement
        fields = (
            *("_id", "textId", "kind", "version", "title", "body", "sha256"),
            *("childId", "childName", "accepted", "typedName", "signedAt"),
        )
        read_only_fields = ("accepted",)


class AgreementsOutput(serializers.Serializer):
    """The agreements of a child."""

    toSign = AgreementTextOutput(many=True, help_text="The newest texts without an answer; the required ones first.")
    signed = AgreementOutput(many=True, help_text="Newest first.")

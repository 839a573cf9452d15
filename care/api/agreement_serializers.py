from typing import Any

from rest_framework import serializers

from care.api.serializers import refuse_future
from care.models import Agreement, AgreementText
from core.api.fields import BoundedListField, IdField, IdInputField, NameField
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
    child_id = IdInputField(help_text="A child of the account.")


class AgreementInput(CampSerializer):
    """The answer to a text for a child, or for several children."""

    text_id = IdInputField()
    child_id = IdInputField(required=False)
    child_ids = BoundedListField(
        child=IdInputField(), allow_empty=False, max_length=50, required=False, help_text="Instead of `childId`."
    )
    accepted = serializers.BooleanField()
    typed_name = NameField(
        max_length=100, help_text="The name that the guardian types as a signature, or has signed with on paper."
    )
    on_paper = serializers.BooleanField(
        default=False, help_text="True if an admin records what a family has signed on paper, else false."
    )
    seen_on = serializers.DateField(
        required=False,
        validators=[refuse_future],
        help_text="With `onPaper`: when the paper was seen, in the camp's time zone; not in the future.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("child_id" in attrs) == ("child_ids" in attrs):
            raise serializers.ValidationError({"child_id": "Please name one child, or a list of children."})
        if attrs["on_paper"] != ("seen_on" in attrs):
            raise serializers.ValidationError({"seen_on": "Please say when the paper was seen, and only then."})
        return attrs


class SignedOutput(CampSerializer):
    """The ids of the answers."""

    inserted_id = IdField(required=False, help_text="Only with `childId`.")
    inserted_ids = serializers.ListField(
        child=IdField(), required=False, help_text="Only with `childIds`, in their order."
    )


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
    signed_at = serializers.DateTimeField(read_only=True, help_text="Of a paper: when it was recorded.")
    on_paper = serializers.BooleanField(read_only=True)
    seen_on = serializers.DateField(read_only=True, allow_null=True, help_text="When staff saw the paper.")
    recorded_by = serializers.CharField(
        source="recorded_by.name",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="The admin who saw the paper.",
    )
    counts = serializers.BooleanField(
        read_only=True,
        help_text="False after a later answer of the same guardian, and while another one refuses photos.",
    )

    class Meta:
        model = Agreement
        fields = (
            *("pk", "text_id", "kind", "version", "title", "body", "sha256"),
            *("child_id", "child_name", "accepted", "typed_name", "signed_at", "on_paper", "seen_on", "recorded_by"),
            "counts",
        )
        read_only_fields = ("accepted",)


class AgreementsOutput(CampSerializer):
    """The agreements of a child."""

    to_sign = AgreementTextOutput(many=True, help_text="The newest texts without an answer; the required ones first.")
    signed = AgreementOutput(many=True, help_text="Newest first.")

"""Serializers of care sheets, contacts and what is missing."""

from typing import Any

from rest_framework import serializers

from care.models import BARRED_ALONE, HEALTH_FIELDS, Contact
from core.api.fields import BoundedListField, NameField, PhoneField
from core.api.path_converters import ID_PATTERN

MAX_TEXT = 2000
READABLE = "False: there is a care sheet, but the site can't decrypt it. Its texts are empty then, and not known."
MISSING = "`phone`, `contact`, `pickup`, `sheet`, `agreements`, or `paper:` and a kind; see CARE_REQUIRES."
NOTHING_TO_TELL = "There is nothing that the school must know. All texts are empty then, else at least one is not."


def health_text(name: str, **options: Any) -> serializers.CharField:
    return serializers.CharField(source=name, max_length=MAX_TEXT, allow_blank=True, default="", **options)


class SheetFields(serializers.Serializer):
    """The texts of a care sheet."""

    allergies = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    whatToDo = health_text("what_to_do", help_text="If an allergy or a condition shows.")
    medication = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    needs = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    diet = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    doctor = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")


class SheetInput(SheetFields):
    """A whole care sheet: a missing text is empty."""

    nothingToTell = serializers.BooleanField(default=False, help_text=NOTHING_TO_TELL)
    keep = serializers.BooleanField(default=False, help_text="Keep it for the next season.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        has_text = any(attrs[name] for name in HEALTH_FIELDS)
        if attrs["nothingToTell"] and has_text:
            raise serializers.ValidationError({"nothingToTell": "You've written something. Please uncheck this."})
        if not (attrs["nothingToTell"] or has_text):
            raise serializers.ValidationError({"nothingToTell": "Is there nothing to tell us? Then please check this."})
        return attrs


class SheetOutput(SheetFields):
    """The care sheet of a child of the user's own account; empty texts if there is none yet."""

    readable = serializers.BooleanField(help_text=READABLE)
    nothingToTell = serializers.BooleanField(help_text=NOTHING_TO_TELL)
    keep = serializers.BooleanField()
    confirmedAt = serializers.DateTimeField(allow_null=True, help_text="Null: not told yet.")
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class ChildMissingOutput(serializers.Serializer):
    """A child of the user's own account."""

    childId = serializers.CharField()
    name = serializers.CharField()
    confirmedAt = serializers.DateTimeField(allow_null=True, help_text="Of the care sheet; null: not told yet.")
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class ContactInput(serializers.Serializer):
    """A contact for one or several children of the user's own account."""

    name = NameField(max_length=100)
    relation = NameField(max_length=60, allow_blank=True, default="")
    phone = PhoneField(allow_blank=True, default="")
    emergency = serializers.BooleanField(default=False, help_text="An emergency contact; needs a phone number.")
    mayPickUp = serializers.BooleanField(source="may_pick_up", default=False)
    barred = serializers.BooleanField(default=False, help_text="Must not collect the child. Excludes the other two.")
    childIds = BoundedListField(
        source="child_ids", child=serializers.RegexField(rf"\A{ID_PATTERN}\Z"), allow_empty=False, max_length=50
    )

    def validate_childIds(self, ids: list[str]) -> set[int]:
        return set(map(int, ids))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["barred"] and (attrs["emergency"] or attrs["may_pick_up"]):
            raise serializers.ValidationError({"barred": BARRED_ALONE})
        if attrs["emergency"] and not attrs["phone"]:
            raise serializers.ValidationError({"phone": "We need a phone number to call in an emergency."})
        return attrs


class PersonOutput(serializers.ModelSerializer):
    """A contact of a child."""

    _id = serializers.CharField(source="pk", read_only=True)
    mayPickUp = serializers.BooleanField(source="may_pick_up", read_only=True)

    class Meta:
        model = Contact
        fields: tuple[str, ...] = ("_id", "name", "relation", "phone", "emergency", "mayPickUp", "barred")
        read_only_fields: tuple[str, ...] = ("name", "relation", "phone", "emergency", "barred")


class ContactOutput(PersonOutput):
    """A contact of the user's own account."""

    childIds = serializers.ListField(source="child_ids", child=serializers.CharField(), read_only=True)

    class Meta(PersonOutput.Meta):
        fields = (*PersonOutput.Meta.fields, "childIds")
        read_only_fields = PersonOutput.Meta.read_only_fields


class ParticipantCareOutput(SheetFields):
    """A participant with a confirmed seat. Without a care sheet all texts are empty, and ``confirmedAt`` is null."""

    enrollmentId = serializers.CharField()
    childId = serializers.CharField(allow_null=True, help_text="Null: the account holder, who has no paperwork.")
    name = serializers.CharField()
    age = serializers.IntegerField(allow_null=True)
    guardianName = serializers.CharField(allow_null=True)
    guardianPhone = serializers.CharField()
    readable = serializers.BooleanField(help_text=READABLE)
    nothingToTell = serializers.BooleanField(help_text=NOTHING_TO_TELL)
    confirmedAt = serializers.DateTimeField(allow_null=True, help_text="Of the care sheet; null: there is none.")
    contacts = PersonOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)

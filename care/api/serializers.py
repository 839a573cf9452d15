from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from care.models import BARRED_ALONE, HEALTH_FIELDS, Contact
from core.api.fields import BoundedListField, IdField, IdInputField, NameField, PhoneField
from core.api.serializers import CampModelSerializer, CampSerializer
from core.site_time import site_day

MAX_TEXT = 2000
READABLE = "False: there is a care sheet, but the site can't decrypt it. Its texts are empty then, and not known."
MISSING = "`phone`, `contact`, `pickup`, `sheet`, `agreements`, or `paper:` and a kind; see `/school`."
NOTHING_TO_TELL = "There is nothing that the school must know. All texts are empty then, else at least one is not."


def refuse_future(day: date) -> None:
    if day > site_day(timezone.now()):
        raise serializers.ValidationError("This day is in the future.")


def health_text(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="", **options)


class SheetFields(CampSerializer):
    """The texts of a care sheet."""

    allergies = health_text()
    what_to_do = health_text(help_text="If an allergy or a condition shows.")
    medication = health_text()
    needs = health_text()
    diet = health_text()
    doctor = health_text()


class SheetInput(SheetFields):
    """A whole care sheet: a missing text is empty."""

    nothing_to_tell = serializers.BooleanField(default=False, help_text=NOTHING_TO_TELL)
    keep = serializers.BooleanField(default=False, help_text="Keep it for the next season.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        has_text = any(attrs[name] for name in HEALTH_FIELDS)
        if attrs["nothing_to_tell"] and has_text:
            raise serializers.ValidationError({"nothing_to_tell": "You've written something. Please uncheck this."})
        if not (attrs["nothing_to_tell"] or has_text):
            raise serializers.ValidationError(
                {"nothing_to_tell": "Is there nothing to tell us? Then please check this."}
            )
        return attrs


class SheetOutput(SheetFields):
    """The care sheet of a child of the user's own account; empty texts if there is none yet."""

    readable = serializers.BooleanField(help_text=READABLE)
    nothing_to_tell = serializers.BooleanField(help_text=NOTHING_TO_TELL)
    keep = serializers.BooleanField()
    confirmed_at = serializers.DateTimeField(allow_null=True, help_text="Null: not told yet.")
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class ChildMissingOutput(CampSerializer):
    """A child of the user's own account."""

    child_id = IdField()
    name = serializers.CharField()
    confirmed_at = serializers.DateTimeField(allow_null=True, help_text="Of the care sheet; null: not told yet.")
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)


class ChildQueryInput(CampSerializer):
    """A child whose paperwork the account sees."""

    child_id = IdInputField(required=False)


class ContactInput(CampSerializer):
    """A contact for one or several children of the user's own account."""

    name = NameField(max_length=100)
    relation = NameField(max_length=60, allow_blank=True, default="")
    phone = PhoneField(allow_blank=True, default="")
    emergency = serializers.BooleanField(default=False, help_text="An emergency contact; needs a phone number.")
    may_pick_up = serializers.BooleanField(default=False)
    barred = serializers.BooleanField(default=False, help_text="Must not collect the child. Excludes the other two.")
    child_ids = BoundedListField(child=IdInputField(), allow_empty=False, max_length=50)

    def validate_child_ids(self, ids: list[int]) -> set[int]:
        return set(ids)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["barred"] and (attrs["emergency"] or attrs["may_pick_up"]):
            raise serializers.ValidationError({"barred": BARRED_ALONE})
        if attrs["emergency"] and not attrs["phone"]:
            raise serializers.ValidationError({"phone": "We need a phone number to call in an emergency."})
        return attrs


class PersonOutput(CampModelSerializer):
    """A contact of a child."""

    pk = IdField(read_only=True)
    may_pick_up = serializers.BooleanField(read_only=True)

    class Meta:
        model = Contact
        fields: tuple[str, ...] = ("pk", "name", "relation", "phone", "emergency", "may_pick_up", "barred")
        read_only_fields: tuple[str, ...] = ("name", "relation", "phone", "emergency", "barred")


class ContactOutput(PersonOutput):
    """A contact of children."""

    child_ids = serializers.ListField(child=IdField(), read_only=True)
    may_change = serializers.BooleanField(
        read_only=True, help_text="False for what others wrote about a child of another account."
    )
    added_by = serializers.CharField(
        read_only=True,
        allow_null=True,
        help_text="For admins: the name of a second guardian who wrote it. Null for what the owner wrote.",
    )

    class Meta(PersonOutput.Meta):
        fields = (*PersonOutput.Meta.fields, "child_ids", "may_change", "added_by")
        read_only_fields = PersonOutput.Meta.read_only_fields


class SecondGuardianOutput(CampSerializer):
    """Somebody beside the guardian who sees the child's lessons, and can be called."""

    name = serializers.CharField()
    phone = serializers.CharField(help_text="Empty if it is missing.")


class ParticipantCareOutput(SheetFields):
    """A participant with a confirmed seat. Without a care sheet all texts are empty, and ``confirmedAt`` is null."""

    enrollment_id = IdField()
    child_id = IdField(allow_null=True, help_text="Null: the account holder, who has no paperwork.")
    name = serializers.CharField()
    age = serializers.IntegerField(allow_null=True)
    guardian_name = serializers.CharField(allow_null=True)
    guardian_phone = serializers.CharField()
    second_guardians = SecondGuardianOutput(many=True)
    readable = serializers.BooleanField(help_text=READABLE)
    nothing_to_tell = serializers.BooleanField(help_text=NOTHING_TO_TELL)
    confirmed_at = serializers.DateTimeField(allow_null=True, help_text="Of the care sheet; null: there is none.")
    contacts = PersonOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField(), help_text=MISSING)

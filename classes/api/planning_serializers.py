from typing import Any

from rest_framework import serializers

from classes.api.fields import LessonsField, PlaceField, SeasonField, SiteDayField
from classes.api.serializers import EARLY_UNTIL, FIRST_DAY, MAX_TEXT_LENGTH
from classes.models.camp_class import EARLY_INCOMPLETE
from classes.models.season import validate_year
from core.api.fields import BoundedListField, IdField, IdInputField
from core.api.serializers import CampSerializer
from core.api.sheet_serializers import PreviewOutput, ProblemOutput

MAX_CLASSES = 500
MAX_EARLY_PERCENT = 90
DRY_RUN = "Only report what would happen."


class CopyInput(CampSerializer):
    """The season to copy ``from``."""

    from_ = IdInputField(help_text="The id of a season.")
    dry_run = serializers.BooleanField(default=False, help_text=DRY_RUN)


class SkippedOutput(CampSerializer):
    """A class that was not copied."""

    class_id = IdField(source="pk")
    name_class = serializers.CharField(source="name")
    code = serializers.ChoiceField(choices=["instructor_gone", "class_withdrawn"])


class CopiedClassOutput(CampSerializer):
    """A new class."""

    name_class = serializers.CharField(source="name")
    first_day = SiteDayField(source="first_start", allow_null=True, help_text=FIRST_DAY)
    last_day = SiteDayField(source="last_start", allow_null=True)


class CopyOutput(CampSerializer):
    """The result of a copy."""

    created = serializers.IntegerField(help_text="Number of new classes.")
    classes = CopiedClassOutput(many=True, help_text="The new classes.")
    existing = serializers.IntegerField(help_text="Number of classes that were copied before.")
    skipped = SkippedOutput(many=True)


class NewInstructorOutput(CampSerializer):
    """An instructor with a new account."""

    name = serializers.CharField()
    email = serializers.EmailField()


class ImportOutput(CampSerializer):
    """The result of an import."""

    created = serializers.IntegerField(help_text="Number of new classes.")
    existing = serializers.IntegerField(help_text="Number of classes that were there before, and stay as they are.")
    changed = serializers.IntegerField(help_text="Number of existing classes that get a new name or time.")
    instructors = NewInstructorOutput(many=True, help_text="Those with new accounts.")
    warnings = ProblemOutput(many=True)


class UnderstoodRowOutput(CampSerializer):
    """A class of the file, in the words of the site."""

    row = serializers.IntegerField()
    name_class = serializers.CharField(source="name")
    instructor = serializers.CharField()
    days = serializers.CharField()
    times = serializers.CharField()
    ages = serializers.CharField()
    price = serializers.CharField()
    seats = serializers.IntegerField()
    place = serializers.CharField()


class ImportPreviewOutput(ImportOutput, PreviewOutput):
    """What an import would do, and how the file was understood."""

    rows = UnderstoodRowOutput(many=True, help_text="The first 500 without an error.")


class ConflictOutput(CampSerializer):
    """Two lessons at the same time with the same instructor, or at the same place."""

    kind = serializers.ChoiceField(choices=["instructor", "place"])
    lesson_ids = serializers.ListField(child=IdField(), min_length=2, max_length=2)
    class_ids = serializers.ListField(child=IdField(), min_length=2, max_length=2)


class PlannedLessonsInput(CampSerializer):
    """The lessons of a class that is being written, with the place of the class."""

    lessons = LessonsField()
    place = PlaceField(default="")
    class_id = IdInputField(required=False, allow_null=True, help_text="Its own lessons don't count.")
    instructor_id = IdInputField(required=False, allow_null=True, help_text="Only an admin: who teaches it.")


class PlannedConflictOutput(CampSerializer):
    """A lesson of another class with the same instructor, or at the same place, at the time of a planned lesson."""

    kind = serializers.ChoiceField(choices=["instructor", "place"])
    position = serializers.IntegerField(min_value=1, help_text="Of the planned lesson.")
    name_class = serializers.CharField(source="name")
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class ClassIdsInput(CampSerializer):
    """Several classes."""

    ids = BoundedListField(child=IdInputField(), min_length=1, max_length=MAX_CLASSES)


class DenyClassesInput(ClassIdsInput):
    """Several classes, and why they are denied; optional."""

    feedback = serializers.CharField(max_length=MAX_TEXT_LENGTH, allow_blank=True, default="")


class EarlyPricesInput(ClassIdsInput):
    """The early price that several classes get."""

    percent = serializers.IntegerField(
        min_value=1, max_value=MAX_EARLY_PERCENT, allow_null=True, help_text="Off the price; null for no early price."
    )
    until = serializers.DateField(
        validators=[validate_year], allow_null=True, default=None, help_text=f"Required with `percent`. {EARLY_UNTIL}"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["percent"] is not None and attrs["until"] is None:
            raise serializers.ValidationError({"until": [EARLY_INCOMPLETE]})
        return attrs


class SeasonOfClassesInput(ClassIdsInput):
    """The season that several classes get."""

    season = SeasonField(allow_null=True, help_text="The slug of a season; null for none.")


class RefusedClassOutput(CampSerializer):
    """A class for which the request was refused."""

    id = IdField(source="class_id")
    code = serializers.CharField()


class ApprovedClassesOutput(CampSerializer):
    """The number of approved classes, and the refusals."""

    approved = serializers.IntegerField(help_text="Number of classes that were approved.")
    refused = RefusedClassOutput(many=True)


class DeniedClassesOutput(CampSerializer):
    """The number of denied classes, and the refusals."""

    denied = serializers.IntegerField(help_text="Number of classes that were denied.")
    refused = RefusedClassOutput(many=True)


class EarlyPricesOutput(CampSerializer):
    """The number of changed classes, and the refusals."""

    modified = serializers.IntegerField(help_text="Number of classes that changed their early price.")
    refused = RefusedClassOutput(many=True)


class MovedClassesOutput(CampSerializer):
    """The number of changed classes, and the refusals."""

    modified_count = serializers.IntegerField(help_text="Number of classes that changed their season.")
    refused = RefusedClassOutput(many=True)

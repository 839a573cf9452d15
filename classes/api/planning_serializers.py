"""Serializers of the calls for a season and for several classes at once."""

from rest_framework import serializers

from classes.api.fields import SeasonField
from core.api.fields import BoundedListField
from core.api.path_converters import ID_PATTERN

MAX_CLASSES = 500
DRY_RUN = "Only report what would happen."


class CopyInput(serializers.Serializer):
    """The season to copy ``from``."""

    dryRun = serializers.BooleanField(default=False, help_text=DRY_RUN)

    def get_fields(self) -> dict[str, serializers.Field]:
        """Adds ``from``, which is a keyword in Python."""
        source = serializers.RegexField(rf"\A{ID_PATTERN}\Z", help_text="The id of a season.")
        return {"from": source, **super().get_fields()}


class SkippedOutput(serializers.Serializer):
    """A class that was not copied."""

    classId = serializers.CharField(source="pk")
    nameClass = serializers.CharField(source="name")
    code = serializers.ChoiceField(choices=["instructor_gone", "class_withdrawn"])


class CopyOutput(serializers.Serializer):
    """The result of a copy."""

    created = serializers.IntegerField(help_text="Number of new classes.")
    existing = serializers.IntegerField(help_text="Number of classes that were copied before.")
    skipped = SkippedOutput(many=True)


class ImportInput(serializers.Serializer):
    """A spreadsheet of classes."""

    file = serializers.FileField(help_text="A workbook (xlsx) or CSV (UTF-8), at most 5 MB.")
    dryRun = serializers.BooleanField(default=False, help_text=DRY_RUN)


class ProblemOutput(serializers.Serializer):
    """An error or a warning about a spreadsheet."""

    row = serializers.IntegerField(allow_null=True, help_text="The headings are in row 1. Null: the whole file.")
    column = serializers.CharField(help_text="As in the headings; may be empty.")
    message = serializers.CharField()


class NewInstructorOutput(serializers.Serializer):
    """An instructor with a new account."""

    name = serializers.CharField()
    email = serializers.EmailField()


class ImportOutput(serializers.Serializer):
    """The result of an import."""

    created = serializers.IntegerField(help_text="Number of new classes.")
    existing = serializers.IntegerField(help_text="Number of classes that were there before. They are not changed.")
    instructors = NewInstructorOutput(many=True, help_text="Those with new accounts.")
    warnings = ProblemOutput(many=True)


class ConflictOutput(serializers.Serializer):
    """Two lessons at the same time with the same instructor, or at the same place."""

    kind = serializers.ChoiceField(choices=["instructor", "place"])
    lessonIds = serializers.ListField(source="lesson_ids", child=serializers.CharField(), min_length=2, max_length=2)
    classIds = serializers.ListField(source="class_ids", child=serializers.CharField(), min_length=2, max_length=2)


class ClassIdsInput(serializers.Serializer):
    """Several classes."""

    ids = BoundedListField(child=serializers.RegexField(rf"\A{ID_PATTERN}\Z"), min_length=1, max_length=MAX_CLASSES)


class SeasonOfClassesInput(ClassIdsInput):
    """The season that several classes get."""

    season = SeasonField(allow_null=True, help_text="The slug of a season; null for none.")


class RefusedClassOutput(serializers.Serializer):
    """A class for which the request was refused."""

    id = serializers.CharField(source="class_id")
    code = serializers.CharField()


class ApprovedClassesOutput(serializers.Serializer):
    """The number of approved classes, and the refusals."""

    approved = serializers.IntegerField(help_text="Number of classes that were approved.")
    refused = RefusedClassOutput(many=True)


class MovedClassesOutput(serializers.Serializer):
    """The number of changed classes, and the refusals."""

    modifiedCount = serializers.IntegerField(help_text="Number of classes that changed their season.")
    refused = RefusedClassOutput(many=True)

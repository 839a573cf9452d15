"""Requests and responses of the imports."""

import json
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.fields import empty

from core.api.base import validated
from core.api.fields import BoundedDictField
from core.api.serializers import CampSerializer
from core.sheets.questions import Interview
from core.sheets.template import MEDIA_TYPE

MAX_ANSWERS = 2_000
MAX_ANSWERS_LENGTH = 1_000_000
WORKBOOK = {(200, MEDIA_TYPE): OpenApiTypes.BINARY}
DRY_RUN = "Only report what would happen."


def workbook_download(name: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.xlsx"'}
    return HttpResponse(content, content_type=MEDIA_TYPE, headers=headers)


class AnswersInput(CampSerializer):
    """What the person who imports a file has chosen."""

    columns = BoundedDictField(
        max_length=MAX_ANSWERS,
        child=serializers.CharField(allow_null=True, max_length=40),
        default=dict,
        help_text="By the letter of a column, the field that it has; null: it is ignored.",
    )
    questions = BoundedDictField(
        max_length=MAX_ANSWERS,
        child=serializers.CharField(max_length=300),
        default=dict,
        help_text="By the id of a question, that of the choice.",
    )


class JsonTextField(serializers.CharField):
    """JSON in a field of a form."""

    default_error_messages = {"no_json": "This isn't valid JSON."}

    def run_validation(self, data: Any = empty) -> Any:
        """Parses the text after its validation."""
        text = super().run_validation(data)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            self.fail("no_json")


class SpreadsheetInput(CampSerializer):
    """A spreadsheet, and the answers to what it leaves open."""

    file = serializers.FileField(help_text="A workbook (xlsx, ods) or CSV (UTF-8), at most 5 MB.")
    dry_run = serializers.BooleanField(default=False, help_text=DRY_RUN)
    answers = JsonTextField(
        required=False,
        max_length=MAX_ANSWERS_LENGTH,
        help_text='`{"columns": {...}, "questions": {...}}`, as JSON.',
    )

    def validate_answers(self, value: Any) -> Interview:
        answers = validated(AnswersInput, value)
        return Interview(answers["columns"], answers["questions"])


class ProblemOutput(CampSerializer):
    """An error or a warning about a spreadsheet."""

    row = serializers.IntegerField(allow_null=True, help_text="As the spreadsheet counts. Null: the whole file.")
    column = serializers.CharField(help_text="As in the headings; may be empty.")
    message = serializers.CharField()


class ProblemGroupOutput(CampSerializer):
    """Errors or warnings that say the same about several rows. With an error nothing can be imported."""

    kind = serializers.ChoiceField(choices=["error", "warning"])
    message = serializers.CharField(help_text="That of the first row.")
    rows = serializers.ListField(child=serializers.IntegerField())


class ColumnOutput(CampSerializer):
    """A column of the file."""

    column = serializers.CharField(help_text="Its letter.")
    heading = serializers.CharField()
    field = serializers.CharField(allow_null=True, help_text="The name that the template has for it; null: ignored.")
    samples = serializers.ListField(child=serializers.CharField())


class ChoiceOutput(CampSerializer):
    """An answer to a question. `none`, `add`, `change`, `new`, or the id of what exists."""

    id = serializers.CharField()
    text = serializers.CharField()


class QuestionOutput(CampSerializer):
    """What the file leaves open, about a value in several rows or about a kind of rows."""

    id = serializers.CharField()
    kind = serializers.CharField()
    value = serializers.CharField()
    text = serializers.CharField()
    rows = serializers.ListField(child=serializers.IntegerField())
    choices = ChoiceOutput(many=True)


class PreviewOutput(CampSerializer):
    """How a file was understood, and what is open."""

    known_fields = ChoiceOutput(many=True, help_text="What a column can have.")
    columns = ColumnOutput(many=True)
    questions = QuestionOutput(many=True, help_text="All must be answered before the import.")
    problems = ProblemGroupOutput(many=True)

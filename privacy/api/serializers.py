"""The export: a serializer for each list of the table of personal data."""

from functools import partial
from typing import Any

from django.db import models
from rest_framework import serializers
from rest_framework.utils.field_mapping import ClassLookupDict

from accounts.api.serializers import AccountEmailField
from accounts.personal_data import ACCOUNT
from classes.api.serializers import LessonOutput
from core.api.fields import IdField, PictureUrlField, PriceField
from core.api.serializers import CampSerializer
from core.personal_data import PersonalRows
from payments.api.row_serializers import MoveOutput
from privacy.personal_data import EXPORTED, PERSONAL_ROWS


class ByYourselfField(serializers.BooleanField):
    """Of a version in the history. False if staff or the site changed the row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", help_text="False if staff or the site changed it.")

    def to_representation(self, version: Any) -> bool:
        return bool(version.history_user_id == getattr(version, "guardian_id", version.id))


class IdsField(serializers.ListField):
    child = IdField()


OUTPUTS: dict[str, Any] = {
    "by_yourself": ByYourselfField,
    "child_ids": IdsField,
    "email": partial(AccountEmailField, help_text="Empty if the account has none."),
    "image": PictureUrlField,
    "photo": partial(PictureUrlField, help_text="An absolute URL, or empty."),
    "readable_texts": partial(
        serializers.DictField, child=serializers.CharField(), allow_null=True, help_text="Null without its key."
    ),
    "price": PriceField,
    "refund_reason_text": partial(serializers.CharField, help_text="Empty unless refunded."),
    "refunded": PriceField,
    "shown_lessons": partial(LessonOutput, many=True),
    "shown_moves": partial(MoveOutput, many=True),
}
"""By their sources: what is no column, or looks different outside."""
COLUMNS: Any = ClassLookupDict(
    {**serializers.ModelSerializer.serializer_field_mapping, models.DecimalField: serializers.FloatField}
)
INNER = {(each.inside, each.exported_as): each for each in PERSONAL_ROWS if each.inside}


def _output_of(rows: PersonalRows) -> Any:
    fields = {name: _field(rows, name) for name in rows.fields}
    name = rows.model._meta.object_name
    if sum(each.model is rows.model for each in EXPORTED) > 1:
        name = rows.exported_as.title().replace("_", "")
    return _serializer(f"{name}DataOutput", fields)


def _serializer(name: str, attributes: dict[str, Any]) -> Any:
    return serializers.SerializerMetaclass(name, (CampSerializer,), attributes)


def _field(rows: PersonalRows, name: str) -> Any:
    source = rows.source(name)
    options: dict[str, Any] = {} if source == name else {"source": source}
    if inner := INNER.get((rows.model, name)):
        return _output_of(inner)(many=True)
    if source in OUTPUTS:
        return OUTPUTS[source](**options)
    *path, last = source.split(".")
    model: Any = rows.model
    is_optional = False
    for step in path:
        key = model._meta.get_field(step)
        model, is_optional = key.related_model, is_optional or key.null
    column = model._meta.pk if last == "pk" else model._meta.get_field(last)
    options |= {"allow_null": True} if is_optional or column.null else {}
    if last in ("pk", "id") or column.is_relation:
        return IdField(**options)
    if column.choices:
        return serializers.ChoiceField(choices=column.choices, **options)
    return COLUMNS[column](**options)


PersonalDataOutput = _serializer(
    "PersonalDataOutput",
    {
        "__doc__": "All stored data about one user; each list is newest first.",
        **{each.exported_as: _output_of(each)(many=each is not ACCOUNT) for each in EXPORTED},
    },
)

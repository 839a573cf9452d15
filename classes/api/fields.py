import re
from datetime import datetime, time
from decimal import Decimal
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from classes.catalog.lesson_rows import InvalidTimes, LessonRow, lesson_times, overlaps
from classes.models import CampClass, Craft, Lesson, Season, ShownClass
from core.api.fields import BoundedListField, IdField, NameField, PriceField
from core.api.path_converters import ID_PATTERN, NO_ID
from core.api.serializers import CampSerializer
from core.site_time import site_day

TIME_PATTERN = r"\A(?:[01][0-9]|2[0-3]):[0-5][0-9]\Z"


class PlaceField(NameField):
    """One line of text that says where; it may be empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=100, allow_blank=True, **kwargs)


class CraftField(serializers.CharField):
    """A craft by its slug."""

    def run_validation(self, data: Any = empty) -> Craft | None:
        # After the validators: the database refuses null characters.
        slug = super().run_validation(data)
        craft = None if slug is None else Craft.objects.filter(slug=slug).first()
        if slug is not None and craft is None:
            raise serializers.ValidationError("Please choose a craft from the list.")
        return craft


class SeasonField(serializers.CharField):
    """A season by its slug."""

    def run_validation(self, data: Any = empty) -> Season | None:
        slug = super().run_validation(data)
        season = None if slug is None else Season.objects.filter(slug=slug).first()
        if slug is not None and season is None:
            raise serializers.ValidationError("Please choose a season from the list.")
        return season


class SiteDayField(serializers.DateField):
    """The day of an instant in the camp's time zone."""

    def to_representation(self, value: datetime) -> str:  # type: ignore[override]
        return site_day(value).isoformat()


class PriceNowField(PriceField):
    """What a seat in a class costs today, without a sibling discount or a code."""

    def get_attribute(self, instance: CampClass) -> Decimal:
        return instance.price if instance.early_until is None else instance.price_on(site_day(timezone.now()))


class BelowMinimumField(serializers.BooleanField):
    """Takes a ``ShownClass``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def get_attribute(self, instance: ShownClass) -> bool:
        return instance.is_below_minimum(timezone.now())


@extend_schema_field({"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"})
class WallClockField(serializers.TimeField):
    """A time of day in the camp's time zone, in hours and minutes; null without lessons."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", read_only=True, allow_null=True, **kwargs)


class LessonInput(CampSerializer):
    """A lesson on the wall clock of the camp."""

    _id = IdField(
        required=False, allow_null=True, allow_blank=True, help_text="Names a lesson of this class that is changed."
    )
    date = serializers.DateField()
    place = PlaceField(required=False, help_text="Empty: the place of the class. Missing: unchanged.")
    from_ = serializers.RegexField(TIME_PATTERN, help_text="In the camp's time zone.")
    to = serializers.RegexField(TIME_PATTERN, help_text="On the same day.")

    def validate(self, attrs: dict[str, Any]) -> LessonRow:
        try:
            starts_at, ends_at = lesson_times(
                attrs["date"], time.fromisoformat(attrs["from_"]), time.fromisoformat(attrs["to"])
            )
        except InvalidTimes as error:
            raise serializers.ValidationError(str(error)) from error
        sent = attrs.get("_id")
        lesson_id = (int(sent) if re.fullmatch(ID_PATTERN, sent) else NO_ID) if sent else None
        return LessonRow(starts_at, ends_at, attrs.get("place"), lesson_id)


class LessonsField(BoundedListField):
    """The lessons of a class, as LessonRow. Every error begins with the position of its lesson ("Lesson 3: ")."""

    child = LessonInput()
    default_error_messages = {
        "max_length": f"Lesson {Lesson.MAX_PER_CLASS + 1}: a class can have up to {{max_length}} lessons."
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=Lesson.MAX_PER_CLASS, **kwargs)

    def run_child_validation(self, data: list[Any]) -> list[LessonRow]:
        rows: list[LessonRow] = []
        errors: list[str] = []
        for position, item in enumerate(data, start=1):
            try:
                rows.append(self.child.run_validation(item))
            except serializers.ValidationError as error:
                errors += [f"Lesson {position}: {message}" for message in _messages(error.detail)]
        errors = errors or overlaps(rows)
        if errors:
            raise serializers.ValidationError(errors)
        return rows


def _messages(detail: Any) -> list[str]:
    if isinstance(detail, list):
        return [str(message) for message in detail]
    return [
        str(message) if name == "non_field_errors" else f"{name}: {message}"
        for name, messages in detail.items()
        for message in messages
    ]

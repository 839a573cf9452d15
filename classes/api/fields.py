"""Serializer fields of classes: crafts, days and lessons."""

import re
from datetime import datetime, time
from functools import cached_property
from itertools import pairwise
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from classes.catalog.lessons import LessonRow
from classes.models import Craft, Lesson
from core.api.path_converters import ID_PATTERN, NO_ID
from core.names import validate_no_link, validate_visible_line
from core.site_time import NoSuchTime, instant_of, site_day

TIME_PATTERN = r"\A(?:[01][0-9]|2[0-3]):[0-5][0-9]\Z"


class PlaceField(serializers.CharField):
    """One line of text that says where; it may be empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=100, allow_blank=True, validators=[validate_visible_line, validate_no_link], **kwargs
        )


class CraftField(serializers.CharField):
    """A craft by its slug."""

    def run_validation(self, data: Any = empty) -> Craft | None:
        # After the validators: the database refuses null characters.
        slug = super().run_validation(data)
        craft = None if slug is None else self._find(slug)
        if slug is not None and craft is None:
            raise serializers.ValidationError("Please choose a craft from the list.")
        return craft

    def _find(self, slug: str) -> Craft | None:
        return Craft.objects.filter(slug=slug).first()


class SeasonCraftField(CraftField):
    """A craft by its slug. Reads all crafts once, because a season file may have thousands of rows."""

    def _find(self, slug: str) -> Craft | None:
        return self._crafts.get(slug)

    @cached_property
    def _crafts(self) -> dict[str, Craft]:
        return {craft.slug: craft for craft in Craft.objects.all()}


class SiteDayField(serializers.DateField):
    """The day of an instant in the camp's time zone."""

    def to_representation(self, value: datetime) -> str:  # type: ignore[override]
        return site_day(value).isoformat()


class LessonInput(serializers.Serializer):
    """A lesson on the wall clock of the camp. It also has the fields ``from`` and ``to``."""

    _id = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, help_text="Names a lesson of this class that is changed."
    )
    date = serializers.DateField()
    place = PlaceField(required=False, help_text="Empty: the place of the class. Missing: unchanged.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """Adds ``from``, which is a keyword in Python, and ``to``."""
        times = {
            "from": serializers.RegexField(TIME_PATTERN, help_text="In the camp's time zone."),
            "to": serializers.RegexField(TIME_PATTERN, help_text="On the same day."),
        }
        return {**super().get_fields(), **times}

    def validate(self, attrs: dict[str, Any]) -> LessonRow:
        try:
            starts_at, ends_at = (instant_of(attrs["date"], time.fromisoformat(attrs[name])) for name in ("from", "to"))
        except NoSuchTime as error:
            message = "the clocks go forward on this day, so this time doesn't exist."
            raise serializers.ValidationError(message) from error
        if ends_at <= starts_at:
            raise serializers.ValidationError("it must end after it starts.")
        sent = attrs.get("_id")
        lesson_id = (int(sent) if re.fullmatch(ID_PATTERN, sent) else NO_ID) if sent else None
        return LessonRow(starts_at, ends_at, attrs.get("place"), lesson_id)


class LessonsField(serializers.ListField):
    """The lessons of a class, as LessonRow. Every error begins with the position of its lesson ("Lesson 3: ")."""

    child = LessonInput()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=Lesson.MAX_PER_CLASS, **kwargs)

    def run_child_validation(self, data: list[Any]) -> list[LessonRow]:
        if len(data) > Lesson.MAX_PER_CLASS:
            first_refused = Lesson.MAX_PER_CLASS + 1
            raise serializers.ValidationError(
                f"Lesson {first_refused}: a class can have up to {Lesson.MAX_PER_CLASS} lessons."
            )
        rows: list[LessonRow] = []
        errors: list[str] = []
        for position, item in enumerate(data, start=1):
            try:
                rows.append(self.child.run_validation(item))
            except serializers.ValidationError as error:
                errors += [f"Lesson {position}: {message}" for message in _messages(error.detail)]
        errors = errors or _overlaps(rows)
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


def _overlaps(rows: list[LessonRow]) -> list[str]:
    """Returns an error for each lesson that begins before an earlier one ends."""
    in_order = sorted(enumerate(rows, start=1), key=lambda each: (each[1].starts_at, each[0]))
    return [
        f"Lesson {position}: it overlaps with lesson {earlier_position}."
        for (earlier_position, earlier), (position, lesson) in pairwise(in_order)
        if lesson.starts_at < earlier.ends_at
    ]


class SeasonLessonsField(LessonsField):
    """The lessons of a class in one cell of a season file: ``2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00``."""

    def to_internal_value(self, data: Any) -> list[LessonRow]:
        parts = [part.strip() for part in str(data).split(";")]
        found = [re.fullmatch(r"(\S+)\s+(\S+?)\s*-\s*(\S+)", part) for part in parts if part]
        if not all(found):
            raise serializers.ValidationError("Write lessons like 2027-07-05 09:00-12:00; 2027-07-06 09:00-12:00.")
        lessons = [dict(zip(("date", "from", "to"), match.groups(), strict=True)) for match in found if match]
        return super().to_internal_value(lessons)

"""The representation of a row is what Django REST framework makes of it, whatever the field and the row."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from rest_framework import serializers

from core.api.base import output

NEW_YORK = ZoneInfo("America/New_York")


class NameOutput(serializers.Serializer):
    name = serializers.CharField()


class LengthOutput(serializers.Serializer):
    def to_representation(self, row: Any) -> dict[str, Any]:
        return {"length": len(row.name)}


class RowOutput(serializers.Serializer):
    at = serializers.DateTimeField(allow_null=True)
    craft = serializers.CharField(source="craft.slug", default=None, allow_null=True)
    items = serializers.IntegerField(default=lambda: 7)
    method = serializers.SerializerMethodField()
    optional = serializers.CharField(required=False)
    secret = serializers.CharField(write_only=True, default="")
    itself = NameOutput(source="*")
    part = NameOutput(allow_null=True)
    parts = NameOutput(many=True)
    lengths = LengthOutput(source="parts", many=True)

    def get_method(self, row: Any) -> str:
        return type(row).__name__


CAMP_TIME = datetime(2027, 7, 5, 9, tzinfo=NEW_YORK)
PART = {"name": "part"}
VALUES = {"name": "row", "at": CAMP_TIME, "craft": {"slug": "clay"}, "items": 3, "optional": "", "part": PART}


def as_object(values: dict[str, Any]) -> SimpleNamespace:
    """Returns the values as attributes, also the values of nested mappings."""
    return SimpleNamespace(
        **{name: as_object(each) if isinstance(each, dict) else each for name, each in values.items()}
    )


@pytest.mark.parametrize("missing", ["optional", "items", "craft", None])
@pytest.mark.parametrize("make_row", [dict, as_object])
def test_it_is_the_representation_of_the_serializer(make_row: Callable[..., Any], missing: str | None) -> None:
    values = {name: value for name, value in VALUES.items() if name != missing}
    row = make_row(values | {"parts": [as_object(PART)]})
    assert output(RowOutput, row) == RowOutput(row).data


@pytest.mark.parametrize(
    "at", [None, CAMP_TIME, datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, 0, 0, 0, 5, UTC)]
)
def test_it_shows_times_in_utc(at: datetime | None) -> None:
    row = as_object(VALUES | {"at": at})
    row.parts = []
    assert output(RowOutput, row) == RowOutput(row).data


def test_it_keeps_the_representation_of_a_serializer_with_its_own() -> None:
    row = as_object(PART)
    assert output(LengthOutput, row) == LengthOutput(row).data == {"length": 4}


@pytest.mark.parametrize("craft", [{"slug": "clay"}, as_object({"slug": "clay"}), None])
def test_it_does_not_ask_the_serializer_for_a_row_that_has_all_values(
    monkeypatch: pytest.MonkeyPatch, craft: Any
) -> None:
    row = as_object(VALUES | {"parts": []})
    row.craft = craft
    represented = output(RowOutput, row)
    assert represented == RowOutput(row).data
    monkeypatch.setattr(serializers.Serializer, "to_representation", None)
    assert output(RowOutput, row) == represented

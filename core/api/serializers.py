"""The base of every serializer. Its fields have Python's names; on the wire a name is camelCase.

A field reads and writes the attribute of its own name, so ``starts_at = DateTimeField()`` is ``startsAt`` in JSON.
``Meta.fields``, ``validate_starts_at`` and ``get_starts_at`` have Python's names too.
"""

from functools import cache
from typing import Any

from rest_framework import serializers


@cache
def wire_name(name: str) -> str:
    """``startsAt`` for ``starts_at``, ``_id`` for ``pk``, ``from`` for ``from_``."""
    if name == "pk":
        return "_id"
    if name.startswith("_"):
        return name
    first, *others = name.rstrip("_").split("_")
    return first + "".join(each.capitalize() for each in others)


# The classes have no docstrings: the OpenAPI description would show them for each serializer without its own.
class CampSerializer(serializers.Serializer):
    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, method in list(vars(cls).items()):
            if name.startswith("validate_"):  # DRF looks it up by the name on the wire
                setattr(cls, f"validate_{wire_name(name.removeprefix('validate_'))}", method)

    def get_fields(self) -> dict[str, serializers.Field]:
        """By their names on the wire."""
        fields = super().get_fields()
        for name, field in fields.items():
            if isinstance(field, serializers.SerializerMethodField):
                field.method_name = field.method_name or f"get_{name}"
            elif field.source is None and wire_name(name) != name:
                field.source = name
        return {wire_name(name): field for name, field in fields.items()}


class CampModelSerializer(CampSerializer, serializers.ModelSerializer):
    pass

"""What a view refuses: which refusals its operation can raise, and how their values are written as JSON."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

from core.api.serializers import wire_name
from core.errors import DomainError

Method = TypeVar("Method", bound=Callable[..., Any])


def refuses(*refusals: type[DomainError]) -> Callable[[Method], Method]:
    """Decorator of a view's method: names the refusals, which the OpenAPI description and the client's types list."""

    def mark(method: Method) -> Method:
        method.refusals = refusals  # type: ignore[attr-defined]
        return method

    return mark


def as_json(value: Any, name: str = "") -> Any:
    """Returns a value of a refusal as a serializer would write it: ids as texts, money as numbers, camelCase names."""
    if isinstance(value, Mapping):
        return {wire_name(key): as_json(inner, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, int) and name.endswith("_id"):
        return str(value)
    return value

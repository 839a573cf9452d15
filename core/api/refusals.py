"""What a view refuses: which refusals its operation can raise, and how their values are written as JSON."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeVar

from rest_framework.exceptions import APIException

from core.api.serializers import wire_name
from core.errors import DomainError

Refusal = type[DomainError] | type[APIException]
Method = TypeVar("Method", bound=Callable[..., Any])


def refuses(*refusals: Refusal) -> Callable[[Method], Method]:
    """Decorator of a view's method: names the refusals, which the OpenAPI description and the client's types list.

    The refusals of a list stand at its ``get_queryset`` or ``list``.
    """

    def mark(method: Method) -> Method:
        method.refusals = refusals  # type: ignore[attr-defined]
        return method

    return mark


def codes_by_status(view: Any, method: str) -> dict[int, list[str]]:
    """Without the refusals that every view has."""
    names = ("get", "list", "get_queryset") if method == "GET" else (method.lower(),)
    codes: dict[int, list[str]] = {}
    for refusal in (each for name in names for each in getattr(getattr(view, name, None), "refusals", ())):
        if not issubclass(refusal, DomainError):
            codes.setdefault(refusal.status_code, [])
            continue
        for each in _with_subclasses(refusal):
            known = codes.setdefault(each.status, [])
            if each.code not in (*known, DomainError.code):  # a base has no code of its own
                known.append(each.code)
    return codes


def _with_subclasses(refusal: type[DomainError]) -> Iterator[type[DomainError]]:
    yield refusal
    # Other apps derive refusals from it.
    for each in refusal.__subclasses__():
        yield from _with_subclasses(each)


def as_json(value: Any, name: str = "") -> Any:
    """As a serializer would write it: ids as texts, money as numbers, camelCase names."""
    if isinstance(value, Mapping):
        return {wire_name(key): as_json(inner, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, int) and name.endswith("_id"):
        return str(value)
    return value

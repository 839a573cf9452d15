"""Validates a response, field by field, against the types of Stripe's Python SDK."""

import sys
import types
import typing
from typing import Any

import stripe


class _Names(dict[str, Any]):
    """Names that the modules of the SDK import under TYPE_CHECKING only."""

    def __missing__(self, name: str) -> Any:
        return getattr(stripe, name.removesuffix("Resource"))


def fields_of(sdk_class: type) -> dict[str, Any]:
    """Returns the type hint of each field."""
    hints = typing.get_type_hints(sdk_class, vars(sys.modules[sdk_class.__module__]), _Names())
    return {name: hint for name, hint in hints.items() if not name.startswith("_") and not name.isupper()}


def type_errors(value: Any, hint: Any, path: str) -> list[str]:
    """Returns a message for each part of the value that does not match the type hint."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or isinstance(hint, typing.TypeVar):
        return []
    if origin in (typing.Union, types.UnionType):
        return _union_errors(value, arguments, path)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{path}: {value!r} is not one of {arguments}"]
    if origin is list:
        return _list_errors(value, arguments[0], path)
    expected = origin or hint
    if isinstance(expected, type) and issubclass(expected, stripe.StripeObject):
        return _object_errors(value, expected, path)
    matches = isinstance(value, expected) and (expected is bool or not isinstance(value, bool))
    return [] if matches else [f"{path}: {value!r} is not of type {expected.__name__}"]


def _union_errors(value: Any, choices: tuple[Any, ...], path: str) -> list[str]:
    """Returns the errors of the closest choice: the one with the longest message, which names a nested field."""
    if any(typing.get_origin(choice) is typing.Literal for choice in choices):
        # The SDK allows any string beside the literals, for future values. The stand-in must return a current one.
        choices = tuple(choice for choice in choices if choice is not str)
    errors = [type_errors(value, choice, path) for choice in choices]
    return [] if [] in errors else max(errors, key=lambda messages: max(map(len, messages)))


def _list_errors(value: Any, hint: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        return [f"{path}: {value!r} is not a list"]
    return [line for index, item in enumerate(value) for line in type_errors(item, hint, f"{path}[{index}]")]


def _object_errors(value: Any, sdk_class: type, path: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{path}: {value!r} is not of type {sdk_class.__name__}"]
    fields = fields_of(sdk_class)
    if not fields or sdk_class.__name__ == "UntypedStripeObject":
        return []
    errors = [f"{path}.{name} is unknown" for name in value if name not in fields]
    for name, hint in fields.items():
        if name in value:
            errors += type_errors(value[name], hint, f"{path}.{name}")
        elif type(None) not in typing.get_args(hint):
            errors.append(f"{path}.{name} is missing")
    return errors

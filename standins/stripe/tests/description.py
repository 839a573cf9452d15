"""Whether an answer fits what the provider publishes: the types of its Python SDK, field by field."""

import sys
import types
import typing
from typing import Any

import stripe


class _Names(dict[str, Any]):
    """The SDK's names, which its modules import only for a type checker."""

    def __missing__(self, name: str) -> Any:
        return getattr(stripe, name.removesuffix("Resource"))


def fields_of(description: type) -> dict[str, Any]:
    hints = typing.get_type_hints(description, vars(sys.modules[description.__module__]), _Names())
    return {name: hint for name, hint in hints.items() if not name.startswith("_") and not name.isupper()}


def misfits(value: Any, hint: Any, where: str) -> list[str]:
    """What does not fit, in words; empty where all does."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or isinstance(hint, typing.TypeVar):
        return []
    if origin in (typing.Union, types.UnionType):
        return _none_fits(value, arguments, where)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{where}: {value!r} is none of {arguments}"]
    if origin is list:
        return _list_misfits(value, arguments[0], where)
    described = origin or hint
    if isinstance(described, type) and issubclass(described, stripe.StripeObject):
        return _object_misfits(value, described, where)
    fits = isinstance(value, described) and (described is bool or not isinstance(value, bool))
    return [] if fits else [f"{where}: {value!r} is no {described.__name__}"]


def _none_fits(value: Any, choices: tuple[Any, ...], where: str) -> list[str]:
    """The nearest choice's misfits: that of the same sort, so that the message names the field and not the whole."""
    if any(typing.get_origin(choice) is typing.Literal for choice in choices):
        # "One of these, or some text": what may come one day. What is answered today is one of these.
        choices = tuple(choice for choice in choices if choice is not str)
    tried = [misfits(value, choice, where) for choice in choices]
    return [] if [] in tried else max(tried, key=lambda found: max(len(line) for line in found))


def _list_misfits(value: Any, hint: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        return [f"{where}: {value!r} is no list"]
    return [line for index, one in enumerate(value) for line in misfits(one, hint, f"{where}[{index}]")]


def _object_misfits(value: Any, description: type, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: {value!r} is no {description.__name__}"]
    described = fields_of(description)
    if not described or description.__name__ == "UntypedStripeObject":
        return []
    found = [f"{where}.{name} is unknown" for name in value if name not in described]
    for name, hint in described.items():
        if name in value:
            found += misfits(value[name], hint, f"{where}.{name}")
        elif type(None) not in typing.get_args(hint):
            found.append(f"{where}.{name} is missing")
    return found

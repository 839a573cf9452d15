"""Parsing of form-encoded request parameters with nested brackets, and their validation."""

import itertools
import re
from typing import Any
from urllib.parse import parse_qsl

from standins.stripe.errors import invalid_parameter, missing_parameter, unknown_parameters

Params = dict[str, Any]

_PART = re.compile(r"\[([^\[\]]*)\]")
_MAX_FIELDS = 1_000
_METADATA_KEYS, _METADATA_KEY_LENGTH, _METADATA_VALUE_LENGTH = 50, 40, 500


def parse(encoded: bytes) -> Params:
    """Returns the nested parameters of a form body or a query string.

    `a[b]=1` becomes `{"a": {"b": "1"}}`; `a[]=1` and `a[0]=1` become `{"a": ["1"]}`.
    Raises StripeError for a body that is not a form, or that uses one name both as a string and as a hash.
    """
    try:
        pairs = parse_qsl(encoded.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except (UnicodeDecodeError, ValueError) as error:
        raise invalid_parameter("The request body is not a valid form.") from error
    tree: Params = {}
    for name, value in pairs:
        _insert(tree, name, value)
    return {name: _lists_from_indexes(value, name) for name, value in tree.items()}


def _insert(tree: Params, name: str, value: str) -> None:
    head, bracket, rest = name.partition("[")
    parts = [head, *_PART.findall(bracket + rest)]
    node = tree
    for part, following in itertools.pairwise(parts):
        node = node.setdefault(part or str(len(node)), {})
        if not isinstance(node, dict):
            raise invalid_parameter(f"Invalid hash: {following}", head)
    last = parts[-1]
    if isinstance(node.get(last), dict):
        raise invalid_parameter(f"Invalid string: {name}", head)
    node[last or str(len(node))] = value


def _lists_from_indexes(value: Any, name: str) -> Any:
    if not isinstance(value, dict):
        return value
    # Metadata is always a hash, also when all of its keys are numbers.
    if name != "metadata" and value and all(key.isdecimal() for key in value):
        return [_lists_from_indexes(value[key], key) for key in sorted(value, key=int)]
    return {key: _lists_from_indexes(item, key) for key, item in value.items()}


def check_known(params: Params, known: frozenset[str]) -> None:
    """Raises StripeError for a parameter that is neither in `known` nor common to all requests."""
    unknown = [name for name in params if name not in known and name not in ("expand", "key")]
    if unknown:
        raise unknown_parameters(unknown)


def integer(params: Params, name: str) -> int | None:
    """Returns an integer, or None if it is absent. Raises StripeError for any other value."""
    value = params.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not re.fullmatch(r"[+-]?[0-9]{1,15}", value):
        raise invalid_parameter(f"Invalid integer: {value}", name, "parameter_invalid_integer")
    return int(value)


def boolean(params: Params, name: str) -> bool | None:
    """Returns a boolean, or None if it is absent. Raises StripeError for any other value."""
    value = params.get(name)
    if value is None:
        return None
    if value not in ("true", "false"):
        raise invalid_parameter(f"Invalid boolean: {value}", name)
    return bool(value == "true")


def text(params: Params, name: str) -> str | None:
    """Returns a string, or None if it is absent or empty. Raises StripeError for any other value."""
    value = params.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise invalid_parameter("Invalid string", name)
    return value


def required_text(params: Params, name: str) -> str:
    """Returns a string. Raises StripeError if it is absent or empty."""
    value = text(params, name)
    if value is None:
        raise missing_parameter(name)
    return value


def nested(params: Params, name: str) -> Params | None:
    """Returns a hash, or None if it is absent or empty. Raises StripeError for any other value."""
    value = params.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, dict):
        raise invalid_parameter("Invalid object", name)
    return value


def choice(params: Params, name: str, allowed: tuple[str, ...]) -> str | None:
    """Returns one of `allowed`, or None if it is absent. Raises StripeError for any other value."""
    value = text(params, name)
    if value is not None and value not in allowed:
        listed = f"{', '.join(allowed[:-1])}, or {allowed[-1]}" if len(allowed) > 1 else allowed[0]
        raise invalid_parameter(f"Invalid {name}: must be one of {listed}", name)
    return value


def metadata(params: Params, current: dict[str, str] | None = None) -> dict[str, str]:
    """Returns `current` merged with the metadata of the request; an empty value removes its key.

    Raises StripeError for metadata that exceeds Stripe's limits.
    """
    requested = params.get("metadata")
    if requested is None:
        return dict(current or {})
    if requested == "":
        return {}
    if not isinstance(requested, dict):
        raise invalid_parameter("Invalid object", "metadata")
    merged = {**(current or {}), **requested}
    merged = {key: value for key, value in merged.items() if value != ""}
    _check_metadata(merged)
    return merged


def _check_metadata(values: dict[str, Any]) -> None:
    if len(values) > _METADATA_KEYS:
        raise invalid_parameter(f"Metadata can have at most {_METADATA_KEYS} keys.", "metadata")
    for key, value in values.items():
        if not isinstance(value, str):
            raise invalid_parameter("Metadata values must be strings", f"metadata[{key}]")
        if len(key) > _METADATA_KEY_LENGTH or len(value) > _METADATA_VALUE_LENGTH:
            raise invalid_parameter(
                f"Metadata keys have at most {_METADATA_KEY_LENGTH} characters and values at most "
                f"{_METADATA_VALUE_LENGTH}.",
                f"metadata[{key}]",
            )

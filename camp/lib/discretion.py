"""What never leaves the site in a log line or a report of a fault: e-mail addresses, tokens, secrets and card numbers.

The code logs ids and not people, so this is the net beneath: a driver's message or a library's can quote what was sent.
"""

import re
from typing import Any

LEFT_OUT = "[left out]"

PATTERNS = (
    re.compile(r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"),
    re.compile(r"eyJ[\w-]{8,}(?:\.[\w-]*){0,2}"),
    re.compile(r"(?i)\bbearer\s+\S+"),
    re.compile(r"\b(?:pi|seti|cs)_\w+_secret_\w+"),
    re.compile(r"\b(?:sk|rk|whsec)_\w{8,}"),
)
"""Addresses, tokens of ours and of Firebase, headers, Stripe's client secrets and keys. Bounded, hence quick."""
CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")


def discreet(value: Any) -> Any:
    """The value with everything left out that could be somebody's; looks into lists and mappings."""
    if isinstance(value, str):
        return _discreet_text(value)
    if isinstance(value, dict):
        return {key: discreet(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [discreet(inner) for inner in value]
    return value


def _discreet_text(text: str) -> str:
    for pattern in PATTERNS:
        text = pattern.sub(LEFT_OUT, text)
    return CARD.sub(lambda found: LEFT_OUT if _is_card(found.group()) else found.group(), text)


def _is_card(text: str) -> bool:
    """Whether the digits pass the check that card numbers pass (ISO/IEC 7812, Luhn)."""
    digits = [int(each) for each in reversed(text) if each.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0

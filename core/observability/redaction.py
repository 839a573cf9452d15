"""Removes e-mail addresses, tokens, secrets and card numbers from log lines and error reports.

The code logs ids, not personal data. This is the second line of defense: a message of a driver or a library can quote
request data.
"""

import re
from typing import Any

REDACTED = "[redacted]"

AT = r"(?:[@\ufe6b\uff20]|%40|%EF%BC%A0|%EF%B9%AB)"
"""Also as Asian keyboards write it."""
PATTERNS = (
    re.compile(rf"[\w.+-]{{1,64}}{AT}[\w-]{{1,63}}(?:[.\uff0e\u3002][\w-]{{1,63}}){{1,8}}"),
    re.compile(r"eyJ[\w-]{8,}(?:\.[\w-]*){0,2}"),
    re.compile(r"(?i)\bbearer\s+\S+"),
    re.compile(r"\b(?:pi|seti|cs)_\w+_secret_\w+"),
    re.compile(r"\b(?:sk|rk|whsec)_\w{8,}"),
    re.compile(r"(?<=/calendar/)[0-9a-f]{16,}"),
    re.compile(r"(?<=\)=\()[^\n]*"),
    re.compile(r"(?<=Failing row contains \()[^\n]*"),
)
"""E-mail addresses, access and ID tokens, headers, Stripe's client secrets and keys, addresses of calendars, and the
values that PostgreSQL quotes when a constraint fails, such as a child's name.
No pattern reads a part of the text more than a bounded number of times, so that the time grows with the length only."""
CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")


def redact(value: Any) -> Any:
    if isinstance(value, str):
        return _redact_text(value)
    if isinstance(value, dict):
        return {key: redact(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [redact(inner) for inner in value]
    return value


def _redact_text(text: str) -> str:
    for pattern in PATTERNS:
        text = pattern.sub(REDACTED, text)
    return CARD.sub(lambda match: REDACTED if _is_card_number(match.group()) else match.group(), text)


def _is_card_number(text: str) -> bool:
    # The Luhn check (ISO/IEC 7812).
    digits = [int(each) for each in reversed(text) if each.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0

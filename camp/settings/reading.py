"""Reads settings from the environment."""

import re
from itertools import pairwise

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()
_missing: list[str] = []


def required(name: str) -> str:
    """Returns the variable's value. ``refuse_missing`` names all that are missing or empty in one error."""
    value: str = env.str(name, default="").strip()
    if not value:
        _missing.append(name)
    return value


def refuse_missing() -> None:
    """Raises ImproperlyConfigured if a required variable was missing or empty."""
    names = ", ".join(_missing)
    _missing.clear()
    if names:
        raise ImproperlyConfigured(
            f"These settings are missing from the environment: {names}. "
            "See .env.example; `make run` and `CAMP_DEMO=1 manage.py` fill them in with stand-ins instead."
        )


def parsed_care_requires(text: str) -> tuple[str, ...]:
    """Returns what paperwork each child needs. Raises ImproperlyConfigured."""
    parts = tuple(part.strip() for part in text.split(",") if part.strip())
    if not all(re.fullmatch(r"phone|contact|pickup|sheet|paper:[a-z0-9_-]{1,40}", part, re.ASCII) for part in parts):
        raise ImproperlyConfigured(
            "CARE_REQUIRES must name phone, contact, pickup, sheet, or papers that staff must have seen, such as "
            "paper:immunization, separated by commas."
        )
    return parts


def parsed_refund_rules(text: str) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of days and percent, the most days first. Raises ImproperlyConfigured."""
    pairs = re.fullmatch(r"\d{1,3}:\d{1,3}(,\d{1,3}:\d{1,3})*", text, re.ASCII)
    rules = tuple((int(days), int(percent)) for days, percent in re.findall(r"(\d+):(\d+)", text)) if pairs else ()
    is_in_order = all(days > later and percent >= less for (days, percent), (later, less) in pairwise(rules))
    if not rules or not is_in_order or rules[0][1] > 100:
        raise ImproperlyConfigured(
            "REFUND_RULES must be pairs of days before the first lesson and percent, such as 30:100,14:50,0:0: "
            "the most days first, and no percent above 100 or above the one before it. 0:0 means no refund by date."
        )
    return rules

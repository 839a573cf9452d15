"""Converts the stored facts of an e-mail, which are JSON, to the values of its templates."""

import unicodedata
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.names import clean_name

AMOUNTS = frozenset({"amount", "price", "list_price", "discount", "paid_back"})
TIMES = frozenset({"starts", "ends", "refund_until", "until", "opens", "left_at"})
PARAGRAPHS = frozenset({"feedback", "reason", "bring", "note", "text"})
"""Facts that may have several lines. In some kinds of e-mails ``reason`` is a single word, which stays the same."""


def template_values(facts: Any, key: str = "") -> Any:
    """Stored facts are JSON. Amounts become ``Decimal``, times ``datetime``; texts lose their control characters.

    All texts except ``PARAGRAPHS`` become one line, because the subject contains some of them.
    """
    if isinstance(facts, dict):
        return {name: template_values(value, name) for name, value in facts.items()}
    if isinstance(facts, list):
        return [template_values(each, key) for each in facts]
    if not isinstance(facts, str):
        return facts
    if key in AMOUNTS:
        return Decimal(facts)
    if key in TIMES:
        return datetime.fromisoformat(facts)
    return _paragraphs(facts) if key in PARAGRAPHS else one_line(facts)


def one_line(text: str) -> str:
    return _without_controls(" ".join(text.split()))


def _paragraphs(text: str) -> str:
    return "\n".join(_without_controls(line) for line in text.splitlines()).strip()


def _without_controls(line: str) -> str:
    return "".join(each for each in clean_name(line) if unicodedata.category(each) != "Cc")

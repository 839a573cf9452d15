import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django import template
from django.conf import settings

from core.site_time import site_zone, site_zone_name

register = template.Library()

NO_BREAK_SPACE = "\u00a0"

Lesson = Mapping[str, Any]
"""A lesson of the facts: ``starts``, ``ends`` and ``place``, which may be empty."""


@register.filter
def money(dollars: Decimal) -> str:
    """``$1,045.50``"""
    return f"${dollars:,.2f}"


@register.filter
def day(instant: datetime) -> str:
    """``Monday, July 5``"""
    local = instant.astimezone(site_zone())
    return f"{local:%A, %B}{NO_BREAK_SPACE}{local.day}"


@register.filter
def moment(instant: datetime) -> str:
    """``Mon, Jul 5, 2027, 9:00 AM Eastern Time``"""
    local = instant.astimezone(site_zone())
    return f"{short_day(local)}, {clock(local)} {site_zone_name()}"


@register.filter
def lesson_text(lesson: Lesson) -> str:
    """``Mon, Jul 5, 2027, 9:00 AM - 12:00 PM Eastern Time, Barn``, with an en dash."""
    starts, ends = (lesson[name].astimezone(site_zone()) for name in ("starts", "ends"))
    place = f", {lesson['place']}" if lesson["place"] else ""
    return f"{short_day(starts)}, {clock(starts)} \u2013 {clock(ends)} {site_zone_name()}{place}"


def short_day(local: date) -> str:
    return f"{local:%a, %b}{NO_BREAK_SPACE}{local.day}, {local.year}"


def clock(local: datetime) -> str:
    return f"{local.hour % 12 or 12}:{local:%M}{NO_BREAK_SPACE}{local:%p}"


PAID_BY = {"cash": "in cash", "check": "by check", "transfer": "by bank transfer"}


@register.filter
def paid_by(method: str) -> str:
    return PAID_BY.get(method, "by card")


@register.filter
def one_line(text: str) -> str:
    """Joins the lines of a template, so that its conditions can be on lines of their own."""
    return re.sub(r"[ \n]+", " ", text).strip()


@register.filter
def whose(child: str) -> str:
    """``Mia's``, or ``your`` if the reader takes part."""
    return f"{child}'s" if child else "your"


@register.filter
def participants(children: Sequence[str]) -> str:
    """``Mia, Leo and you``: an empty name stands for the reader, who comes last."""
    names = [*filter(None, children), *(["you"] if "" in children else [])]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


@register.filter
def common_status(lines: Sequence[Mapping[str, Any]]) -> str:
    """Of the decisions about all these classes; empty if they differ."""
    statuses = {line["status"] for line in lines}
    return statuses.pop() if len(statuses) == 1 else ""


@register.simple_tag
def discounted(list_price: Decimal, discount: Decimal, reason: str) -> str:
    """`` (list price $45.50, discount $9.10: Early price)``; empty without a discount."""
    return f" (list price {money(list_price)}, discount {money(discount)}: {reason})" if discount else ""


@register.simple_tag
def refund_rules() -> str:
    """What a student gets back for canceling a paid seat, by the settings."""
    hours = settings.CANCEL_WITHIN_HOURS
    full = f"Within {hours} hours of paying, and before the first lesson, you'll get the full price back. After that, "
    start = full if hours else ""
    rules = [(days, percent) for days, percent in settings.REFUND_RULES if percent]
    if not rules:
        return _sentence(start, "there's no refund.")
    parts = ", ".join(f"{_share(percent)} until {_time_before(days)}" for days, percent in rules)
    end = ", and then nothing" if rules[-1][0] else ""
    return _sentence(start, f"you'll get back {parts}{end}. The page of your class shows your current refund.")


def _sentence(start: str, text: str) -> str:
    return start + text if start else text[0].upper() + text[1:]


def _share(percent: int) -> str:
    return "the full price" if percent == 100 else f"{percent}%"


def _time_before(days: int) -> str:
    if days == 0:
        return "the first lesson"
    return f"{days} day{'' if days == 1 else 's'} before the first lesson"


@register.filter
def value_of(mapping: Mapping[Any, Any] | None, key: object) -> Any:
    return mapping.get(key) if mapping else None


@register.filter
def changes_to(before: Sequence[Lesson], after: Sequence[Lesson]) -> list[tuple[Lesson | None, Lesson | None]]:
    """Pairs of the old and the new lesson, the earliest first.

    If the numbers of old and new lessons differ, it is unknown which lesson was moved. Then each pair contains only an
    old or only a new lesson.
    """
    old = sorted((each for each in before if each not in after), key=_start)
    new = sorted((each for each in after if each not in before), key=_start)
    if len(old) == len(new):
        return list(zip(old, new, strict=True))
    unpaired: list[tuple[Lesson | None, Lesson | None]] = [
        *((each, None) for each in old),
        *((None, each) for each in new),
    ]
    return sorted(unpaired, key=lambda pair: _start(pair[0] or pair[1] or {}))


DETAILS = {
    "name": "Name",
    "price": "Price",
    "early": "Early price",
    "place": "Place",
    "bring": "What to bring",
    "ages": "Ages",
    "days": "Days",
}


@register.filter
def details_to(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Heading, old text and new text of each changed detail of a class. A text may be empty."""
    changed = [name for name in DETAILS if before.get(name) != after.get(name)]
    return [(DETAILS[name], _detail(before[name]), _detail(after[name])) for name in changed]


def _detail(value: Decimal | str) -> str:
    return money(value) if isinstance(value, Decimal) else value


def _start(lesson: Lesson) -> datetime:
    start: datetime = lesson["starts"]
    return start

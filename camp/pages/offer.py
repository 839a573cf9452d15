"""The line of the home page that says what the school offers."""

from datetime import datetime
from typing import Any

from django.db import Error as DatabaseFailure
from django.db.models import Max, Min, Q

from classes.models import CampClass
from core.site_time import site_day, span_text

WHAT = "Summer art and craft classes"


def offer_text(*, address: str, now: datetime) -> str:
    """What is taught, for which ages, when, from which price and where, as far as it is known.

    ``Summer art and craft classes for ages 6 to 14. Jun 21 - Aug 13, 2027, from $45, 12 Kiln Lane, Asheville.``
    """
    try:
        classes = _coming_classes(now)
    except DatabaseFailure:  # the page works without the database
        classes = []
    details = [address]
    if classes:
        first, last = min(each.begins for each in classes), max(each.ends for each in classes)
        lowest = min(each.price_on(site_day(now)) for each in classes)
        price = f"from ${lowest:.2f}".removesuffix(".00") if lowest else "with some free classes"
        details = [span_text(site_day(first), site_day(last)), price, address]
    rest = ", ".join(filter(None, details))
    return f"{WHAT}{_ages_text(classes)}. {rest}{rest and '.'}".strip()


def _coming_classes(now: datetime) -> list[Any]:
    # with the times of their lessons
    taking_place = Q(lessons__canceled_at=None)
    begins, ends = Min("lessons__starts_at", filter=taking_place), Max("lessons__ends_at", filter=taking_place)
    return list(CampClass.objects.listed().annotate(begins=begins, ends=ends).filter(begins__gt=now))


def _ages_text(classes: list[Any]) -> str:
    limited = [each for each in classes if each.age_from or each.age_to]
    if not limited:
        return ""
    youngest = min(each.age_from or 0 for each in limited)
    oldest = None if any(each.age_to is None for each in classes) else max(each.age_to for each in classes)
    if not youngest:
        return " for all ages" if oldest is None else f" for ages up to {oldest}"
    return f" for ages {youngest} and up" if oldest is None else f" for ages {youngest} to {oldest}"

from collections.abc import Iterable
from datetime import datetime

from classes.models import Enrollment, Season
from core.site_time import site_day


def coming_seasons(child_ids: Iterable[int], now: datetime) -> dict[int, int | None]:
    """By child: the first season, not over yet, in which it has a seat in a class that is not over.

    For a child without one it is the first season that is not over; None if all are over. In two queries.
    """
    today = site_day(now)
    seats = Enrollment.objects.confirmed().filter(child__in=child_ids, camp_class__season__ends_on__gte=today)
    in_order = (
        seats.filter(camp_class__ended_at=None)
        .order_by("child", "camp_class__season__starts_on", "camp_class__season")
        .distinct("child")
    )
    booked = dict(in_order.values_list("child", "camp_class__season"))
    first = Season.objects.filter(ends_on__gte=today).order_by("starts_on", "pk").values_list("pk", flat=True).first()
    return {child_id: booked.get(child_id, first) for child_id in child_ids}

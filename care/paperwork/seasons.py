from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import BigIntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Child
from classes.models import Enrollment, Season
from core.site_time import site_day


def coming_season(today: date) -> Coalesce:
    """Of children: the first season, not over yet, in which the child has a seat in a class that is not over.

    For a child without one it is the first season that is not over; null if all are over. ``today`` is a day in the
    camp's time zone.
    """
    seats = Enrollment.objects.confirmed().filter(child=OuterRef("pk"), camp_class__season__ends_on__gte=today)
    booked = seats.filter(camp_class__ended_at=None).order_by("camp_class__season__starts_on", "camp_class__season")
    first = Season.objects.filter(ends_on__gte=today).order_by("starts_on", "pk")
    ids = Subquery(booked.values("camp_class__season")[:1]), Subquery(first.values("pk")[:1])
    return Coalesce(*ids, output_field=BigIntegerField())


def coming_seasons(child_ids: Iterable[int], now: datetime) -> dict[int, int | None]:
    children = Child.objects.filter(pk__in=child_ids)
    return dict(children.annotate(season=coming_season(site_day(now))).values_list("pk", "season"))

"""Counts of rows in correlated subqueries."""

from typing import Any

from django.db import models
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_per_class(rows: models.QuerySet[Any], outer: str = "pk") -> Coalesce:
    """Returns how many of the rows belong to the class of the outer query.

    ``outer`` is the column of the outer query that has the id of the class.
    """
    of_class = rows.filter(camp_class=OuterRef(outer)).order_by().values("camp_class")
    return Coalesce(Subquery(of_class.annotate(count=Count("*")).values("count")), 0)

"""Counts of rows in correlated subqueries."""

from typing import Any

from django.db import models
from django.db.models import Func, IntegerField, OuterRef, Subquery


def count_per_class(rows: models.QuerySet[Any], outer: str = "pk") -> Subquery:
    """Returns how many of the rows belong to the class of the outer query.

    ``outer`` is the column of the outer query that has the id of the class. Django would group the rows of ``Count``.
    """
    of_class = rows.filter(camp_class=OuterRef(outer)).order_by()
    return Subquery(of_class.values(count=Func(template="COUNT(*)", output_field=IntegerField())))

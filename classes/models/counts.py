from typing import Any

from django.db import models
from django.db.models import Func, IntegerField, OuterRef, Subquery


def count_per_class(rows: models.QuerySet[Any], outer: str = "pk") -> Subquery:
    """``outer``: the column of the outer query that has the id of the class."""
    of_class = rows.filter(camp_class=OuterRef(outer)).order_by()
    # Django would group the rows of ``Count``.
    return Subquery(of_class.values(count=Func(template="COUNT(*)", output_field=IntegerField())))

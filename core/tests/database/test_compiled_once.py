"""An expression that is compiled once can be used in other queries of the same rows."""

import pytest
from django.db.models import Func, OuterRef, Subquery, TextField, Value
from django.utils import timezone

from core.database.expressions import CompiledOnce
from core.models import SiteProblem

pytestmark = pytest.mark.django_db


@pytest.fixture
def initial():
    """The first letter of ``todo``."""
    for number, todo in enumerate(("Mail", "Money", "Backup")):
        SiteProblem.objects.create(what=str(number), todo=todo, since=timezone.now())
    letter = Func("todo", Value(1), function="LEFT", output_field=TextField())
    own = SiteProblem.objects.filter(pk=OuterRef("pk")).values(letter=letter)
    return CompiledOnce(SiteProblem.objects.values_list("pk", Subquery(own)))


def test_it_is_a_column(initial):
    rows = SiteProblem.objects.annotate(initial=initial).order_by("pk")
    assert list(rows.values_list("initial", flat=True)) == ["M", "M", "B"]


def test_it_is_a_condition(initial):
    assert SiteProblem.objects.annotate(initial=initial).filter(initial="M").count() == 2


def test_it_refuses_a_subquery_in_which_the_table_has_another_name(initial):
    others = SiteProblem.objects.annotate(initial=initial).exclude(pk=OuterRef("pk"))
    with pytest.raises(ValueError, match="another name"):
        list(SiteProblem.objects.annotate(other=Subquery(others.values("initial")[:1])))

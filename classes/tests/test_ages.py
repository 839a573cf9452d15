"""Which children a class is for. The client's tests use the same cases."""

import json
from datetime import date, datetime
from pathlib import Path

import pytest

from accounts.models import Child
from classes.ages import age_day, refuse_other_age
from classes.models import CampClass
from core.errors import DomainError
from testing.factories import NOW

CASES = json.loads((Path(__file__).parents[2] / "testing/age_cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_refuses_the_children_whose_age_does_not_fit(case):
    child = Child(born_on=case["bornOn"] and date.fromisoformat(case["bornOn"]))
    camp_class = CampClass(age_from=case["ageFrom"], age_to=case["ageTo"])
    first_start = datetime.fromisoformat(case["startsAt"])
    refusal = None
    try:
        refuse_other_age(child=child, camp_class=camp_class, first_start=first_start, now=NOW)
    except DomainError as error:
        refusal = error.code
    assert child.age_on(age_day(first_start=first_start, now=NOW)) == case["age"]
    assert refusal == case["refusal"]


def test_it_does_not_check_the_age_of_the_account_holder():
    refuse_other_age(child=None, camp_class=CampClass(age_from=8), first_start=None, now=NOW)

"""How many statements the pages of the office and of the door execute, in a small school and in a larger one."""

import pytest

from testing.clients.api import as_
from testing.factories import (
    NOW,
    make_agreement_text,
    make_child,
    make_class,
    make_contact,
    make_enrollment,
    make_lesson,
    make_payment,
    make_season,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

STATEMENTS = {
    "/today": 10,
    "/seasons/{season}/paperwork": 4,
    "/seasons/{season}/paperwork?limit=5": 4,
    "/seasons/{season}/conflicts": 3,
    "/reports/books?limit=5": 3,
    "/reports/classes": 6,
    "/families?limit=5": 4,
    "/families/{family}": 9,
    "/classes/{camp_class}/care": 10,
    "/classes": 2,
}
"""With the one for the account. In a test a transaction has two more: its savepoint."""


@pytest.fixture
def grow(users):
    """Adds this number of families, each with a child that has a paid seat in a class of its own and in the first."""
    season = make_season(starts_on=NOW, ends_on=NOW)
    make_agreement_text()
    first = make_class(users.instructor, season=season, capacity=1000)
    make_lesson(first, NOW)

    def grow(number):
        for count in range(number):
            family = make_user(f"family-{count}-of-{number}")
            child = make_child(family, "Mia")
            make_contact(child, phone="555 0100", emergency=True)
            as_(family).put(f"/care/{child.pk}", {"allergies": "Milk"})
            own = make_class(users.instructor, f"Class {count} of {number}", season=season)
            make_lesson(own, NOW)
            make_payment(family, own, child=child)
            make_enrollment(family, first, child)
        return {"season": season.pk, "camp_class": first.pk, "family": family.pk}

    return grow


def test_it_executes_as_many_statements_in_a_larger_school(users, grow, count_queries):
    counts = []
    for number in (1, 6):
        ids = grow(number)
        paths = [path.format(**ids) for path in STATEMENTS]
        for path in paths:
            as_(users.admin).get(path)  # records the reads
        counts.append([count_queries(as_(users.admin), path) for path in paths])
    small, large = counts
    assert large == small
    assert dict(zip(STATEMENTS, small, strict=True)) == STATEMENTS

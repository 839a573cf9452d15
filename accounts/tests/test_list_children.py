"""GET /children: the children of the user's own account."""

import pytest
from django.utils import timezone

from testing.api_client import as_, with_bearer
from testing.factories import make_child

pytestmark = pytest.mark.django_db


def test_it_lists_the_own_children_newest_first(cast):
    mia, leo = make_child(cast.student, "Mia"), make_child(cast.student, "Leo", born_on=None)
    make_child(cast.other_student, "Zoe")

    assert as_(cast.student).get("/children") == [
        {"_id": str(leo.pk), "name": "Leo", "bornOn": None},
        {"_id": str(mia.pk), "name": "Mia", "bornOn": "2015-06-01"},
    ]


@pytest.mark.parametrize("who", ["instructor", "admin"])
def test_it_lists_only_the_own_children_of_each_role(cast, who):
    make_child(cast.student)
    own = make_child(getattr(cast, who), "Own")
    assert [row["_id"] for row in as_(getattr(cast, who)).get("/children")] == [str(own.pk)]


def test_it_omits_deleted_children(cast):
    make_child(cast.student, "Deleted child", born_on=None, erased_at=timezone.now())
    assert as_(cast.student).get("/children") == []


def test_it_requires_a_login(cast):
    as_(None).get("/children", 401)
    with_bearer("invalid").get("/children", 401)


def test_it_paginates(cast):
    rows = [make_child(cast.student, f"Child {number}") for number in range(3)]
    client = as_(cast.student).client
    first = client.get("/children?limit=2")
    rest = client.get(f"/children?after={first.json()[-1]['_id']}")
    assert first["X-Total-Count"] == "3"
    assert [row["_id"] for row in first.json() + rest.json()] == [str(row.pk) for row in reversed(rows)]


def test_it_makes_a_constant_number_of_queries(cast, count_queries):
    make_child(cast.student)
    few = count_queries(as_(cast.student), "/children")
    for number in range(10):
        make_child(cast.student, f"Child {number}")
    assert count_queries(as_(cast.student), "/children") == few == 2

"""GET /children: the children of the user's own account."""

import pytest
from django.utils import timezone

from testing.clients.api import as_, with_bearer
from testing.factories import make_child

pytestmark = pytest.mark.django_db


def test_it_lists_the_children_of_the_user_in_the_order_in_which_they_were_added(users):
    mia, leo = make_child(users.student, "Mia"), make_child(users.student, "Leo", born_on=None)
    make_child(users.other_student, "Zoe")

    assert as_(users.student).get("/children") == [
        {"_id": str(mia.pk), "name": "Mia", "bornOn": "2015-06-01", "guardians": []},
        {"_id": str(leo.pk), "name": "Leo", "bornOn": None, "guardians": []},
    ]


@pytest.mark.parametrize("who", ["instructor", "admin"])
def test_it_lists_only_the_children_of_the_user_for_each_role(users, who):
    make_child(users.student)
    own = make_child(getattr(users, who), "Own")
    assert [row["_id"] for row in as_(getattr(users, who)).get("/children")] == [str(own.pk)]


def test_it_omits_deleted_children(users):
    make_child(users.student, "Deleted child", born_on=None, deleted_at=timezone.now())
    assert as_(users.student).get("/children") == []


def test_it_requires_a_login(users):
    as_(None).get("/children", 401)
    with_bearer("invalid").get("/children", 401)


def test_it_paginates(users):
    rows = [make_child(users.student, f"Child {number}") for number in range(3)]
    client = as_(users.student).client
    first = client.get("/children?limit=2")
    rest = client.get(f"/children?after={first.json()[-1]['_id']}")
    assert first["X-Total-Count"] == "3"
    assert [row["_id"] for row in first.json() + rest.json()] == [str(row.pk) for row in rows]


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    make_child(users.student)
    few = count_queries(as_(users.student), "/children")
    for number in range(10):
        make_child(users.student, f"Child {number}")
    assert count_queries(as_(users.student), "/children") == few == 3

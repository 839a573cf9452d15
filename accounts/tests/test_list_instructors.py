"""GET /instructors: who teaches here, the most popular first."""

import pytest

from accounts.models import Role
from camp.testing import as_, bearing, choose, make_cast, make_class, make_user, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_cast()


def test_anybody_sees_them_the_most_booked_first(cast):
    seat(cast.student, make_class(cast.other_instructor))
    nora = make_user("nora", Role.INSTRUCTOR)
    for name in ("Paper", "Felt"):
        seat(cast.student, make_class(nora, name))
    choose(cast.student, make_class(cast.instructor))

    people = as_(None).get("/instructors")

    assert [person["name"] for person in people] == ["Nora", "Oskar", "Ines"]
    assert people[0] == {
        "_id": str(nora.pk),
        "name": "Nora",
        "photo": "",
        "email": "nora@camp.example",
        "role": "instructor",
    }


def test_equally_popular_ones_come_by_name(cast):
    make_user("bert", Role.INSTRUCTOR)

    assert [person["name"] for person in as_(None).get("/instructors")] == ["Bert", "Ines", "Oskar"]


def test_only_instructors_who_are_still_here(cast):
    make_user("gone", Role.INSTRUCTOR, is_active=False)

    assert {person["role"] for person in as_(None).get("/instructors")} == {"instructor"}
    assert len(as_(None).get("/instructors")) == 2


@pytest.mark.parametrize("token", ["null", "nonsense", "a.b.c"])
def test_a_bad_token_is_nobody(cast, token):
    assert len(bearing(token).get("/instructors")) == 2


def test_it_pages(cast):
    seat(cast.student, make_class(cast.other_instructor))
    client = as_(None).client
    first = client.get("/instructors?limit=1")
    rest = client.get(f"/instructors?after={first.json()[0]['_id']}")

    assert [row["name"] for row in first.json() + rest.json()] == ["Oskar", "Ines"]
    assert first["X-Total-Count"] == rest["X-Total-Count"] == "2"


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "after=x", "after=999999"])
def test_it_refuses_bad_input(cast, query):
    assert as_(None).get(f"/instructors?{query}", 400)["fields"]


def test_it_costs_the_same_for_many(cast, django_assert_num_queries):
    with django_assert_num_queries(1):
        as_(None).get("/instructors")
    for number in range(30):
        seat(cast.student, make_class(make_user(f"teacher{number}", Role.INSTRUCTOR)))
    with django_assert_num_queries(1):
        assert len(as_(None).get("/instructors")) == 32

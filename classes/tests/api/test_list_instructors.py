"""GET /instructors: the instructors, those with the most enrolled students first."""

import pytest

from accounts.models import Role, User
from testing.clients.api import as_, with_bearer
from testing.factories import make_class, make_enrollment, make_selection, make_user

pytestmark = pytest.mark.django_db


def test_it_lists_instructors_by_number_of_enrolled_students(users):
    make_enrollment(users.student, make_class(users.other_instructor))
    nora = make_user("nora", Role.INSTRUCTOR)
    for name in ("Paper", "Felt"):
        make_enrollment(users.student, make_class(nora, name))
    make_selection(users.student, make_class(users.instructor))

    instructors = as_(None).get("/instructors")

    assert [instructor["name"] for instructor in instructors] == ["Nora", "Oskar", "Ines"]
    assert instructors[0] == {
        "_id": str(nora.pk),
        "name": "Nora",
        "photo": "",
        "email": "nora@camp.example",
        "role": "instructor",
        "bio": "",
    }


def test_it_orders_instructors_with_equal_counts_by_name(users):
    for number, name in enumerate(["Zoe", "émile", "Bert", "Ähnlich"]):
        User.objects.create(name=name, email=f"{number}@camp.example", role=Role.INSTRUCTOR)

    in_order = ["Ähnlich", "Bert", "émile", "Ines", "Oskar", "Zoe"]
    assert [instructor["name"] for instructor in as_(None).get("/instructors")] == in_order


def test_it_lists_only_active_instructors(users):
    make_user("former", Role.INSTRUCTOR, is_active=False)

    assert {instructor["role"] for instructor in as_(None).get("/instructors")} == {"instructor"}
    assert len(as_(None).get("/instructors")) == 2


@pytest.mark.parametrize("token", ["null", "nonsense", "a.b.c"])
def test_it_treats_an_invalid_token_as_anonymous(users, token):
    assert len(with_bearer(token).get("/instructors")) == 2


def test_it_paginates(users):
    make_enrollment(users.student, make_class(users.other_instructor))
    client = as_(None).client
    first = client.get("/instructors?limit=1")
    rest = client.get(f"/instructors?after={first.json()[0]['_id']}")

    assert [row["name"] for row in first.json() + rest.json()] == ["Oskar", "Ines"]
    assert first["X-Total-Count"] == rest["X-Total-Count"] == "2"


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "after=x", "after=999999"])
def test_it_refuses_bad_input(users, query):
    assert as_(None).get(f"/instructors?{query}", 400)["fields"]


def test_it_makes_one_query_for_any_number_of_instructors(users, django_assert_num_queries):
    with django_assert_num_queries(1):
        as_(None).get("/instructors")
    for number in range(30):
        make_enrollment(users.student, make_class(make_user(f"teacher{number}", Role.INSTRUCTOR)))
    with django_assert_num_queries(1):
        assert len(as_(None).get("/instructors")) == 32

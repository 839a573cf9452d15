"""GET /users: everybody with an account, for admins."""

import pytest

from accounts.models import User
from camp.testing import as_, make_cast, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_cast()


def test_it_lists_everybody_newest_first(cast):
    people = as_(cast.admin).get("/users")

    assert [person["email"].partition("@")[0] for person in people] == ["olga", "sam", "oskar", "ines", "ada"]
    assert people[1] == {
        "_id": str(cast.student.pk),
        "name": "Sam",
        "photo": "",
        "email": "sam@camp.example",
        "role": "student",
        "emailVerified": True,
    }


@pytest.mark.parametrize(
    ("q", "found"),
    [
        *[("SAM", {"sam"}), ("sa", {"sam"}), ("sam@CAMP", {"sam"}), ("ex o", {"olga", "oskar"}), ("ska", set())],
        *[("sam ada", set()), ("%", set()), ("' | '", set()), ("nobody", set()), ("Ínes", set()), ("\\", set())],
    ],
)
def test_it_finds_by_how_words_of_name_or_email_begin(cast, q, found):
    people = as_(cast.admin).get("/users", data={"q": q})

    assert {person["email"].partition("@")[0] for person in people} == found


@pytest.mark.parametrize("q", ["", "camp.example", "EXAMPLE", " camp "])
def test_what_all_have_finds_all(cast, q):
    assert len(as_(cast.admin).get("/users", data={"q": q})) == 5


@pytest.mark.parametrize(
    ("name", "email", "finding"),
    [
        (
            "Ana-María O'Brien",
            "am.obrien_2+camp@mail-host.example",
            ["maría", "o'b", "obr", "2", "mail", "host"],
        ),
        ("https://a.example/b", "x@y.example", ["https", "b", "a.ex"]),
        ("<b>Bo</b> AT&amp;T 1.5e3", "-7@y.example", ["bo", "at", "t", "1", "5e3", "7@y"]),
        ("प्रिया रमन", "priya@y.example", ["प्रि", "रमन", "priya रम"]),
        ("田中 🙂 あい", "tanaka@y.example", ["田", "あい", "tan"]),
    ],
)
def test_each_word_is_found_whatever_holds_it(cast, name, email, finding):
    User.objects.create(name=name, email=email)
    for q in finding:
        found = as_(cast.admin).get("/users", data={"q": q})
        assert email in [person["email"] for person in found], q


def test_it_pages(cast):
    client = as_(cast.admin)
    first = client.client.get("/users?limit=2")
    rest = client.client.get(f"/users?limit=200&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "5"
    assert [row["_id"] for row in first.json() + rest.json()] == [row["_id"] for row in client.get("/users")]
    assert client.client.get("/users")["X-Total-Count"] == "5"


def test_it_is_for_admins_alone(cast):
    for person in (cast.instructor, cast.student):
        assert as_(person).get("/users", 403)["code"] == "forbidden"
    response = as_(None).client.get("/users")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=201", "after=999999", "after=x", "q=" + "x" * 201])
def test_it_refuses_bad_input(cast, query):
    assert as_(cast.admin).get(f"/users?{query}", 400)["fields"]


def test_a_null_byte_is_refused(cast):
    as_(cast.admin).get("/users?q=%00", 400)


def test_it_costs_the_same_for_many(cast, django_assert_num_queries):
    client = as_(cast.admin)
    with django_assert_num_queries(2):
        client.get("/users")
    for number in range(30):
        make_user(f"person{number}")
    with django_assert_num_queries(2):
        assert len(client.get("/users")) == 35

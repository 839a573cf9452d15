"""GET /users: all accounts, for admins."""

import unicodedata

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.models.child import DELETED_CHILD_NAME
from testing.clients.api import as_
from testing.factories import make_child, make_user

pytestmark = pytest.mark.django_db


def test_it_lists_all_accounts_newest_first(users):
    rows = as_(users.admin).get("/users")

    assert [user["email"].partition("@")[0] for user in rows] == ["olga", "sam", "oskar", "ines", "ada"]
    assert rows[1] == {
        "_id": str(users.student.pk),
        "name": "Sam",
        "photo": "",
        "email": "sam@camp.example",
        "role": "student",
        "emailVerified": True,
        "phone": "",
        "children": [],
    }


def test_it_lists_phone_and_children(users):
    User.objects.filter(pk=users.student.pk).update(phone="(555) 010-2003")
    make_child(users.student)
    make_child(users.student, "Leo")
    make_child(users.student, DELETED_CHILD_NAME, born_on=None, deleted_at=timezone.now())
    (sam,) = as_(users.admin).get("/users", data={"q": "sam"})
    assert (sam["phone"], sam["children"]) == ("(555) 010-2003", ["Mia", "Leo"])


def test_it_lists_the_accounts_of_one_role(users):
    client = as_(users.admin)

    assert [user["name"] for user in client.get("/users", data={"role": "instructor"})] == ["Oskar", "Ines"]
    assert client.get("/users", data={"role": "instructor", "q": "sam"}) == []
    assert "role" in client.get("/users", 400, data={"role": "teacher"})["fields"]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        *[("SAM", {"sam"}), ("sa", {"sam"}), ("sam@CAMP", {"sam"}), ("ex o", {"olga", "oskar"}), ("ska", set())],
        *[("sam ada", set()), ("%", set()), ("' | '", set()), ("nobody", set()), ("Ínes", {"ines"}), ("\\", set())],
    ],
)
def test_it_finds_accounts_by_prefixes_of_words_in_name_or_email(users, q, found):
    rows = as_(users.admin).get("/users", data={"q": q})

    assert {user["email"].partition("@")[0] for user in rows} == found


@pytest.mark.parametrize(
    "q", ["\u202dsam\u202c", "mailto:Sam@camp.example", "\u2039sam@camp.example\u203a", "s\u200bam"]
)
def test_it_finds_what_people_paste(users, q):
    assert [user["name"] for user in as_(users.admin).get("/users", data={"q": q})] == ["Sam"]


@pytest.mark.parametrize("q", ["2003", "+1 555 010-2003", "mia", "sam 2003", "camp mia"])
def test_it_finds_accounts_by_phone_number_and_child(users, q):
    User.objects.filter(pk=users.student.pk).update(phone="(555) 010-2003")
    make_child(users.student)
    make_child(users.other_student, "Leo")
    assert [user["name"] for user in as_(users.admin).get("/users", data={"q": q})] == ["Sam"]


@pytest.mark.parametrize("q", ["", "camp.example", "EXAMPLE", " camp "])
def test_it_finds_all_accounts_by_a_common_prefix(users, q):
    assert len(as_(users.admin).get("/users", data={"q": q})) == 5


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
def test_it_finds_words_in_any_script_and_punctuation(users, name, email, finding):
    User.objects.create(name=name, email=email)
    for q in finding:
        found = as_(users.admin).get("/users", data={"q": q})
        assert email in [user["email"] for user in found], q


FOUND_WITHOUT_ACCENTS = {
    "José Núñez": ["jose", "nunez", "Jose\u0301 Nu\u0301n\u0303ez"],
    "Zoë Strauß": ["zoe", "strauss"],
    "Søren Łukasz": ["soren", "lukasz"],
    "Nguyễn Đức": ["nguyen duc"],
    "Siân O\u2019Brien": ["obrien", "o'brien", "o\u2019b", "brien", "sian o"],
    "Æsa D'Angelo": ["aesa", "dangelo", "angelo"],
    "\u0130brahim K\u0131r\u0131k": ["ibrahim kirik", "\u0130BRAH\u0130M", "k\u0131r\u0131k"],
    "N\xb4Diaye Mary\u2011Ann": ["ndiaye", "n\xb4diaye", "diaye", "ann", "mary-ann"],
    "\ufb01ona \uff2burz Ana\u00a0Luis": ["fiona kurz", "luis"],
}


def test_it_finds_names_without_accents_and_apostrophes_in_both_unicode_forms(users):
    for number, name in enumerate(FOUND_WITHOUT_ACCENTS):
        User.objects.create(name=name, email=f"{number}c@y.example")
        User.objects.create(name=unicodedata.normalize("NFD", name), email=f"{number}d@y.example")
    for number, queries in enumerate(FOUND_WITHOUT_ACCENTS.values()):
        for q in queries:
            found = {user["email"] for user in as_(users.admin).get("/users", data={"q": q})}
            assert found == {f"{number}c@y.example", f"{number}d@y.example"}, q


def test_it_paginates(users):
    client = as_(users.admin)
    first = client.client.get("/users?limit=2")
    rest = client.client.get(f"/users?limit=200&after={first.json()[-1]['_id']}")

    assert first["X-Total-Count"] == rest["X-Total-Count"] == "5"
    assert [row["_id"] for row in first.json() + rest.json()] == [row["_id"] for row in client.get("/users")]
    assert client.client.get("/users")["X-Total-Count"] == "5"


def test_it_continues_where_a_user_was(users):
    admin = as_(users.admin)
    first = admin.client.get("/users?role=instructor&limit=1")
    admin.patch(f"/users/student/{first.json()[0]['_id']}")
    for after in (first["X-Next-After"], first.json()[0]["_id"]):
        rest = admin.get(f"/users?role=instructor&limit=1&after={after}")
        assert [row["email"] for row in rest] == ["ines@camp.example"]


def test_it_refuses_users_who_are_not_admins(users):
    for user in (users.instructor, users.student):
        assert as_(user).get("/users", 403)["code"] == "forbidden"
    response = as_(None).client.get("/users")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=201", "after=x", "q=" + "x" * 201])
def test_it_refuses_bad_input(users, query):
    assert as_(users.admin).get(f"/users?{query}", 400)["fields"]


def test_it_refuses_a_null_byte(users):
    as_(users.admin).get("/users?q=%00", 400)


def test_it_makes_two_queries_for_any_number_of_accounts(users, django_assert_num_queries):
    client = as_(users.admin)
    with django_assert_num_queries(2):
        client.get("/users")
    for number in range(30):
        make_user(f"user{number}")
    with django_assert_num_queries(2):
        assert len(client.get("/users")) == 35

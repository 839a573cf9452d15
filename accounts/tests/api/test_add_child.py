"""POST /children: a user adds a child to their own account."""

from datetime import date

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts import children
from accounts.children import ChildExists, TooManyChildren
from accounts.models import Child
from testing.clients.api import as_
from testing.factories import make_child, make_user, make_users
from testing.proofs.races import return_together, run_concurrently
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db
CHILD = {"name": "Mia", "bornOn": "2015-06-01"}


def test_it_adds_a_child(users):
    response = as_(users.student).post("/children", CHILD, 201)
    child = Child.objects.get()
    assert response == {"insertedId": str(child.pk)}
    assert (child.guardian, child.name, child.born_on) == (users.student, "Mia", date(2015, 6, 1))


@pytest.mark.parametrize("body", [{"name": "Mia"}, {"name": "Mia", "bornOn": None}])
def test_it_adds_a_child_without_a_date_of_birth(users, body):
    as_(users.student).post("/children", body, 201)
    assert Child.objects.get().born_on is None


@pytest.mark.parametrize("who", ["instructor", "admin"])
def test_it_allows_every_role(users, who):
    as_(getattr(users, who)).post("/children", CHILD, 201)
    assert Child.objects.get().guardian == getattr(users, who)


def test_it_ignores_another_guardian_in_the_body(users):
    as_(users.student).post("/children", CHILD | {"guardian": users.other_student.pk}, 201)
    assert Child.objects.get().guardian == users.student


def test_it_removes_bidi_controls_and_outer_spaces_from_the_name(users):
    as_(users.student).post("/children", {"name": " \u202eMia "}, 201)
    assert Child.objects.get().name == "Mia"


def test_it_stores_a_name_in_one_unicode_form(users):
    as_(users.student).post("/children", {"name": "Jose\u0301", "bornOn": "2015-06-01"}, 201)
    assert Child.objects.get().name == "Jos\u00e9"
    again = as_(users.student).post("/children", {"name": "Jos\u00e9", "bornOn": "2015-06-01"}, 409)
    assert again["code"] == "already_exists"


def test_it_stores_who_added_the_child(users):
    as_(users.student).post("/children", CHILD, 201)
    assert Child.history.get().history_user == users.student


def test_it_requires_a_login(users):
    as_(None).post("/children", CHILD, 401)
    assert not Child.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        *(None, "", "  ", "x" * 101, "a\x00b", "evil.com/mia", [], {}, True),
        *("\u200b", "\u3164", "\u2800", "\u0301", "Mia\u2028Leo", "Mia\nLeo"),  # not one visible line
    ],
)
def test_it_refuses_an_invalid_name(users, name):
    assert list(as_(users.student).post("/children", {"name": name}, 400)["fields"]) == ["name"]
    assert not Child.objects.exists()


@pytest.mark.parametrize(
    "born_on", ["1899-12-31", "2026-03-02", "2015-02-29", "01.06.2015", "", 2015, [], "9999-12-31"]
)
def test_it_refuses_an_invalid_date_of_birth(users, born_on):
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        response = as_(users.student).post("/children", {"name": "Mia", "bornOn": born_on}, 400)
    assert list(response["fields"]) == ["bornOn"]
    assert not Child.objects.exists()


@pytest.mark.parametrize("born_on", ["1900-01-01", "2026-03-01"])
def test_it_accepts_the_first_and_the_last_date_of_birth(users, born_on):
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        as_(users.student).post("/children", {"name": "Mia", "bornOn": born_on}, 201)


@pytest.mark.parametrize("body", [None, [], "x", 7])
def test_it_refuses_another_body(users, body):
    as_(users.student).post("/children", body, 400)


@pytest.mark.parametrize("born_on", [date(2015, 6, 1), None])
@pytest.mark.parametrize("name", ["Mia", "mia", "MIA"])
def test_it_refuses_a_child_with_the_same_name_and_date_of_birth(users, name, born_on):
    make_child(users.student, born_on=born_on)
    body = {"name": name, "bornOn": born_on and born_on.isoformat()}
    with nothing_changes():
        assert as_(users.student).post("/children", body, 409)["code"] == "already_exists"


def test_it_allows_the_same_name_with_another_date_of_birth_and_in_another_family(users):
    make_child(users.student, born_on=None)
    make_child(users.other_student, born_on=date(2015, 6, 1))
    as_(users.student).post("/children", CHILD, 201)


@pytest.mark.parametrize("born_on", [date(2015, 6, 1), None])
def test_it_refuses_the_same_child_twice_in_the_database(users, born_on):
    make_child(users.student, born_on=born_on)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_child(users.student, "MIA", born_on=born_on)


def test_it_refuses_a_thirteenth_child(users):
    for number in range(Child.MAX_PER_GUARDIAN):
        make_child(users.student, f"Child {number}")
    make_child(users.other_student, "Another family's")
    with nothing_changes():
        assert as_(users.student).post("/children", CHILD, 409)["code"] == "too_many_children"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock_on", [True, False])
def test_it_adds_at_most_twelve_children_concurrently(transactional_db, monkeypatch, lock_on):
    student = make_users().student
    for number in range(Child.MAX_PER_GUARDIAN - 1):
        make_child(student, f"Child {number}")
    if not lock_on:
        monkeypatch.setattr(children, "lock_account", lambda user: user)
    return_together(monkeypatch, children, "_refuse_too_many")
    add = lambda name: lambda: children.add_child(guardian=student, name=name, born_on=None)  # noqa: E731
    results = run_concurrently(add("Mia"), add("Leo"))
    assert sum(isinstance(result, TooManyChildren) for result in results) == (1 if lock_on else 0)
    assert Child.objects.count() == Child.MAX_PER_GUARDIAN + (0 if lock_on else 1)


@pytest.mark.django_db(transaction=True)
def test_it_adds_a_child_once_for_a_double_click(transactional_db):
    student = make_user("sam")
    add = lambda: children.add_child(guardian=student, name="Mia", born_on=None)  # noqa: E731
    results = run_concurrently(add, add)
    assert sorted(type(result) for result in results if isinstance(result, Exception)) == [ChildExists]
    assert Child.objects.count() == 1

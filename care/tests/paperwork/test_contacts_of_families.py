"""GET, POST, PUT and DELETE /contacts with `userId`: the office keeps the contacts of a family."""

import pytest

from accounts.models import User
from care.models import Contact
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_contact
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosa(mia):
    return make_contact(mia, "Rosa")


def requests(account, child, contact):
    body = {"name": "Ben", "childIds": [str(child.pk)]}
    yield "post", f"/contacts?userId={account.pk}", body
    yield "put", f"/contacts/{contact.pk}?userId={account.pk}", body
    yield "delete", f"/contacts/{contact.pk}?userId={account.pk}", None


def send(user, method, path, body, status):
    arguments = (path, status) if body is None else (path, body, status)
    return getattr(as_(user), method)(*arguments)


def test_the_office_keeps_the_contacts_of_a_family(users, mia, rosa):
    make_contact(make_child(users.other_student), "Olga's")
    path = f"/contacts?userId={users.student.pk}"
    assert [each["name"] for each in as_(users.admin).get(path)] == ["Rosa"]
    body = {"name": "Ben", "phone": "555 0100", "childIds": [str(mia.pk)]}
    contact_id = as_(users.admin).post(path, body, 201)["insertedId"]
    assert Contact.objects.get(pk=contact_id).account == users.student
    changed = as_(users.admin).put(f"/contacts/{contact_id}?userId={users.student.pk}", body | {"name": "Benno"})
    assert changed == {"modifiedCount": 1}
    assert [each["name"] for each in as_(users.student).get("/contacts")] == ["Benno", "Rosa"]
    assert as_(users.admin).delete(f"/contacts/{rosa.pk}?userId={users.student.pk}") == {"deletedCount": 1}
    assert [each["name"] for each in as_(users.admin).get(path)] == ["Benno"]


def test_everybody_may_name_the_own_account(users, mia, rosa):
    assert [each["name"] for each in as_(users.student).get(f"/contacts?userId={users.student.pk}")] == ["Rosa"]


@pytest.mark.parametrize("role", ["other_student", "instructor"])
def test_nobody_else_may_name_a_family(users, mia, rosa, role):
    user = getattr(users, role)
    with nothing_changes():
        as_(user).get(f"/contacts?userId={users.student.pk}", 404)
        for method, path, body in requests(users.student, mia, rosa):
            send(user, method, path, body, 404)


@pytest.mark.parametrize("user_id", [*INVALID_IDS, "999999"])
def test_it_knows_no_other_account(users, user_id):
    as_(users.admin).get(f"/contacts?userId={user_id}", 404)


def test_it_knows_no_contact_or_child_of_another_family(users, mia, rosa):
    with nothing_changes():
        for method, path, body in requests(users.other_student, mia, rosa):
            send(users.admin, method, path, body, 404)


def test_it_changes_nothing_of_a_disabled_account(users, mia, rosa):
    User.objects.filter(pk=users.student.pk).update(is_active=False)
    assert [each["name"] for each in as_(users.admin).get(f"/contacts?userId={users.student.pk}")] == ["Rosa"]
    with nothing_changes():
        for method, path, body in requests(users.student, mia, rosa):
            assert send(users.admin, method, path, body, 409)["code"] == "account_disabled"

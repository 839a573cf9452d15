"""The search of staff finds a person by the same words in every list."""

import unicodedata

import pytest

from accounts.models import Child, Role, User
from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_payment, make_selection, make_waitlist_entry

pytestmark = pytest.mark.django_db

LISTS = ["accounts/user", "accounts/child", "classes/selection", "classes/enrollment", "classes/waitlistentry"]
LISTS += ["payments/payment", "mail/outboxemail"]


def make_jose(role=Role.STUDENT):
    """Creates an account. Its e-mail address contains no word of the name."""
    return User.objects.create(name="José O\u2019Brien", email="5@y.example", role=role)


@pytest.fixture
def jose(users):
    """A student with a row in each list, beside the rows of another one."""
    jose, other = make_jose(), users.other_student
    clay = make_class(users.instructor)
    for student in (jose, other):
        make_child(student)
        make_payment(student, clay)
        make_selection(student, clay)
        make_waitlist_entry(student, clay)
        OutboxEmail.objects.create(recipient=student, kind=OutboxEmail.Kind.WELCOME, about="account")
    return jose


@pytest.mark.parametrize("path", LISTS)
def test_it_finds_a_person_in_every_list(jose, admin_client, path):
    for q in ("jose", "JOSÉ", unicodedata.normalize("NFD", "josé"), "obrien", "o'brien", "brien jos"):
        found = admin_client.get(f"/admin/{path}/", {"q": q}).context["cl"].result_list
        assert [_account_of(row) for row in found] == [jose], q


def _account_of(row):
    if isinstance(row, User):
        return row
    return getattr(row, {Child: "guardian", OutboxEmail: "recipient"}.get(type(row), "student"))


@pytest.mark.parametrize("q", ["jose", "obrien", "o'brien"])
def test_it_finds_the_classes_of_a_person(users, admin_client, q):
    clay = make_class(make_jose(Role.INSTRUCTOR))
    make_class(users.instructor)
    assert list(admin_client.get("/admin/classes/campclass/", {"q": q}).context["cl"].result_list) == [clay]


@pytest.mark.parametrize("q", ["jose", "obrien"])
def test_it_finds_a_person_in_the_list_of_users(users, jose, q):
    assert [user["_id"] for user in as_(users.admin).get("/users", data={"q": q})] == [str(jose.pk)]

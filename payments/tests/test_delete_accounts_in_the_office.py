"""/admin: deleting accounts, asked once more, by the same deed as everywhere."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from camp.testing import choose
from payments.tests.till import books

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"


@pytest.fixture
def office(cast, provider):
    client = Client()
    client.force_login(cast.admin, "django.contrib.auth.backends.ModelBackend")
    return client


def delete(office, *people, **more):
    body = {"action": "delete_accounts", "_selected_action": [person.pk for person in people]} | more
    return office.post(LIST, body, follow=True).content.decode()


def test_it_asks_first_and_changes_nothing(office, cast):
    before = books()
    page = delete(office, cast.student)
    assert "cannot be undone" in page
    assert "sam@camp.example" in page
    assert books() == before


def test_a_confirmed_one_is_deleted(office, cast, provider):
    assert "Deleted: sam@camp.example." in delete(office, cast.student, confirmed="yes")
    assert User.objects.get(pk=cast.student.pk).name == "Deleted account"
    assert provider.deleted == ["uid-sam"]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.get_change_message()) == (
        cast.admin,
        "Deleted the account and made the person nameless.",
    )
    assert "sam@" not in entry.object_repr


def test_each_stands_for_itself(office, cast, clay):
    page = delete(office, cast.admin, cast.instructor, cast.student, confirmed="yes")
    assert "last admin" in page
    assert clay.name in page
    assert set(User.objects.filter(erased_at__isnull=False)) == {cast.student}


def test_a_nameless_row_is_only_looked_at(office, cast):
    delete(office, cast.student, confirmed="yes")
    before = books()
    assert "deleted already" in delete(office, cast.student)
    delete(office, cast.student, confirmed="yes")
    page = f"{LIST}{cast.student.pk}/change/"
    assert "Deleted account" in office.get(page).content.decode()
    assert office.post(page, {"name": "Sam", "role": "student", "is_active": "on"}).status_code == 403
    assert books() == before


def test_what_the_office_wrote_down_about_them_is_nameless(office, cast, clay):
    page = f"{LIST}{cast.student.pk}/change/"
    office.post(page, {"name": "Samuel", "photo": "", "role": "student", "is_active": "on"})
    for student in (cast.student, cast.other_student):
        selection = choose(student, clay)
        office.post(f"/admin/classes/selection/{selection.pk}/delete/", {"post": "yes"})
    Client().post("/admin/login/", {"username": "Sam@camp.example", "password": "wrong"})

    delete(office, cast.student, confirmed="yes")

    written = list(LogEntry.objects.order_by("pk").values_list("object_repr", flat=True))
    nameless = User.objects.get(pk=cast.student.pk).email
    assert written == [nameless, f"{nameless} chose {clay}", f"olga@camp.example chose {clay}", nameless]


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_only_an_admin_may(cast, who):
    client = Client()
    client.force_login(getattr(cast, who), "django.contrib.auth.backends.ModelBackend")
    before = books()
    delete(client, cast.other_student, confirmed="yes")
    assert books() == before

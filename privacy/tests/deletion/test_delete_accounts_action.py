"""The action of the user admin that deletes accounts."""

import pytest
from django.contrib.admin.models import LogEntry
from django.db import OperationalError

from accounts.models import User
from privacy import admin as privacy_admin
from privacy import deletion
from testing.clients.admin import AdminClient
from testing.factories import make_selection
from testing.snapshots import nothing_changes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("identity_provider")]

LIST = "/admin/accounts/user/"


def delete(client, *accounts, **more):
    return client.act_on_users("delete_accounts", accounts, **more)


def test_it_asks_for_confirmation_first(admin_client, users):
    with nothing_changes():
        page = delete(admin_client, users.student)
        assert "can't be undone" in page
        assert "sam@camp.example" in page


def test_it_deletes_a_confirmed_account(admin_client, users, identity_provider):
    assert "Deleted: sam@camp.example." in delete(admin_client, users.student, confirmed="yes")
    assert User.objects.get(pk=users.student.pk).name == "Deleted account"
    assert identity_provider.deleted == ["uid-sam"]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.get_change_message()) == (
        users.admin,
        "Deleted the account and its personal data.",
    )
    assert "sam@" not in entry.object_repr


def test_it_deletes_the_accounts_that_no_rule_protects(admin_client, users, clay):
    page = delete(admin_client, users.admin, users.instructor, users.student, confirmed="yes")
    assert "only admin" in page
    assert clay.name in page
    assert set(User.objects.filter(deleted_at__isnull=False)) == {users.student}


def test_it_goes_on_after_a_lock_timeout(admin_client, users, monkeypatch):
    def delete_account(*, user_id, now):
        if user_id == users.student.pk:
            raise OperationalError("lock timeout")
        deletion.delete_account(user_id=user_id, now=now)

    monkeypatch.setattr(privacy_admin, "delete_account", delete_account)
    page = delete(admin_client, users.student, users.other_student, confirmed="yes")
    assert "Sam@camp.example: The site is very busy right now." in page
    assert set(User.objects.filter(deleted_at__isnull=False)) == {users.other_student}


def test_it_does_not_change_a_deleted_account(admin_client, users):
    delete(admin_client, users.student, confirmed="yes")
    with nothing_changes():
        assert "already deleted" in delete(admin_client, users.student)
        delete(admin_client, users.student, confirmed="yes")
        page = f"{LIST}{users.student.pk}/change/"
        assert "Deleted account" in admin_client.get(page).content.decode()
        assert admin_client.post(page, {"name": "Sam", "role": "student", "is_active": "on"}).status_code == 403


def test_it_anonymizes_the_admin_log(admin_client, users, clay):
    page = f"{LIST}{users.student.pk}/change/"
    admin_client.post(page, {"name": "Samuel", "photo": "", "role": "student", "is_active": "on"})
    for student in (users.student, users.other_student):
        selection = make_selection(student, clay)
        admin_client.post(f"/admin/classes/selection/{selection.pk}/delete/", {"post": "yes"})
    AdminClient().post("/admin/login/", {"username": "Sam@camp.example", "password": "wrong"})

    delete(admin_client, users.student, confirmed="yes")

    logged = list(LogEntry.objects.order_by("pk").values_list("object_repr", flat=True))
    placeholder = User.objects.get(pk=users.student.pk).email
    assert logged == [
        placeholder,
        f"{placeholder} chose {clay}",
        f"olga@camp.example chose {clay}",
        placeholder,
    ]


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_it_refuses_users_who_are_not_admins(users, who):
    client = AdminClient(getattr(users, who))
    with nothing_changes():
        delete(client, users.other_student, confirmed="yes")

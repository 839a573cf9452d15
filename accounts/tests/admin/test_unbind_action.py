"""The action of the user admin that separates an account from its login."""

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


def unbind(client, *accounts, **more):
    return client.act_on_users("unbind", accounts, **more)


def test_it_asks_for_confirmation_first(admin_client, users):
    with nothing_changes():
        page = unbind(admin_client, users.student)

        assert "gets the account" in page
        assert "sam@camp.example" in page


def test_it_separates_a_confirmed_account_and_records_who_did_it(admin_client, users):
    assert "1 separated" in unbind(admin_client, users.student, confirmed="yes")

    users.student.refresh_from_db()
    last = users.student.history.latest()
    assert (users.student.firebase_uid, last.firebase_uid, last.history_user) == (None, None, users.admin)
    assert LogEntry.objects.get().get_change_message() == "Separated the account from its login."


def test_it_revokes_the_tokens(admin_client, users):
    client = as_(users.student)

    unbind(admin_client, users.student, confirmed="yes")

    client.get(f"/users/admin/{users.student.email}", 401)


def test_it_lets_the_next_verified_login_have_the_account(admin_client, users, identity_provider):
    unbind(admin_client, users.student, confirmed="yes")

    identity_provider.log_in("sam@camp.example", uid="uid-new").post("/jwt", {"email": "sam@camp.example"})
    assert User.objects.get(firebase_uid="uid-new") == users.student


def test_it_skips_accounts_that_have_no_login_or_are_deleted(admin_client, users):
    users.student.firebase_uid = None
    users.student.save()
    deleted = {"name": "Deleted account", "deleted_at": "2026-01-01T00:00Z", "is_active": False}
    User.objects.filter(pk=users.other_student.pk).update(**deleted, email_verified=False)
    with nothing_changes():
        assert "None of these accounts" in unbind(admin_client, users.student, users.other_student)
        assert "0 separated" in unbind(admin_client, users.student, users.other_student, confirmed="yes")


def test_it_refuses_users_who_are_not_admins(users):
    for client in (AdminClient(users.instructor), AdminClient(users.student), AdminClient()):
        unbind(client, users.student, confirmed="yes")
    users.student.refresh_from_db()
    assert users.student.firebase_uid

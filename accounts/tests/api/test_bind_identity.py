"""POST /jwt and POST /users: the uid decides which account it is; an address alone never reaches a bound account."""

import pytest
from django.contrib.admin.models import LogEntry

from accounts import login
from accounts.models import Role, User
from testing.clients.api import as_, with_bearer
from testing.factories import make_child, make_enrollment, make_user
from testing.proofs.races import run_concurrently
from testing.snapshots import all_users, nothing_changes, tables_with

pytestmark = pytest.mark.django_db

OLD, NEW = "sam@camp.example", "new@camp.example"
CALENDAR_TOKEN = "c" * 64


def exchange(identity_provider, email, status=200, **claims):
    return identity_provider.log_in(email, **claims).post("/jwt", {"email": email}, status)


def refused(identity_provider, email, code="email_in_use", **claims):
    """Returns the refusal of both calls that log in. They change nothing."""
    client = identity_provider.log_in(email, **claims)
    profile = {"name": "Nosy", "email": email}
    with nothing_changes():
        refusal = client.post("/jwt", {"email": email}, 403)
        assert client.post("/users", profile, 403) == refusal
    assert refusal["code"] == code
    return refusal


def bound_to(uid):
    return User.objects.get(firebase_uid=uid)


@pytest.fixture
def unbound(db):
    """An account that staff created, or unbound."""
    return make_user("ines", Role.INSTRUCTOR, firebase_uid=None)


def test_it_tells_the_address_of_a_new_binding(identity_provider, unbound):
    exchange(identity_provider, unbound.email, uid="uid-new")
    exchange(identity_provider, unbound.email, uid="uid-new")

    assert [each.kind for each in unbound.emails.all()] == ["login_changed"]


def test_it_revokes_what_the_former_owner_has_at_a_new_binding(identity_provider, unbound, caplog):
    User.objects.filter(pk=unbound.pk).update(calendar_token=CALENDAR_TOKEN)
    old = as_(unbound)
    as_(None).get(f"/calendar/{CALENDAR_TOKEN}.ics")

    token = exchange(identity_provider, unbound.email, uid="uid-new")["token"]

    old.get(f"/users/admin/{unbound.email}", 401)
    as_(None).get(f"/calendar/{CALENDAR_TOKEN}.ics", 404)
    with_bearer(token).get(f"/users/admin/{unbound.email}")
    assert any(f"user {unbound.pk}" in message and "a new identity" in message for message in caplog.messages)
    assert unbound.email not in caplog.text


def test_it_does_not_tell_the_address_of_a_new_account_or_a_later_login(identity_provider):
    for _ in range(2):
        exchange(identity_provider, OLD)

    assert not User.objects.get().emails.exists()


# Sam has changed the address at the provider, and has not logged in since. Somebody else registers the former address.


def test_it_refuses_a_recycled_address(identity_provider, student, caplog):
    make_child(student)

    refusal = refused(identity_provider, OLD, uid="uid-stranger")

    assert "contact the school" in refusal["message"]
    assert OLD not in caplog.text


def test_it_refuses_a_recycled_address_of_an_admin(identity_provider):
    make_user("sam", Role.ADMIN)

    refused(identity_provider, OLD, uid="uid-stranger")


def test_it_refuses_a_recycled_address_before_it_is_verified(identity_provider, student):
    refused(identity_provider, OLD, "email_not_verified", uid="uid-stranger", verified=False)


def test_it_gives_a_recycled_address_a_new_account_once_the_former_owner_has_logged_in(identity_provider, student):
    exchange(identity_provider, NEW, uid="uid-sam")
    exchange(identity_provider, OLD, uid="uid-stranger")

    student.refresh_from_db()
    assert (student.email, student.firebase_uid) == (NEW, "uid-sam")
    assert bound_to("uid-stranger") != student


def test_it_binds_an_account_whose_identity_no_longer_exists(identity_provider, student):
    identity_provider.deleted.append("uid-sam")

    exchange(identity_provider, OLD, uid="uid-again")

    assert bound_to("uid-again") == student
    assert student.emails.get().kind == "login_changed"


def test_it_never_asks_without_a_service_account(identity_provider, student):
    identity_provider.deleted.append("uid-sam")
    identity_provider.has_service_account = False

    refused(identity_provider, OLD, uid="uid-again")


def test_it_changes_nothing_if_the_provider_does_not_say_whether_the_identity_exists(
    identity_provider, student, monkeypatch
):
    client = identity_provider.log_in(OLD, uid="uid-again")
    verify = identity_provider.verify_id_token

    def verify_then_fail(token, *, now):
        identity_provider.down = False
        identity = verify(token, now=now)
        identity_provider.down = True
        return identity

    monkeypatch.setattr(login.firebase, "verify_id_token", verify_then_fail)
    before = all_users()

    assert client.post("/jwt", {"email": OLD}, 503)["code"] == "provider_unavailable"
    assert all_users() == before


def test_it_refuses_a_deactivated_account_whose_identity_no_longer_exists(identity_provider):
    make_user("sam", is_active=False)
    identity_provider.deleted.append("uid-sam")

    refused(identity_provider, OLD, "account_disabled", uid="uid-again")


def test_it_binds_an_account_that_staff_have_unbound(identity_provider, student):
    User.objects.filter(pk=student.pk).update(firebase_uid=None)

    refused(identity_provider, OLD, "email_not_verified", uid="uid-again", verified=False)
    exchange(identity_provider, OLD, uid="uid-again")
    assert bound_to("uid-again") == student


# Another account now has Sam's address.


def test_it_removes_an_empty_account_without_a_login_that_has_the_address(identity_provider, student):
    empty = make_user("new", firebase_uid=None)

    exchange(identity_provider, NEW, uid="uid-sam")

    student.refresh_from_db()
    assert (student.email, User.objects.filter(pk=empty.pk).exists()) == (NEW, False)
    assert not User.history.filter(id=empty.pk).exists()


def test_it_leaves_no_address_of_the_removed_account_in_the_log_of_the_admin(identity_provider, admin_client, users):
    body = {"email": NEW, "name": "New", "photo": "", "role": "student", "is_active": "on"}
    admin_client.post("/admin/accounts/user/add/", body)

    exchange(identity_provider, NEW, uid="uid-sam")

    assert set(tables_with(NEW)) == {"accounts_user", "accounts_historicaluser"}


def add_child(user):
    make_child(user)


def add_role(user):
    User.objects.filter(pk=user.pk).update(role=Role.INSTRUCTOR)


def deactivate(user):
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("change", [add_child, add_role, deactivate])
def test_it_keeps_an_account_with_the_address_that_has_anything_to_lose(identity_provider, student, change):
    change(make_user("new", firebase_uid=None))

    refused(identity_provider, NEW, uid="uid-sam")


def test_it_keeps_an_account_with_the_address_that_has_a_seat(identity_provider, users, clay):
    make_enrollment(make_user("new", firebase_uid=None), clay)

    refused(identity_provider, NEW, uid="uid-sam")


def test_it_keeps_an_empty_account_that_has_another_login(identity_provider, student):
    make_user("new")

    refused(identity_provider, NEW, uid="uid-sam")


def test_it_removes_an_empty_account_whose_identity_no_longer_exists(identity_provider, student):
    make_user("new")
    identity_provider.deleted.append("uid-new")

    exchange(identity_provider, NEW, uid="uid-sam")

    student.refresh_from_db()
    assert (student.email, User.objects.count()) == (NEW, 1)


def test_it_keeps_an_account_with_data_whose_identity_no_longer_exists(identity_provider, student):
    make_child(make_user("new"))
    identity_provider.deleted.append("uid-new")

    refused(identity_provider, NEW, uid="uid-sam")


def test_it_refuses_an_address_that_is_not_verified(identity_provider, student):
    make_user("new", firebase_uid=None)

    refused(identity_provider, NEW, "email_not_verified", uid="uid-sam", verified=False)


@pytest.mark.django_db(transaction=True)
def test_it_gives_an_address_to_one_of_two_identities_at_once(identity_provider):
    uids = [f"uid-{number}" for number in range(4)]

    results = run_concurrently(*(lambda uid=uid: exchange(identity_provider, OLD, uid=uid) for uid in uids))

    assert sum("token" in result for result in results if isinstance(result, dict)) == 1
    assert User.objects.get().firebase_uid in uids


@pytest.mark.django_db(transaction=True)
def test_it_keeps_an_account_that_gets_a_child_while_it_is_removed(identity_provider, monkeypatch):
    make_user("sam")
    empty = make_user("new", firebase_uid=None)
    logins = LogEntry.objects.filter

    def add_child_first(**values):
        monkeypatch.setattr(LogEntry.objects, "filter", logins)
        run_concurrently(lambda: make_child(empty))
        return logins(**values)

    monkeypatch.setattr(LogEntry.objects, "filter", add_child_first)
    exchange(identity_provider, NEW, 403, uid="uid-sam")
    assert User.objects.get(pk=empty.pk).children.exists()

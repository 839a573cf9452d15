"""PATCH /families/{id}: the office corrects the name, the number and the addresses of an account."""

import pytest
from django.utils import timezone

from accounts.firebase import Identity
from accounts.login import log_in
from accounts.models import User
from core.names import NO_EMAIL
from office import families
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_enrollment, make_user
from testing.proofs.races import ConcurrentCall, disable_locks, with_and_without_the_lock
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def cora(users) -> User:
    return families.create_family(name="Cora Caller", email="cora@camp.exmaple", phone="555 0142")


def change(users, account, body, status=200):
    return as_(users.admin).patch(f"/families/{account.pk}", body, status)


def refused(users, account, body, status):
    with nothing_changes():
        return change(users, account, body, status)


def test_it_corrects_what_was_mistyped(users, cora):
    body = {
        "name": "Cora C. Caller",
        "email": "mailto:Cora@camp.example",
        "phone": "555\u20110143",
        "address": "4 Mill St",
    }
    assert change(users, cora, body) == {"modifiedCount": 1}
    assert change(users, cora, body) == {"modifiedCount": 0}
    account = as_(users.admin).get(f"/families/{cora.pk}")["account"]
    expected = body | {"email": "cora@camp.example", "phone": "555-0143", "hasLogin": False}
    assert {name: account[name] for name in expected} == expected
    assert cora.history.latest().history_user == users.admin


def test_it_leaves_what_is_missing(users, cora):
    assert change(users, cora, {"phone": "555 0199"}) == {"modifiedCount": 1}
    cora.refresh_from_db()
    assert (cora.name, cora.email, cora.phone) == ("Cora Caller", "cora@camp.exmaple", "555 0199")
    assert change(users, cora, {}) == {"modifiedCount": 0}


def test_it_writes_a_note_for_the_office_and_for_the_family_s_own_data(users, clay):
    mia = make_child(users.student)
    make_enrollment(users.student, clay, mia)
    note = "Grandmother pays.\nCall after 5."
    assert change(users, users.student, {"note": note}) == {"modifiedCount": 1}
    assert as_(users.admin).get(f"/families/{users.student.pk}")["account"]["note"] == note
    assert as_(users.student).get("/users/me/data")["account"]["note"] == note
    for path in (f"/classes/{clay.pk}/roster", f"/classes/{clay.pk}/attendance", "/today"):
        assert "Grandmother" not in str(as_(users.instructor).get(path))
    assert "Grandmother" not in str(as_(users.student).get("/users/me"))
    assert change(users, users.student, {"note": ""}) == {"modifiedCount": 1}


def test_the_first_login_with_the_corrected_address_gets_the_account(users, cora, identity_provider):
    change(users, cora, {"email": "cora@camp.example"})
    identity_provider.log_in("cora@camp.example").post("/jwt", {"email": "cora@camp.example"})
    assert User.objects.get(firebase_uid="uid-cora") == cora


def test_it_removes_an_address_and_gives_one(users, cora):
    change(users, cora, {"email": ""})
    cora.refresh_from_db()
    placeholder = cora.email
    assert placeholder.endswith(NO_EMAIL)
    assert change(users, cora, {"email": ""}) == {"modifiedCount": 0}
    change(users, cora, {"email": "cora@camp.example"})
    cora.refresh_from_db()
    assert cora.email == "cora@camp.example"


@pytest.mark.parametrize(
    "login", [{"firebase_uid": "x"}, {"last_login": timezone.now()}, {"email_first_verified_at": timezone.now()}]
)
@pytest.mark.parametrize("email", ["other@camp.example", ""])
def test_it_keeps_the_address_with_which_somebody_has_logged_in(users, cora, login, email):
    User.objects.filter(pk=cora.pk).update(**login)
    body = {"name": "Other", "email": email}
    assert refused(users, cora, body, 409)["code"] == "has_login"
    assert as_(users.admin).get(f"/families/{cora.pk}")["account"]["hasLogin"] is True
    assert change(users, cora, {"name": "Other", "email": cora.email}) == {"modifiedCount": 1}


def test_it_refuses_the_address_of_another_account(users, cora):
    assert refused(users, cora, {"name": "Other", "email": "SAM@camp.example"}, 409)["code"] == "already_exists"


def test_it_refuses_a_disabled_account(users, cora):
    User.objects.filter(pk=cora.pk).update(is_active=False)
    assert refused(users, cora, {"name": "Other"}, 409)["code"] == "account_disabled"


@pytest.mark.parametrize(
    "body",
    [
        *({"name": ""}, {"name": "www.evil.example"}, {"name": "x" * 101}, {"email": "x"}, {"email": None}),
        *({"phone": "at home"}, {"phone": "5" * 31}, {"address": "x" * 301}),
        *({"note": "x" * 2001}, {"note": None}),
    ],
)
def test_it_refuses_bad_input(users, cora, body):
    assert refused(users, cora, body, 400)["fields"].keys() == body.keys()


def test_it_knows_no_other_account(users):
    for invalid in INVALID_IDS:
        as_(users.admin).patch(f"/families/{invalid}", {"name": "Other"}, 404)


def test_it_knows_no_deleted_account(users, request_deletion):
    request_deletion(users.student)
    refused(users, users.student, {"name": "Other"}, 404)


@pytest.mark.django_db(transaction=True)
@with_and_without_the_lock
def test_a_login_meanwhile_gets_no_account_with_another_address(monkeypatch, lock_on):
    """Without the lock the control sees an account with a login and the address of somebody else."""
    cora = make_user("cora")
    User.objects.update(firebase_uid=None, email_first_verified_at=None, last_login=None)
    identity = Identity(uid="uid-cora", email=cora.email, email_verified=True)
    if not lock_on:
        disable_locks(monkeypatch, "account")
    login = ConcurrentCall(
        monkeypatch, families, "refused_if_taken", lambda: log_in(identity=identity, now=timezone.now())
    )
    families.change_family(user_id=cora.pk, email="other@camp.example")
    user = login.outcome()
    cora.refresh_from_db()
    assert (user.pk != cora.pk) is lock_on
    assert (cora.firebase_uid is None) is lock_on

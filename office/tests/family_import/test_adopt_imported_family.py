"""An imported account belongs to the user who logs in with its verified address, and to no other user."""

from datetime import UTC, datetime
from functools import partial

import pytest

from accounts import login
from accounts.firebase import Identity
from accounts.login import EmailNotVerified
from accounts.models import Child, User
from core.sheets.questions import Interview
from office.family_import import importing
from office.family_import.uploads import import_upload
from testing.clients.api import with_bearer
from testing.factories import make_users
from testing.factories.season_files import to_xlsx
from testing.proofs.races import (
    ConcurrentCall,
    with_and_without_the_condition,
    with_and_without_the_lock,
)
from testing.steps.family_import import HEADINGS, LEE, OTT, send

NOW = datetime(2026, 3, 24, 12, tzinfo=UTC)
ANN = LEE[1]


@pytest.fixture
def users(transactional_db):
    return make_users()


def log_in(*, verified):
    identity = Identity(uid="uid-ann", email=ANN, email_verified=verified, name="Ann", photo="", logged_in_at=NOW)
    return login.log_in(identity=identity, now=NOW)


@pytest.fixture
def bring(users):
    content = to_xlsx([HEADINGS, LEE, ["Cora Caller", "", "555 010-7777", "Kit"]])
    values = {"interview": Interview(), "returning_until": None, "by": users.admin, "dry_run": False, "now": NOW}
    return partial(import_upload, content=content, **values)


def test_it_gives_children_and_contacts_to_the_first_login_with_the_verified_address(users, identity_provider):
    send(users, [HEADINGS, LEE, OTT])
    ann = User.objects.get(email=ANN)

    unverified = identity_provider.log_in("Ann@Mail.example", verified=False)
    assert unverified.post("/jwt", {"email": ANN}, 403)["code"] == "email_not_verified"
    token = identity_provider.log_in("Ann@Mail.example").post("/jwt", {"email": ANN})["token"]

    client = with_bearer(token)
    assert [each["name"] for each in client.get("/children")] == ["Mia Lee"]
    (contact,) = client.get("/contacts")
    assert (contact["name"], contact["phone"], contact["emergency"]) == ("Joan Lee", "555 010-2004", True)
    ann.refresh_from_db()
    assert (ann.firebase_uid is not None, ann.name) == (True, "Ann Lee")


@with_and_without_the_condition
def test_it_keeps_children_from_who_registers_the_address_meanwhile(users, bring, monkeypatch, condition_on):
    if not condition_on:
        monkeypatch.setattr(importing, "_may_be_added_to", lambda account: True)
    registering = ConcurrentCall(monkeypatch, importing, "insert_accounts", partial(log_in, verified=False))

    result = bring()

    stranger = registering.outcome()
    assert (result.created, result.existing) == (1, 1)
    assert stranger.children.count() == (0 if condition_on else 1)


def test_it_refuses_who_registers_the_address_while_it_is_imported(users, bring, monkeypatch):
    registering = ConcurrentCall(monkeypatch, importing, "insert_accounts", partial(log_in, verified=False), after=True)

    assert bring().created == 2

    assert isinstance(registering.outcome(), EmailNotVerified)
    assert User.objects.get(email=ANN).firebase_uid is None


def test_it_gives_the_account_to_its_owner_who_registers_while_it_is_imported(users, bring, monkeypatch):
    registering = ConcurrentCall(monkeypatch, importing, "insert_accounts", partial(log_in, verified=True), after=True)

    assert bring().created == 2

    assert registering.outcome().children.get().name == "Mia Lee"


@with_and_without_the_lock
def test_it_adds_each_family_once_if_it_is_imported_twice_at_once(users, bring, monkeypatch, lock_on):
    if not lock_on:
        monkeypatch.setattr(importing, "_wait_for_other_imports", lambda: None)
    first = ConcurrentCall(monkeypatch, importing, "insert_accounts", bring)

    results = [bring(), first.outcome()]

    assert User.objects.filter(email=ANN).count() == Child.objects.filter(name="Mia Lee").count() == 1
    without_address = User.objects.filter(name="Cora Caller").count()
    assert without_address == (1 if lock_on else 2)
    assert sorted(each.created for each in results) == [0, 2]

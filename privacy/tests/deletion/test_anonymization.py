"""Anonymized accounts: they cannot log in, and their identity is deleted at the identity provider."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from privacy import anonymization
from testing.factories import make_user
from testing.snapshots import all_users

pytestmark = pytest.mark.django_db


@pytest.fixture
def deleted(identity_provider):
    """Sam's anonymized row; the identity at the provider still exists."""
    sam = make_user("sam")
    with transaction.atomic():
        anonymization.anonymize_user(user=sam, email=anonymization.new_placeholder_email(sam), now=timezone.now())
    return sam


def tidy():
    out = StringIO()
    call_command("tidy", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("verified", [True, False])
@pytest.mark.parametrize("email", ["sam@camp.example", "sam@another.example"])
def test_it_refuses_the_identity_of_a_deleted_account(deleted, identity_provider, email, verified):
    before = all_users()
    client = identity_provider.log_in(email, uid="uid-sam", verified=verified)
    for path, body in (("/jwt", {"email": email}), ("/users", {"email": email, "name": "Sam", "photo": ""})):
        assert client.post(path, body, 403)["code"] == "account_deleted"
    assert all_users() == before


def test_it_refuses_the_old_identity_after_the_address_was_registered_again(deleted, identity_provider):
    identity_provider.log_in("sam@camp.example", uid="uid-new").post("/jwt", {"email": "sam@camp.example"})
    before = all_users()
    old = identity_provider.log_in("sam@camp.example", uid="uid-sam")
    assert old.post("/jwt", {"email": "sam@camp.example"}, 403)["code"] == "account_deleted"
    assert all_users() == before


def test_it_refuses_an_identity_with_the_placeholder_address(deleted, identity_provider):
    before = all_users()
    client = identity_provider.log_in(deleted.email, uid="uid-other")
    assert client.post("/jwt", {"email": deleted.email}, 403)["code"] == "account_deleted"
    assert all_users() == before


def test_it_generates_a_random_placeholder_address():
    ann = make_user("ann")
    assert anonymization.new_placeholder_email(ann) != anonymization.new_placeholder_email(ann)


def test_it_deletes_the_identity_in_the_next_tidy_run(deleted, identity_provider):
    assert "Identities deleted: 1. Former ids removed: 0." in tidy()
    assert identity_provider.deleted == ["uid-sam"]
    deleted.refresh_from_db()
    assert (deleted.firebase_uid, bool(deleted.identity_deleted_at)) == ("uid-sam", True)


def test_it_fails_and_retries_if_the_identity_provider_does_not_respond(deleted, identity_provider):
    identity_provider.down = True
    with pytest.raises(CommandError, match="FIREBASE_CREDENTIALS"):
        tidy()
    deleted.refresh_from_db()
    assert (deleted.firebase_uid, deleted.identity_deleted_at) == ("uid-sam", None)
    identity_provider.down = False
    tidy()
    assert identity_provider.deleted == ["uid-sam"]


def test_it_removes_the_uid_a_day_after_the_identity_was_deleted(deleted, identity_provider):
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False) as clock:
        tidy()
        clock.shift(timedelta(hours=23))
        assert "Identities deleted: 0. Former ids removed: 0." in tidy()
        identity_provider.log_in("sam@camp.example").post("/jwt", {"email": "sam@camp.example"}, 403)
        clock.shift(timedelta(hours=2))
        assert "Former ids removed: 1." in tidy()
    deleted.refresh_from_db()
    assert deleted.firebase_uid is None
    assert identity_provider.deleted == ["uid-sam"]


def test_it_leaves_existing_accounts_unchanged(identity_provider):
    make_user("ann")
    tidy()
    assert identity_provider.deleted == []
    assert User.objects.get().firebase_uid == "uid-ann"


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Sam"},
        {"photo": "https://p.example/s.jpg"},
        {"bio": "Sam."},
        {"phone": "555 0100"},
        {"note": "Grandmother pays."},
        {"address": "1 Kiln Lane"},
        {"calendar_token": "x"},
        {"role": "admin"},
        {"is_active": True},
    ],
)
def test_it_refuses_personal_data_on_a_deleted_account_in_the_database(deleted, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=deleted.pk).update(**change)

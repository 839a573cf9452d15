"""What is left of a deleted account: nobody logs in to it, and the identity provider forgets it in the end."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import erasing
from accounts.models import User
from accounts.tests.conftest import everybody
from camp.testing import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def gone(provider):
    """Sam's row, nameless; the identity provider has not been told yet."""
    sam = make_user("sam")
    with transaction.atomic():
        erasing.make_nameless(user=sam, email=erasing.new_nameless_email(sam), now=timezone.now())
    return sam


def tidy():
    out = StringIO()
    call_command("tidy", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("verified", [True, False])
@pytest.mark.parametrize("email", ["sam@camp.example", "sam@another.example"])
def test_its_identity_is_refused(gone, provider, email, verified):
    before = everybody()
    client = provider.log_in(email, uid="uid-sam", verified=verified)
    for path, body in (("/jwt", {"email": email}), ("/users", {"email": email, "name": "Sam", "photo": ""})):
        assert client.post(path, body, 403)["code"] == "account_deleted"
    assert everybody() == before


def test_a_new_account_with_the_address_is_not_given_to_the_old_identity(gone, provider):
    provider.log_in("sam@camp.example", uid="uid-new").post("/jwt", {"email": "sam@camp.example"})
    before = everybody()
    old = provider.log_in("sam@camp.example", uid="uid-sam")
    assert old.post("/jwt", {"email": "sam@camp.example"}, 403)["code"] == "account_deleted"
    assert everybody() == before


def test_nobody_gets_the_row_by_its_new_address(gone, provider):
    before = everybody()
    client = provider.log_in(gone.email, uid="uid-curious")
    assert client.post("/jwt", {"email": gone.email}, 403)["code"] == "account_deleted"
    assert everybody() == before


def test_its_new_address_cannot_be_guessed():
    ann = make_user("ann")
    assert erasing.new_nameless_email(ann) != erasing.new_nameless_email(ann)


def test_the_night_tells_the_identity_provider(gone, provider):
    assert "1 identities deleted, 0 forgotten." in tidy()
    assert provider.deleted == ["uid-sam"]
    gone.refresh_from_db()
    assert (gone.firebase_uid, bool(gone.identity_deleted_at)) == ("uid-sam", True)


def test_while_it_does_not_answer_that_stands_out_and_is_tried_again(gone, provider):
    provider.down = True
    with pytest.raises(CommandError, match="FIREBASE_CREDENTIALS"):
        tidy()
    gone.refresh_from_db()
    assert (gone.firebase_uid, gone.identity_deleted_at) == ("uid-sam", None)
    provider.down = False
    tidy()
    assert provider.deleted == ["uid-sam"]


def test_the_uid_is_forgotten_a_day_after_the_identity_is_gone(gone, provider):
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False) as clock:
        tidy()
        clock.shift(timedelta(hours=23))
        assert "0 identities deleted, 0 forgotten." in tidy()
        provider.log_in("sam@camp.example").post("/jwt", {"email": "sam@camp.example"}, 403)
        clock.shift(timedelta(hours=2))
        assert "1 forgotten." in tidy()
    gone.refresh_from_db()
    assert gone.firebase_uid is None
    assert provider.deleted == ["uid-sam"]


def test_who_has_an_account_is_left_alone(provider):
    make_user("ann")
    tidy()
    assert provider.deleted == []
    assert User.objects.get().firebase_uid == "uid-ann"


@pytest.mark.parametrize(
    "change", [{"name": "Sam"}, {"photo": "https://p.example/s.jpg"}, {"role": "admin"}, {"is_active": True}]
)
def test_the_database_keeps_it_nameless(gone, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=gone.pk).update(**change)

"""/guardianships/{token}: only who owns the invited address accepts, and only as long as the invitation is open."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.firebase import Identity
from accounts.login import log_in
from accounts.models import Guardianship, User
from testing.clients.api import as_
from testing.factories import make_child, make_guardianship, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def dad(db):
    return make_user("dad")


@pytest.fixture
def invitation(mia):
    return make_guardianship(mia, None, email="dad@camp.example", care=True)


def path_of(invitation):
    return f"/guardianships/{invitation.token}"


def refused(who, invitation, code, status=409):
    assert as_(who).get(path_of(invitation), status)["code"] == code
    assert as_(who).post(path_of(invitation), status=status)["code"] == code
    assert not Guardianship.objects.filter(user=who).exists()


def test_it_is_read_and_accepted_and_accepted_again(users, mia, dad, invitation):
    read = as_(dad).get(path_of(invitation))
    assert read == {
        "_id": str(invitation.pk),
        "childId": str(mia.pk),
        "childName": "Mia",
        "invitedBy": "Sam",
        "care": True,
        "acceptedAt": None,
    }
    assert not Guardianship.objects.active().exists()
    first = as_(dad).post(path_of(invitation))
    assert first == read | {"acceptedAt": first["acceptedAt"]}
    assert as_(dad).post(path_of(invitation)) == first
    assert Guardianship.objects.active().get().user == dad
    assert as_(users.student).get(f"/children/{mia.pk}/guardians")[0]["name"] == "Dad"


def test_the_office_has_no_name(users, mia, dad):
    invitation = make_guardianship(mia, None, email=dad.email, invited_by=users.admin)
    assert as_(dad).get(path_of(invitation))["invitedBy"] == ""


def test_it_needs_a_login(invitation):
    as_(None).post(path_of(invitation), status=401)
    as_(None).get(path_of(invitation), 401)


@pytest.mark.parametrize("token", ["0" * 64, "x", "9" * 5000])
def test_it_does_not_find_another_token(dad, invitation, token):
    as_(dad).post(f"/guardianships/{token}", status=404)


def test_it_refuses_an_address_that_is_not_verified(dad, invitation):
    User.objects.filter(pk=dad.pk).update(email_verified=False)
    refused(dad, invitation, "email_not_verified", 403)


def test_it_refuses_whom_the_mail_was_forwarded_to(users, invitation):
    refused(users.other_student, invitation, "email_mismatch")
    refused(users.admin, invitation, "email_mismatch")


def test_it_refuses_the_owner_who_has_taken_the_address(users, invitation):
    User.objects.filter(pk=users.student.pk).update(email=invitation.email)
    refused(users.student, invitation, "email_mismatch")


def test_it_refuses_an_expired_one(dad, mia):
    sent = timezone.now() - Guardianship.VALID
    refused(dad, make_guardianship(mia, None, email=dad.email, sent_at=sent), "expired")


def test_an_accepted_one_does_not_expire(dad, mia):
    then = timezone.now() - timedelta(days=400)
    accepted = make_guardianship(mia, dad, sent_at=then, accepted_at=then)
    as_(dad).post(path_of(accepted))


def test_it_refuses_an_ended_one(dad, mia):
    refused(dad, make_guardianship(mia, None, email="", ended_at=timezone.now()), "ended")


def test_it_refuses_who_sees_the_child_under_another_address(dad, mia, invitation):
    make_guardianship(mia, dad, email="former@camp.example")
    assert as_(dad).post(path_of(invitation), status=409)["code"] == "already_exists"


def test_an_accepted_one_stays_with_its_account_when_the_address_becomes_anothers(dad, invitation):
    """The next owner of the mailbox gets no access to the child."""
    as_(dad).post(path_of(invitation))
    now = timezone.now()
    log_in(identity=Identity(uid="uid-dad", email="new@camp.example", email_verified=True), now=now)
    heir = log_in(identity=Identity(uid="uid-heir", email="dad@camp.example", email_verified=True), now=now)
    assert heir != dad
    refused(heir, invitation, "email_mismatch")
    assert Guardianship.objects.active().get().user == dad
    dad.refresh_from_db()
    as_(dad).post(path_of(invitation))


def test_an_open_one_is_for_who_owns_the_address_now(dad, invitation):
    now = timezone.now()
    log_in(identity=Identity(uid="uid-dad", email="new@camp.example", email_verified=True), now=now)
    dad.refresh_from_db()
    refused(dad, invitation, "email_mismatch")
    heir = log_in(identity=Identity(uid="uid-heir", email="dad@camp.example", email_verified=True), now=now)
    as_(heir).post(path_of(invitation))


def test_siblings_are_invited_one_by_one(users, mia, dad, invitation):
    other = make_guardianship(make_child(users.student, "Leo"), None, email=dad.email)
    for each in (invitation, other):
        as_(dad).post(path_of(each))
    assert Guardianship.objects.active().filter(user=dad).count() == 2

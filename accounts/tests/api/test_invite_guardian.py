"""/children/{id}/guardians: inviting somebody, seeing who sees a child, ending and freezing it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Guardianship, User
from testing.clients.api import INVALID_IDS, as_
from testing.factories import make_child, make_guardianship, make_user
from testing.servers.environments import load_settings

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def path(mia):
    return f"/children/{mia.pk}/guardians"


def invite(by, path, email="dad@camp.example", status=201, **fields):
    return as_(by).post(path, {"email": email} | fields, status)


def test_it_invites_an_address(users, mia, path):
    invited = invite(users.student, path, " Dad@Camp.Example ", care=True)
    row = Guardianship.objects.get()
    assert invited == {"insertedId": str(row.pk)}
    assert (row.child, row.email, row.care, row.invited_by, row.user) == (
        mia,
        "dad@camp.example",
        True,
        users.student,
        None,
    )
    assert row.token_hash == Guardianship.hash_of(row.token)
    (listed,) = as_(users.student).get(path)
    expires_at = listed.pop("expiresAt")
    assert expires_at is not None
    assert listed == {
        "_id": str(row.pk),
        "email": "dad@camp.example",
        "name": "",
        "care": True,
        "acceptedAt": None,
        "frozen": False,
    }


def test_it_answers_the_same_whether_an_account_has_the_address(users, path):
    """Nor does the list tell it before the invitation is accepted."""
    known, unknown = (invite(users.student, path, email) for email in ("olga@camp.example", "nobody@camp.example"))
    assert known.keys() == unknown.keys()
    first, second = as_(users.student).get(path)
    assert {name for name in first if first[name] != second[name]} == {"_id", "email", "expiresAt"}


def test_it_sends_an_open_invitation_again(users, mia, path):
    first = invite(users.student, path)
    former = Guardianship.objects.get().token
    assert invite(users.student, path, care=True) == first
    row = Guardianship.objects.get()
    assert row.care
    assert row.token != former
    as_(make_user("dad")).post(f"/guardianships/{former}", status=404)


def test_staff_invite_for_any_family(users, mia, path):
    invite(users.admin, path)
    (listed,) = as_(users.admin).get(path)
    assert (listed["email"], listed["phone"], listed["note"]) == ("dad@camp.example", "", "")


def test_only_the_owner_and_staff_may(users, mia, path):
    for who in (users.other_student, users.instructor, make_user("dad")):
        make_guardianship(mia, who)
        invite(who, path, status=404)
        as_(who).get(path, 404)
        Guardianship.objects.all().delete()
    as_(None).post(path, {"email": "dad@camp.example"}, 401)
    as_(None).get(path, 401)
    assert not Guardianship.objects.exists()


@pytest.mark.parametrize("bad_id", INVALID_IDS)
def test_it_does_not_find_another_id(users, mia, bad_id):
    invite(users.student, f"/children/{bad_id}/guardians", status=404)
    as_(users.student).get(f"/children/{bad_id}/guardians", 404)
    as_(users.student).delete(f"/children/{mia.pk}/guardians/{bad_id}", 404)
    as_(users.admin).patch(f"/children/{mia.pk}/guardians/{bad_id}", {"frozen": True}, 404)


@pytest.mark.parametrize("body", [{}, {"email": "x"}, {"email": None}, {"email": "dad@camp.example", "care": "x"}])
def test_it_refuses_bad_input(users, path, body):
    as_(users.student).post(path, body, 400)
    assert not Guardianship.objects.exists()


def test_it_refuses_the_own_address(users, path):
    refused = invite(users.student, path, "SAM@camp.example", 400)
    assert "email" in refused["fields"]
    assert not Guardianship.objects.exists()


def test_it_refuses_an_account_whose_address_is_not_verified(users, path):
    User.objects.filter(pk=users.student.pk).update(email_verified=False)
    assert invite(users.student, path, status=403)["code"] == "email_not_verified"
    assert not Guardianship.objects.exists()


def test_it_refuses_a_fourth_and_counts_neither_ended_nor_expired_ones(users, mia, path):
    make_guardianship(mia, None, email="", ended_at=timezone.now())
    make_guardianship(mia, None, email="old@camp.example", sent_at=timezone.now() - 14 * DAY)
    for number in range(3):
        invite(users.student, path, f"{number}@camp.example")
    assert invite(users.student, path, status=409)["code"] == "too_many_guardians"
    assert Guardianship.objects.count() == 5
    invite(users.student, path, "2@camp.example")  # again
    assert invite(users.student, path, "old@camp.example", 409)["code"] == "too_many_guardians"


def test_it_refuses_who_sees_the_child_already(users, mia, path):
    make_guardianship(mia, users.other_student)
    assert invite(users.student, path, users.other_student.email, 409)["code"] == "already_exists"


def test_it_limits_the_invitations_of_an_address(users, mia, settings):
    """The limit counts the invitations of all accounts to one address; a family can share six children in a day."""
    settings.THROTTLE_RATES = load_settings()["THROTTLE_RATES"]
    for number in range(6):
        child = make_child(users.student, f"Child {number}")
        invite(users.student, f"/children/{child.pk}/guardians")
    other = make_child(users.other_student, "Noa")
    invite(users.other_student, f"/children/{other.pk}/guardians", status=429)
    assert Guardianship.objects.count() == 6
    invite(users.other_student, f"/children/{other.pk}/guardians", "mum@camp.example")


def test_a_refused_invitation_does_not_count(users, mia, path, settings):
    """Nobody keeps a family from inviting an address."""
    settings.THROTTLE_RATES |= {"invited address": (3, 3, 86_400)}
    for _ in range(4):
        invite(users.other_student, path, status=404)
    for _ in range(3):
        invite(users.student, path)
    invite(users.student, path, status=429)


@pytest.mark.parametrize("who", ["student", "other_student", "admin"])
def test_the_owner_the_guardian_and_staff_end_it(users, mia, path, who):
    row = make_guardianship(mia, users.other_student)
    as_(getattr(users, who)).delete(f"{path}/{row.pk}")
    row.refresh_from_db()
    assert row.ended_at is not None
    assert row.email == ""
    assert as_(users.student).get(path) == []
    as_(getattr(users, who)).delete(f"{path}/{row.pk}", 404)


def test_who_is_invited_can_decline(users, mia, path):
    row = make_guardianship(mia, None, email="dad@camp.example")
    dad = make_user("dad", email_verified=False)
    as_(dad).delete(f"{path}/{row.pk}", 404)
    as_(users.other_student).delete(f"{path}/{row.pk}", 404)
    User.objects.filter(pk=dad.pk).update(email_verified=True)
    as_(dad).delete(f"{path}/{row.pk}")


def test_nobody_else_ends_it(users, mia, path):
    row = make_guardianship(mia, users.other_student)
    as_(users.instructor).delete(f"{path}/{row.pk}", 404)
    as_(users.student).delete(f"/children/{make_child(users.student, 'Leo').pk}/guardians/{row.pk}", 404)
    assert Guardianship.objects.active().exists()


def test_staff_freeze_it_with_a_note_that_only_they_see(users, mia, path):
    row = make_guardianship(mia, users.other_student)
    for modified in (1, 0):
        answer = as_(users.admin).patch(f"{path}/{row.pk}", {"frozen": True, "note": "Court"})
        assert answer == {"modifiedCount": modified}
    assert as_(users.admin).get(path)[0]["note"] == "Court"
    (shown,) = as_(users.student).get(path)
    assert shown["frozen"]
    assert "Court" not in str(shown)
    for who in (users.student, users.other_student):
        assert as_(who).delete(f"{path}/{row.pk}", 409)["code"] == "frozen"
    assert not Guardianship.objects.active().exists()
    as_(users.admin).patch(f"{path}/{row.pk}", {"frozen": False})
    assert Guardianship.objects.active().exists()


def test_what_is_frozen_cannot_be_invited_again(users, mia, path):
    row = make_guardianship(mia, None, email="dad@camp.example")
    as_(users.admin).patch(f"{path}/{row.pk}", {"frozen": True})
    assert invite(users.student, path, status=409)["code"] == "frozen"
    assert as_(make_user("dad")).post(f"/guardianships/{row.token}", status=409)["code"] == "frozen"


def test_only_staff_freeze(users, mia, path):
    row = make_guardianship(mia, users.other_student)
    for who in (users.student, users.other_student, users.instructor):
        as_(who).patch(f"{path}/{row.pk}", {"frozen": True}, 403)
    as_(users.admin).patch(f"{path}/{row.pk}", {"note": "x"}, 400)
    assert Guardianship.objects.active().exists()


def test_an_expired_invitation_can_be_sent_again(users, mia, path):
    with time_machine.travel(timezone.now() - 15 * DAY, tick=False):
        invite(users.student, path)
    row = Guardianship.objects.get()
    dad = make_user("dad")
    assert as_(dad).post(f"/guardianships/{row.token}", status=409)["code"] == "expired"
    invite(users.student, path)
    row.refresh_from_db()
    as_(dad).post(f"/guardianships/{row.token}")

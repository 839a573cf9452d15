"""POST /families/invite: an e-mail to the accounts that others have created."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Role, User
from classes.models import CampClass
from mail.checks import reason_to_skip
from mail.models import OutboxEmail
from mail.rendering import render
from mail.sending import send_due_emails
from office import invitations
from testing.clients.api import as_
from testing.emails import assert_says
from testing.factories import NOW, make_season, make_user
from testing.proofs.races import run_concurrently
from testing.snapshots import nothing_changes
from testing.steps.family_import import HEADINGS, LEE, LEO, OTT
from testing.steps.family_import import send as bring

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PATH = "/families/invite"
CORA = ["Cora Caller", "", "555 010-7777", "Kit", "", "", ""]


@pytest.fixture
def imported(users):
    bring(users, [HEADINGS, LEE, LEO, OTT, CORA])
    return {each.name: each for each in User.objects.filter(firebase_uid=None)}


def invite(users, status=200, **body):
    return as_(users.admin).post(PATH, body or {"all": True}, status)


def emails():
    return [(each.recipient.name, each.about) for each in OutboxEmail.objects.order_by("pk")]


def uninvited(account):
    return {"_id": str(account.pk), "name": account.name, "phone": account.phone}


def test_it_invites_each_family_once_and_names_who_has_no_address(users, imported):
    answer = {"invited": 2, "unreached": [uninvited(imported["Cora Caller"])]}

    assert invite(users) == answer
    assert invite(users) == answer | {"invited": 0}

    assert emails() == [("Ann Lee", "account"), ("Bo Ott", "account")]
    assert {each.kind for each in OutboxEmail.objects.all()} == {"invitation"}


def test_it_shows_who_would_be_invited(users, imported):
    with nothing_changes():
        shown = invite(users, all=True, dryRun=True)
    assert invite(users) == shown


def test_it_invites_only_the_named_accounts(users, imported):
    bo = imported["Bo Ott"]
    others = [str(users.student.pk), "999999"]
    assert invite(users, ids=[str(bo.pk), *others]) == {"invited": 1, "unreached": []}
    assert emails() == [("Bo Ott", "account")]


def test_it_invites_again_once_a_day(users, imported, clock):
    invite(users)
    assert invite(users, all=True, again=True)["invited"] == 0  # still queued
    OutboxEmail.objects.update(state="SENT", sent_at=timezone.now())

    assert [invite(users, all=True, again=True)["invited"] for _ in range(2)] == [2, 0]
    OutboxEmail.objects.update(state="SENT", sent_at=timezone.now())
    clock.shift(timedelta(days=1))
    assert invite(users, all=True, again=True)["invited"] == 2
    assert invite(users)["invited"] == 0


def test_it_invites_nobody_who_has_logged_in_or_is_gone(users, imported):
    User.objects.filter(pk=imported["Ann Lee"].pk).update(last_login=NOW)
    User.objects.filter(pk=imported["Bo Ott"].pk).update(is_active=False)
    ids = [str(each.pk) for each in (*imported.values(), users.student, users.instructor)]

    assert invite(users, all=True)["invited"] == 0
    assert invite(users, ids=ids, again=True)["invited"] == 0
    assert emails() == []


def test_it_is_not_sent_after_the_first_login(users, imported):
    invite(users)
    email = OutboxEmail.objects.get(recipient=imported["Ann Lee"])
    assert reason_to_skip(email, NOW) == ""
    User.objects.filter(pk=email.recipient_id).update(firebase_uid="uid-ann", last_login=NOW, email_verified=True)
    email = OutboxEmail.objects.get(pk=email.pk)
    assert reason_to_skip(email, NOW) == "It is no longer true."


def test_it_names_who_has_an_address_that_is_refused(users, imported):
    invite(users)
    OutboxEmail.objects.filter(recipient=imported["Bo Ott"]).update(state="FAILED", address_refused=True)
    assert invite(users, all=True, again=True)["unreached"] == [
        uninvited(imported[name]) for name in ("Bo Ott", "Cora Caller")
    ]


def test_it_says_what_is_there_and_how_to_log_in(users, imported):
    invite(users)
    email = OutboxEmail.objects.get(recipient=imported["Ann Lee"])
    rendered = render(email, NOW)
    assert_says(rendered, "Hi Ann,", "Mia Lee", "Leo Lee", "Joan Lee", "ann@mail.example")
    assert "/register" in rendered.text
    assert "/register" in rendered.html
    assert "Ida" not in rendered.text


def test_it_is_sent_at_the_rate_of_all_mails(users, imported, settings, mailoutbox):
    settings.MAIL_PER_MINUTE = 1
    invite(users)
    send_due_emails()
    assert len(mailoutbox) == 1


def test_it_invites_the_instructors_of_an_imported_season(users):
    """With the import itself: they have classes to look at."""
    from testing.steps.season_import import CLAY, HEADINGS, send

    season = make_season()
    send(users, season, [HEADINGS, CLAY], 200, dry_run=True)
    assert emails() == []
    send(users, season, [HEADINGS, CLAY], 201)
    send(users, season, [HEADINGS, CLAY], 201)

    assert emails() == [("Rosa Delgado", "account")]
    assert CampClass.objects.get().instructor.role == Role.INSTRUCTOR
    assert_says(render(OutboxEmail.objects.get(), NOW), "You teach at")
    assert invite(users)["invited"] == 0


def test_it_does_not_mail_instructors_with_all_families(users):
    make_user("rosa", Role.INSTRUCTOR, firebase_uid=None)
    assert invite(users) == {"invited": 0, "unreached": []}


@pytest.mark.django_db(transaction=True)
def test_it_invites_once_if_two_admins_do_at_once(users, imported):
    both = run_concurrently(*[lambda: invitations.invite(ids=None, again=False, now=NOW, dry_run=False)] * 2)
    assert not any(isinstance(each, Exception) for each in both)
    assert sorted(emails()) == [("Ann Lee", "account"), ("Bo Ott", "account")]


def test_it_refuses_users_who_are_not_admins(users, imported):
    for user, status in ((users.student, 403), (users.instructor, 403), (None, 401)):
        as_(user).post(PATH, {"all": True}, status)
    assert emails() == []


@pytest.mark.parametrize(
    "body", [{"ids": []}, {"ids": ["x"]}, {"ids": ["1"] * 1001}, {"all": False}, {"ids": ["1"], "all": True}]
)
def test_it_refuses_bad_input(users, imported, body):
    assert all(name.startswith("ids") for name in invite(users, 400, **body)["fields"])
    assert emails() == []

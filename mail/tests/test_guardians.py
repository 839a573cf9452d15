"""E-mails to second guardians: invitations, and that each is sent only while its recipient may see the child."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.guardians import end_guardianship, invite_guardian, told_about
from accounts.models import Guardianship, User
from mail.guardians import put_to_guardian
from mail.models import OutboxEmail
from mail.sending import send_due_emails
from testing.clients.api import as_
from testing.factories import NOW, make_child, make_guardianship

pytestmark = pytest.mark.django_db

Kind, State = OutboxEmail.Kind, OutboxEmail.State
DAY = timedelta(days=1)
FACTS = {"class": "Clay", "class_id": 7, "child": "Mia", "starts": NOW.isoformat()}
ADDRESS = "dad@camp.example"


def invite(users, child, **values):
    given = {"child_id": child.pk, "email": ADDRESS, "care": False, "by": users.student, "now": timezone.now()} | values
    return invite_guardian(**given)


@transaction.atomic
def put(child):
    for each in told_about([child and child.pk]).get(child and child.pk, []):
        put_to_guardian(Kind.REMINDER, each, about="7/1/x", facts=FACTS, now=timezone.now())


def sent_to(mail_server):
    while send_due_emails():
        pass
    return [message["To"] for message in mail_server.accepted]


def reasons():
    return list(OutboxEmail.objects.filter(state=State.SKIPPED).values_list("error", flat=True))


def test_it_mails_an_invitation_whose_link_is_stored_nowhere(users, mia, mail_server):
    row = invite(users, mia, care=True)
    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient, email.guardianship) == (Kind.GUARDIAN_INVITED, None, row)
    assert email.facts == {"guardianship": row.pk}
    assert sent_to(mail_server) == [ADDRESS]
    (message,) = mail_server.accepted
    assert message["Subject"] == "Sam invites you to follow Mia's classes"
    text = message.get_body(("plain",)).get_content()
    assert f"/guardianship/{row.token}" in text
    assert row.token not in str([vars(each) for each in (row, email)])
    assert users.student.email not in message.as_string()


def test_it_replaces_an_invitation_that_still_waits(users, mia, mail_server):
    for _ in range(2):
        row = invite(users, mia)
    assert sent_to(mail_server) == [ADDRESS]
    assert sorted(OutboxEmail.objects.values_list("state", flat=True)) == [State.SENT, State.SKIPPED]
    assert row.token in mail_server.accepted[0].as_string().replace("=\n", "")


def test_an_imported_invitation_expires_after_it_was_mailed(users, mia):
    now = timezone.now()
    row = make_guardianship(mia, None, email=ADDRESS, sent_at=None)
    assert not row.is_expired(now + 99 * DAY)
    assert invite(users, mia, now=now + 99 * DAY) == row
    row.refresh_from_db()
    assert OutboxEmail.objects.get().guardianship == row
    assert row.expires_at == now + 113 * DAY


@pytest.mark.parametrize("change", [{"ended_at": NOW, "email": ""}, {"frozen_at": NOW}])
def test_it_sends_no_invitation_that_is_not_open(users, mia, mail_server, change):
    row = invite(users, mia)
    Guardianship.objects.filter(pk=row.pk).update(**change)
    assert sent_to(mail_server) == []
    assert reasons() == ["The recipient may not see the child anymore."]


def test_it_sends_no_invitation_that_was_accepted_meanwhile(users, mia, mail_server):
    row = invite(users, mia, email=users.other_student.email)
    as_(users.other_student).post(f"/guardianships/{row.token}")
    assert sent_to(mail_server) == []


def test_it_writes_to_the_active_guardians_of_the_child(users, mia, mail_server):
    make_guardianship(mia, users.other_student)
    make_guardianship(mia, users.instructor, frozen_at=NOW)
    make_guardianship(mia, users.other_instructor, email="", ended_at=NOW)
    make_guardianship(mia, None)
    make_guardianship(make_child(users.student, "Leo"), users.admin)
    put(mia)
    put(None)
    assert sent_to(mail_server) == [users.other_student.email]


@pytest.mark.parametrize("change", [{"ended_at": NOW, "email": ""}, {"frozen_at": NOW}])
def test_it_sends_nothing_anymore_once_it_is_frozen_or_ended(users, mia, mail_server, change):
    row = make_guardianship(mia, users.other_student)
    put(mia)
    Guardianship.objects.filter(pk=row.pk).update(**change)
    assert sent_to(mail_server) == []
    assert reasons() == ["The recipient may not see the child anymore."]


@pytest.mark.parametrize("meanwhile", [True, False])
def test_it_sends_nothing_to_a_disabled_account(users, mia, mail_server, meanwhile):
    make_guardianship(mia, users.other_student)
    if meanwhile:
        put(mia)
    User.objects.filter(pk=users.other_student.pk).update(is_active=False)
    if not meanwhile:
        put(mia)
    assert sent_to(mail_server) == []
    assert OutboxEmail.objects.count() == int(meanwhile)


def test_it_sends_nothing_to_an_address_that_is_no_longer_verified(users, mia, mail_server):
    make_guardianship(mia, users.other_student)
    put(mia)
    User.objects.filter(pk=users.other_student.pk).update(email_verified=False)
    assert sent_to(mail_server) == []


@pytest.mark.parametrize("checked", [True, False], ids=["checked", "control"])
def test_it_sends_nothing_to_a_guardian_who_is_removed_while_the_email_is_written(
    users, mia, mail_server, monkeypatch, checked
):
    """In either order: an e-mail that was stored before or after the end is not sent after it."""
    row = make_guardianship(mia, users.other_student)
    if not checked:
        monkeypatch.setattr("mail.checks._is_for_guardian", lambda *_: True)
    with transaction.atomic():
        put(mia)
        # In the order of a request that has read the guardians before the end, and commits after it.
        end_guardianship(child_id=mia.pk, guardianship_id=row.pk, by=users.student, now=timezone.now())
    assert sent_to(mail_server) == ([] if checked else [users.other_student.email])


def test_an_email_has_a_recipient_or_an_invitation(users, mia):
    row = make_guardianship(mia, None)
    for kind, guardianship in ((Kind.REMINDER, row), (Kind.GUARDIAN_INVITED, None)):
        with pytest.raises(IntegrityError), transaction.atomic():
            OutboxEmail.objects.create(kind=kind, about="1", guardianship=guardianship)

"""GET and PATCH /users/me/email: the user's own e-mail settings."""

from datetime import timedelta

import pytest

from accounts.models import User
from mail.models import OutboxEmail
from testing.clients.api import as_
from testing.factories import NOW

pytestmark = pytest.mark.django_db

PATH = "/users/me/email"
State = OutboxEmail.State


def make_email(user, days, state, **fields):
    fields = {"kind": "welcome", "about": str(days), "created_at": NOW + timedelta(days=days), "state": state} | fields
    return OutboxEmail.objects.create(recipient=user, sent_at=NOW if state == State.SENT else None, **fields)


def test_it_returns_the_settings(users):
    assert as_(users.student).get(PATH) == {"wantsReminders": True, "refusedAt": None, "alerts": None}


@pytest.mark.parametrize("who", ["student", "instructor", "admin"])
def test_it_switches_the_reminders_of_the_user_only(users, who):
    user = getattr(users, who)
    assert as_(user).patch(PATH, {"wantsReminders": False}) == {"modifiedCount": 1}
    assert as_(user).patch(PATH, {"wantsReminders": False}) == {"modifiedCount": 0}
    assert as_(user).get(PATH)["wantsReminders"] is False
    assert User.objects.filter(wants_reminders=False).get() == user


@pytest.mark.parametrize("body", [{}, {"wantsReminders": None}, {"wantsReminders": "maybe"}, []])
def test_it_refuses_bad_input(users, body):
    as_(users.student).patch(PATH, body, 400)
    assert not User.objects.filter(wants_reminders=False).exists()


def test_it_requires_a_login(users):
    as_(None).get(PATH, 401)
    as_(None).patch(PATH, {"wantsReminders": False}, 401)


def test_it_reports_that_the_address_refuses_emails(users):
    make_email(users.student, 0, State.SENT)
    make_email(users.student, 1, State.FAILED, address_refused=True)
    make_email(users.student, 2, State.QUEUED)
    make_email(users.other_student, 3, State.SENT)
    assert as_(users.student).get(PATH)["refusedAt"] == (NOW + timedelta(days=1)).isoformat().replace("+00:00", "Z")
    assert as_(users.other_student).get(PATH)["refusedAt"] is None


@pytest.mark.parametrize(
    ("newest", "fields"), [(State.SENT, {}), (State.FAILED, {"address_refused": False})], ids=["sent", "no server"]
)
def test_it_reports_no_refusal_if_the_newest_email_was_not_refused(users, newest, fields):
    make_email(users.student, 0, State.FAILED, address_refused=True)
    make_email(users.student, 1, newest, **fields)
    assert as_(users.student).get(PATH)["refusedAt"] is None

"""The order and the rate of sending: messages come last, and MAIL_PER_MINUTE limits all."""

from datetime import timedelta

import pytest

from mail.models import Alert, OutboxEmail
from mail.sending import send_due_emails
from testing.factories import NOW, make_user
from testing.servers.mail import put_email

pytestmark = pytest.mark.django_db(transaction=True)

Kind = OutboxEmail.Kind
MESSAGE = {"subject": "Hello", "text": "Hi", "class": "Clay", "class_id": 1}


def test_it_sends_messages_when_nothing_else_is_due(mail_server, clock):
    users = [make_user(f"user-{number}") for number in range(25)]
    for user in users:
        put_email(user, kind=Kind.MESSAGE, facts=MESSAGE, now=NOW - timedelta(hours=1))
    put_email(users[-1])
    assert send_due_emails() == 20
    assert OutboxEmail.objects.get(kind=Kind.WELCOME).state == "SENT"
    assert send_due_emails() == 6


def test_it_sends_so_many_in_a_minute(settings, mail_server, clock):
    settings.MAIL_PER_MINUTE = 3
    for number in range(7):
        put_email(make_user(f"user-{number}"))
    assert [send_due_emails(), send_due_emails()] == [3, 0]
    clock.shift(timedelta(seconds=59))
    assert send_due_emails() == 0
    clock.shift(timedelta(seconds=2))
    assert [send_due_emails(), send_due_emails()] == [3, 0]
    assert OutboxEmail.objects.filter(tries__gt=1).count() == 0


def test_it_alerts_admins_once_a_day_to_failed_emails(mail_server, clock):
    mail_server.reply_to_address = lambda address: "550 no such user"
    for number in range(2):
        put_email(make_user(f"user-{number}"))
    send_due_emails()
    alert = Alert.objects.get()
    assert (alert.kind, alert.facts) == ("emails_failed", {"path": "/admin/mail/outboxemail/?state__exact=FAILED"})

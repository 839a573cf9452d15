"""Sending: claims, leases, and what happens if the mail server or the worker fails."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from mail import outbox, sending
from mail.models import OutboxEmail
from mail.sending import claim, send_due_emails
from testing.factories import NOW, make_user
from testing.servers.mail import ACCEPTED, pause, put_email, running_mail_server

pytestmark = pytest.mark.django_db(transaction=True)

Kind, State = OutboxEmail.Kind, OutboxEmail.State
MINUTE = timedelta(minutes=1)


def reminder(user):
    facts = {
        "class": "Clay",
        "class_id": 1,
        "child": "",
        "starts": NOW.isoformat(),
        "place": "",
        "bring": "",
    }
    return put_email(user, kind=Kind.REMINDER, facts=facts)


class TestAccepted:
    def test_it_sends_an_email_once(self, mail_server, student, clock):
        email = put_email(student)
        assert [send_due_emails(), send_due_emails()] == [1, 0]
        email.refresh_from_db()
        assert (email.state, email.sent_at, email.tries, email.error) == (State.SENT, NOW, 1, "")
        (message,) = mail_server.accepted
        assert message["To"] == student.email
        assert message["From"] == "Craft Camp <hello@camp.example>"
        assert message["Reply-To"] == "hello@camp.example"
        assert message["Auto-Submitted"] == "auto-generated"
        assert message["Message-ID"] == f"<email-{email.pk}@camp.example>"
        assert "List-Unsubscribe" not in message
        assert {part.get_content_type() for part in message.iter_parts()} == {"text/plain", "text/html"}

    def test_it_reads_the_address_when_it_sends(self, mail_server, student, clock):
        put_email(student)
        student.email = "new@camp.example"
        student.save()
        send_due_emails()
        assert [message["To"] for message in mail_server.accepted] == ["new@camp.example"]

    @pytest.mark.parametrize("name", ["Tonerde und Glasur f\xfcr Fortgeschrittene \U0001f3a8", "\u0416" * 40, "X" * 40])
    def test_it_begins_each_header_on_its_first_line(self, mail_server, student, clock, name):
        """Otherwise some mail programs show an empty subject."""
        email = reminder(student)
        OutboxEmail.objects.filter(pk=email.pk).update(facts=email.facts | {"class": name, "child": name})
        student.email = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.example"
        student.save()
        send_due_emails()
        headers = mail_server.sources[0].partition(b"\r\n\r\n")[0].split(b"\r\n")
        assert [line for line in headers if line.rstrip().endswith(b":")] == []
        assert mail_server.accepted[0]["Subject"].count(name) == 2

    def test_it_sends_a_reminder_with_a_link_to_switch_it_off(self, mail_server, student, clock, settings):
        reminder(student)
        send_due_emails()
        (message,) = mail_server.accepted
        assert message["List-Unsubscribe"] == f"<{settings.SITE_URL}/dashboard/profile>"

    def test_it_sends_the_oldest_twenty_of_many(self, mail_server, student, clock):
        for number in range(25):
            put_email(student, about=str(number), now=NOW - number * MINUTE)
        assert send_due_emails() == 20
        assert set(OutboxEmail.objects.queued().values_list("about", flat=True)) == set("01234")
        assert [send_due_emails(), send_due_emails()] == [5, 0]
        assert len(mail_server.accepted) == 25

    def test_it_sends_a_batch_over_one_connection(self, mail_server, student, clock):
        for number in range(5):
            put_email(student, about=str(number))
        send_due_emails()
        assert (len(mail_server.accepted), len(mail_server.clients)) == (5, 1)


class TestSkipped:
    @pytest.mark.parametrize(("valid_until", "state"), [(NOW, State.SKIPPED), (NOW + MINUTE, State.SENT)])
    def test_it_skips_an_email_that_is_no_longer_valid(self, mail_server, student, clock, valid_until, state):
        email = put_email(student, valid_until=valid_until)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, len(mail_server.accepted)) == (state, int(state == State.SENT))

    def test_it_skips_a_reminder_that_the_recipient_does_not_want(self, mail_server, student, clock):
        student.wants_reminders = False
        student.save()
        emails = [reminder(student), put_email(student)]
        send_due_emails()
        assert [OutboxEmail.objects.get(pk=each.pk).state for each in emails] == [State.SKIPPED, State.SENT]

    def test_it_does_not_send_an_email_that_is_withdrawn_after_the_claim(
        self, mail_server, student, clock, monkeypatch
    ):
        email = put_email(student)

        def withdraw_after_claim(**arguments):
            claimed = claim(**arguments)
            with transaction.atomic():
                outbox.withdraw(Kind.WELCOME, recipient_id=student.pk, about="account")
            return claimed

        monkeypatch.setattr(sending, "claim", withdraw_after_claim)
        send_due_emails()
        email.refresh_from_db()
        assert email.state == State.SKIPPED
        assert mail_server.accepted == []


class TestRefused:
    @pytest.mark.parametrize("reply", ["450 try again", "451 busy"])
    def test_it_tries_again_later_after_a_temporary_refusal(self, mail_server, student, clock, reply):
        mail_server.reply_to_address = lambda address: reply
        email = put_email(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.error, email.due_at) == (State.QUEUED, reply.replace(" ", ": ", 1), NOW + MINUTE)
        mail_server.reply_to_address = lambda address: ACCEPTED
        clock.shift(59)
        assert send_due_emails() == 0
        clock.shift(1)
        assert send_due_emails() == 1
        email.refresh_from_db()
        assert (email.state, email.tries, email.error) == (State.SENT, 2, "")

    def test_it_waits_longer_each_time_and_gives_up_after_a_day(self, mail_server, student, clock):
        mail_server.reply_to_address = lambda address: "450 try again"
        email = put_email(student)
        delays = []
        while email.state == State.QUEUED:
            send_due_emails()
            email.refresh_from_db()
            if email.state == State.QUEUED:
                delays.append(email.due_at - timezone.now())
                clock.move_to(email.due_at)
        assert delays[:8] == [minutes * MINUTE for minutes in (1, 2, 4, 8, 16, 32, 60, 60)]
        assert (email.state, email.address_refused) == (State.FAILED, False)
        assert timedelta(days=1) <= timezone.now() - NOW < timedelta(days=1, hours=1)

    def test_it_fails_at_once_if_the_server_does_not_know_the_address(self, mail_server, student, clock):
        mail_server.reply_to_address = lambda address: "550 no such user"
        email = put_email(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.error, email.address_refused) == (State.FAILED, "550: no such user", True)

    def test_it_fails_at_once_if_the_server_refuses_the_text(self, mail_server, student, clock):
        mail_server.reply_to_text = lambda address: "554 looks like spam"
        email = put_email(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.address_refused) == (State.FAILED, False)
        assert email.error.startswith("554: ")

    def test_it_tries_again_if_the_server_refuses_the_login(self, mail_server, student, clock, settings):
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "camp", "wrong"
        email = put_email(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.due_at) == (State.QUEUED, NOW + MINUTE)
        assert email.error.startswith("NoMailServer: SMTP")

    def test_it_stores_no_address_in_the_error(self, mail_server, student, clock):
        mail_server.reply_to_address = lambda address: f"550 <{address}>: no such user"
        email = put_email(student)
        send_due_emails()
        email.refresh_from_db()
        assert email.error == "550: ... no such user"

    def test_it_sends_the_other_emails_of_a_batch_after_a_refusal(self, mail_server, student, clock):
        replies = {"refused@camp.example": "550 no such user", "later@camp.example": "450 try again"}
        mail_server.reply_to_address = lambda address: replies.get(address, ACCEPTED)
        for name in ("refused", "one", "later", "two"):
            put_email(make_user(name))
        send_due_emails()
        states = dict(OutboxEmail.objects.values_list("recipient__email", "state"))
        assert states == {
            "refused@camp.example": State.FAILED,
            "later@camp.example": State.QUEUED,
            "one@camp.example": State.SENT,
            "two@camp.example": State.SENT,
        }

    def test_it_sends_the_other_emails_if_one_cannot_be_rendered(self, mail_server, student, clock, monkeypatch):
        broken, good = put_email(student, about="broken"), put_email(student, about="good")
        compose = sending.compose

        def compose_unless_broken(email, now):
            if email.about == "broken":
                raise KeyError("class")
            return compose(email, now)

        monkeypatch.setattr(sending, "compose", compose_unless_broken)
        send_due_emails()
        for email, state in ((broken, State.QUEUED), (good, State.SENT)):
            email.refresh_from_db()
            assert email.state == state
        assert broken.error == "KeyError: 'class'"


class TestServerUnavailable:
    def test_it_tries_again_when_the_server_is_back(self, student, clock, settings):
        with running_mail_server() as server:
            settings.EMAIL_PORT = 1
            email = put_email(student)
            send_due_emails()
            email.refresh_from_db()
            assert (email.state, email.due_at) == (State.QUEUED, NOW + MINUTE)
            assert email.error.startswith("NoMailServer: ConnectionRefusedError")
            settings.EMAIL_PORT = server.port
            clock.shift(60)
            send_due_emails()
        email.refresh_from_db()
        assert email.state == State.SENT

    def test_it_sends_all_that_waits_for_the_server_after_its_first_success(self, student, clock, settings):
        """After a night without a mail server each e-mail waits up to an hour of its own."""
        with running_mail_server() as server:
            settings.EMAIL_PORT = 1
            waiting = [put_email(student, about=f"night-{number}") for number in range(3)]
            for _ in range(8):
                send_due_emails()
                clock.shift(3600)
            settings.EMAIL_PORT = server.port
            OutboxEmail.objects.update(due_at=timezone.now() + 30 * MINUTE)
            assert send_due_emails() == 0
            new = put_email(student, about="morning", now=timezone.now())
            send_due_emails()
            assert [OutboxEmail.objects.get(pk=each.pk).state for each in (*waiting, new)] == ["QUEUED"] * 3 + ["SENT"]
            assert send_due_emails() == 3
        assert len(server.accepted) == 4

    def test_it_leaves_alone_what_waits_for_another_reason_or_is_leased_by_another_worker(
        self, mail_server, student, clock
    ):
        later = timezone.now() + 30 * MINUTE
        kept = {
            "450: greylisted": later,
            "SMTPServerDisconnected: gone": later,
            sending.OVER_LIMIT: later,
            "NoMailServer: leased": timezone.now() + sending.LEASE,
        }
        for error, due_at in kept.items():
            email = put_email(student, about=error[:20])
            OutboxEmail.objects.filter(pk=email.pk).update(error=error, due_at=due_at, tries=1)
        put_email(student, about="now")
        assert send_due_emails() == 1
        assert dict(OutboxEmail.objects.queued().values_list("error", "due_at")) == kept

    def test_it_tries_again_if_the_server_closes_the_connection(self, mail_server, student, clock):
        mail_server.reply_to_text = lambda address: ""
        emails = [put_email(student, about=str(number)) for number in range(3)]
        send_due_emails()
        mail_server.reply_to_text = lambda address: ACCEPTED
        clock.shift(60)
        send_due_emails()
        assert [OutboxEmail.objects.get(pk=each.pk).state for each in emails] == [State.SENT] * 3
        assert len(mail_server.accepted) == 3

    def test_it_does_not_wait_longer_than_the_timeout(self, mail_server, student, settings):
        settings.EMAIL_TIMEOUT = 0.2
        mail_server.reply_to_text = pause(1)
        email = put_email(student, now=timezone.now())
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, "timed out" in email.error) == (State.QUEUED, True)

    def test_it_ends_a_batch_before_the_lease_if_the_server_is_slow(self, mail_server, student, clock):
        def take_fifty_seconds(_address):
            clock.shift(50)
            return ACCEPTED

        mail_server.reply_to_address = take_fifty_seconds
        for number in range(5):
            put_email(student, about=str(number))
        send_due_emails()
        assert len(mail_server.accepted) == 3
        rest = OutboxEmail.objects.queued()
        assert list(rest.values_list("tries", flat=True)) == [0, 0]
        assert all(email.due_at <= timezone.now() for email in rest)

    def test_it_leaves_the_rest_to_another_worker_when_it_stops(self, mail_server, student, clock):
        for number in range(3):
            put_email(student, about=str(number))
        send_due_emails(is_stopping=lambda: len(mail_server.accepted) == 1)
        assert len(mail_server.accepted) == 1
        assert send_due_emails() == 2

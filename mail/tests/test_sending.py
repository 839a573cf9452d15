"""Sending: claims, leases, and what happens if the mail server or the worker fails."""

import smtplib
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from mail import outbox, sending
from mail.models import OutboxEmail
from mail.sending import claim, send_due_emails
from testing.factories import NOW, make_user
from testing.mail_server import ACCEPTED, pause, running_mail_server
from testing.races import run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)

Kind, State = OutboxEmail.Kind, OutboxEmail.State
MINUTE = timedelta(minutes=1)


@pytest.fixture
def mail_server():
    with running_mail_server() as server:
        yield server


@pytest.fixture
def student():
    return make_user("sam")


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def put(user, about="account", kind=Kind.WELCOME, **changes):
    with transaction.atomic():
        outbox.put(kind, recipient_id=user.pk, about=about, **{"facts": {}, "now": NOW} | changes)
    return OutboxEmail.objects.get(kind=kind, about=about, recipient=user)


def reminder(user):
    facts = {
        "class": "Clay",
        "classId": 1,
        "child": "",
        "starts": NOW.isoformat(),
        "place": "",
        "bring": "",
    }
    return put(user, kind=Kind.REMINDER, facts=facts)


class TestAccepted:
    def test_it_sends_an_email_once(self, mail_server, student, clock):
        email = put(student)
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
        put(student)
        student.email = "new@camp.example"
        student.save()
        send_due_emails()
        assert [message["To"] for message in mail_server.accepted] == ["new@camp.example"]

    def test_it_sends_a_reminder_with_the_way_to_switch_it_off(self, mail_server, student, clock, settings):
        reminder(student)
        send_due_emails()
        (message,) = mail_server.accepted
        assert message["List-Unsubscribe"] == f"<{settings.SITE_URL}/dashboard/profile>"

    def test_it_sends_the_oldest_twenty_of_many(self, mail_server, student, clock):
        for number in range(25):
            put(student, about=str(number), now=NOW - number * MINUTE)
        assert send_due_emails() == 20
        assert set(OutboxEmail.objects.queued().values_list("about", flat=True)) == set("01234")
        assert [send_due_emails(), send_due_emails()] == [5, 0]
        assert len(mail_server.accepted) == 25


class TestSkipped:
    @pytest.mark.parametrize(("valid_until", "state"), [(NOW, State.SKIPPED), (NOW + MINUTE, State.SENT)])
    def test_it_skips_an_email_that_is_over(self, mail_server, student, clock, valid_until, state):
        email = put(student, valid_until=valid_until)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, len(mail_server.accepted)) == (state, int(state == State.SENT))

    def test_it_skips_a_reminder_that_the_recipient_does_not_want(self, mail_server, student, clock):
        student.wants_reminders = False
        student.save()
        emails = [reminder(student), put(student)]
        send_due_emails()
        assert [OutboxEmail.objects.get(pk=each.pk).state for each in emails] == [State.SKIPPED, State.SENT]

    def test_it_does_not_send_an_email_that_is_withdrawn_after_the_claim(
        self, mail_server, student, clock, monkeypatch
    ):
        email = put(student)

        def withdraw_after_claim(**arguments):
            claimed = claim(**arguments)
            with transaction.atomic():
                outbox.withdraw(Kind.WELCOME, about="account")
            return claimed

        monkeypatch.setattr(sending, "claim", withdraw_after_claim)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, mail_server.accepted) == (State.SKIPPED, [])


class TestRefused:
    @pytest.mark.parametrize("reply", ["450 try again", "451 busy"])
    def test_it_tries_again_later_after_a_temporary_refusal(self, mail_server, student, clock, reply):
        mail_server.reply_to_address = lambda address: reply
        email = put(student)
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
        email = put(student)
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

    def test_it_fails_at_once_if_the_server_knows_no_such_address(self, mail_server, student, clock):
        mail_server.reply_to_address = lambda address: "550 no such user"
        email = put(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.error, email.address_refused) == (State.FAILED, "550: no such user", True)

    def test_it_fails_at_once_if_the_server_refuses_the_text(self, mail_server, student, clock):
        mail_server.reply_to_text = lambda address: "554 looks like spam"
        email = put(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.address_refused) == (State.FAILED, False)
        assert email.error.startswith("554: ")

    def test_it_does_not_blame_the_email_for_a_refused_login(self, mail_server, student, clock, settings):
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "camp", "wrong"
        email = put(student)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.due_at) == (State.QUEUED, NOW + MINUTE)
        assert email.error.startswith("SMTP")

    def test_it_stores_no_address_in_the_error(self, mail_server, student, clock):
        mail_server.reply_to_address = lambda address: "550 no such user"
        email = put(student)
        send_due_emails()
        email.refresh_from_db()
        assert student.email not in email.error

    def test_it_sends_the_others_of_a_batch(self, mail_server, student, clock):
        replies = {"refused@camp.example": "550 no such user", "later@camp.example": "450 try again"}
        mail_server.reply_to_address = lambda address: replies.get(address, ACCEPTED)
        for name in ("refused", "one", "later", "two"):
            put(make_user(name))
        send_due_emails()
        states = dict(OutboxEmail.objects.values_list("recipient__email", "state"))
        assert states == {
            "refused@camp.example": State.FAILED,
            "later@camp.example": State.QUEUED,
            "one@camp.example": State.SENT,
            "two@camp.example": State.SENT,
        }

    def test_it_sends_the_others_if_one_cannot_be_rendered(self, mail_server, student, clock, monkeypatch):
        broken, good = put(student, about="broken"), put(student, about="good")
        compose = sending.compose

        def compose_unless_broken(email):
            if email.about == "broken":
                raise KeyError("class")
            return compose(email)

        monkeypatch.setattr(sending, "compose", compose_unless_broken)
        send_due_emails()
        for email, state in ((broken, State.QUEUED), (good, State.SENT)):
            email.refresh_from_db()
            assert email.state == state
        assert broken.error == "KeyError: 'class'"


class TestServerAway:
    def test_it_tries_again_when_the_server_is_back(self, student, clock, settings):
        with running_mail_server() as server:
            settings.EMAIL_PORT = 1
            email = put(student)
            send_due_emails()
            email.refresh_from_db()
            assert (email.state, email.due_at) == (State.QUEUED, NOW + MINUTE)
            assert email.error.startswith("ConnectionRefusedError")
            settings.EMAIL_PORT = server.port
            clock.shift(60)
            send_due_emails()
        email.refresh_from_db()
        assert email.state == State.SENT

    def test_it_tries_again_if_the_server_closes_the_connection(self, mail_server, student, clock):
        mail_server.reply_to_text = lambda address: ""
        emails = [put(student, about=str(number)) for number in range(3)]
        send_due_emails()
        mail_server.reply_to_text = lambda address: ACCEPTED
        clock.shift(60)
        send_due_emails()
        assert [OutboxEmail.objects.get(pk=each.pk).state for each in emails] == [State.SENT] * 3
        assert len(mail_server.accepted) == 3

    def test_it_does_not_wait_longer_than_the_timeout(self, mail_server, student, settings):
        settings.EMAIL_TIMEOUT = 0.2
        mail_server.reply_to_text = pause(1)
        email = put(student, now=timezone.now())
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, "timed out" in email.error) == (State.QUEUED, True)

    def test_it_ends_a_batch_before_the_lease_if_the_server_is_slow(self, mail_server, student, clock):
        def take_fifty_seconds(_address):
            clock.shift(50)
            return ACCEPTED

        mail_server.reply_to_address = take_fifty_seconds
        for number in range(5):
            put(student, about=str(number))
        send_due_emails()
        assert len(mail_server.accepted) == 3
        rest = OutboxEmail.objects.queued()
        assert list(rest.values_list("tries", flat=True)) == [0, 0]
        assert all(email.due_at <= timezone.now() for email in rest)

    def test_it_leaves_the_rest_to_another_worker_when_it_stops(self, mail_server, student, clock):
        for number in range(3):
            put(student, about=str(number))
        send_due_emails(is_stopping=lambda: len(mail_server.accepted) == 1)
        assert len(mail_server.accepted) == 1
        assert send_due_emails() == 2


class Killed(BaseException):
    """Stands for the end of the process."""


class TestKilled:
    """The worker ends before or after each statement, and another one continues."""

    STATEMENTS = 3
    """Claim, read, mark as sent."""

    @pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
    @pytest.mark.parametrize("position", range(STATEMENTS))
    def test_it_sends_the_email_and_repeats_only_one_that_was_accepted(
        self, mail_server, student, clock, position, after
    ):
        email = put(student)
        count = 0

        def kill(execute, sql, params, many, context):
            nonlocal count
            count += 1
            if count - 1 != position:
                return execute(sql, params, many, context)
            if after:
                execute(sql, params, many, context)
            raise Killed

        with connection.execute_wrapper(kill), pytest.raises(Killed):
            send_due_emails()
        clock.shift(121)
        send_due_emails()
        email.refresh_from_db()
        was_accepted_unmarked = position == 2 and not after
        assert (email.state, len(mail_server.accepted)) == (State.SENT, 2 if was_accepted_unmarked else 1)
        assert len({message["Message-ID"] for message in mail_server.accepted}) == 1

    def test_it_has_no_other_statement(self, mail_server, student, clock, django_assert_num_queries):
        put(student)
        with django_assert_num_queries(self.STATEMENTS):
            send_due_emails()

    def test_it_does_not_send_before_the_lease_ends(self, mail_server, student, clock):
        put(student)
        claim(now=NOW)  # by a worker that dies now
        clock.shift(119)
        assert send_due_emails() == 0
        clock.shift(1)
        assert send_due_emails() == 1

    def test_it_does_not_overwrite_the_result_of_a_worker_that_took_over(
        self, mail_server, student, clock, monkeypatch
    ):
        """The first worker was suspended until its lease had ended, and another worker sent the e-mail."""
        email = put(student)

        def suspended(_email):
            monkeypatch.undo()
            clock.shift(121)
            send_due_emails()
            raise smtplib.SMTPServerDisconnected("closed")

        monkeypatch.setattr(sending, "compose", suspended)
        send_due_emails()
        email.refresh_from_db()
        assert (email.state, email.error, len(mail_server.accepted)) == (State.SENT, "", 1)


class TestSeveralWorkers:
    @pytest.mark.parametrize("lease", [True, False], ids=["lease", "control without the lease"])
    def test_it_sends_each_email_once(self, mail_server, student, monkeypatch, lease):
        for number in range(40):
            put(student, about=str(number))
        if not lease:
            monkeypatch.setattr(sending, "claim", lambda now: list(OutboxEmail.objects.queued()[:20]))
        run_concurrently(*[send_due_emails] * 4)
        accepted = [message["Message-ID"] for message in mail_server.accepted]
        assert (len(accepted) == len(set(accepted))) is lease
        if lease:
            assert len(accepted) == 40

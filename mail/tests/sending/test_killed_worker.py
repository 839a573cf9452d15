"""A worker is killed or suspended, or several workers run: every e-mail is sent, and only few are sent twice."""

import smtplib

import pytest
from django.db import connection

from mail import sending
from mail.models import OutboxEmail
from mail.sending import claim, send_due_emails
from testing.factories import NOW
from testing.proofs.races import run_concurrently
from testing.servers.mail import put_email

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

State = OutboxEmail.State


class Killed(BaseException):
    """Simulates the end of the process."""


class TestKilled:
    """The worker ends before or after each statement, and another one continues."""

    STATEMENTS = 5
    """Claim, read, read the school's facts, mark as sent, end the waiting of others."""

    @pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
    @pytest.mark.parametrize("position", range(STATEMENTS))
    def test_it_sends_the_email_twice_only_if_it_was_accepted_before(
        self, mail_server, student, clock, position, after
    ):
        email = put_email(student)
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
        was_accepted_unmarked = position == 3 and not after
        assert (email.state, len(mail_server.accepted)) == (State.SENT, 2 if was_accepted_unmarked else 1)
        assert len({message["Message-ID"] for message in mail_server.accepted}) == 1

    def test_it_sends_an_email_with_five_statements(self, mail_server, student, clock, django_assert_num_queries):
        put_email(student)
        with django_assert_num_queries(self.STATEMENTS):
            send_due_emails()

    def test_it_does_not_send_before_the_lease_ends(self, mail_server, student, clock):
        put_email(student)
        claim(now=NOW)  # the worker with this claim dies
        clock.shift(119)
        assert send_due_emails() == 0
        clock.shift(1)
        assert send_due_emails() == 1

    def test_it_does_not_overwrite_the_result_of_a_worker_that_took_over(
        self, mail_server, student, clock, monkeypatch
    ):
        """The first worker was suspended until its lease had ended, and another worker sent the e-mail."""
        email = put_email(student)

        def suspended(_email, _now):
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
            put_email(student, about=str(number))
        if not lease:
            monkeypatch.setattr(sending, "claim", lambda now, limit: list(OutboxEmail.objects.queued()[:20]))
        run_concurrently(*[send_due_emails] * 4)
        accepted = [message["Message-ID"] for message in mail_server.accepted]
        assert (len(accepted) == len(set(accepted))) is lease
        if lease:
            assert len(accepted) == 40

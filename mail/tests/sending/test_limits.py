"""Which e-mails an unverified address gets, and how many anybody gets in a day."""

from datetime import timedelta

import pytest

from mail.checks import register_condition
from mail.models import OutboxEmail
from mail.sending import send_due_emails
from testing.factories import NOW, make_user
from testing.servers.mail import put_email

pytestmark = pytest.mark.django_db(transaction=True)

Kind, State = OutboxEmail.Kind, OutboxEmail.State
CLASS = {"class": "Clay", "class_id": 7, "child": ""}
LAPSED = (Kind.WAITLIST_LAPSED, CLASS)
JOINED = (Kind.WAITLIST_JOINED, CLASS | {"position": 1})
REFUNDED = {"seat_released": True, "by": "staff"}
PAID = (Kind.REFUNDED, CLASS | REFUNDED | {"price": "45.50", "amount": "45.50"})
FREE = (Kind.REFUNDED, CLASS | REFUNDED | {"price": "0.00", "amount": "0.00"})


@pytest.fixture(autouse=True)
def _limits(settings, monkeypatch):
    """Three e-mails a day, without a quiet period."""
    settings.EMAILS_PER_DAY, settings.EMAIL_QUIET_SECONDS = 3, 0
    monkeypatch.setattr("mail.checks._conditions", {})


@pytest.fixture
def unverified(db):
    user = make_user("victor", email_verified=False)
    user.name = "Words of a stranger"
    user.save()
    return user


def send(user, *emails):
    """Puts these kinds and facts into the outbox, sends what is due, and returns the states of these e-mails."""
    since = OutboxEmail.objects.count()
    rows = [put_email(user, f"{since + number}", kind, facts=facts) for number, (kind, facts) in enumerate(emails)]
    send_due_emails()
    for row in rows:
        row.refresh_from_db()
    return [row.state for row in rows]


class TestUnverifiedAddress:
    def test_it_sends_the_welcome_without_the_name(self, mail_server, clock, unverified):
        assert send(unverified, (Kind.WELCOME, {})) == [State.SENT]
        (message,) = mail_server.accepted
        for part in ("plain", "html"):
            text = message.get_body([part]).get_content()
            assert "Hi," in text
            assert "stranger" not in text

    def test_it_sends_emails_about_money_only(self, mail_server, clock, unverified):
        assert send(unverified, PAID, FREE, LAPSED, JOINED) == [State.SENT, *[State.SKIPPED] * 3]
        errors = OutboxEmail.objects.filter(state=State.SKIPPED).values_list("error", flat=True)
        assert set(errors) == {"The recipient's address is not verified."}

    def test_it_sends_an_email_if_the_address_is_verified_meanwhile(self, mail_server, clock, unverified):
        email = put_email(unverified, kind=LAPSED[0], facts=LAPSED[1])
        unverified.email_verified = True
        unverified.save()
        send_due_emails()
        email.refresh_from_db()
        assert email.state == State.SENT
        assert "Hi Words," in mail_server.accepted[0].get_body(["plain"]).get_content()

    def test_it_trusts_an_address_that_staff_have_entered(self, mail_server, clock):
        seeded = make_user("seeded", email_verified=False, firebase_uid=None)
        assert send(seeded, LAPSED) == [State.SENT]
        seeded.last_login = NOW  # with an identity that has left the account since then
        seeded.save()
        assert send(seeded, LAPSED) == [State.SKIPPED]


class TestCondition:
    def test_it_skips_an_email_that_is_no_longer_true(self, mail_server, student, clock):
        register_condition(LAPSED[0], lambda email: email.about == "1")
        assert send(student, LAPSED, LAPSED) == [State.SKIPPED, State.SENT]
        assert OutboxEmail.objects.get(state=State.SKIPPED).error == "It is no longer true."

    def test_it_sends_the_other_emails_if_a_condition_fails(self, mail_server, student, clock):
        def fail(_email):
            raise KeyError("before")

        register_condition(LAPSED[0], fail)
        assert send(student, LAPSED, PAID) == [State.QUEUED, State.SENT]
        assert OutboxEmail.objects.queued().get().error == "KeyError: 'before'"


class TestDailyLimit:
    def test_it_lets_an_email_wait_until_the_limit_allows_it(self, mail_server, student, clock):
        for hour in range(3):
            assert send(student, LAPSED) == [State.SENT]
            clock.shift(3600 * (hour + 1))
        assert send(student, LAPSED, LAPSED) == [State.QUEUED] * 2
        waiting = OutboxEmail.objects.queued()
        assert list(waiting.values_list("due_at", "tries")) == [(NOW + timedelta(days=1), 0)] * 2
        clock.move_to(NOW + timedelta(days=1))
        send_due_emails()
        assert (waiting.count(), len(mail_server.accepted)) == (1, 4)

    def test_it_skips_a_confirmation_over_the_limit(self, mail_server, student, clock):
        assert send(student, *[JOINED] * 5) == [*[State.SENT] * 3, *[State.SKIPPED] * 2]

    def test_it_sends_emails_about_money_over_the_limit_and_does_not_count_them(self, mail_server, student, clock):
        assert send(student, *[PAID] * 5, *[LAPSED] * 3, PAID) == [State.SENT] * 9
        assert send(student, LAPSED, PAID) == [State.QUEUED, State.SENT]

    def test_it_counts_each_recipient_separately(self, mail_server, users, clock):
        send(users.student, *[LAPSED] * 3)
        assert send(users.other_student, LAPSED) == [State.SENT]

    def test_it_skips_a_waiting_email_that_is_not_valid_anymore(self, mail_server, student, clock):
        send(student, *[LAPSED] * 3)
        email = put_email(student, "late", LAPSED[0], facts=LAPSED[1], valid_until=NOW + timedelta(hours=20))
        send_due_emails()
        clock.shift(24 * 3600)
        send_due_emails()
        email.refresh_from_db()
        assert email.state == State.SKIPPED

    def test_it_reads_the_sent_emails_once(self, mail_server, student, clock, django_assert_num_queries):
        put_email(student, kind=LAPSED[0], facts=LAPSED[1])
        # Claim, read, count, read the school's facts, mark as sent, end the waiting of others.
        with django_assert_num_queries(6):
            send_due_emails()

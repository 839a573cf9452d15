"""Several changes within minutes become one e-mail, which a worker may claim at any time."""

from datetime import timedelta

import pytest
from django.db import connection, transaction

from mail import outbox, sending
from mail.models import OutboxEmail
from mail.sending import claim, send_due_emails
from testing.factories import NOW
from testing.proofs.races import ConcurrentCall, run_concurrently, with_and_without_the_condition

pytestmark = pytest.mark.django_db(transaction=True)

Kind, State = OutboxEmail.Kind, OutboxEmail.State
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _five_minutes(settings, monkeypatch):
    settings.EMAIL_QUIET_SECONDS = 300
    monkeypatch.setattr("mail.checks._conditions", {})
    monkeypatch.setattr("mail.rendering._details", {})


def decide(user, feedback, now=NOW, topic=7, **changes):
    line = {"class": "Clay", "class_id": 7, "status": "Denied", "feedback": feedback}
    facts = {"lines": [line], "feedback": feedback, "before": feedback}
    values = {"recipient_id": user.pk, "topic": topic, "facts": facts, "now": now} | changes
    with transaction.atomic():
        outbox.put_or_merge(Kind.CLASS_DECIDED, **values)


def waiting():
    """Returns feedback and due time of the queued e-mails, the oldest first."""
    emails = OutboxEmail.objects.queued().order_by("pk")
    return [(email.facts["feedback"], email.due_at) for email in emails]


def test_it_waits_for_the_quiet_period(student):
    decide(student, "a")
    assert waiting() == [("a", NOW + 5 * MINUTE)]


def test_it_merges_a_change_of_the_same_topic_and_starts_the_quiet_period_again(student):
    decide(student, "a")
    decide(student, "b", now=NOW + 3 * MINUTE)
    assert waiting() == [("b", NOW + 8 * MINUTE)]


def test_it_keeps_the_named_facts_of_the_first_change(student):
    for number, feedback in enumerate("abc"):
        decide(student, feedback, now=NOW + number * MINUTE, kept=("before",))
    (email,) = OutboxEmail.objects.all()
    assert (email.facts["before"], email.facts["feedback"]) == ("a", "c")


def test_it_is_due_after_three_quiet_periods_even_if_the_changes_go_on(student):
    for number in range(8):
        decide(student, str(number), now=NOW + 2 * number * MINUTE)
    assert waiting() == [("7", NOW + 15 * MINUTE)]


def test_it_merges_no_change_of_another_topic_recipient_or_kind(users):
    decide(users.student, "a")
    decide(users.student, "b", topic=71)
    decide(users.other_student, "c")
    with transaction.atomic():
        outbox.put(Kind.WELCOME, recipient_id=users.student.pk, about="7", facts={"feedback": "d"}, now=NOW)
    assert [feedback for feedback, _ in waiting()] == list("abcd")


def test_it_changes_neither_a_sent_nor_a_claimed_email(mail_server, student, clock):
    decide(student, "a")
    clock.shift(300)
    assert send_due_emails() == 1
    decide(student, "b", now=NOW + 6 * MINUTE)
    clock.shift(400)
    claim(now=NOW + 12 * MINUTE)
    decide(student, "c", now=NOW + 12 * MINUTE)
    assert [feedback for feedback, _ in waiting()] == ["b", "c"]
    assert OutboxEmail.objects.get(state=State.SENT).facts["feedback"] == "a"


def test_it_requires_a_transaction(student):
    with pytest.raises(AssertionError):
        outbox.put_or_merge(Kind.CLASS_DECIDED, recipient_id=student.pk, topic=7, facts={}, now=NOW)


def decide_class(user, class_id, feedback=""):
    line = {"class": f"Clay {class_id}", "class_id": class_id, "status": "Denied", "feedback": feedback}
    decide(user, "", topic="decisions", facts={"lines": [line]}, lines_by="class_id")


def lines():
    return [
        [(line["class_id"], line["feedback"]) for line in email.facts["lines"]] for email in OutboxEmail.objects.all()
    ]


def test_it_adds_a_line_or_replaces_the_one_about_the_same(student):
    for class_id, feedback in ((1, "a"), (2, "b"), (1, "c")):
        decide_class(student, class_id, feedback)
    assert lines() == [[(2, "b"), (1, "c")]]


def test_it_stores_each_line_of_one_moment_if_the_first_is_claimed(student):
    decide_class(student, 1)
    claim(now=NOW + 6 * MINUTE)
    decide_class(student, 2)
    assert lines() == [[(1, "")], [(2, "")]]


@with_and_without_the_condition
def test_it_loses_no_line_of_simultaneous_changes(student, monkeypatch, condition_on):
    """The control reads the waiting e-mail without a lock."""
    decide_class(student, 1)
    if not condition_on:
        monkeypatch.setattr(type(OutboxEmail.objects.all()), "select_for_update", lambda self, **_: self)
    second = ConcurrentCall(monkeypatch, outbox, "quiet_period", lambda: decide_class(student, 2))
    decide_class(student, 3)
    second.outcome()
    assert (sorted(*lines()) == [(1, ""), (2, ""), (3, "")]) is condition_on


@with_and_without_the_condition
def test_it_loses_no_change_while_a_worker_sends_the_email(mail_server, student, clock, monkeypatch, condition_on):
    """The control merges the change into the claimed e-mail, whose former facts are then marked as sent."""
    decide(student, "First.")
    if not condition_on:
        queryset = type(OutboxEmail.objects.all())
        unpatched = queryset.filter

        def with_claimed(self, *conditions, **by):
            if by.get("tries") == 0:
                del by["tries"]
            return unpatched(self, *conditions, **by)

        monkeypatch.setattr(queryset, "filter", with_claimed)
    compose = sending.compose

    def change_before_composing(email, now):
        monkeypatch.setattr(sending, "compose", compose)
        run_concurrently(lambda: decide(student, "Second.", now=now))
        return compose(email, now)

    monkeypatch.setattr(sending, "compose", change_before_composing)
    for _ in range(2):
        clock.shift(301)
        send_due_emails()
    texts = "".join(message.get_body(["plain"]).get_content() for message in mail_server.accepted)
    assert ("First." in texts, "Second." in texts) == (True, condition_on)
    assert not OutboxEmail.objects.queued().exists()


def test_it_uses_two_statements_for_each_recipient(student, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(2, connection=connection):
        outbox.put_or_merge(Kind.CLASS_DECIDED, recipient_id=student.pk, topic=7, facts={"feedback": ""}, now=NOW)

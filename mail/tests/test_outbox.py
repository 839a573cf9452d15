"""The outbox stores an e-mail once, in the transaction of its cause, and can withdraw it."""

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from mail import outbox
from mail.models import OutboxEmail
from testing.factories import NOW
from testing.proofs.races import run_concurrently, with_and_without_the_condition

pytestmark = pytest.mark.django_db

Kind, State = OutboxEmail.Kind, OutboxEmail.State
FACTS = {"class": "Clay", "class_id": 7, "child": "Mia", "amount": "45.50"}


def put(user, **changes):
    values = {"recipient_id": user.pk, "about": "payment-1", "facts": FACTS, "now": NOW} | changes
    outbox.put(changes.pop("kind", Kind.REFUNDED), **{name: values[name] for name in values if name != "kind"})


def test_it_stores_an_email_that_is_due_at_once(users):
    put(users.student, valid_until=NOW + timedelta(days=1))
    email = OutboxEmail.objects.get()
    assert (email.kind, email.recipient, email.about, email.facts) == (
        *(Kind.REFUNDED, users.student),
        *("payment-1", FACTS),
    )
    assert (email.state, email.created_at, email.due_at) == (State.QUEUED, NOW, NOW)
    assert (email.valid_until, email.tries, email.error) == (NOW + timedelta(days=1), 0, "")


def test_it_stores_one_email_of_a_kind_for_a_cause_and_recipient(users):
    for _ in range(3):
        put(users.student)
    put(users.other_student)
    put(users.student, about="payment-2")
    put(users.student, kind=Kind.ENROLLMENT_CANCELED)
    assert OutboxEmail.objects.count() == 4


def test_it_keeps_the_first_facts(users):
    put(users.student)
    put(users.student, facts={"class": "Another"})
    assert OutboxEmail.objects.get().facts == FACTS


def test_it_stores_nothing_if_the_cause_is_rolled_back(users):
    with transaction.atomic():
        put(users.student)
        transaction.set_rollback(True)
    assert not OutboxEmail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_requires_a_transaction(users):
    with pytest.raises(AssertionError):
        put(users.student)
    with pytest.raises(AssertionError):
        outbox.withdraw(Kind.REFUNDED, recipient_id=users.student.pk, about="payment-1")


def insert_after_a_check(both_have_checked):
    """Returns a control of ``outbox.put``, which looks for the e-mail before it inserts it."""

    def insert(kind, *, recipient_id, about, facts, now):
        stored = OutboxEmail.objects.filter(kind=kind, recipient=recipient_id, about=about)
        if not stored.exists():
            both_have_checked.wait(10)
            OutboxEmail.objects.create(
                kind=kind, recipient_id=recipient_id, about=about, facts=facts, created_at=now, due_at=now
            )

    return insert


@pytest.mark.django_db(transaction=True)
@with_and_without_the_condition
def test_it_stores_one_email_of_two_concurrent_transactions(users, monkeypatch, condition_on):
    """The control inserts it if there is none yet: the transaction of the second cause fails."""
    if not condition_on:
        monkeypatch.setattr(outbox, "put", insert_after_a_check(threading.Barrier(2)))

    def put_in_transaction():
        with transaction.atomic():
            put(users.student)

    results = run_concurrently(put_in_transaction, put_in_transaction)
    assert sum(isinstance(result, IntegrityError) for result in results) == (0 if condition_on else 1)
    assert OutboxEmail.objects.count() == 1


def test_it_removes_only_queued_emails_of_the_kind_and_cause(users):
    for about in ("7/1/a", "7/1/b", "7/12/a", "17/1/a"):
        put(users.student, about=about)
    put(users.student, about="7/1/a", kind=Kind.BOOKED)
    put(users.other_student, about="7/1/a")
    OutboxEmail.objects.filter(recipient=users.other_student).update(state=State.SENT, sent_at=NOW)
    outbox.delete_queued(Kind.REFUNDED, prefix="7/1/")
    left = OutboxEmail.objects.order_by("pk").values_list("kind", "about", "state")
    assert list(left) == [
        *((Kind.REFUNDED, about, State.QUEUED) for about in ("7/12/a", "17/1/a")),
        (Kind.BOOKED, "7/1/a", State.QUEUED),
        (Kind.REFUNDED, "7/1/a", State.SENT),
    ]


def test_it_withdraws_the_emails_of_one_cause(users):
    for about in ("1", "12", "1/a", "12/a", "2/1/a"):
        put(users.student, about=about)
    put(users.other_student, about="1/b")
    outbox.withdraw(Kind.REFUNDED, recipient_id=users.student.pk, about=1)
    assert set(OutboxEmail.objects.queued().values_list("about", flat=True)) == {"12", "12/a", "2/1/a", "1/b"}
    assert set(OutboxEmail.objects.filter(state=State.SKIPPED).values_list("about", flat=True)) == {"1", "1/a"}


def test_it_stores_an_email_again_after_it_was_removed(users):
    put(users.student)
    outbox.delete_queued(Kind.REFUNDED, prefix="payment-1")
    put(users.student)
    assert OutboxEmail.objects.queued().count() == 1


def test_it_queues_failed_emails_again(users):
    for about in ("1", "2", "3"):
        put(users.student, about=about)
    failed, sent, _ = OutboxEmail.objects.order_by("about")
    fields = {"state": State.FAILED, "tries": 9, "error": "550: unknown", "address_refused": True}
    OutboxEmail.objects.filter(pk=failed.pk).update(**fields)
    OutboxEmail.objects.filter(pk=sent.pk).update(state=State.SENT, sent_at=NOW)
    later = NOW + timedelta(days=2)
    assert outbox.send_again(ids=[failed.pk, sent.pk], now=later) == 1
    failed.refresh_from_db()
    assert (failed.state, failed.due_at, failed.created_at) == (State.QUEUED, later, later)
    assert (failed.tries, failed.error, failed.address_refused) == (0, "", False)
    assert OutboxEmail.objects.get(pk=sent.pk).state == State.SENT


def test_it_empties_the_facts_of_emails_of_ninety_days_ago(users):
    states = {"old": State.SENT, "skipped": State.SKIPPED, "queued": State.QUEUED, "new": State.SENT}
    for about, state in states.items():
        put(users.student, about=about)
        OutboxEmail.objects.filter(about=about).update(state=state, sent_at=NOW)
    OutboxEmail.objects.filter(about="new").update(created_at=NOW + timedelta(hours=1))
    now = NOW + timedelta(days=90, minutes=1)
    assert [outbox.empty_old_facts(now=now) for _ in range(2)] == [2, 0]
    kept = OutboxEmail.objects.exclude(facts={}).values_list("about", flat=True)
    assert set(kept) == {"queued", "new"}


def test_it_does_not_send_an_email_again_whose_facts_were_removed(users):
    put(users.student, facts={})
    put(users.student, kind=Kind.WELCOME, facts={})
    OutboxEmail.objects.update(state=State.FAILED)
    ids = list(OutboxEmail.objects.values_list("pk", flat=True))
    assert outbox.send_again(ids=ids, now=NOW) == 1
    assert OutboxEmail.objects.queued().get().kind == Kind.WELCOME

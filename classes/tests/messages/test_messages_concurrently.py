"""Messages of one instructor that are sent at the same time."""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from classes.messages import sending
from classes.messages.audience import Audience
from classes.messages.sending import TooManyMessages, send_message
from classes.models import Message
from mail.models import OutboxEmail
from testing.factories import make_enrollment
from testing.proofs.races import disable_locks, return_together, run_concurrently, with_and_without_the_lock

pytestmark = pytest.mark.django_db(transaction=True)


def draft():
    return {"key": uuid4(), "subject": "Hello", "text": "Bring a towel.", "to": "enrolled"}


def sending_call(users, clay, body):
    audience = Audience(camp_class=clay)
    return partial(send_message, author=users.instructor, audience=audience, draft=body, now=timezone.now())


def test_it_sends_the_same_key_once(users, clay):
    make_enrollment(users.student, clay)
    results = run_concurrently(*[sending_call(users, clay, draft())] * 4)
    assert sorted(is_new for _, is_new in results) == [False, False, False, True]
    assert (Message.objects.count(), OutboxEmail.objects.count()) == (1, 1)


@with_and_without_the_lock
def test_it_refuses_the_sixth_message_of_a_day(users, clay, monkeypatch, lock_on):
    """Without the locks the control sees three messages that each found four."""
    make_enrollment(users.student, clay)
    for _ in range(4):
        sending_call(users, clay, draft())()
    if not lock_on:
        disable_locks(monkeypatch, "account", "class")
    return_together(monkeypatch, sending, "_refuse_flood", calls=3)
    results = run_concurrently(*(sending_call(users, clay, draft()) for _ in range(3)))
    assert (Message.objects.count() == 5) is lock_on
    assert (sum(isinstance(each, TooManyMessages) for each in results) == 2) is lock_on

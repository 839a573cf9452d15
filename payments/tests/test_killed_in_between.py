"""The process is killed (SIGKILL) between every two of its steps, started again, and reconciled: the laws hold.

A step is a statement to the database, a commit, or an answer of the card provider. A child process does the deed and
ends itself after its first step; another after its second; and so on, until one survives. Nothing is left out, also
not what somebody adds later.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

from camp.testing import Cast, make_cast, make_class, make_user
from classes.models import CampClass
from payments import checkout, finishing, leaving, reconciling, refunds, stripe_api, webhooks
from payments.models import Payment
from payments.stripe_api import Event
from payments.tests import laws
from payments.tests.till import Cards, at_the_till, enrolled, late, seats_taken

pytestmark = pytest.mark.django_db(transaction=True)
MOST_STEPS = 80


@pytest.fixture
def cast(transactional_db, provider):
    return make_cast()


@pytest.fixture
def cards(fresh_cards):
    return fresh_cards


class Deadline:
    """Ends this process, as a power cut does, once so many steps are done."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        """Count every statement, commit and provider's answer from now on."""
        commit, ask = connection._commit, stripe_api._ask

        def counted(execute, sql, params, many, context):
            answer = execute(sql, params, many, context)
            self.step()
            return answer

        def counted_commit():
            commit()
            self.step()

        def counted_ask(call):
            answer = ask(call)
            self.step()
            return answer

        connection.execute_wrappers.append(counted)
        connection._commit = counted_commit
        stripe_api._ask = counted_ask


def killed_after(steps: int, deed: Callable[[], Any]) -> bool:
    """Do the deed in a process of its own that is killed after so many steps; whether it was."""
    connections.close_all()  # the child must not share a connection with its parent
    child = os.fork()
    if child == 0:
        failed = 1
        with suppress(Exception):
            stripe_api._client.cache_clear()
            Deadline(steps).watch()
            deed()
            failed = 0
        os._exit(failed)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the deed itself failed"
    return os.WIFSIGNALED(status)


def settle(payment: Payment) -> Callable[[], Any]:
    return lambda: finishing.settle_for(student=payment.student, intent_id=payment.intent_id, now=timezone.now())


def the_browser_settles(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    payment = at_the_till(student, seat)
    cards.pay(payment.intent_id)
    return payment, settle(payment), {"enrolled"}


def the_webhook_settles(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    payment = at_the_till(student, seat)
    cards.pay(payment.intent_id)
    (event,) = cards.events_of(payment.intent_id, "payment_intent.succeeded")
    heard = Event(event["id"], event["type"], payment.intent_id)
    return payment, lambda: webhooks.handle(event=heard, now=timezone.now()), {"enrolled"}


def it_settles_too_late(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    payment = late(student, seat, cards)
    enrolled(cast.student, seat, cards)
    return payment, settle(payment), {"refunded"}


def the_place_is_given_back(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    """Cut before the first commit nothing was decided, and the place is still the student's."""
    payment = enrolled(student, seat, cards)
    deed = lambda: refunds.give_place_back(  # noqa: E731
        student=student, payment_id=payment.pk, now=timezone.now()
    )
    return payment, deed, {"refunded", "enrolled"}


def a_seat_is_held(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment | None, Any, set[str]]:
    """Over the hold of somebody whose time ran out and who had paid: one deed settles, refunds and begins."""
    somebody = at_the_till(cast.student, seat)
    somebody.enrollment.held_until = timezone.now()
    somebody.enrollment.save()
    cards.pay(somebody.intent_id)
    deed = lambda: checkout.open_checkout(  # noqa: E731
        student=student, camp_class_id=seat.pk, price=seat.price, now=timezone.now()
    )
    return somebody, deed, {"refunded", "enrolled"}


def reconcile_finishes(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    payment = late(student, seat, cards)
    return payment, lambda: reconciling.reconcile(now=timezone.now(), days=7), {"enrolled"}


def an_account_is_deleted(cast: Cast, seat: CampClass, cards: Cards, student) -> tuple[Payment, Any, set[str]]:
    """By somebody at their card form, which is closed first; whether they are still somebody is one commit."""
    payment = at_the_till(student, seat)
    return payment, lambda: leaving.delete_account(user_id=student.pk, now=timezone.now()), {"canceled"}


LEAST = {
    the_browser_settles: 8,
    the_webhook_settles: 8,
    it_settles_too_late: 12,
    the_place_is_given_back: 9,
    a_seat_is_held: 15,
    reconcile_finishes: 10,
    an_account_is_deleted: 30,
}
"""Each deed, and how many steps it takes at the least: so that nobody proves an empty deed."""
SHORT = [it_settles_too_late, the_place_is_given_back]
MORE = [the_browser_settles, the_webhook_settles, a_seat_is_held, reconcile_finishes, an_account_is_deleted]


@pytest.mark.parametrize("deed", SHORT + [pytest.param(deed, marks=pytest.mark.long) for deed in MORE])
def test_killed_after_each_step_and_reconciled(cast, cards, deed):
    survived_at = 0
    for steps in range(1, MOST_STEPS):
        cards.forget_everything()
        seat = make_class(cast.instructor, f"Class {steps}", capacity=1)
        payment, act, ends = deed(cast, seat, cards, make_user(f"student-{steps}"))
        killed = killed_after(steps, act)
        assert laws.broken(provider=cards.http, now=timezone.now()) == [], f"killed after step {steps}"
        started_again_and_reconciled(cards, f"killed after step {steps}")
        payment.refresh_from_db()
        assert payment.state in ends
        assert seats_taken(seat) <= 1
        forget(seat)
        if not killed:
            survived_at = steps
            break
    assert survived_at > LEAST[deed], "the deed took fewer steps than it has"


def started_again_and_reconciled(cards: Cards, when: str) -> None:
    """An hour later, so that whoever was at a card form has left it."""
    later = timezone.now() + timedelta(hours=1)
    reconciling.reconcile(now=later, days=7)
    found = laws.broken(provider=cards.http, now=later) + laws.unfinished(provider=cards.http, now=later)
    assert found == [], when


def forget(seat: CampClass) -> None:
    seat.payments.all().delete()
    seat.enrollments.all().delete()
    seat.selections.all().delete()


def test_the_control_a_deed_without_a_second_look_is_seen(cast, cards):
    """Killed between charge and seat and never reconciled: money without a seat, and the laws say so."""
    payment, act, _ = the_browser_settles(cast, make_class(cast.instructor), cards, cast.student)
    assert killed_after(1, act)
    found = laws.unfinished(provider=cards.http, now=timezone.now())
    assert [line for line in found if "neither seat nor refund" in line]
    call_command("reconcile_payments", stdout=StringIO())
    payment.refresh_from_db()
    assert payment.state == "enrolled"

"""A waitlist is closed, with its offers and their open orders, when its class begins, is denied or is withdrawn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classes.models import CampClass, Selection, Status
from classes.waitlist.entries import make_due_offers
from payments.models import Payment
from payments.refunds.withdrawal import withdraw_class
from payments.settlement import reconciliation
from testing.clients.api import as_
from testing.factories import make_lesson, make_user
from testing.steps.checkout import start_checkout
from testing.steps.waitlists import email_kinds, next_entry, states_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def withdraw(camp_class):
    withdraw_class(camp_class_id=camp_class.pk, reason="Too few", now=timezone.now())


def deny(camp_class):
    CampClass.objects.filter(pk=camp_class.pk).update(status=Status.PENDING)
    as_(make_user("ann", "admin")).patch(f"/classes/denied/{camp_class.pk}", {})


def deny_without_closing(camp_class):
    CampClass.objects.filter(pk=camp_class.pk).update(status=Status.DENIED)
    run_worker()


def begin(camp_class):
    make_lesson(camp_class, timezone.now() - HOUR)
    run_worker()


def run_worker():
    make_due_offers(now=timezone.now())


@pytest.mark.parametrize(
    ("close", "why"),
    [(withdraw, "withdrawn"), (deny, "denied"), (deny_without_closing, "denied"), (begin, "begun")],
)
def test_it_closes_the_waitlist(offered, fresh_stripe, close, why):
    payment, entries = start_checkout(offered.student, offered.camp_class), [offered, next_entry(offered)]
    close(offered.camp_class)
    assert states_of(entries) == ["CLOSED", "CLOSED"]
    assert all(entry.ended_at for entry in entries)
    assert (offered.offer.state, Selection.objects.count()) == ("RELEASED", 0)
    closed = [each for each in offered.student.emails.all() if each.kind == "waitlist_closed"]
    assert [(each.about, each.facts["why"]) for each in closed] == [(str(offered.pk), why)]
    assert "waitlist_lapsed" not in email_kinds()
    reconciliation.reconcile(now=timezone.now(), days=1)
    payment.refresh_from_db()
    assert payment.state == Payment.State.CANCELED


def test_it_makes_no_offer_after_the_waitlist_was_closed(offered):
    begin(offered.camp_class)
    assert make_due_offers(now=timezone.now() + DAY) == 0

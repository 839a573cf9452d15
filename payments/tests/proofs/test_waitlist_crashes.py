"""The process is killed after each step of an operation on a waitlist: the worker finishes what remains.

The e-mails and the entries agree after each kill, because one commit has both.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection, WaitlistEntry
from classes.waitlist import entries
from mail.models import OutboxEmail
from payments.models import LedgerEntry, Order, Payment, Refund
from payments.refunds import cancellation
from payments.refunds.withdrawal import withdraw_class
from payments.settlement import reconciliation
from testing.factories import Users, make_child, make_class, make_offer, make_waitlist_entry
from testing.proofs import invariants
from testing.proofs.crashes import killed_after
from testing.proofs.invariants import waitlists
from testing.servers.stripe_stand_in import StripeStandIn
from testing.steps.checkout import enroll_by_card, start_checkout

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
MAX_STEPS = 80
Scenario = Callable[[Users, CampClass, StripeStandIn], Callable[[], Any]]
EMAILS = {"OFFERED": "waitlist_offer", "LAPSED": "waitlist_lapsed", "CLOSED": "waitlist_closed"}


def joins(users: Users, seat: CampClass, stripe: StripeStandIn) -> Callable[[], Any]:
    CampClass.objects.filter(pk=seat.pk).update(capacity=0)
    return lambda: entries.join(student=users.student, camp_class_id=seat.pk, now=timezone.now())


def declines_at_the_card_form(users: Users, seat: CampClass, stripe: StripeStandIn) -> Callable[[], Any]:
    entry = make_offer(users.student, seat)
    offer_email(entry)
    make_waitlist_entry(users.other_student, seat)
    start_checkout(users.student, seat)
    return lambda: entries.leave(student=users.student, entry_id=entry.pk, now=timezone.now())


def cancels_a_seat(users: Users, seat: CampClass, stripe: StripeStandIn) -> Callable[[], Any]:
    payment = enroll_by_card(users.student, seat, stripe)
    make_waitlist_entry(users.other_student, seat)
    return lambda: cancellation.cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())


def lapses(users: Users, seat: CampClass, stripe: StripeStandIn) -> Callable[[], Any]:
    entry = make_offer(users.student, seat)
    offer_email(entry)
    make_waitlist_entry(users.other_student, seat)
    Enrollment.objects.filter(pk=entry.offer_id).update(held_until=timezone.now())
    return lambda: reconciliation.reconcile_urgent(now=timezone.now(), days=7)


def withdraws(users: Users, seat: CampClass, stripe: StripeStandIn) -> Callable[[], Any]:
    entry = make_offer(users.student, seat)
    offer_email(entry)
    make_waitlist_entry(users.student, seat, make_child(users.student, str(seat)))
    start_checkout(users.student, seat)
    return lambda: withdraw_class(camp_class_id=seat.pk, reason="Too few", now=timezone.now())


def offer_email(entry: WaitlistEntry) -> None:
    OutboxEmail.objects.create(kind="waitlist_offer", recipient=entry.student, about=str(entry.pk))


MIN_STEPS = {joins: 9, declines_at_the_card_form: 18, cancels_a_seat: 15, lapses: 12, withdraws: 14}
"""The minimum number of steps of each operation, so that the test cannot pass with an empty one."""


SHORT, LONG = [joins, lapses], [declines_at_the_card_form, cancels_a_seat, withdraws]


@pytest.mark.parametrize("scenario", SHORT + [pytest.param(each, marks=pytest.mark.long) for each in LONG])
def test_it_keeps_waitlists_and_their_emails_when_killed_after_any_step(users, fresh_stripe, scenario: Scenario):
    for steps in range(1, MAX_STEPS):
        fresh_stripe.reset()
        seat = make_class(users.instructor, f"Class {steps}", capacity=1)
        killed = killed_after(steps, scenario(users, seat, fresh_stripe))
        assert_consistent(fresh_stripe, f"killed after step {steps}")
        delete_rows()
        if not killed:
            break
    assert steps > MIN_STEPS[scenario], "the operation took fewer steps than expected"


def assert_consistent(stripe: StripeStandIn, when: str) -> None:
    """Checks the state after the kill, and after the next run of the worker and a reconciliation."""
    assert invariants.violations(provider=stripe.http, now=timezone.now()) == [], when
    assert_emails_agree(when)
    now = timezone.now() + timedelta(minutes=1)
    reconciliation.reconcile(now=now, days=7)
    entries.make_due_offers(now=now)
    found = invariants.violations(provider=stripe.http, now=now) + waitlists.unfinished(now=now)
    assert found == [], when
    assert_emails_agree(when)


def assert_emails_agree(when: str) -> None:
    """Each entry has the e-mail of its state in the outbox, and no e-mail that offers a seat is queued besides."""
    for entry in WaitlistEntry.objects.exclude(state__in=["WAITING", "LEFT"]):
        queued = OutboxEmail.objects.queued().filter(about=str(entry.pk), kind=EMAILS[entry.state])
        assert queued.count() == 1, (when, entry)
    offers = OutboxEmail.objects.queued().filter(kind="waitlist_offer").values_list("about", flat=True)
    assert set(offers) == {str(entry.pk) for entry in WaitlistEntry.objects.offered()}, when


def delete_rows() -> None:
    for model in (LedgerEntry, Refund, Payment, Order, WaitlistEntry, Enrollment, Selection, OutboxEmail):
        model.objects.all().delete()

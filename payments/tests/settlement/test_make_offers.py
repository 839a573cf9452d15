"""Seats that open up are offered to the waitlist: by cancellations, staff, ended offers and the worker."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import OperationalError
from django.utils import timezone

from classes.models import CampClass, Enrollment, Selection
from classes.waitlist import entries
from payments.models import Order
from payments.settlement import reconciliation
from testing.clients.api import as_
from testing.factories import make_lesson, make_offer, make_user, make_waitlist_entry
from testing.steps.checkout import create_payment_intent, enroll_by_card, start_checkout
from testing.steps.desk_payments import refund_and_release
from testing.steps.waitlists import email_kinds, next_entry, states_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def payment(last_seat, third_student, fresh_stripe):
    """A student has paid for the last seat."""
    return enroll_by_card(third_student, last_seat, fresh_stripe)


@pytest.fixture
def entry(users, last_seat, payment):
    """Another student waits for the last seat."""
    return entries.join(student=users.student, camp_class_id=last_seat.pk, now=timezone.now())


def expire(enrollment):
    Enrollment.objects.filter(pk=enrollment.pk).update(held_until=timezone.now())


# What opens a seat.


def cancel(payment):
    as_(payment.student).post(f"/payments/cancel/{payment.pk}")


def refund_by_staff(payment):
    refund_and_release(payment)


def raise_capacity(payment):
    camp_class = payment.camp_class
    body = {"nameClass": camp_class.name, "image": camp_class.image, "price": 45.5, "seats": 1, "enroll": 1}
    as_(camp_class.instructor).put(f"/classes/{camp_class.pk}", body)


def raise_capacity_and_run_the_worker(payment):
    CampClass.objects.filter(pk=payment.camp_class_id).update(capacity=2)
    assert entries.make_due_offers(now=timezone.now()) == 1


@pytest.mark.parametrize("release", [cancel, refund_by_staff, raise_capacity, raise_capacity_and_run_the_worker])
def test_it_offers_a_seat_that_opens(payment, entry, release):
    release(payment)
    assert states_of([entry]) == ["OFFERED"]
    assert (entry.offer.state, entry.offer.price) == ("HELD", Decimal("45.50"))
    assert Selection.objects.filter(student=entry.student, camp_class=entry.camp_class).exists()
    assert "waitlist_offer" in email_kinds()


def lapse_in_the_worker(entry):
    expire(entry.offer)
    reconciliation.reconcile_urgent(now=timezone.now(), days=7)


def lapse_in_a_checkout(entry):
    """The next participant asks for the seat. The refusal of a student who is not on the waitlist changes nothing."""
    expire(entry.offer)
    create_payment_intent(make_user("zoe"), entry.camp_class, 409)
    assert states_of([entry]) == ["OFFERED"]
    create_payment_intent(next_entry(entry).student, entry.camp_class)


def remove_selection(entry):
    as_(entry.student).delete(f"/selectClass/{Selection.objects.get(student=entry.student).pk}")


def leave(entry):
    as_(entry.student).delete(f"/waitlist/{entry.pk}")


def remove_selection_in_checkout(entry):
    start_checkout(entry.student, entry.camp_class)
    remove_selection(entry)
    assert Order.objects.get().state == Order.State.CANCELED


@pytest.mark.parametrize(
    ("end", "state", "emails"),
    [
        (lapse_in_the_worker, "LAPSED", ["waitlist_lapsed"]),
        (lapse_in_a_checkout, "LAPSED", ["waitlist_lapsed"]),
        (remove_selection, "LEFT", []),
        (remove_selection_in_checkout, "LEFT", []),
        (leave, "LEFT", []),
    ],
)
def test_it_offers_the_seat_of_an_offer_that_ends_to_the_next(offered, fresh_stripe, end, state, emails):
    end(offered)
    following = next_entry(offered)
    assert states_of([offered, following]) == [state, "OFFERED"]
    assert (offered.offer.state, following.offer.state) == ("RELEASED", "HELD")
    assert list(Selection.objects.values_list("student", flat=True)) == [following.student_id]
    assert email_kinds() == [*emails, "waitlist_offer"]


def test_it_offers_the_next_free_seat_to_an_entry_that_staff_put_next(users, payment, entry):
    later = entries.join(student=users.other_student, camp_class_id=entry.camp_class_id, now=timezone.now())
    entries.put_next(entry_id=later.pk, reason="A sibling", now=timezone.now())
    cancel(payment)
    assert states_of([entry, later]) == ["WAITING", "OFFERED"]
    assert later.next_reason == "A sibling"


def test_it_makes_one_query_if_nothing_is_due(users, entry, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert entries.make_due_offers(now=timezone.now()) == 0


def test_it_handles_the_other_classes_if_one_is_locked(offered, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OperationalError

    expire(offered.offer)
    with monkeypatch.context() as patch:
        patch.setattr(entries, "lock_class", refuse)
        assert entries.make_due_offers(now=timezone.now()) == 0
    assert entries.make_due_offers(now=timezone.now()) == 1
    assert states_of([offered, next_entry(offered)]) == ["LAPSED", "OFFERED"]


def test_it_lapses_an_expired_offer_of_a_class_that_has_begun(users, last_seat):
    entry = make_offer(users.student, last_seat)
    expire(entry.offer)
    make_lesson(last_seat, timezone.now() - HOUR)
    entries.make_due_offers(now=timezone.now())
    assert (states_of([entry]), email_kinds()) == (["LAPSED"], ["waitlist_lapsed"])


def test_it_handles_the_other_classes_if_one_fails(users, last_seat, clay, monkeypatch, caplog):
    waiting = [make_waitlist_entry(users.student, each) for each in (last_seat, clay)]
    update = entries._update_waitlist

    def fail_for_first(class_id, now):
        if class_id == min(last_seat.pk, clay.pk):
            raise ValueError
        update(class_id, now)

    monkeypatch.setattr(entries, "_update_waitlist", fail_for_first)
    assert entries.make_due_offers(now=timezone.now()) == 1
    assert sorted(states_of(waiting)) == ["OFFERED", "WAITING"]
    assert "could not be finished" in caplog.text

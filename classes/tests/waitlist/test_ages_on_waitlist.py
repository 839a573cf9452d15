"""Entries of children whose age does not fit (anymore) are closed when it is their turn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Child
from classes.models import CampClass
from classes.seats.offers import ENDS_BEFORE_CLASS
from classes.waitlist.entries import make_due_offers
from core.site_time import site_day
from mail.models import OutboxEmail
from testing.factories import make_lesson
from testing.proofs.invariants import waitlists
from testing.steps.checkout import hold_seat
from testing.steps.waitlists import offer_seats, states_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def camp_class(last_seat):
    """A class with one seat, which is open."""
    return last_seat


def run_worker():
    return make_due_offers(now=timezone.now())


def test_it_makes_no_offer_shortly_before_the_first_lesson(camp_class, entries):
    camp_class.lessons.create(
        starts_at=timezone.now() + ENDS_BEFORE_CLASS,
        ends_at=timezone.now() + 2 * ENDS_BEFORE_CLASS,
    )
    assert run_worker() == 0
    assert states_of(entries) == ["WAITING"] * 3


@pytest.fixture
def age(entries):
    """The age of the fixtures' children."""
    return entries[1].child.age_on(site_day(timezone.now()))


def set_ages(camp_class, age_from, age_to=None):
    CampClass.objects.filter(pk=camp_class.pk).update(age_from=age_from, age_to=age_to)


def closed_emails():
    return [each.facts for each in OutboxEmail.objects.filter(kind="waitlist_closed")]


def test_it_closes_the_entry_of_a_child_whose_age_does_not_fit(users, camp_class, entries, age):
    set_ages(camp_class, age + 1, age + 3)
    CampClass.objects.filter(pk=camp_class.pk).update(capacity=2)
    assert run_worker() == 1
    assert states_of(entries) == ["OFFERED", "CLOSED", "OFFERED"]
    (facts,) = closed_emails()
    ages = f"children aged {age + 1} to {age + 3}"
    assert (facts["child"], facts["why"], facts["ages"]) == ("Mia", "age_not_in_range", ages)
    assert not facts["has_first_day"]
    assert OutboxEmail.objects.get(kind="waitlist_closed").recipient == users.student
    assert waitlists.violations() + waitlists.unfinished(now=timezone.now()) == []


def test_it_closes_the_entry_of_a_child_without_a_date_of_birth(camp_class, entries, age):
    entries[0].delete()
    Child.objects.update(born_on=None)
    set_ages(camp_class, age)
    offer_seats(camp_class, timezone.now())
    assert states_of(entries[1:]) == ["CLOSED", "OFFERED"]
    (facts,) = closed_emails()
    assert (facts["why"], facts["ages"]) == ("birth_date_needed", f"children aged {age} and over")


def test_it_counts_the_age_on_the_day_of_the_first_lesson(camp_class, entries, age):
    entries[0].delete()
    make_lesson(camp_class, timezone.now() + timedelta(days=366))
    set_ages(camp_class, age, age)
    offer_seats(camp_class, timezone.now())
    assert states_of(entries[1:]) == ["CLOSED", "OFFERED"]
    assert [facts["has_first_day"] for facts in closed_emails()] == [True]


def test_it_closes_entries_only_when_it_is_their_turn(camp_class, entries, age):
    """The ages may be changed again before a seat is open."""
    set_ages(camp_class, age + 1)
    for _ in range(2):
        offer_seats(camp_class, timezone.now())
    assert states_of(entries) == ["OFFERED", "WAITING", "WAITING"]
    assert closed_emails() == []


def test_it_offers_nothing_if_no_age_fits(users, camp_class, entries, age):
    for entry in (entries[0], entries[2]):
        entry.delete()
    set_ages(camp_class, age + 1)
    assert run_worker() == 1
    assert (states_of([entries[1]]), run_worker()) == (["CLOSED"], 0)
    hold_seat(student=users.other_student, camp_class_id=camp_class.pk, price=camp_class.price, now=timezone.now())


def test_it_keeps_an_offer_that_was_made_before_the_ages_changed(users, camp_class, entries, age):
    entries[0].delete()
    offer_seats(camp_class, timezone.now())
    set_ages(camp_class, age + 1)
    hold_seat(
        student=users.student,
        child_id=entries[1].child_id,
        camp_class_id=camp_class.pk,
        price=camp_class.price,
        now=timezone.now(),
    )
    assert states_of(entries[1:]) == ["OFFERED", "WAITING"]
